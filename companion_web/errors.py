"""Errors that a user can cause."""


class InputError(Exception):
    """An input that cannot be read; its text is one sentence that says what to do."""
