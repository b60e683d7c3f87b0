try:
    int("word")
except ValueError as error:
    assert "invalid literal" in str(error)
    assert str(error).startswith("invalid literal")
    raise
