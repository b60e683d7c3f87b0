"""A real browser without a window, and a server for it: for pictures, tests and benchmarks."""

from __future__ import annotations

import contextlib
import functools
import gzip
import shutil
import threading
from collections.abc import Iterator
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

# Debian's program without a window takes half the time; its starter on the PATH would not end with its driver.
BROWSERS = ("/usr/lib/chromium/chromium-headless-shell", "chromium", "google-chrome", "google-chrome-stable")
WIDTHS = (360, 768, 1440)
SCHEMES = ("default", "slate")
# Chromium without a window has no mouse, and Material leaves out what is for its users.
MOUSE = "availableHoverTypes=2,primaryHoverType=2,availablePointerTypes=4,primaryPointerType=4"
GZIP_LEVEL = 6  # as nginx and GitHub Pages are set, or near it


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: object) -> None:
        """Say nothing for each request."""


class _Host(_Quiet):
    """Answers as hosts of static sites do: texts compressed, and kept by the browser for ten minutes."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Send a file."""
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        content, kind = file.read_bytes(), self.guess_type(file)
        self.send_response(HTTPStatus.OK)
        if not kind.startswith("image/") or kind.endswith("xml"):
            content = gzip.compress(content, GZIP_LEVEL)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.wfile.write(content)


@contextlib.contextmanager
def served(folder: Path, *, as_host: bool = False) -> Iterator[str]:
    """Serve a folder on a free port of this machine, if asked as a host does: compressed. Give its address."""
    handler = functools.partial(_Host if as_host else _Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


def _program(*names: str) -> str:
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        raise RuntimeError(f"none of {', '.join(names)} is on the PATH: run tools/browser.sh")
    return found


@contextlib.contextmanager
def browser(width: int = 1440, height: int = 900, *, javascript: bool = True) -> Iterator[webdriver.Chrome]:
    """Start Chromium without a window. Raises RuntimeError where there is none."""
    options = Options()
    for flag in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--hide-scrollbars",
        f"--blink-settings={MOUSE}",
    ):
        options.add_argument(flag)
    options.add_argument("--disable-dev-shm-usage")
    options.add_argument(f"--window-size={width},{height}")
    options.binary_location = _program(*BROWSERS)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(_program("chromedriver")))
    try:
        if not javascript:
            driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        yield driver
    finally:
        driver.quit()


def show_at_width(driver: webdriver.Chrome, width: int, height: int = 900) -> None:
    """Make the page as wide as a device, also narrower than a window can be."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def use_scheme(driver: webdriver.Chrome, scheme: str) -> None:
    """Ask for the light or the dark scheme, as the system's preference does."""
    value = "dark" if scheme == "slate" else "light"
    features = [{"name": "prefers-color-scheme", "value": value}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def be_far_away(driver: webdriver.Chrome) -> None:
    """Make the network as slow as a phone's in the field: 400 ms of latency, 1.6 Mbit/s."""
    driver.execute_cdp_cmd("Network.enable", {})
    speed = {"downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}  # bytes a second
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, "latency": 400, **speed})


def be_a_phone(driver: webdriver.Chrome) -> None:
    """Make the browser as slow as a phone in the field, which has a quarter of the processor."""
    be_far_away(driver)
    driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 4})
