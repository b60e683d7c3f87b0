int("word")
