"""What maintainers use and nobody installs: pictures, lists for the documentation, scripts."""
