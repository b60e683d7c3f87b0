"""Status codes out of vendors' packages: the headers' forms, ranges of versions, messages, and the committed data."""

import hashlib
import itertools
import json
import os
import shutil
import subprocess
import sys
import zipfile
from datetime import date
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from tools.codes.__main__ import main
from tools.codes.calls import call
from tools.codes.enums import Constant, HeaderError, defines, enumerators
from tools.codes.packages import SOURCES
from tools.codes.wheels import version_key

REPOSITORY = Path(__file__).parents[1]
READ = sorted((REPOSITORY / "content" / "codes" / "read").glob("*.yaml"))
WHEEL = "{package}-{release}-py3-none-manylinux2014_x86_64.whl"
needs_a_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler makes the library to be called")

# --- headers -----------------------------------------------------------------------------------

RUNTIME = """\
/* an enum of another name, and one in a comment: enum cudaError { cudaNever = 5 }; */
enum __device_builtin__ cudaMemcpyKind { cudaMemcpyHostToHost = 0 };
/**
 * CUDA error types: "quoted, with a { brace"
 */
enum __device_builtin__ cudaError
{
    /** \\deprecated no attribute: this is no alias */
    cudaSuccess                           =      0,
    cudaErrorInvalidValue                 =     1,   // one
    cudaErrorStartupFailure               =   0x7f,
#if defined(__CUDA_API_VERSION_INTERNAL)
    cudaErrorApiFailureBase               =  10000
#endif
};
typedef __device_builtin__ enum cudaError cudaError_t;
"""
STATUS = """\
#define CUDNN_DEPRECATED_ENUM __attribute__((deprecated))
typedef enum {
    CUDNN_STATUS_SUCCESS = 0,
    CUDNN_STATUS_INTERNAL_ERROR = 4000,
    CUDNN_STATUS_INTERNAL_ERROR_TEXTURE,
    CUDNN_STATUS_MAPPING_ERROR CUDNN_DEPRECATED_ENUM = CUDNN_STATUS_INTERNAL_ERROR_TEXTURE,
    CUDNN_STATUS_INVALID_VALUE CUDNN_DEPRECATED_ENUM = 2001 /* of its own */,
    CUDNN_STATUS_OLD __attribute__((deprecated("use, instead, CUDNN_STATUS_SUCCESS = 0 // see \\"docs\\""))) = (4000),
} cudnnStatus_t;
"""
ERRORS = """\
// ROBUST_CHANNEL_FAKE (1)
#define ROBUST_CHANNEL_GR_EXCEPTION                     (13)
#  define PAGE_RETIREMENT_EVENT                         (63)   // a comment
#define DRAM_RETIREMENT_EVENT                           PAGE_RETIREMENT_EVENT
#define ROBUST_CHANNEL_CE_ERROR(x)                      (x < 3 ? 39 : 70)
#define NVERROR_H
#define ROBUST_CHANNEL_NAMES {"DMA Engine Error", \\
                              "Fake Error"}
"""
EXPRESSIONS = {
    "010": 8,
    "0X1Fu": 31,
    "1 << 4": 16,
    "(1UL << 4) | 2": 18,
    "~0": -1,
    "-2 + 3 * 4": 10,
    "FIRST + 1": 8,
}


def test_an_enum_is_found_by_its_tag_among_comments_attributes_and_preprocessor_lines():
    found = enumerators(RUNTIME, "cudaError")
    assert [tuple(constant) for constant in found] == [
        ("cudaSuccess", 0, None),
        ("cudaErrorInvalidValue", 1, None),
        ("cudaErrorStartupFailure", 127, None),
        ("cudaErrorApiFailureBase", 10000, None),
    ]


