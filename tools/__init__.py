"""What maintainers use and nobody installs: pictures, lists for documents, the reader of status codes, scripts."""
