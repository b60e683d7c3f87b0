int(" word ".strip())
