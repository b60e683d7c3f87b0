"""Which cuDNN convolutions fail with GET/FIND when there is room for the result and nothing else?

Run on the GPU: python no_room_sweep.py            (about a minute)
Prints one line per case: the outcome. Cases with "GET ..." are candidates for reproduce_no_room.py,
"Unable to find ..." (second pass, TORCH_CUDNN_V8_API_DISABLED=1) for the older code.
"""
import gc
import itertools
import os
import subprocess
import sys

if len(sys.argv) == 1:
    for older in ("", "1"):
        env = dict(os.environ)
        if older:
            env["TORCH_CUDNN_V8_API_DISABLED"] = "1"
        print("=== older code" if older else "=== default code", flush=True)
        subprocess.run([sys.executable, __file__, "child"], env=env, check=False)
    raise SystemExit

import torch

print("torch", torch.__version__, "cuDNN", torch.backends.cudnn.version(), torch.cuda.get_device_name(0))
CAP = torch.cuda.get_device_properties(0).total_memory
SHAPES = {
    "64c56": (16, 64, 56, 56, 64, 3),
    "256c14": (16, 256, 14, 14, 256, 3),
    "3c224": (8, 3, 224, 224, 64, 7),
    "65c57odd": (4, 65, 57, 57, 63, 3),
    "512c28k1": (8, 512, 28, 28, 512, 1),
}


def case(dtype, op, last, deterministic, shape):
    n, c, h, w_, k, r = SHAPES[shape]
    torch.backends.cudnn.deterministic = deterministic
    torch.cuda.set_per_process_memory_fraction(1.0)
    torch.manual_seed(0)
    fmt = torch.channels_last if last else torch.contiguous_format
    make = lambda *s: torch.randn(*s, device="cuda").to(dtype).contiguous(memory_format=fmt)
    x, w, grad = make(n, c, h, w_), make(k, c, r, r), make(n, k, h, w_)
    p = r // 2
    mask = {"dgrad": [True, False, False], "wgrad": [False, True, False]}.get(op)

    def run():
        if op == "fwd":
            return torch.ops.aten.convolution(x, w, None, [1, 1], [p, p], [1, 1], False, [0, 0], 1)
        outs = torch.ops.aten.convolution_backward(grad, x, w, None, [1, 1], [p, p], [1, 1], False, [0, 0], 1, mask)
        return outs[0] if op == "dgrad" else outs[1]

    before = torch.cuda.memory_allocated()
    torch.cuda.reset_peak_memory_stats()
    first = run()
    torch.cuda.synchronize()
    scratch = torch.cuda.max_memory_allocated() - before - first.nbytes
    place = torch.empty_like(first)
    gc.collect()
    torch.cuda.empty_cache()
    torch.cuda.set_per_process_memory_fraction(torch.cuda.memory_reserved() / CAP)
    taken, size = [], 2**26
    while size >= 512:
        try:
            taken.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
        except torch.OutOfMemoryError:
            size = size * 7 // 8
    del place
    try:
        run()
        torch.cuda.synchronize()
        said = "ran"
    except RuntimeError as error:
        said = type(error).__name__ + ": " + str(error).splitlines()[0][:70]
    del taken
    return scratch, said


for shape, dtype, op, last, det in itertools.product(
    SHAPES, (torch.half, torch.bfloat16, torch.float, torch.double), ("wgrad", "dgrad", "fwd"), (False, True), (True, False)
):
    try:
        scratch, said = case(dtype, op, last, det, shape)
    except Exception as error:
        scratch, said = -1, "SETUP " + repr(error)[:100]
    torch.cuda.set_per_process_memory_fraction(1.0)
    gc.collect()
    torch.cuda.empty_cache()
    mark = "***" if "GET" in said or "Unable" in said or "FIND" in said else "   "
    print(mark, shape, str(dtype)[6:], op, "NHWC" if last else "NCHW", "det" if det else "any", f"scratch={scratch}", said, flush=True)
