#!/usr/bin/env bash
# What takes too long for every check: a large game, verified and converted whole with the
# sanitizers on. SCALE (default 50) is the number of copies of the demo.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build.sh dev
room=build/nightly
rm -rf "$room"
build/dev/reliquary demo -q --scale "${SCALE:-50}" "$room/demo"
build/dev/reliquary verify -q "$room/demo"
build/dev/reliquary verify -q --through json "$room/demo"
build/dev/reliquary convert -q "$room/demo" -o "$room/open" 2>"$room/convert.log"
if LC_ALL=C grep -E 'Sanitizer|: runtime error: ' "$room/convert.log"; then
    exit 1
fi
files=$(find "$room/open" -type f | wc -l)
if [ "$files" = 0 ]; then
    echo "nightly: nothing was converted"
    exit 1
fi
echo "nightly: $files files converted, no report of a sanitizer"
