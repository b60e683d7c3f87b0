"""A label that is too large by one, on GPU or CPU: does the loss of this sample depend on another sample?"""

import torch
import torch.nn.functional as F

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)
log_probs = torch.randn(5, 2, 4).log_softmax(2).to(device)
labels = torch.tensor([[1, 4], [2, 3]], device=device)  # four classes: 0 to 3
before = F.ctc_loss(log_probs, labels, (5, 5), (2, 2), reduction="none")[0].item()
log_probs[:, 1] = log_probs[:, 1].roll(1, dims=1)  # change the second sample only
after = F.ctc_loss(log_probs, labels, (5, 5), (2, 2), reduction="none")[0].item()
print("no error | loss of the first sample:", before, "then", after)
assert before != after
