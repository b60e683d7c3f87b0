"""Do older except clauses miss the class that is raised now?"""

import torch

print([cls.__name__ for cls in torch.OutOfMemoryError.__mro__])
same = torch.cuda.OutOfMemoryError is torch.OutOfMemoryError
print("the old name is the same class:", same)
old = (RuntimeError, torch.cuda.OutOfMemoryError)
missed = [cls for cls in old if not issubclass(torch.OutOfMemoryError, cls)]
assert missed, "both clauses catch it"
