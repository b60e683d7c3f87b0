"""What programs were seen to do: records of runs, and where they are stored."""
