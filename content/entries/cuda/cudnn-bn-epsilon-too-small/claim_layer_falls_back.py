"""Which implementation does PyTorch choose for the layer on a GPU, by eps?"""

import torch

torch.manual_seed(0)
images = torch.randn(4, 8, 16, 16, device="cuda")
weight, bias = torch.ones(8, device="cuda"), torch.zeros(8, device="cuda")
mean, var = torch.zeros(8, device="cuda"), torch.ones(8, device="cuda")
print("torch", torch.__version__, "cuDNN", torch.backends.cudnn.version())
chosen = {}
for epsilon in (1e-5, 1e-6, 0.0, -1e-5):
    chosen[epsilon] = torch._C._select_batch_norm_backend(images, weight, bias, mean, var, True, epsilon)
    print(f"eps={epsilon}: {chosen[epsilon]}")
assert chosen[1e-5] == torch._C._BatchNormBackend.Cudnn
assert chosen[1e-6] != torch._C._BatchNormBackend.Cudnn
