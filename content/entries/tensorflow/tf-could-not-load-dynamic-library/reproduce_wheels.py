"""The libraries lie where pip install tensorflow[and-cuda] puts them: which of them does TensorFlow 2.21.0 not find?"""

from loader import missing
from wheels import site_packages

assert missing(PYTHONPATH=site_packages()) == {"libcusolver.so.11"}
