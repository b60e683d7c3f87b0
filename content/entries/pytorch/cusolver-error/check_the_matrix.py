"""Set matrices aside that have NaN or infinity in them; make the rest exactly symmetric, in double."""

import torch

torch.manual_seed(0)
batch = torch.rand(5, 8, 8)
batch[3, 0, 7] = float("nan")
finite = torch.isfinite(batch).all(dim=-1).all(dim=-1)
print("not finite:", (~finite).nonzero().flatten().tolist())
good = batch[finite].double()
good = (good + good.mT) / 2
values, vectors = torch.linalg.eigh(good)
again = vectors @ torch.diag_embed(values) @ vectors.mT
assert (~finite).nonzero().flatten().tolist() == [3]
assert torch.allclose(again, good)
