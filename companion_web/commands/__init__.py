"""The commands, one module each; `tileye.companion_web.cli` lists them."""
