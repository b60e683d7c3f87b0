"""The generator: structured GPU error entries in, a verified bilingual site out."""
