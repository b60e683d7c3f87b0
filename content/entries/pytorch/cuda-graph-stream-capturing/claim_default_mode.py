"""Which calls does a capture object to, when nothing is said about it?"""

import inspect

import torch

mode = inspect.signature(torch.cuda.graph.__init__).parameters["capture_error_mode"].default
print("torch", torch.__version__, "| capture_error_mode:", mode)
assert mode == "thread_local", "calls of other threads count too"
