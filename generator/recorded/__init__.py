"""Work on what is recorded: take it in, compare it, export it, tidy it up, accept it."""
