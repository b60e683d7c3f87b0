"""The frameworks that programs may import, and the distributions that provide each."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from generator.content.syntax import statements_in

# Import name → the distributions, any one of which provides it.
FRAMEWORKS: Mapping[str, tuple[str, ...]] = {
    "torch": ("torch",),
    "torchvision": ("torchvision",),
    "triton": ("triton",),
    "tensorflow": ("tensorflow", "tensorflow-cpu"),
    "keras": ("keras",),
    "jax": ("jax",),
    "cupy": ("cupy-cuda13x", "cupy-cuda12x", "cupy"),
    "numba": ("numba",),
    "numpy": ("numpy",),
    "ray": ("ray",),
    "cv2": ("opencv-python-headless", "opencv-python", "opencv-contrib-python"),
    "faiss": ("faiss-cpu", "faiss-gpu"),
    "lightgbm": ("lightgbm",),
    "xgboost": ("xgboost-cpu", "xgboost"),
}


def imported_frameworks(tree: ast.Module) -> tuple[str, ...]:
    """Return the frameworks a program imports, as import names, sorted."""
    roots: set[str] = set()
    for node in statements_in(tree):
        if isinstance(node, ast.Import):
            roots.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            roots.add(node.module.partition(".")[0])
    return tuple(sorted(roots & FRAMEWORKS.keys()))
