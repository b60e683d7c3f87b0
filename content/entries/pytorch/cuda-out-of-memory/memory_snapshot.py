"""Records what holds the memory, and by which line of code, for three batches."""

import os
import pickle

import torch

torch.cuda.memory._record_memory_history()
kept = [torch.zeros(2**20, device="cuda") for _ in range(3)]
torch.cuda.memory._dump_snapshot("snapshot.pickle")

with open("snapshot.pickle", "rb") as file:
    snapshot = pickle.load(file)
blocks = [block for segment in snapshot["segments"] for block in segment["blocks"]]
active = [block for block in blocks if block["state"] == "active_allocated"]
print(f"{os.path.getsize('snapshot.pickle')} bytes, {len(active)} live blocks")
assert len(active) == len(kept)
assert any(__file__ in frame["filename"] for frame in active[0]["frames"])
