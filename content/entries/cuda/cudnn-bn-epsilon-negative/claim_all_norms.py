"""Do the sister functions refuse a negative eps as batch_norm does?"""

import torch
import torch.nn.functional as F

constant = torch.ones(2, 4, 8, 8)
print("torch", torch.__version__)
for name, output in {
    "instance_norm": F.instance_norm(constant, eps=-1e-5),
    "group_norm": F.group_norm(constant, 2, eps=-1e-5),
    "layer_norm": F.layer_norm(constant, (8, 8), eps=-1e-5),
}.items():
    print(name, "raised nothing; NaN in the output:", bool(output.isnan().any()))
