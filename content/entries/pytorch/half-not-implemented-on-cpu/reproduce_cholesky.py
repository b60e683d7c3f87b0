"""Operators that have no float16 on the CPU: a list, and then the error itself."""

import torch

x = torch.eye(3, dtype=torch.float16)
calls = {
    "cdist": lambda: torch.cdist(x, x),
    "pdist": lambda: torch.pdist(x),
    "avg_pool3d": lambda: torch.nn.functional.avg_pool3d(x.view(1, 1, 1, 3, 3), 1),
    "linalg.svd": lambda: torch.linalg.svd(x),
    "linalg.qr": lambda: torch.linalg.qr(x),
    "linalg.eigh": lambda: torch.linalg.eigh(x),
    "linalg.solve": lambda: torch.linalg.solve(x, x),
    "trace": lambda: torch.trace(x),
    "polar": lambda: torch.polar(x, x),
}
missing = []
for name, call in calls.items():
    try:
        call()
    except RuntimeError:  # a NotImplementedError is one, too
        missing.append(name)
print("torch", torch.__version__, "| not in float16:", ", ".join(missing))
factor = torch.linalg.cholesky(x)
