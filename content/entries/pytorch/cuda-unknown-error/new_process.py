"""After the repair, a new process; this one stays as it is."""

import multiprocessing
import os

import torch

from first_call import first_cuda_call


def message_of(call):
    try:
        call()
    except RuntimeError as error:
        return str(error)
    return "a tensor on the GPU"


if __name__ == "__main__":
    assert "CUDA unknown error" in message_of(lambda: torch.zeros(3).cuda())
    os.environ["SIMULATED_CUINIT"] = "0"  # the repair: from here on the driver starts
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        answer = message_of(lambda: pool.apply(first_cuda_call))
    print("new process:", answer)
    # The simulated driver starts and has no GPU; what matters is that it starts.
    assert "No CUDA GPUs are available" in answer
    assert "CUDA unknown error" in message_of(lambda: torch.zeros(3).cuda())
