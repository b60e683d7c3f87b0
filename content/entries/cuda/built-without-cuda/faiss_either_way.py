"""The GPU where this faiss can use one, else the CPU."""

import faiss
import numpy as np

index = faiss.IndexFlatL2(8)
if faiss.get_num_gpus() > 0:
    resources = faiss.StandardGpuResources()
    index = faiss.index_cpu_to_gpu(resources, 0, index)
vectors = np.random.default_rng(0).random((100, 8), dtype=np.float32)
index.add(vectors)
assert (index.search(vectors, 1)[1][:, 0] == np.arange(100)).all()
