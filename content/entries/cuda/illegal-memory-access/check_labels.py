"""The same loss, with the labels checked while they are still on the CPU; the bad sample is left out."""

import torch
import torch.nn.functional as F

torch.manual_seed(0)
log_probs = torch.randn(5, 2, 4, device="cuda").log_softmax(2)
labels = torch.tensor([[1, 2], [3, 2147483647]])  # fresh from the data loader
good = ((labels >= 0) & (labels < log_probs.shape[2])).all(dim=1)
print("bad samples:", (~good).nonzero().flatten().tolist())
kept = log_probs[:, good.to("cuda")]
loss = F.ctc_loss(kept, labels[good].to("cuda"), (5,), (2,))
print("loss:", loss.item())
on_the_cpu = F.ctc_loss(kept.cpu(), labels[good], (5,), (2,))
assert good.tolist() == [True, False]
assert abs(loss.item() - on_the_cpu.item()) < 1e-4