def test_a_deprecated_spelling_is_the_alias_of_the_name_with_its_number():
    assert enumerators(STATUS, "cudnnStatus_t") == [
        Constant("CUDNN_STATUS_SUCCESS", 0),
        Constant("CUDNN_STATUS_INTERNAL_ERROR", 4000),
        Constant("CUDNN_STATUS_INTERNAL_ERROR_TEXTURE", 4001),
        Constant("CUDNN_STATUS_MAPPING_ERROR", 4001, "CUDNN_STATUS_INTERNAL_ERROR_TEXTURE"),
        Constant("CUDNN_STATUS_INVALID_VALUE", 2001),
        Constant("CUDNN_STATUS_OLD", 4000, "CUDNN_STATUS_INTERNAL_ERROR"),
    ]


@pytest.mark.parametrize(("expression", "number"), EXPRESSIONS.items())
def test_a_number_is_read_in_each_form_of_c(expression, number):
    found = enumerators(f"enum e {{ FIRST = 7, SECOND = {expression}, THIRD }};", "e")
    assert [constant.number for constant in found] == [7, number, number + 1]


def test_macros_are_read_that_are_numbers_or_other_macros_and_no_functions():
    assert defines(ERRORS) == [
        Constant("ROBUST_CHANNEL_GR_EXCEPTION", 13),
        Constant("PAGE_RETIREMENT_EVENT", 63),
        Constant("DRAM_RETIREMENT_EVENT", 63),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("enum other { A };", "there is no enum e"),
        ("enum e { A = sizeof(int) };", "e: A: the value 'sizeof(int)' is not understood"),
        ("enum e { A = UNKNOWN };", "e: A: the value 'UNKNOWN' is not understood"),
        ("enum e { A = 1.5 };", "e: A: the value '1.5' is not understood"),
        ("enum e { A = 1, B, A = 3 };", "e: A is both 1 and 3"),
        ("enum e { A, -, B };", "e: '-' is not understood"),
    ],
)
def test_what_is_not_understood_is_named(text, words):
    with pytest.raises(HeaderError) as caught:
        enumerators(text, "e")
    assert words in str(caught.value)


# --- versions ----------------------------------------------------------------------------------


def wheel(folder: Path, package: str, release: str, **files: str | bytes) -> Path:
    """Write a wheel that holds files, named by their names with `__` for a dot."""
    folder.mkdir(exist_ok=True)
    path = folder / WHEEL.format(package=package.replace("-", "_"), release=release)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(f"nvidia/some/include/{name.replace('__', '.')}", content)
    return path


def cudnn(folder: Path, release: str, package: str = "nvidia-cudnn-cu12", **numbers: int) -> Path:
    items = "".join(f"CUDNN_STATUS_{name} = {number}, " for name, number in numbers.items())
    return wheel(folder, package, release, cudnn_graph__h=f"typedef enum {{ {items} }} cudnnStatus_t;")


def run(content: Path, *arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["--content", str(content), *map(str, arguments)])


def read(content: Path, library: str = "cudnn") -> dict:
    return yaml.safe_load((content / "codes" / "read" / f"{library}.yaml").read_text(encoding="utf-8"))


def spans(content: Path, library: str = "cudnn") -> dict[str, list[tuple]]:
    """Return the ranges of each name: number, since, until, whether the first version had it."""
    return {
        code["name"]: [tuple(item.values()) for item in code["numbers"]] for code in read(content, library)["codes"]
    }


def test_ranges_tell_what_came_went_changed_its_number_and_came_again(tmp_path):
    folder = tmp_path / "packages"
    cudnn(folder, "8.9.7.29", SUCCESS=0, NOT_SUPPORTED=9, GONE=4, AGAIN=5)
    cudnn(folder, "9.0.0.312", SUCCESS=0, NOT_SUPPORTED=3000)
    cudnn(folder, "9.5.1.17", SUCCESS=0, NOT_SUPPORTED=3000, CUDA_GRAPH=3013)
    cudnn(folder, "9.10.2.21", SUCCESS=0, CUDA_GRAPH=3013, NOT_SUPPORTED=3000, AGAIN=5)
    result = run(tmp_path, "--packages", folder)
    assert result.exit_code == 0, result.output
    assert "5 codes, 0 with a message, 4 versions, 8.9 to 9.10" in result.output
    assert spans(tmp_path) == {
        "CUDNN_STATUS_SUCCESS": [(0, "8.9", None, True)],
        "CUDNN_STATUS_CUDA_GRAPH": [(3013, "9.5", None, False)],
        "CUDNN_STATUS_NOT_SUPPORTED": [(9, "8.9", "8.9", True), (3000, "9.0", None, False)],
        "CUDNN_STATUS_AGAIN": [(5, "8.9", "8.9", True), (5, "9.10", None, False)],
        "CUDNN_STATUS_GONE": [(4, "8.9", "8.9", True)],
    }


