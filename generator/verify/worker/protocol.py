"""What the processes of the worker have to agree on."""

from __future__ import annotations

import os
import re

PROTOCOL = 3  # what a run reports and under what conditions it runs; raised when either changes
SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "__main__.py")  # what interpreters are started with
STARTED = b"started\n"  # sent before a program's first line: without it, what happened says nothing of the program
# The names of distributions that are recorded of an environment, and of modules that are recorded of a run.
FRAMEWORKS = re.compile(
    r"^(torch|torchvision|torchaudio|triton|tensorflow|tensorflow-cpu|keras|jax|jaxlib|jax-cuda\d+-pjrt|jax-cuda\d+-plugin"
    r"|cupy(-cuda\d+x)?|numba|numba-cuda|numpy|ray|cv2|opencv(-contrib)?-python(-headless)?|faiss(-cpu|-gpu)?|lightgbm|xgboost(-cpu)?"
    r"|(nvidia|cuda)-[a-z0-9-]+)$"
)
