"""The site on this machine: a server that answers at any time, and a process of its own for each rebuild."""
