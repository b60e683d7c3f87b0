"""Links where errors are reported: loggers, pytest, Sentry, GitHub, frameworks. Each module needs its own tool only."""
