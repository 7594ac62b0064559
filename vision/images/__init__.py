"""Picture files and frames: loaded, checked, compared."""
