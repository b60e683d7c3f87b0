"""Verification: plan → run → record. What a run means is judged elsewhere, at build time."""