def test_what_was_read_is_named_by_package_release_and_checksum(tmp_path):
    cudnn(tmp_path / "packages", "9.0.0.312", SUCCESS=0)
    run(tmp_path, "--packages", tmp_path / "packages")
    (item,) = read(tmp_path)["read"]
    assert item.pop("sha256").isalnum()
    assert item == {"version": "9.0", "package": "nvidia-cudnn-cu12", "release": "9.0.0.312", "file": "cudnn_graph.h"}


def test_importing_the_same_packages_again_changes_no_byte(tmp_path):
    folder = tmp_path / "packages"
    cudnn(folder, "8.9.7.29", SUCCESS=0, NOT_SUPPORTED=9, GONE=4)
    cudnn(folder, "9.0.0.312", SUCCESS=0, NOT_SUPPORTED=3000)
    run(tmp_path, "--packages", folder)
    path = tmp_path / "codes" / "read" / "cudnn.yaml"
    first, written = path.read_bytes(), path.stat().st_mtime_ns
    assert "unchanged" in run(tmp_path, "--packages", folder).output
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (first, written)


def test_packages_read_one_by_one_in_any_order_give_the_same_file(tmp_path):
    folder = tmp_path / "packages"
    wheels = [
        cudnn(folder, "8.9.7.29", SUCCESS=0, NOT_SUPPORTED=9, GONE=4),
        cudnn(folder, "9.0.0.312", SUCCESS=0, NOT_SUPPORTED=3000),
        cudnn(folder, "9.1.0.70", SUCCESS=0, NOT_SUPPORTED=3000, NEW=3001),
    ]
    run(tmp_path / "together", "--packages", folder)
    for path in (wheels[1], wheels[2], wheels[0]):
        run(tmp_path / "one-by-one", "--from", path)
    assert read(tmp_path / "one-by-one") == read(tmp_path / "together")


def test_of_two_releases_of_a_version_the_higher_one_counts(tmp_path):
    folder = tmp_path / "packages"
    low = cudnn(folder, "9.7.0.66", SUCCESS=0)
    cudnn(folder, "9.7.1.26", SUCCESS=0, NEW=3001)
    run(tmp_path, "--packages", folder)
    run(tmp_path, "--from", low)
    assert [item["release"] for item in read(tmp_path)["read"]] == ["9.7.1.26"]
    assert "CUDNN_STATUS_NEW" in spans(tmp_path)


def test_an_xid_is_named_by_its_number_and_has_the_mnemonic_of_the_newest_header(tmp_path):
    old, new = tmp_path / "old.h", tmp_path / "new.h"
    old.write_text("#define BAD_ADDRESS (30)\n#define FAST_PATH_ERROR (139)\n#define ROBUST_CHANNEL_LAST_ERROR (139)\n")
    new.write_text(
        "#define ROBUST_CHANNEL_UNUSED_ERROR_30 (30)\n#define OFA_ERROR (139)\n#define RESERVED7_ERROR (152)\n"
    )
    package = "open-gpu-kernel-modules"
    headers = ["--header", old, "535", package, "535.261.03", "--header", new, "555", package, "555.58.02"]
    result = run(tmp_path, "xid", *headers)
    assert result.exit_code == 0, result.output
    assert [(code["name"], code["symbol"]) for code in read(tmp_path, "xid")["codes"]] == [
        ("Xid 30", "BAD_ADDRESS"),
        ("Xid 139", "OFA_ERROR"),
    ]
    assert spans(tmp_path, "xid")["Xid 30"] == [(30, "535", "535", True)]


