"""Mixed dtypes: an addition, then a product."""

import torch

half = torch.ones(2, 2, dtype=torch.bfloat16)
single = torch.ones(2, 2)
print("bfloat16 + float32 =", (half + single).dtype)
print("bfloat16 * float32 =", (half * single).dtype)
product = torch.matmul(half, single)
print("bfloat16 @ float32 =", product.dtype)
