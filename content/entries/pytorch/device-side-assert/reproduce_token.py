"""The tokenizer has learnt a new token; the embedding still has 100 rows."""

import torch

torch.manual_seed(0)
embedding = torch.nn.Embedding(100, 8).to("cuda")
ids = torch.tensor([5, 42, 100], device="cuda")
print("rows:", embedding.num_embeddings, "| ids:", ids.tolist())
print("sum:", embedding(ids).sum().item())
