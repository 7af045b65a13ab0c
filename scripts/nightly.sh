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
for game in redguard kotor; do
    build/dev/reliquary convert -q "$room/demo/$game" -o "$room/open/$game" 2>>"$room/convert.log"
done
# What is broken on purpose is refused, by one of the tool's own exit codes.
refused=0
build/dev/reliquary convert -q "$room/demo/broken" -o "$room/open/broken" 2>>"$room/convert.log" || refused=$?
if [ "$refused" -gt 4 ]; then
    tail "$room/convert.log"
    exit 1
fi
if LC_ALL=C grep -E 'Sanitizer|: runtime error: ' "$room/convert.log"; then
    exit 1
fi
files=$(find "$room/open" -type f | wc -l)
if [ "$files" = 0 ]; then
    echo "nightly: nothing was converted"
    exit 1
fi
echo "nightly: $files files converted, no report of a sanitizer"
