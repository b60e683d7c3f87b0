"""Look at the answer, and take the error off before PyTorch finds it."""

import torch
from pinning import pin

answer = pin()
if int(answer) != 0:
    print("not pinned:", answer)
    try:
        torch.zeros(1, device="cuda").add_(1)  # fetches the error that waits, and so clears it
    except RuntimeError as error:
        print("fetched:", str(error).splitlines()[0])
assert torch.ones(3, device="cuda").mul(2).sum().item() == 6
