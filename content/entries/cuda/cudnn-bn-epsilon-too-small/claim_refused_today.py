"""Does a current cuDNN refuse 1e-6? The raw function, so that nothing can step aside."""

import torch

torch.manual_seed(0)
images = torch.randn(4, 8, 16, 16, device="cuda")
weight, bias = torch.ones(8, device="cuda"), torch.zeros(8, device="cuda")
mean, var = torch.zeros(8, device="cuda"), torch.ones(8, device="cuda")
print("torch", torch.__version__, "cuDNN", torch.backends.cudnn.version())
for epsilon in (1e-5, 1e-6, 1e-12, 0.0):
    output = torch.cudnn_batch_norm(images, weight, bias, mean, var, True, 0.1, epsilon)[0]
    print(f"epsilon={epsilon}: standard deviation of the output {output.std().item():.4f}")
