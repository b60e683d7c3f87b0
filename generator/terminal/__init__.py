"""What commands say in a terminal: hints with commands in them, progress, installation."""
