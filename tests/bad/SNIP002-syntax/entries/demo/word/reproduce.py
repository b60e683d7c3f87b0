text = "word"
if text
    int(text)
