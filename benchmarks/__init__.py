"""Speed and scale, side by side with a peer in one run. Started by hand: `python -m benchmarks.<name>`."""
