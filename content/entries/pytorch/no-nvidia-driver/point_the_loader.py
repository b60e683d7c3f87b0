"""Name the folder of libcuda.so.1 before the process starts."""

import multiprocessing
import os

from loader import first_cuda_call

if __name__ == "__main__":
    folder_of_libcuda = os.environ.pop("LD_LIBRARY_PATH")
    os.environ["LD_LIBRARY_PATH"] = folder_of_libcuda  # what `export` does before `python` starts
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        try:
            pool.apply(first_cuda_call)
            answer = "a tensor on the GPU"
        except RuntimeError as error:
            answer = str(error)
    print(answer)
    # The simulated driver has no GPU; that it was asked for one shows that it was found.
    assert "Found no NVIDIA driver" not in answer
    assert "No CUDA GPUs are available" in answer
