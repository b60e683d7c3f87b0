"""Does cuDNN want a larger epsilon for float16 data?"""

import torch

torch.manual_seed(0)
images = torch.randn(4, 8, 16, 16, device="cuda").half()
weight, bias = torch.ones(8, device="cuda"), torch.zeros(8, device="cuda")  # float32, as cuDNN wants them
mean, var = torch.zeros(8, device="cuda"), torch.ones(8, device="cuda")
print("torch", torch.__version__, "cuDNN", torch.backends.cudnn.version())
for epsilon in (1e-4, 1e-5, 1e-6):
    output = torch.cudnn_batch_norm(images, weight, bias, mean, var, True, 0.1, epsilon)[0]
    print(f"float16, epsilon={epsilon}: standard deviation of the output {output.float().std().item():.4f}")
