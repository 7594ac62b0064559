"""The commands, one module each; `companion_web.cli` lists them."""