# --- a catalog ---------------------------------------------------------------------------------

PAGE, DAY = "https://demo.example/xid-catalog.html", "2026-11-21"
COLUMNS = (
    "Type (XID)\tCode\tMnemonic\tDescription\tApplies to A100\tApplies to B100\t"
    "Resolution Bucket (Immediate Action)\tResolution Bucket (Investigatory Action)\tTrigger Conditions\n"
)
CATALOG = f"""\
{COLUMNS}\
XID\t8\tIDLE_TIMEOUT\tGPU stopped processing\tYES\tNO\tRESTART_APP\tCONTACT_SUPPORT\t
XID\t9\tINSTANCE\tUnused\tNO\tNO\tCONTACT_SUPPORT\t\tN/A; Unused
SXID\t9\tSWITCH\tA number of another device\tYES\tYES\tRESET_GPU\t\t
XID\t91\tRESERVED_XID\tUnused\tNO\tNO\tCONTACT_SUPPORT\t\tN/A; Unused
XID\t94\tCONTAINED / OTHER\tContained memory error\tYES\tYES\tRESTART_APP\tIGNORE (sympathetic)\t
"""


def catalog(folder: Path, text: str = CATALOG) -> list[str | Path]:
    """Save a table; return how the command is told of it."""
    path = folder / "catalog.tsv"
    path.write_text(text, encoding="utf-8")
    return ["--catalog", path, PAGE, DAY]


def header(folder: Path, text: str = "#define CONTAINED (94)\n#define NEWEST (200)\n") -> list[str | Path]:
    """Write a header; return how the command is told of it."""
    path = folder / "nverror.h"
    path.write_text(text, encoding="utf-8")
    return ["--header", path, "580", "open-gpu-kernel-modules", "580.95.05"]


def test_a_catalog_tells_of_codes_that_no_header_has_and_of_those_that_one_has(tmp_path):
    result = run(tmp_path, "xid", *header(tmp_path), *catalog(tmp_path))
    assert result.exit_code == 0, result.output
    codes = {code["name"]: code for code in read(tmp_path, "xid")["codes"]}
    assert list(codes) == ["Xid 8", "Xid 9", "Xid 91", "Xid 94", "Xid 200"]
    assert codes["Xid 8"] == {
        "name": "Xid 8",
        "symbol": "IDLE_TIMEOUT",
        "numbers": [{"number": 8, "since": None, "until": None, "from_first": False}],
        "documented": {
            "mnemonics": ["IDLE_TIMEOUT"],
            "applies": ["A100"],
            "immediate": "RESTART_APP",
            "investigatory": "CONTACT_SUPPORT",
        },
    }
    assert codes["Xid 9"]["documented"] == {
        "mnemonics": ["INSTANCE"],
        "unused": True,
        "applies": [],
        "immediate": "CONTACT_SUPPORT",
    }
    assert (codes["Xid 91"].get("symbol"), codes["Xid 91"]["documented"]["mnemonics"]) == (None, [])
    assert codes["Xid 94"]["symbol"] == "CONTAINED"
    assert codes["Xid 94"]["documented"]["mnemonics"] == ["CONTAINED", "OTHER"]
    assert codes["Xid 94"]["documented"]["investigatory"] == "IGNORE (sympathetic)"
    assert spans(tmp_path, "xid")["Xid 94"] == [(94, "580", None, True)], "the header's versions stay"
    assert "documented" not in codes["Xid 200"]


