"""`faultbook doctor`: what stands between this machine's programs and its GPU, and the entries whose signs hold now.

Driver, libraries and frameworks are asked side by side, each in a process of its own and for as long as LIMIT, so that
it answers within three seconds on any machine, with a GPU or without. What was found wrong is put into the words that
libraries print, and looked up as `faultbook find` does, so that the report leads to the same pages on the site.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from faultbook import environment, matcher, probes
from faultbook.advice import cause_of, first_command, is_shown
from faultbook.cards import Reader
from faultbook.finding import look_up
from faultbook.language import N_
from faultbook.output import FOUND, NOTHING, Said, as_json
from faultbook.packages import is_cpu_build_of_torch, is_installed, packages
from faultbook.terminal import printable

LIMIT = 2.2  # seconds for each that is asked; all are asked at once
SHM = "/dev/shm"  # noqa: S108 - what others use is looked at
SMALL_SHM = 64 << 20  # bytes: what a container gets unless it is told otherwise
BUS_ERROR = (
    "RuntimeError: DataLoader worker (pid 1) is killed by signal: Bus error. It is possible that dataloader's workers "
    "are out of shared memory. Please try to raise your shared memory limit."
)


VISIBLE = "CUDA_VISIBLE_DEVICES"
CAPABILITY = re.compile(r"\d+\.\d+")  # else "[N/A]"


class Sign(NamedTuple):
    """Something that is wrong: a line with the words that libraries print."""

    line: str
    is_certain: bool = True
    """False where programs may run all the same."""
    message: str = ""
    """What is looked up in place of the line, which stands alone in the report."""


class Match(NamedTuple):
    """A sign, and the entry or code that it leads to."""

    sign: Sign
    hit: Any


def doctor(options: argparse.Namespace, reader: Reader) -> Said:
    """Look at this machine; the exit status tells whether an error was found."""
    facts = look()
    matches = list(_matched(reader, signs_of(facts, reader)))
    status = NOTHING if any(match.sign.is_certain for match in matches) else FOUND
    if options.json:
        return Said(as_json({**facts, "found": [_as_data(reader, match) for match in matches]}), status=status)
    return Said("\n\n".join([_report(facts, matches), _in_words(reader, matches)]), status=status)


def look() -> dict[str, Any]:
    """Return the facts, JSON data. Takes a little more than LIMIT where something does not answer."""
    with ThreadPoolExecutor(4) as pool:
        smi = pool.submit(probes.nvidia_smi, LIMIT)
        driver = pool.submit(probes.driver_answers, LIMIT)
        toolkit = pool.submit(environment.toolkit, LIMIT / 4)  # which may ask four
        is_cpu_build = is_cpu_build_of_torch()
        is_asked = not is_cpu_build and is_installed("torch")
        torch = pool.submit(probes.torch_answers, LIMIT) if is_asked else None
        installed = packages()
        smi_says, torch_says = smi.result(), torch.result() if torch else {}
        return {
            "gpus": smi_says["gpus"],
            "nvidia_devices": probes.nvidia_devices(),
            "driver": smi_says["driver"],
            "kernel_module": environment.kernel_module(),
            "nvidia_smi": _scrubbed(smi_says["complaint"]),
            "library": {key: _scrubbed(value) for key, value in driver.result().items()},
            "toolkit": toolkit.result(),
            "packages": installed,
            "torch_is_cpu_build": is_cpu_build,
            "torch_architectures": torch_says.get("architectures"),
            "torch_error": _scrubbed(torch_says.get("error")),
            "shared_memory": probes.shared_memory(),
            "limits": probes.limits(),
            "container": environment.container(),
            "variables": dict(environment.variables()),
        }


def _scrubbed(value: Any) -> Any:
    """Return a value without the user's and the machine's names."""
    return environment.without_names(value) if isinstance(value, str) else value


def signs_of(facts: dict[str, Any], reader: Reader) -> Iterator[Sign]:
    """Yield what is wrong, that first without which nothing after it can work."""
    if facts["torch_is_cpu_build"]:
        version = facts["packages"].get("torch", "")
        yield Sign(f"torch {version}: AssertionError: Torch not compiled with CUDA enabled")
    if facts["torch_error"]:
        yield Sign(f"import torch: {facts['torch_error']}")
    yield from _driver_signs(facts, reader)
    yield from _version_signs(facts)
    yield from _device_signs(facts)
    memory = facts["shared_memory"]
    if memory and memory["total"] <= SMALL_SHM:
        line = f"{SHM} has {probes.size(memory['total'])}: little for DataLoader workers and for NCCL"
        yield Sign(line, is_certain=False, message=BUS_ERROR)


def _driver_signs(facts: dict[str, Any], reader: Reader) -> Iterator[Sign]:
    if facts["nvidia_smi"]:
        yield Sign(f"nvidia-smi: {facts['nvidia_smi']}")
    library = facts["library"]
    if library.get("libcuda_error"):
        yield Sign(f"CUDA driver: {library['libcuda_error']}")
    elif "init" not in library:
        yield Sign("cuInit: no answer")
    elif library["init"]:
        line = f"cuInit: {_named(library['init'], reader)}"
        visible = facts["variables"].get(VISIBLE)
        yield Sign(line, message=line if visible is None else f"{VISIBLE}={visible}\n{line}")
    elif library.get("devices") == 0:
        yield Sign(f"cuDeviceGetCount: 0 devices: {_named(100, reader)}")


def _named(code: int, reader: Reader) -> str:
    """Return a driver's status with its message, and by its name where entries have that."""
    given = {
        item["library"]: item
        for item in reader.catalogue.with_number(code)
        if any(one["number"] == code and one["until"] is None for one in item["numbers"])
    }
    driver, runtime = given.get("cuda-driver"), given.get("cuda-runtime")
    name = f"{driver['name']} ({code})" if driver and driver["entries"] else str(code)
    return f"{name}, {runtime['message']}" if runtime and runtime["message"] else name


