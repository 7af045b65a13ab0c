#!/usr/bin/env bash
# Library, tool and tests cross-built for Windows. Tests run under wine, in a prefix of their own below build/; then
# the zip of dist-windows.sh is unpacked, and its program does the tasks of tests/windows, with no other file.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build.sh mingw

export WINEPREFIX=$PWD/build/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml="
mkdir -p "$WINEPREFIX"
trap 'wineserver -k >/dev/null 2>&1 || true' EXIT
# One server for the whole run: left alone it ends when no program has run for some seconds, and a program that starts
# at that moment fails without a word.
wineserver -p
if [ ! -e "$WINEPREFIX/system.reg" ]; then
    echo "Making a wine prefix"
    wineboot --init >/dev/null 2>&1
fi
# The loader itself where there is one, as in cmake/mingw-w64.cmake.
wine=/usr/lib/wine/wine64
if [ ! -x "$wine" ]; then wine=wine; fi

# One demo for all tests, as in check.sh.
export RQ_DEMO_DIR=$PWD/build/mingw/demo
rm -rf "$RQ_DEMO_DIR"
"$wine" build/mingw/reliquary.exe demo "$RQ_DEMO_DIR" >/dev/null
ctest --preset mingw -j "${JOBS:-$(nproc)}"

zip=$(scripts/dist-windows.sh | tail -1)
room=$PWD/build/unpacked-windows
rm -rf "$room"
mkdir -p "$room"
(
    cd "$room"
    cmake -E tar xf "../../$zip"
)
printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$wine" "$(echo "$room"/*/reliquary.exe)" >"$room/reliquary"
chmod +x "$room/reliquary"
for script in tests/windows/*.sh; do
    echo "$script"
    RELIQUARY=$room/reliquary SOURCE_DIR=$PWD BUILD_DIR=$PWD/build/mingw \
        bash tests/support/run-cli.sh "$script"
done
