"""What is pasted, where it is from, and what of it must be read: these versions, and none where None stands."""

HERE = "printed by an environment of requirements/environments.toml; the kernel's release was changed"
ISSUES = "https://github.com"
DEBIAN = "Debian GNU/Linux 12 (bookworm) (x86_64)"

# file → (source, what is read)
FILES = {
    "faultbook-env-torch-cuda": (
        HERE,
        {
            "torch": "2.11.0+cu130",
            "torch-cuda": "13.0",
            "triton": "3.6.0",
            "nvidia-cudnn-cu13": "9.19.0.56",
            "nvcc": "13.0.88",
            "python": "3.11.7",
            "driver-cuda": None,
            "nvidia-driver": None,
        },
    ),
    "faultbook-env-json": (
        HERE,
        {"torch": "2.11.0+cu130", "torch-cuda": "13.0", "nvcc": "13.0.88", "python": "3.11.7"},
    ),
    "faultbook-env-torch-older": (
        HERE,
        {"torch": "2.1.2+cu121", "torch-cuda": "12.1", "nvidia-cudnn-cu12": "8.9.2.26"},
    ),
    "faultbook-env-jax-cuda": (
        HERE,
        {"jax": "0.10.2", "jax-cuda13-plugin": "0.10.2", "nvidia-cudnn-cu13": "9.28.0.42"},
    ),
    "faultbook-env-tensorflow-cuda": (HERE, {"tensorflow": "2.21.0", "torch-cuda": None, "python": "3.11.7"}),
    "faultbook-env-arrays": (HERE, {"cupy-cuda13x": "14.2.0", "numba": "0.68.1", "numba-cuda": "0.30.4"}),
    "faultbook-env-frameworks": (HERE, {"torch": "2.13.0+cpu", "torch-cuda": None, "tensorflow-cpu": "2.21.0"}),
    "collect-env-torch-cuda": (
        f"{HERE}, and most of what lscpu says left out",
        {"torch": "2.11.0+cu130", "torch-cuda": "13.0", "nvcc": "13.0.88", "triton": "3.6.0", "nvidia-driver": None},
    ),
    "collect-env-frameworks": (HERE, {"torch": "2.13.0+cpu", "torch-cuda": None, "python": "3.11.7"}),
    "collect-env-t4-two-cudnn": (
        f"{ISSUES}/pytorch/pytorch/issues/90204",
        {"torch": "1.13.0+cu117", "torch-cuda": "11.7", "nvidia-driver": "520.61.05", "nvcc": None, "cudnn": None},
    ),
    "collect-env-one-cudnn": (
        f"{ISSUES}/mindee/doctr/pull/345",
        {"torch": "1.8.0", "cudnn": "8.2.0", "nvcc": "11.2.152", "python": "3.8", "nvidia-driver": None},
    ),
    "collect-env-wsl": (
        f"{ISSUES}/vllm-project/vllm/pull/9293",
        {"torch": "2.4.0+cu121", "torch-cuda": "12.1", "nvcc": "12.4.131", "nvidia-driver": "551.88"},
    ),
    "collect-env-rocm": (
        f"{ISSUES}/pytorch/pytorch/pull/44106",
        {"torch": "1.7.0a0+9ddd3df", "torch-cuda": None, "torchvision": "0.8.0a0+a4736ea"},
    ),
    "nvidia-smi-580": (
        f"{ISSUES}/Project-HAMi/HAMi/issues/1903",
        {"nvidia-driver": "580.119.02", "driver-cuda": "13.0", "torch-cuda": None, "nvcc": None},
    ),
    "nvidia-smi-545-mig": (
        f"{ISSUES}/NVIDIA/mig-parted/issues/31",
        {"nvidia-driver": "545.23.08", "driver-cuda": "12.3"},
    ),
    "nvidia-smi-465-shortened-name": (
        f"{ISSUES}/HaFred/dnn-rocket-accelerator/issues/55",
        {"nvidia-driver": "465.19.01", "driver-cuda": "11.3"},
    ),
    "nvcc-and-nvidia-smi-part": (
        f"{ISSUES}/HaFred/dnn-rocket-accelerator/issues/55",
        {"nvcc": "10.1.243", "nvidia-driver": "465.19.01", "driver-cuda": "11.3"},
    ),
    "nvidia-smi-cuda-err": (
        f"{ISSUES}/microsoft/WSL/issues/11589",
        {"nvidia-driver": "546.80", "driver-cuda": None},
    ),
    "nvidia-smi-q-wsl": (
        f"{ISSUES}/NVIDIA/nvidia-docker/issues/1604",
        {"nvidia-driver": "510.06", "driver-cuda": "11.6"},
    ),
    "nvidia-smi-list": (f"{ISSUES}/akash-network/provider-configs/pull/12", {}),
    "pip-list": (HERE, {"torch": "2.11.0", "nvidia-cudnn-cu13": "9.19.0.56", "jinja2": None}),
    "pip-freeze": (HERE, {"torch": "2.1.2", "nvidia-nccl-cu12": "2.18.1", "requests": None}),
    "conda-list": (
        f"{ISSUES}/conda-forge/cudatoolkit-dev-feedstock/issues/66",
        {"nvidia-cudnn-cu11": "8.7.0.84", "numpy": "1.23.0", "openssl": None},
    ),
    "jax-environment-info": (HERE, {"jax": "0.10.2", "jaxlib": "0.10.2", "python": "3.11.7"}),
    "nvcc": (HERE, {"nvcc": "13.0.88"}),
}
GPUS = {
    "nvidia-smi-580": ["NVIDIA A800 80GB PCIe"] * 2,
    "nvidia-smi-545-mig": ["NVIDIA A100-SXM4-80GB"],
    "nvidia-smi-list": ["Quadro RTX 4000"] * 2,
    "nvidia-smi-q-wsl": ["NVIDIA GeForce GTX 1650 Ti with Max-Q Design"],
    "collect-env-t4-two-cudnn": ["Tesla T4"],
    "collect-env-wsl": ["NVIDIA GeForce RTX 4070 Laptop GPU"],
}
SYSTEMS = {"collect-env-torch-cuda": DEBIAN, "collect-env-wsl": "Ubuntu 22.04.2 LTS (x86_64)"}
BUILDS = {
    "collect-env-frameworks": "cpu",
    "faultbook-env-frameworks": "cpu",
    "collect-env-rocm": "rocm",
    "pip-list": None,
}
ABSENT = {"faultbook-env-torch-cuda": ["gpu", "nvidia-driver"], "collect-env-torch-cuda": []}