def _version_signs(facts: dict[str, Any]) -> Iterator[Sign]:
    """Yield what is too new for the driver: a framework of a newer major version of CUDA; and a cuDNN that is older."""
    driver = facts["library"].get("driver_cuda")
    torch = facts["packages"].get("torch", "")
    built = torch.partition("built for CUDA ")[2].rstrip(")")
    if driver and built and int(built.split(".")[0]) > driver // 1000:
        text = "cudaErrorInsufficientDriver (35): CUDA driver version is insufficient for CUDA runtime version"
        yield Sign(f"{text}: the driver has CUDA {_cuda(driver)}, torch is built for CUDA {built}")
    loaded, wheel = facts["library"].get("cudnn_version"), _cudnn_wheel(facts["packages"])
    if loaded and wheel and _cudnn(loaded)[0] == wheel[0] and _cudnn(loaded) < wheel:
        versions = [".".join(map(str, version)) for version in (_cudnn(loaded), wheel)]
        place = facts["library"].get("cudnn") or "libcudnn.so"
        text = f"Loaded runtime CuDNN library: {versions[0]} but source was compiled with: {versions[1]}"
        yield Sign(f"cuDNN: {place} comes before the wheel’s; TensorFlow and JAX can say: {text}", is_certain=False)


def _device_signs(facts: dict[str, Any]) -> Iterator[Sign]:
    known = facts["torch_architectures"]
    left = [
        f"{gpu['name']} with CUDA capability sm_{gpu['compute_cap'].replace('.', '')}"
        for gpu in (facts["gpus"] if known else ())
        if CAPABILITY.fullmatch(gpu.get("compute_cap", "")) and not probes.has_code_for(known, gpu["compute_cap"])
    ]
    if left:
        text = f"{left[0]} is not compatible with the current PyTorch installation."
        more = f" The same holds for {', '.join(left[1:])}." if left[1:] else ""
        yield Sign(f"{text}{more} It has code for {' '.join(known)}.")


def _cuda(number: int) -> str:
    return f"{number // 1000}.{number % 1000 // 10}"


def _cudnn(number: int) -> tuple[int, int, int]:
    """Return the version behind a number: 8902 is 8.9.2, 91002 is 9.10.2."""
    scale = 10000 if number >= 90000 else 1000
    return number // scale, number % scale // 100, number % 100


def _cudnn_wheel(installed: dict[str, str]) -> tuple[int, int, int] | None:
    versions = [version for name, version in installed.items() if name.startswith("nvidia-cudnn-cu")]
    parts = [int(part) for part in versions[0].split(".")[:3] if part.isdigit()] if versions else []
    return (parts[0], parts[1], parts[2]) if len(parts) == 3 else None


def _matched(reader: Reader, signs: Iterable[Sign]) -> Iterator[Match]:
    """Yield each sign with what it leads to, each entry once; behind them what is wrong and leads nowhere."""
    index = matcher.Index(reader.catalogue.document)
    matches = [Match(sign, _hit(look_up(index, [sign.message or sign.line]).answer())) for sign in signs]
    first = {match.hit.id: match for match in reversed(matches) if match.hit is not None}
    yield from (match for match in matches if match.hit is not None and first[match.hit.id] is match)
    yield from (match for match in matches if match.hit is None and match.sign.is_certain)


