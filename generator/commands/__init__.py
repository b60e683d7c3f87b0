"""The commands, a module for each group. Each is imported only when it is asked for."""
