"""The same through PyTorch's older cuDNN code, which every version up to 2.15 still carries."""
import os

import torch

os.environ["TORCH_CUDNN_V8_API_DISABLED"] = "1"  # read at the first convolution
torch.backends.cudnn.deterministic = True
torch.manual_seed(0)
x = torch.randn(16, 64, 56, 56, dtype=torch.half, device="cuda")
grad = torch.randn(16, 64, 56, 56, dtype=torch.half, device="cuda")
w = torch.randn(64, 64, 3, 3, dtype=torch.half, device="cuda")


def weight_gradient():
    return torch.ops.aten.convolution_backward(
        grad, x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [False, True, False]
    )[1]


def take_the_rest():
    taken, size = [], 2**24
    while size >= 512:
        try:
            taken.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
        except torch.OutOfMemoryError:
            size = size * 3 // 4
    return taken


first = weight_gradient()
print("with room:", tuple(first.shape))

other = torch.empty(2**29, dtype=torch.uint8, device="cuda")  # what else the program keeps on the device
place = torch.empty_like(first)
torch.cuda.empty_cache()
total = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(torch.cuda.memory_reserved() / total)
taken = take_the_rest()
del place  # as large as the result: the only memory left
left = torch.cuda.memory_reserved() - torch.cuda.memory_allocated()
print(f"{left} bytes left, {first.nbytes} of them for the result")
weight_gradient()
