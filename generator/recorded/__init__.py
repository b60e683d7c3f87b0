"""Work on what is recorded: take it in, compare it, tidy it up, accept it."""
