"""One line: what this program shows."""

int("TODO")
