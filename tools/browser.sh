#!/bin/sh
# Make sure that a browser and its driver are here: Debian's chromium, or a Chrome that is there already. Debian's program
# without a window takes half the processor time, so it is installed beside chromium where there is one and no password asked.
set -eu
has() { command -v "$1" >/dev/null 2>&1; }
install() { "$(dirname "$0")/debian.sh" "$@"; }

if ! has chromedriver || ! { has chromium || has google-chrome || has google-chrome-stable; }; then
  install chromium chromium-driver fonts-noto-cjk
fi
if [ ! -x /usr/lib/chromium/chromium-headless-shell ] && [ "$(id -u)" = 0 ] && has apt-get \
  && dpkg -s chromium >/dev/null 2>&1 && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
  install chromium chromium-driver chromium-headless-shell || echo "going on with chromium as it is"
fi
