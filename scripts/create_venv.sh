#!/bin/sh
# Usage: create_venv.sh DIRECTORY
# Creates a virtual environment with the first Python >= 3.11 found: $PYTHON, python3, or one with its version in its name.
set -eu
directory=$1

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

is_debian_root() {
    [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ] && command -v apt-get >/dev/null
}

candidates=${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}
for python in $candidates; do
    new_enough "$python" && break
    python=
done
if [ -z "$python" ]; then
    echo "cube-gym needs Python 3.11 or later, and found none. Tried: $candidates." >&2
    echo "Install one, or name it: make PYTHON=/path/to/python3.12 ..." >&2
    exit 1
fi

# Debian and Ubuntu ship Python without the module that puts pip into an environment.
if ! "$python" -c 'import ensurepip' 2>/dev/null; then
    package=$("$python" -c 'import sys; print("python{}.{}-venv".format(*sys.version_info))')
    if ! is_debian_root; then
        echo "$python cannot create virtual environments. On Debian or Ubuntu: sudo apt-get install $package" >&2
        exit 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package"
fi

trap 'rm -rf "$directory"' EXIT  # half an environment would pass for a whole one the next time
"$python" -m venv --clear "$directory"
trap - EXIT