# Forms that are made here, after what the tools print: text → what is read.
LINES = {
    "torch==2.3.0+cu121": {"torch": "2.3.0+cu121", "torch-cuda": "12.1"},
    "torch==2.3.0+cu121 # via -r in.txt": {"torch": "2.3.0+cu121"},
    "torch @ file:///wheels/torch-2.1.0%2Bcu121-cp310-cp310-linux_x86_64.whl#sha256=00": {"torch": "2.1.0+cu121"},
    "torchvision 0.21.0 /home/me/vision": {"torchvision": "0.21.0"},
    "pytorch                   2.1.0           py3.10_cuda12.1_cudnn8.9.2_0    pytorch": {
        "torch": "2.1.0",
        "torch-cuda": "12.1",
    },
    "[conda] pytorch           2.1.0           py3.10_cpu_0    pytorch": {"torch": "2.1.0", "torch-cuda": None},
    "[conda] pytorch-cuda      12.1            ha16c6d3_5      pytorch": {"torch-cuda": "12.1"},
    "PyTorch version              : 2.7.0+cu128": {"torch": "2.7.0+cu128", "torch-cuda": "12.8"},
    "Nvidia driver version        : 570.86.15": {"nvidia-driver": "570.86.15"},
    "cuDNN version: 8902": {"cudnn": "8.9.2"},
    "cuDNN version: 91002": {"cudnn": "9.10.2"},
    "\x1b[1mtorch\x1b[0m 2.1.0": {"torch": "2.1.0"},
    "\ufefftorch\t2.1.0": {"torch": "2.1.0"},
    "torch 2.1.0\r\ntriton 2.1.0\r\n": {"torch": "2.1.0", "triton": "2.1.0"},
    "Python 3.13.0rc1": {"python": "3.13.0rc1"},
    "tensorflow_cpu==2.21.0": {"tensorflow-cpu": "2.21.0"},
    "name, driver_version, compute_cap\r\nNVIDIA H200, 580.95.05, 9.0\r\n": {"nvidia-driver": "580.95.05"},
    "| NVIDIA-SMI 610.47     KMD Version: 610.47     CUDA UMD Version: 13.3     |": {
        "nvidia-driver": "610.47",
        "driver-cuda": "13.3",
    },
    "GPU 0               NVIDIA H200, compute capability 9.0, 143771 MiB, MIG Disabled\ntorch 2.1": {"torch": "2.1"},
}
CARDS = {
    "name, driver_version, compute_cap\nNVIDIA H200, 580.95.05, 9.0": [{"name": "NVIDIA H200", "capability": "9.0"}],
    "GPU 0    NVIDIA H200, compute capability 9.0, 143771 MiB, MIG Disabled": [
        {"name": "NVIDIA H200", "capability": "9.0"}
    ],
    "|   0  NVIDIA GeForce RTX 4090      WDDM  | 00000000:01:00.0  On |                  Off |": [
        {"name": "NVIDIA GeForce RTX 4090"}
    ],
}
NOTHING = ("", "hello", "Model: 85", "RuntimeError: CUDA error 700 in 2.3 seconds", "{not json", "=" * 100)
