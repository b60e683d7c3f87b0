"""CTC loss for two samples and four classes; a label of the second one was never mapped to a class."""

import torch
import torch.nn.functional as F

torch.manual_seed(0)
log_probs = torch.randn(5, 2, 4, device="cuda").log_softmax(2)
labels = torch.tensor([[1, 2], [3, 2147483647]], device="cuda")
print("classes:", log_probs.shape[2], "| labels:", labels.tolist(), flush=True)
print("loss:", F.ctc_loss(log_probs, labels, (5, 5), (2, 2)).item())
