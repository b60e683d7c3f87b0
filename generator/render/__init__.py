"""Rendering: data → text. Views yield `SiteFile`s and write nothing."""
