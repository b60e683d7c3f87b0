"""What is built besides the site: the package that users install, and the archive for machines without a network."""
