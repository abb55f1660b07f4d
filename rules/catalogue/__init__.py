"""Books as rows: loaded from TOML, and read as rulebooks."""
