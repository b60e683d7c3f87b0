"""A driver library in a folder, and a first CUDA call in a process of its own."""

import os
import shutil


def install_driver(folder, cuda):
    """Put a copy of the simulated driver, for that CUDA version, into a folder."""
    simulated = os.environ["LD_LIBRARY_PATH"].split(":")[0]
    os.makedirs(folder)
    shutil.copy(f"{simulated}/libcuda.so.1", folder)
    with open(f"{folder}/simulated-driver.txt", "w") as answers:
        answers.write(f"SIMULATED_DRIVER_VERSION={cuda}\n")
    return os.path.abspath(folder)


def first_cuda_call():
    import torch  # here, so that only the new process loads it

    torch.zeros(3).cuda()
