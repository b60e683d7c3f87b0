"""A process that does nothing and holds next to no memory, ended by `kill -9`: what does its exit code say?"""

import signal
import subprocess
import sys

idle = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
idle.send_signal(signal.SIGKILL)
says_out_of_memory = idle.wait() == -9
assert not says_out_of_memory
