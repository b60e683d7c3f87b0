"""What indexes on the GPU need first, with faiss-cpu."""

import faiss

resources = faiss.StandardGpuResources()
