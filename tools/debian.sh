#!/bin/sh
# Install Debian packages, or say what to install.
set -eu
if ! command -v apt-get >/dev/null 2>&1; then
  echo "Error: this needs the packages: $*. Install them, then run make again." >&2
  exit 1
fi
if [ "$(id -u)" != 0 ]; then
  echo "Error: this needs Debian packages. Run: sudo apt-get install $*" >&2
  exit 1
fi
echo "installing Debian packages (once): $*"
while sleep 5; do echo "  still installing $*"; done &
beat=$!
trap 'kill "$beat"' EXIT
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
