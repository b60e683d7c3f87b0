"""Load code that was compiled for an older generation only."""

import torch
from kernel import load, machine_code

major, minor = torch.cuda.get_device_capability()
other = "sm_80" if major != 8 else "sm_75"
print(f"this GPU: sm_{major}{minor} | the code: {other}")
load(machine_code(other))
