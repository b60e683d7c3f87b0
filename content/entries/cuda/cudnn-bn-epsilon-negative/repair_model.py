"""Find every layer whose eps is not positive, and give it back its trained value."""

import torch
from torch import nn

TRAINED_WITH = 1e-5


def build(eps):
    return nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8, eps=eps))


torch.manual_seed(0)
images = torch.randn(4, 3, 16, 16)
trained = build(TRAINED_WITH)
trained(images)  # fills the running statistics
trained.eval()

model = build(-1e-5).eval()  # the sign was lost in a configuration file; eps is not in the state_dict
model.load_state_dict(trained.state_dict())
for name, layer in model.named_modules():
    if "BatchNorm" in type(layer).__name__ and layer.eps <= 0:
        print(f"module {name!r}: {type(layer).__name__} had eps={layer.eps}")
        layer.eps = TRAINED_WITH
output = model(images)
assert torch.equal(output, trained(images))
print("same output as the trained model, bit for bit")
