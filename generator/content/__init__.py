"""What authors write: files on disk, read and validated into typed content."""
