"""A driver that is there and answers 999: what does cuda.is_available() say, and does it say why?"""

import contextlib
import io

from numba import cuda

said = io.StringIO()
with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
    available = cuda.is_available()
print(available, repr(said.getvalue()), cuda.cuda_error())
assert available or "no device" in str(cuda.cuda_error()).lower()
