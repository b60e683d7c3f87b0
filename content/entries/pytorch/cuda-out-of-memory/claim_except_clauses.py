"""Do older except clauses miss the class that is raised now?"""
import torch

print([cls.__name__ for cls in torch.OutOfMemoryError.__mro__])
print("torch.cuda.OutOfMemoryError is torch.OutOfMemoryError:", torch.cuda.OutOfMemoryError is torch.OutOfMemoryError)
missed = [cls for cls in (RuntimeError, torch.cuda.OutOfMemoryError) if not issubclass(torch.OutOfMemoryError, cls)]
assert missed, "both clauses catch it"
