WORD = "word"