def _hit(answer: matcher.Answer) -> Any:
    """Return what an answer names, also where the line is no message but what people call exactly one entry."""
    return answer.best or (answer.others[0] if len(answer.others) == 1 else None)


def _report(facts: dict[str, Any], matches: list[Match]) -> str:
    """Return the block for an issue: in English in every language, for those who read it."""
    library = facts["library"]
    driver = f"{facts['driver']}, " if facts["driver"] else ""
    rows = [(f"GPU {gpu['index']}", environment.gpu_line(gpu)) for gpu in facts["gpus"]] or [("GPU", "none seen")]
    memory = facts["shared_memory"]
    rows += [
        ("PCI bus", _counted(facts["nvidia_devices"])),
        ("driver", f"{driver}kernel module {facts['kernel_module'] or 'not seen'}"),
        ("driver library", _library(library)),
        ("cuDNN found", _found_cudnn(library)),
        ("CUDA toolkit", facts["toolkit"] or "not found"),
        ("torch’s code", " ".join(facts["torch_architectures"] or []) or "not known"),
        (SHM, f"{probes.size(memory['total'])}, {probes.size(memory['free'])} free" if memory else "not there"),
        ("container", facts["container"] or "no sign of one"),
        ("limits", ", ".join(f"{label} {value}" for label, value in facts["limits"].items())),
    ]
    rows += [("packages", f"{name} {version}") for name, version in facts["packages"].items()]
    told = [f"{name}={value}" if value is not None else name for name, value in facts["variables"].items()]
    rows += [("variables", text) for text in told]
    rows += [("wrong", match.sign.line) for match in matches if match.sign.is_certain]
    rows += [("may follow", match.sign.line) for match in matches if not match.sign.is_certain]
    width = max(len(label) for label, _value in rows) + 2
    return "\n".join(["```text", *(printable(f"{label:{width}}{value}").rstrip() for label, value in rows), "```"])


def _counted(devices: int | None) -> str:
    return "not known" if devices is None else f"{devices} NVIDIA GPU{'' if devices == 1 else 's'}"


def _library(library: dict[str, Any]) -> str:
    if not library["answered"]:
        return "no answer in time"
    if "libcuda_error" in library:
        return "not found"
    place = library["libcuda"] or "loaded"
    cuda = f", CUDA {_cuda(library['driver_cuda'])}" if library.get("driver_cuda") else ""
    return f"{place}{cuda}" + ("" if "init" in library else ", cuInit did not answer")


def _found_cudnn(library: dict[str, Any]) -> str:
    if not library.get("cudnn_version"):
        return "none outside of Python’s packages"
    version = ".".join(map(str, _cudnn(library["cudnn_version"])))
    return f"{version} ({library.get('cudnn') or 'place not known'})"


def _in_words(reader: Reader, matches: list[Match]) -> str:
    certain = [match for match in matches if match.sign.is_certain]
    later = [match for match in matches if not match.sign.is_certain and match.hit is not None]
    if not certain:
        heads = [reader.words("Nothing was found wrong.")]
    else:
        heads = [reader.style.bold(reader.words("Found, that first which the others may follow from:"))]
    lines = [line for match in certain for line in _lines(reader, match)]
    if later:
        lines += ["", reader.words("Not wrong by itself, but known for:")]
        lines += [line for match in later for line in _lines(reader, match)]
    return "\n".join([*heads, *lines])


def _lines(reader: Reader, match: Match) -> Iterator[str]:
    yield ""
    if match.hit is None:
        yield printable(match.sign.line)
        yield "  " + reader.words("No entry for this.")
        return
    yield reader.style.bold(reader.title(match.hit.id))
    yield f"  {printable(match.sign.line)}"
    entry = reader.catalogue.entries.get(match.hit.id, {})
    cause = cause_of(entry, match.hit.reading)
    if cause is not None and (is_shown(match.hit.reading, cause) or len(entry["causes"]) == 1):
        yield from (f"  {line}" for line in reader.named(N_("What to do first"), first_command(reader, cause)))
    yield f"  {reader.link(match.hit.id)}"


def _as_data(reader: Reader, match: Match) -> dict[str, Any]:
    hit = match.hit
    data = {"line": match.sign.line, "certain": match.sign.is_certain, "id": hit.id if hit else None}
    if hit is not None:
        entry = reader.catalogue.entries.get(hit.id, {})
        cause = cause_of(entry, hit.reading)
        data.update(title=reader.title(hit.id), address=reader.catalogue.permalink(hit.id, reader.locale))
        data.update(cause=cause["id"] if cause else None)
    return data
