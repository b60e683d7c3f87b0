"""Links where errors are reported: loggers, pytest, Sentry, GitHub. Each module needs its own tool and no other."""
