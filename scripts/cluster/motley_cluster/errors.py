"""Errors that are told to the user in one line."""


class UserError(Exception):
    """Something that the user asked for cannot be done; the message says what and why."""
