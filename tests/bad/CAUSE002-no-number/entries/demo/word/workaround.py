text = "word"
number = int(text) if text.isdigit() else None
assert number is None
