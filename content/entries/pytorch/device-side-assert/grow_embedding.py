"""Give the embedding a row for every id of the tokenizer, keeping the old rows."""

import torch

torch.manual_seed(0)
embedding = torch.nn.Embedding(100, 8).to("cuda")
ids = torch.tensor([5, 42, 100])
print(ids.min().item(), ids.max().item(), embedding.num_embeddings)
vocabulary_size = 101  # len(tokenizer)
grown = torch.nn.Embedding(vocabulary_size, 8).to("cuda")
with torch.no_grad():
    grown.weight[:100] = embedding.weight
    grown.weight[100:] = embedding.weight.mean(dim=0)
out = grown(ids.to("cuda"))
print("rows:", grown.num_embeddings, "| ids:", ids.tolist(), "| sum:", out.sum().item())
assert torch.equal(out[:2], embedding.weight[[5, 42]])
assert torch.allclose(out[2], embedding.weight.mean(dim=0))
