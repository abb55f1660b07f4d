"""Sheets on paper: asked for, drawn by a worker, kept for a while."""
