"""Load code that was compiled for newer generations only."""

import torch
from kernel import load, machine_code

major, minor = torch.cuda.get_device_capability()
print(f"this GPU: sm_{major}{minor} | the code: sm_120")
load(machine_code("sm_120"))
