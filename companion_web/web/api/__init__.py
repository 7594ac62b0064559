"""The JSON API: everything that the page does."""