def test_what_was_read_of_a_catalog_is_named_by_page_day_and_checksum(tmp_path):
    run(tmp_path, "xid", *header(tmp_path), *catalog(tmp_path))
    found = read(tmp_path, "xid")["catalog"]
    assert found.pop("sha256") == hashlib.sha256(CATALOG.encode()).hexdigest()
    assert found == {"url": PAGE, "accessed": date(2026, 11, 21), "products": ["A100", "B100"]}


def test_a_catalog_and_headers_read_one_by_one_and_again_change_no_byte(tmp_path):
    path = tmp_path / "codes" / "read" / "xid.yaml"
    run(tmp_path, "xid", *header(tmp_path), *catalog(tmp_path))
    first = path.read_bytes()
    assert "unchanged" in run(tmp_path, "xid", *catalog(tmp_path)).output
    assert "unchanged" in run(tmp_path, "xid", *header(tmp_path)).output
    assert path.read_bytes() == first


def test_a_header_that_names_a_documented_code_gives_it_its_versions(tmp_path):
    run(tmp_path, "xid", *header(tmp_path), *catalog(tmp_path))
    newer = tmp_path / "newer.h"
    newer.write_text("#define TIMEOUT_OF_IDLE (8)\n")
    run(tmp_path, "xid", "--header", newer, "610", "open-gpu-kernel-modules", "610.57.04")
    code = next(code for code in read(tmp_path, "xid")["codes"] if code["name"] == "Xid 8")
    assert (code["symbol"], code["documented"]["mnemonics"]) == ("TIMEOUT_OF_IDLE", ["IDLE_TIMEOUT"])
    assert spans(tmp_path, "xid")["Xid 8"] == [(8, "610", None, False)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Code,Mnemonic\n", "the first line has no column 'Type (XID)', 'Code', 'Mnemonic'"),
        (CATALOG.replace("\t9\tINST", "\tnine\tINST"), "line 3: 'nine' is no number"),
        (CATALOG.replace("\t9\tINST", "\t8\tINST"), "line 3: Xid 8 stands twice"),
        (CATALOG.replace("YES\tNO", "YES\tsome"), "line 2: 'some' is neither of YES, NO"),
        (CATALOG.replace("IDLE_TIMEOUT", "idle timeout"), "line 2: mnemonics 'idle timeout'"),
        (COLUMNS, "no line has Xid in the column 'Type (XID)'"),
    ],
)
def test_a_table_that_is_no_catalog_is_named_with_the_line(tmp_path, text, words):
    result = run(tmp_path, "xid", *header(tmp_path), *catalog(tmp_path, text))
    assert (result.exit_code, f"catalog.tsv: {words}" in result.output) == (1, True), result.output


@pytest.mark.parametrize(
    ("library", "page", "words"),
    [
        ("cudnn", PAGE, "a catalog is read of numbered codes only: xid"),
        ("xid", PAGE, "no header of xid was read yet: give one with --header too"),
        ("xid", "demo.example", "catalog.tsv: url 'demo.example'"),
    ],
)
def test_a_catalog_needs_a_library_that_counts_its_codes_a_header_and_a_page(tmp_path, library, page, words):
    told = [page if word == PAGE else word for word in catalog(tmp_path)]
    result = run(tmp_path, library, *told)
    assert (result.exit_code, words in result.output) == (1, True), result.output


# --- what a library says -----------------------------------------------------------------------

LIBRARY = """
#include <stdio.h>
const char *cudaGetErrorString(int e) { return e == 0 ? "no error" : e == 1 ? "%s" : "unrecognized error code"; }
const char *cudaGetErrorName(int e) { return e == 0 ? "cudaSuccess" : e == 77 ? "cudaErrorOld" : "unrecognized"; }
int cuGetErrorString(int e, const char **text) { *text = e == 2 ? "out of memory" : 0; return e != 2; }
int cuDriverGetVersion(int *version) { *version = 12050; return 0; }
unsigned long cudnnGetVersion(void) { puts("a library may print"); return 7605; }
"""


