"""The same with labels that have a class; they are looked at before the copy to the GPU."""

import torch
import torch.nn.functional as F

features = torch.ones(4, 64, device="cuda")
weight = torch.ones(64, 10, device="cuda")
scores = torch.zeros(4, 10, device="cuda")
labels = torch.tensor([1, 4, 7, 10]) - 1  # they were counted from 1
assert int(labels.min()) >= 0 and int(labels.max()) < scores.shape[1]
loss = F.cross_entropy(scores, labels.to("cuda")).item()
answer = (features @ weight).sum().item()
print("loss:", loss, "| sum:", answer)
assert abs(loss - 2.302585) < 1e-4  # log(10)
assert answer == 4 * 10 * 64
