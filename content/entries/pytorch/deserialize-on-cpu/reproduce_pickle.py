"""A whole object in a plain pickle, as joblib, NumPy, Ray and many trainers write it."""

import pickle

import torch

# Stands in for a GPU machine: each storage is marked cuda:0 when it is written.
torch.serialization.register_package(0, lambda s: "cuda:0", lambda s, tag: None)
result = {"epoch": 3, "loss": torch.tensor([0.5, 0.25])}
with open("result.pkl", "wb") as file:
    pickle.dump(result, file)
with open("result.pkl", "rb") as file:
    result = pickle.load(file)
