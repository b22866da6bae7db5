#!/bin/sh
# Usage: install_chromium.sh [--find]
# Makes sure that there is a Chromium for the browser benchmarks. With --find it only looks, and says which one is used.
#
# The order of the search is the library's: $CUBE_GYM_CHROMIUM; Debian's headless shell itself (the wrapper in PATH leaves
# the browser running when it is ended); a Chromium in PATH; Playwright's own download.
# $VENV_PYTHON is the Python that has Playwright; .venv/bin/python by default.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
python=${VENV_PYTHON:-$root/.venv/bin/python}

find_chromium() {
    if [ -n "${CUBE_GYM_CHROMIUM:-}" ]; then
        printf '%s\n' "$CUBE_GYM_CHROMIUM"
        return
    fi
    for candidate in /usr/lib/chromium/chromium-headless-shell \
        chromium-headless-shell chromium chromium-browser google-chrome; do
        command -v "$candidate" && return
    done
    "$python" - <<'PYTHON' 2>/dev/null
from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    playwright.chromium.launch().close()
print("Playwright's own Chromium")
PYTHON
}

check_named() {
    named=${CUBE_GYM_CHROMIUM:-}
    if [ -n "$named" ] && ! { [ -f "$named" ] && [ -x "$named" ]; }; then
        echo "CUBE_GYM_CHROMIUM is '$named', which is no program. Name the file of a Chromium, or unset it." >&2
        exit 1
    fi
}

is_root() { [ "$(id -u)" = 0 ]; }

has_apt() { [ -e /etc/debian_version ] && command -v apt-get >/dev/null; }

install_from_debian() {
    is_root && has_apt || return 1
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq || return 1
    apt-get install -y -qq chromium-headless-shell && return
    # Ubuntu's package `chromium` is only a pointer to a snap.
    ! grep -qi '^ID=ubuntu' /etc/os-release && apt-get install -y -qq chromium
}

install_from_playwright() {
    if is_root && has_apt; then
        "$python" -m playwright install --with-deps --only-shell chromium
    else
        "$python" -m playwright install --only-shell chromium
    fi
}

check_named
if [ "${1:-}" = --find ]; then
    find_chromium
    exit
fi
find_chromium >/dev/null && exit
echo "No Chromium found, installing one."
for install in install_from_debian install_from_playwright; do
    "$install" && find_chromium && exit
done
cat >&2 <<'TEXT'
No Chromium could be installed. The browser benchmarks and their tests need one. Any of these will do:
  - Debian:    sudo apt-get install chromium-headless-shell
  - elsewhere: .venv/bin/python -m playwright install --only-shell chromium
  - your own:  export CUBE_GYM_CHROMIUM=/path/to/chromium
TEXT
exit 1
