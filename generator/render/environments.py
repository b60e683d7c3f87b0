"""Environments on pages: what each is called, and which of them a page made from all entries shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from generator.content.frameworks import FRAMEWORKS
from generator.evidence.records import Environment
from generator.render.labels import N_

BETWEEN = " · "
# What an environment is named by: the frameworks that it was made for, else the tools in it.
MAIN: Mapping[str, tuple[str, ...]] = {
    "torch": FRAMEWORKS["torch"],
    "tensorflow": ("tensorflow",),
    "tensorflow-cpu": ("tensorflow-cpu",),
    "jax": FRAMEWORKS["jax"],
    "cupy": FRAMEWORKS["cupy"],
    "numba-cuda": ("numba-cuda",),
    "ray": FRAMEWORKS["ray"],
    "OpenCV": FRAMEWORKS["cv2"],
    "faiss": FRAMEWORKS["faiss"],
    "LightGBM": FRAMEWORKS["lightgbm"],
    "XGBoost": FRAMEWORKS["xgboost"],
}
TOOLS: Mapping[str, tuple[str, ...]] = {
    "nvcc": ("nvidia-cuda-nvcc", "nvidia-cuda-nvcc-cu12"),
    "cuDNN": ("nvidia-cudnn-cu13", "nvidia-cudnn-cu12"),
}
BUILT_FOR = {  # packages whose names say what CUDA they were built for, where PyTorch says nothing of it
    f"{before}{major}{after}": f"CUDA {major}"
    for major in ("13", "12")
    for before, after in (("jax-cuda", "-plugin"), ("cupy-cuda", "x"))
}
WITHOUT_DEVICE = {"no-device": N_("no GPU"), "simulated-driver": N_("simulated driver")}


def names_of(environments: Iterable[Environment]) -> dict[str, str]:
    """Return what each environment is called, without the word for an absent GPU: no two of a kind are called alike.

    Names that are alike are told apart by the first fact that no two of them share, in the end by the id.
    """
    named: dict[tuple[str, str], list[Environment]] = {}
    for one in environments:
        named.setdefault((BETWEEN.join(_parts(one)), one.kind), []).append(one)
    found: dict[str, str] = {}
    for (name, _kind), alike in named.items():
        added = _told_apart(alike) if len(alike) > 1 else {}
        found.update({one.id: BETWEEN.join((name, *added.get(one.id, ()))) for one in alike})
    return found


def _parts(environment: Environment) -> list[str]:
    packages = environment.distributions
    cuda = f"CUDA {environment.torch_cuda}" if environment.torch_cuda else ""
    cuda = cuda or next((said for package, said in BUILT_FOR.items() if package in packages), "")
    main = _versions(packages, MAIN) or _versions(packages, TOOLS) or [f"Python {environment.python}"]
    return [*main, *filter(None, (cuda, gpus_of(environment)))]


def _versions(packages: Mapping[str, str], wanted: Mapping[str, tuple[str, ...]]) -> list[str]:
    found = ((name, next((packages[one] for one in names if one in packages), "")) for name, names in wanted.items())
    return [f"{name} {_short(version)}" for name, version in found if version]


def _short(version: str) -> str:
    """Leave out the patch level that is none: 2.15.0 is 2.15, and 2.13.0+cpu is 2.13+cpu."""
    release, plus, build = version.partition("+")
    return release.removesuffix(".0") + plus + build if release.count(".") == 2 else version


def gpus_of(environment: Environment) -> str:
    """Return the GPUs by model."""
    models = Counter(gpu.name.removeprefix("NVIDIA ") for gpu in environment.gpus)
    return ", ".join(f"{count} × {model}" if count > 1 else model for model, count in models.items())


def _told_apart(alike: list[Environment]) -> dict[str, tuple[str, ...]]:
    facts = {one.id: _facts(one) for one in alike}
    for name in dict.fromkeys(name for known in facts.values() for name in known):
        values = [known.get(name, "") for known in facts.values()]
        if len(set(values)) == len(values):
            return {one: (f"{name} {known[name]}",) if known.get(name) else () for one, known in facts.items()}
    return {one: (one,) for one in facts}


def _facts(environment: Environment) -> dict[str, str]:
    """Return what may tell environments apart, what matters most first."""
    packages = sorted(environment.distributions.items(), key=lambda found: (found[0].startswith("nvidia-"), found[0]))
    facts = {
        "Python": environment.python,
        "CUDA": environment.torch_cuda,
        "NVIDIA": environment.driver,
        **dict(packages),
        "libc": environment.libc,
        "system": environment.system,
    }
    return {name: value for name, value in facts.items() if value}


def in_order(environments: Mapping[str, Environment], ids: Iterable[str]) -> tuple[Environment, ...]:
    """Return these environments: those with a GPU first, then by name."""
    found = (environments[environment] for environment in set(ids))
    return tuple(sorted(found, key=lambda one: (not one.gpus, one.name, one.id)))


def records(environments: Iterable[Environment]) -> tuple[str, ...]:
    """Return the records as facts of a shard that shows anything of them."""
    return tuple(environment.model_dump_json() for environment in environments)
