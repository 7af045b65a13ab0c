#!/usr/bin/env bash
# The benchmark on the corpus named by RELIQUARY_CORPUS, or on a large demo.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build.sh dist all bench
# A scale of 100 or more adds an RTX of that many megabytes and an octree of the game's size.
if [ ! -f build/bench-demo/kotor/done ]; then
    rm -rf build/bench-demo
    build/dist/reliquary demo -q --scale 180 build/bench-demo
    touch build/bench-demo/kotor/done
fi
# libsquish would take all cores.
export OMP_NUM_THREADS=1
big=build/bench-demo/redguard
if [ -n "${RELIQUARY_CORPUS:-}" ]; then
    build/dist/bench "$RELIQUARY_CORPUS/redguard" "$RELIQUARY_CORPUS/kotor/mod" \
        "$RELIQUARY_CORPUS"/kotor/{tpc,tga,mdl,tlk,key,2da} "$big/BIG.RTX" "$big/maps/BIG.PVO"
else
    build/dist/bench build/bench-demo
fi
# A large mod of KotOR and one of a single file, on a game that is made for it.
python3 tests/bench/patch.py build/dist/reliquary build
python3 tests/bench/creature.py build/dist/reliquary build
