"""An out-of-memory handler around a convolution without room for its workspace."""

import torch

torch.backends.cudnn.deterministic = True
torch.manual_seed(0)
x = torch.randn(16, 64, 56, 56, dtype=torch.half, device="cuda")
grad = torch.randn(16, 64, 56, 56, dtype=torch.half, device="cuda")
w = torch.randn(64, 64, 3, 3, dtype=torch.half, device="cuda")
how = ([1, 1], [1, 1], [1, 1], False, [0, 0], 1)  # stride, padding, dilation, ...


def weight_gradient():
    only_weight = [False, True, False]
    return torch.ops.aten.convolution_backward(grad, x, w, None, *how, only_weight)[1]


first = weight_gradient()
print("with room:", tuple(first.shape))

other = torch.empty(2**29, dtype=torch.uint8, device="cuda")  # the rest of a program
place = torch.empty_like(first)
torch.cuda.empty_cache()
capacity = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(torch.cuda.memory_reserved() / capacity)
taken, size = [], 2**24
while size >= 512:  # fill what is left, piece by piece
    try:
        taken.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        size = size * 7 // 8
del place  # the result fits here, and nothing else is left

try:
    weight_gradient()
except torch.OutOfMemoryError:
    print("handled as out of memory")
