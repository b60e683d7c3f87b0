"""Does making the device object check its number?"""

import torch

device = torch.device("cuda:99")
print("made:", device, "| number:", device.index)