@pytest.fixture
def shared_library(tmp_path):
    """Return a function that compiles a library with a message and returns where it is."""

    def build(message: str = "invalid argument") -> Path:
        source, made = tmp_path / "library.c", tmp_path / f"{len(message)}.so"
        source.write_text(LIBRARY % message)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", made, source], check=True)
        return made

    return build


def runtime(folder: Path, release: str, library: Path, **numbers: int) -> Path:
    items = "".join(f"{name} = {number}, " for name, number in numbers.items())
    files = {"driver_types__h": f"enum cudaError {{ {items} }};", "libcudart__so__12": library.read_bytes()}
    return wheel(folder, "nvidia-cuda-runtime-cu12", release, **files)


@needs_a_compiler
def test_messages_are_what_the_packaged_library_returns_and_its_unknown_is_none(tmp_path, shared_library):
    runtime(tmp_path / "packages", "12.4.127", shared_library(), cudaSuccess=0, cudaErrorInvalidValue=1, cudaErrorNew=9)
    result = run(tmp_path, "cuda-runtime", "--packages", tmp_path / "packages")
    assert "3 codes, 2 with a message" in result.output
    assert {code["name"]: code.get("message") for code in read(tmp_path, "cuda-runtime")["codes"]} == {
        "cudaSuccess": "no error",
        "cudaErrorInvalidValue": "invalid argument",
        "cudaErrorNew": None,
    }
    text = (tmp_path / "codes" / "read" / "cuda-runtime.yaml").read_text()
    assert "# Messages: cudaGetErrorString of libcudart.so.12 in nvidia-cuda-runtime-cu12 12.4.127" in text


@needs_a_compiler
def test_the_newest_library_that_was_ever_called_has_the_word(tmp_path, shared_library):
    folder = tmp_path / "packages"
    names = {"cudaSuccess": 0, "cudaErrorInvalidValue": 1}
    old = runtime(folder, "11.8.89", shared_library("older words"), **names, cudaErrorGone=1)
    new = runtime(folder, "12.4.127", shared_library("the newest words"), **names)
    for path in (new, old):
        run(tmp_path, "cuda-runtime", "--from", path)
    said = {code["name"]: code["message"] for code in read(tmp_path, "cuda-runtime")["codes"]}
    assert (said["cudaErrorInvalidValue"], said["cudaErrorGone"]) == ("the newest words", "older words")
    before = (tmp_path / "codes" / "read" / "cuda-runtime.yaml").read_bytes()
    run(tmp_path, "cuda-runtime", "--packages", folder)
    assert (tmp_path / "codes" / "read" / "cuda-runtime.yaml").read_bytes() == before


@needs_a_compiler
def test_an_old_library_without_a_header_is_asked_for_the_name_of_every_number(tmp_path, shared_library):
    folder = tmp_path / "packages"
    wheel(folder, "torch", "1.2.0", **{"libcudart-1581fefa__so__10__0": shared_library().read_bytes()})
    runtime(folder, "12.4.127", shared_library(), cudaSuccess=0, cudaErrorOld=700)
    run(tmp_path, "cuda-runtime", "--packages", folder)
    assert spans(tmp_path, "cuda-runtime") == {
        "cudaSuccess": [(0, "10.0", None, True)],
        "cudaErrorOld": [(77, "10.0", "10.0", True), (700, "12.4", None, False)],
    }


@needs_a_compiler
def test_a_message_may_come_through_a_pointer_with_the_version_of_the_library(shared_library):
    answer = call([str(shared_library())], "cuGetErrorString", [1, 2], by_pointer=True, version="cuDriverGetVersion")
    assert answer == ({2: "out of memory"}, 12050)


@needs_a_compiler
def test_what_a_library_prints_is_no_answer(shared_library):
    answer = call([str(shared_library())], "cudaGetErrorString", [1], version="cudnnGetVersion")
    assert answer == ({1: "invalid argument"}, 7605)


@pytest.mark.parametrize(
    ("library", "function"), [("no-such-library.so", "strerror"), ("libc.so.6", "no_such_function")]
)
def test_a_library_that_cannot_be_called_here_says_nothing(library, function):
    assert call([library], function, [1]) is None


