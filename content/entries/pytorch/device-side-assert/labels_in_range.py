"""Map the labels of the data set to 0 … C-1, and the void label to ignore_index."""

import torch
import torch.nn.functional as F

torch.manual_seed(0)
logits = torch.randn(5, 10, device="cuda")
raw = torch.tensor([1, 4, 7, 10, 255])
print("labels:", raw.unique().tolist(), "| classes:", logits.shape[1])
labels = torch.where(raw == 255, -100, raw - 1)
known = labels[labels != -100]  # still on the CPU: no synchronisation
assert known.min() >= 0 and known.max() < logits.shape[1]
loss = F.cross_entropy(logits, labels.to("cuda"), ignore_index=-100).item()
print("mapped:", labels.tolist(), "| loss:", loss)
by_hand = -F.log_softmax(logits.cpu()[:4], dim=1)[torch.arange(4), known].mean().item()
assert abs(loss - by_hand) < 1e-5
