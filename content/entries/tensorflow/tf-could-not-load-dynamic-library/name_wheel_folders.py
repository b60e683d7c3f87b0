"""The same folders, named to the loader before Python starts."""

from glob import glob

from loader import missing
from wheels import site_packages

site = site_packages()
assert missing(PYTHONPATH=site, LD_LIBRARY_PATH=":".join(glob(f"{site}/nvidia/*/lib"))) == set()
