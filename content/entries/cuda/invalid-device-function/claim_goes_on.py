"""After the error was fetched once: can the process still compute?"""

import torch
from unknown_kernel import ask, runtime

answer = ask()
assert answer != 0 and runtime.cudaGetLastError() == answer  # fetched, and so cleared
assert torch.ones(3, device="cuda").mul(2).sum().item() == 6
