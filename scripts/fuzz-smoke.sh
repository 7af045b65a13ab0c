#!/usr/bin/env bash
# Runs each fuzz target for a while, two at a time: scripts/fuzz-smoke.sh [FORMAT...]
#
#   FUZZ_SECONDS   per target (default 30)
#   FUZZ_JOBS      targets at once (default 2)
#
# Seeds: build/fuzz-seeds/<format>/ and tests/fuzz/regress/<format>/ (inputs that
# once failed). What is found lies in build/fuzz/findings/. New inputs are kept in
# build/fuzz/corpus/<format>/, so a second run goes on where the first stopped.
set -euo pipefail
cd "$(dirname "$0")/.."

export FUZZ_SECONDS=${FUZZ_SECONDS:-30}

run_one() {
    local format=$1 log=build/fuzz/$1.log folders=("build/fuzz/corpus/$1") options=()
    for seeds in "build/fuzz-seeds/$format" "tests/fuzz/regress/$format"; do
        if [ -d "$seeds" ]; then
            folders+=("$seeds")
        fi
    done
    if [ -e "tests/fuzz/$format.dict" ]; then
        options+=("-dict=tests/fuzz/$format.dict")
    fi
    mkdir -p "build/fuzz/corpus/$format" build/fuzz/findings
    if "build/fuzz/fuzz_$format" -max_total_time="$FUZZ_SECONDS" -timeout=10 -rss_limit_mb=2048 \
        -max_len=270336 -print_final_stats=1 -artifact_prefix="build/fuzz/findings/$format-" \
        "${options[@]}" "${folders[@]}" >"$log" 2>&1; then
        echo "$format: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs," \
            "$((${#folders[@]} - 1)) seed folders, no finding"
    else
        tail -n 60 "$log"
        echo "$format: FINDING, see build/fuzz/findings/ and $log"
        return 1
    fi
}

if [ "${1:-}" = --one ]; then
    run_one "$2"
    exit
fi

# The demo's own files are the seeds, sorted by what the tool says they are.
scripts/build.sh release
rm -rf build/fuzz-seeds build/fuzz-demo
build/reliquary demo -q build/fuzz-demo
build/reliquary info --json build/fuzz-demo | python3 -c '
import json, os, shutil, sys
for n, file in enumerate(json.load(sys.stdin)):
    # A WLD has one size.
    if file["bytes"] <= 65536 or file["format"] == "wld":
        folder = "build/fuzz-seeds/" + file["format"]
        os.makedirs(folder, exist_ok=True)
        shutil.copy(file["path"], "%s/%03d" % (folder, n))
'

# Scenes and texts come out of them.
for model in demo_guard demo_saber demo01_cell; do
    mkdir -p build/fuzz-seeds/glb build/fuzz-seeds/text
    build/reliquary convert -q "build/fuzz-demo/kotor/override/$model.mdl" -o \
        "build/fuzz-seeds/glb/$model.glb"
    build/reliquary convert -q "build/fuzz-demo/kotor/override/$model.mdl" --to ascii -o \
        "build/fuzz-seeds/text/$model.ascii"
done
for mesh in demo01_hall.wok demo_table.pwk; do
    build/reliquary convert -q "build/fuzz-demo/kotor/override/$mesh" -o \
        "build/fuzz-seeds/glb/$mesh.glb"
done
build/reliquary convert -q build/fuzz-demo/kotor/modules/demo01.mod --to xml -o build/fuzz-seeds/text

scripts/build.sh fuzz
formats=("$@")
if [ ${#formats[@]} = 0 ]; then
    mapfile -t formats < <(grep . build/fuzz/formats.txt)
fi
if ! printf '%s\n' "${formats[@]}" | xargs -n 1 -P "${FUZZ_JOBS:-2}" "$0" --one; then
    echo "fuzz-smoke: there are findings"
    exit 1
fi
echo "fuzz-smoke: ${#formats[@]} targets, $FUZZ_SECONDS s each, no finding"
