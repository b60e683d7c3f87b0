"""The same product; the embedding has a row for every id of the tokenizer."""

import torch

torch.manual_seed(0)
embedding = torch.nn.Embedding(100, 64, device="cuda")
weight = torch.eye(64, device="cuda")
ids = torch.tensor([5, 42, 100])
vocabulary_size = 101  # len(tokenizer)
grown = torch.nn.Embedding(vocabulary_size, 64, device="cuda")
with torch.no_grad():
    grown.weight[:100] = embedding.weight
assert int(ids.min()) >= 0 and int(ids.max()) < grown.num_embeddings  # still on the CPU
hidden = grown(ids.to("cuda"))
product = hidden @ weight
print("looked up:", tuple(hidden.shape), "| sum:", product.sum().item())
assert torch.allclose(product, hidden)
assert torch.equal(hidden[:2], embedding.weight[[5, 42]])
