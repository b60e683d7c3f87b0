text = "word"
int(text)
return
