"""Batches of 1 to 65 images through one convolution, by cuDNN, called directly."""
import torch

torch.manual_seed(0)
images = torch.randn(65, 3, 32, 32, device="cuda")
weight = torch.randn(32, 3, 3, 3, device="cuda")
accepted = []
for size in range(1, 66):
    # input, weight, padding, stride, dilation, groups, benchmark, deterministic, allow_tf32
    y = torch.cudnn_convolution(images[:size], weight, (1, 1), (1, 1), (1, 1), 1, False, False, False)
    assert y.shape == (size, 32, 32, 32)
    accepted.append(size)
torch.cuda.synchronize()
print("cuDNN", torch.backends.cudnn.version(), "accepted", len(accepted), "of 65 batch sizes, 23 among them:", 23 in accepted)
