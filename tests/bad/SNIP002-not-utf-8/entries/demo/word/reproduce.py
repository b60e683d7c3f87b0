# Prüfung
int("Wörter")
