MESSAGE = "invalid literal"

raise ValueError(MESSAGE)
