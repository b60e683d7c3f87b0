"""From content and evidence to a published site: stages for each entry, then pages made from all of them."""