# --- what cannot be read -----------------------------------------------------------------------


def test_a_folder_without_a_known_package_is_an_error_that_names_the_packages(tmp_path):
    wheel(tmp_path, "numpy", "2.0.0", array__h="")
    result = run(tmp_path, "--packages", tmp_path, "nccl", "cudnn")
    assert (
        result.exit_code,
        "holds no wheel of a package that is known: nvidia-nccl, nvidia-cudnn" in result.output,
    ) == (
        1,
        True,
    )


def test_a_damaged_wheel_is_named_with_what_to_do(tmp_path):
    path = cudnn(tmp_path / "packages", "9.0.0.312", SUCCESS=0)
    path.write_bytes(path.read_bytes()[:60])
    result = run(tmp_path, "--packages", tmp_path / "packages")
    assert result.exit_code == 1
    assert f"{path} cannot be read: File is not a zip file; download it again" in result.output


def test_a_file_that_is_not_named_as_a_wheel_is_an_error(tmp_path):
    result = run(tmp_path, "--from", tmp_path / "cudnn.tar.gz")
    assert (result.exit_code, "is not named as a wheel is: <package>-<release>-<tags>.whl" in result.output) == (
        1,
        True,
    )


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"other__h": ""}, "the package has no nccl.h"),
        ({"nccl__h": "typedef enum { A } ncclDataType_t;"}, "nccl.h: there is no enum ncclResult_t"),
    ],
)
def test_a_package_without_the_codes_is_named_with_what_is_missing(tmp_path, files, words):
    path = wheel(tmp_path, "nvidia-nccl-cu12", "2.18.3", **files)
    result = run(tmp_path, "--from", path)
    assert result.exit_code == 1
    assert f"{path}: {words}" in result.output
    assert not (tmp_path / "codes").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["cudnn"], "say what to read"),
        (["--header", "a.h", "1", "p", "1.0"], "a header or a catalog is of one library"),
        (["--catalog", "a.tsv", PAGE, DAY, "xid", "nccl"], "a header or a catalog is of one library"),
        (["--catalog", "a.tsv", PAGE, "yesterday", "xid"], "'yesterday' does not match the format"),
        (["--packages", "/no/such/folder"], "does not exist"),
        (["rocm", "--packages", "."], "'rocm' is not one of"),
    ],
)
def test_a_command_that_does_not_say_enough_is_refused(tmp_path, arguments, words):
    result = run(tmp_path, *arguments)
    assert (result.exit_code, words in result.output) == (2, True), result.output


def test_a_file_that_was_edited_into_nonsense_is_not_overwritten(tmp_path):
    path = tmp_path / "codes" / "read" / "cudnn.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("library: cudnn\n")
    result = run(tmp_path, "--from", cudnn(tmp_path / "packages", "9.0.0.312", SUCCESS=0))
    assert result.exit_code == 1
    assert "delete it and import all again" in result.output
    assert path.read_text() == "library: cudnn\n"


# --- the committed data ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def committed() -> dict[str, dict]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return {path.stem: yaml.load(path.read_bytes(), loader) for path in READ}


def test_every_library_was_read(committed):
    assert sorted(committed) == sorted(SOURCES)
    assert all(name == data["library"] for name, data in committed.items())


def test_committed_names_and_mnemonics_are_unique_whatever_their_case(committed):
    codes = [code for data in committed.values() for code in data["codes"]]
    names = [code["name"].casefold() for code in codes] + [
        code["symbol"].casefold() for code in codes if "symbol" in code
    ]
    assert sorted(names) == sorted(set(names))


