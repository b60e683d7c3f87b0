"""Without any switch, does TensorFlow's log name the library that is missing?"""

from loader import missing

assert "libcudnn.so.9" in missing(TF_CPP_MAX_VLOG_LEVEL="0")
