"""Books that players write: forms, pages, faults, files, and who may read which."""
