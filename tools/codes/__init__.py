"""Vendors' status codes: their own headers → `content/codes/read/`. See docs/status-codes.md."""
