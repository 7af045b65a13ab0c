#!/usr/bin/env bash
# Configures and builds a preset: scripts/build.sh PRESET [TARGET...]
# JOBS sets how many compilers run at once (default: one per core).
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
shift
if ! command -v cmake >/dev/null; then
    echo "cmake is missing; scripts/deps.sh build installs what the build needs" >&2
    exit 2
fi
log=build/$preset.configure.log
mkdir -p build
if ! cmake --preset "$preset" >"$log" 2>&1; then
    cat "$log"
    exit 1
fi
grep -E 'Reliquary:|Warning|is not built' "$log" || true
cmake --build "build/$preset" --parallel "${JOBS:-$(nproc)}" ${1:+--target "$@"} -- --no-print-directory

# The tool of the release build is the one that people look for.
if [ "$preset" = release ]; then
    ln -sfn release/reliquary build/reliquary
fi
