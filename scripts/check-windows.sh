#!/usr/bin/env bash
# Library, tool and tests cross-built for Windows; tests run under wine in a prefix
# of their own below build/.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build.sh mingw

export WINEPREFIX=$PWD/build/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml="
if [ ! -e "$WINEPREFIX/system.reg" ]; then
    echo "Making a wine prefix"
    wineboot --init >/dev/null 2>&1
fi
trap 'wineserver -k >/dev/null 2>&1 || true' EXIT
ctest --preset mingw -j "${JOBS:-$(nproc)}"
