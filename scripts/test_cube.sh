#!/bin/sh
# Usage: test_cube.sh DIRECTORY [PYTEST-ARGUMENT...]
# Tests the CUBE adapter against the real packages, in an environment of its own: they need Python 3.12, and their browser
# tools another Playwright than ours. Where there is no Python 3.12 or later, it says so and is left out.
#
# The first found is used: $CUBE_PYTHON, python3, one with its version in its name, one of pyenv's.
set -eu
cd "$(dirname "$0")/.."
directory=$1
shift

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null
}

find_python() {
    for candidate in ${CUBE_PYTHON:-} python3 python3.14 python3.13 python3.12 \
        "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.*/bin/python3; do
        new_enough "$candidate" && echo "$candidate" && return
    done
    return 1
}

if ! new_enough "$directory/bin/python"; then
    if ! python=$(find_python); then
        echo "The CUBE adapter is left out: no Python 3.12 or later was found, which cube-standard needs."
        echo "Install one, or name it: make CUBE_PYTHON=/path/to/python3.12 test-cube"
        exit 0
    fi
    PYTHON=$python scripts/create_venv.sh "$directory"
fi
stamp=$directory/.installed
if [ ! -e "$stamp" ] || [ pyproject.toml -nt "$stamp" ]; then
    "$directory/bin/python" -m pip install --quiet --disable-pip-version-check --editable '.[dev-cube]'
    touch "$stamp"
fi
exec "$directory/bin/python" -m pytest tests/adapters cube_gym/adapters "$@"
