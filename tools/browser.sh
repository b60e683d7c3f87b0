#!/bin/sh
# Make sure that a browser and its driver are here: Debian's chromium, or a Chrome that is there already. Debian's program
# without a window takes half the processor time, so it is installed beside chromium where that needs nobody's password.
set -eu
has() { command -v "$1" >/dev/null 2>&1; }
install() { "$(dirname "$0")/debian.sh" chromium chromium-driver chromium-headless-shell fonts-noto-cjk; }

if ! has chromedriver || ! { has chromium || has google-chrome || has google-chrome-stable; }; then
  install
elif [ ! -x /usr/lib/chromium/chromium-headless-shell ] && has apt-get && dpkg -s chromium >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  install || echo "going on with chromium as it is"
fi