def test_committed_versions_are_in_order_and_ranges_lie_among_them_without_overlap(committed):
    for data in committed.values():
        versions = [item["version"] for item in data["read"]]
        assert versions == sorted(set(versions), key=version_key)
        for code in data["codes"]:
            if code["numbers"][0]["since"] is None:
                assert code["numbers"] == [
                    {"number": int(code["name"].split()[-1]), "since": None, "until": None, "from_first": False}
                ], code
                assert "documented" in code, "a number that no version has stands in the catalog"
                continue
            places = [
                (versions.index(item["since"]), versions.index(item["until"] or versions[-1]))
                for item in code["numbers"]
            ]
            flat = [place for pair in places for place in pair]
            assert flat == sorted(flat), code
            assert all(later[0] > earlier[1] for earlier, later in itertools.pairwise(places)), code
            assert [item["from_first"] for item in code["numbers"]] == [place[0] == 0 for place in places], code
            assert [item["until"] is None for item in code["numbers"][:-1]] == [False] * (len(places) - 1), code
            assert all(item["number"] >= 0 for item in code["numbers"]), code


def test_committed_aliases_lead_to_a_name_with_the_same_number(committed):
    for data in committed.values():
        numbers = {code["name"]: code["numbers"][-1]["number"] for code in data["codes"]}
        aliases = {code["name"]: code["alias_of"] for code in data["codes"] if "alias_of" in code}
        assert all(numbers[name] == numbers[current] for name, current in aliases.items())


@pytest.mark.parametrize(
    ("library", "name", "numbers"),
    [
        ("cuda-runtime", "cudaErrorIllegalAddress", [77, 700]),
        ("cuda-runtime", "cudaErrorInvalidValue", [11, 1]),
        ("cuda-runtime", "cudaErrorMemoryAllocation", [2]),
        ("cuda-driver", "CUDA_ERROR_ILLEGAL_ADDRESS", [700]),
        ("cudnn", "CUDNN_STATUS_NOT_SUPPORTED", [9, 3000]),
        ("cudnn", "CUDNN_STATUS_EXECUTION_FAILED_CUBLAS", [5002]),
        ("cublas", "CUBLAS_STATUS_NOT_SUPPORTED", [15]),
        ("nccl", "ncclSystemError", [2]),
        ("xid", "Xid 8", [8]),
        ("xid", "Xid 79", [79]),
    ],
)
def test_well_known_codes_have_the_numbers_that_people_meet(committed, library, name, numbers):
    (found,) = [code for code in committed[library]["codes"] if code["name"] == name]
    assert [item["number"] for item in found["numbers"]] == numbers


def test_committed_xids_are_all_those_of_the_catalog_and_what_it_says_of_them(committed):
    codes = {code["name"]: code for code in committed["xid"]["codes"]}
    documented = {name: code["documented"] for name, code in codes.items() if "documented" in code}
    assert list(documented) == [f"Xid {number}" for number in range(1, 173)]
    products = set(committed["xid"]["catalog"]["products"])
    assert all(set(item["applies"]) <= products for item in documented.values())
    assert codes["Xid 8"]["symbol"] == "ROBUST_CHANNEL_FIFO_ERROR_IDLE_TIMEOUT"
    assert documented["Xid 79"] == {
        "mnemonics": ["ROBUST_CHANNEL_GPU_HAS_FALLEN_OFF_THE_BUS"],
        "applies": ["A100", "H100", "B100", "GB200"],
        "immediate": "RESTART_BM",
        "investigatory": "CONTACT_SUPPORT",
    }
    assert documented["Xid 121"]["applies"] == ["GB200"]
    assert "immediate" not in documented["Xid 171"], "the catalog has none"


@needs_a_compiler
def test_the_library_is_called_in_a_process_that_sees_nothing_of_ours(tmp_path, shared_library):
    asked = {"library": str(shared_library()), "before": [], "function": "cudaGetErrorString", "numbers": [0]}
    done = subprocess.run(
        [sys.executable, "-I", REPOSITORY / "tools" / "codes" / "ask.py"],
        input=json.dumps(asked | {"by_pointer": False, "version": None}),
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == {"said": {"0": "no error"}, "version": 0}
