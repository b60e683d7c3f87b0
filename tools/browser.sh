#!/bin/sh
# Make sure that a browser and its driver are here: Debian's chromium, or a Chrome that is there already.
set -eu
for name in chromium google-chrome google-chrome-stable; do
  if command -v "$name" >/dev/null 2>&1 && command -v chromedriver >/dev/null 2>&1; then
    exit 0
  fi
done
"$(dirname "$0")/debian.sh" chromium chromium-driver fonts-noto-cjk
