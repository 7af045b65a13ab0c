#!/usr/bin/env bash
# The benchmark on the corpus named by RELIQUARY_CORPUS, or on a large demo.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build.sh release all bench
if [ -n "${RELIQUARY_CORPUS:-}" ]; then
    exec build/release/bench "$RELIQUARY_CORPUS/kotor/mod" "$RELIQUARY_CORPUS/kotor/tpc" \
        "$RELIQUARY_CORPUS/kotor/tlk" "$RELIQUARY_CORPUS/redguard/fxart"
fi
rm -rf build/bench-demo
build/reliquary demo -q --scale 20 build/bench-demo
exec build/release/bench build/bench-demo
