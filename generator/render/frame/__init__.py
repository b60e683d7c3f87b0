"""What surrounds the body of a page: the theme, the page layout, its style sheets and scripts."""
