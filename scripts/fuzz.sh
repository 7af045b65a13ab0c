#!/usr/bin/env bash
# Runs the fuzz targets in rotation: scripts/fuzz.sh [OPTION...] [TARGET...]
#
#   --hours N, --minutes N   run for so long, in as many rounds as slices of 30 s allow
#   --slice N                one round of N seconds per target (default: 30)
#   --jobs N                 targets at once (default: 1)
#   --profile                also keep inputs that bring compared values closer to each other: they find both
#                            sides of limits, at half the speed
#
# TARGET is a target (fast_gff), or the part behind the first _ for all of that name (gff);
# default: all. The targets are described in tests/fuzz/fuzz.c, import.c, soup.c, soup_text.c, nss.c,
# ncs.c, studio.c and patch.c.
#
# Seeds: build/fuzz-seeds/<kind>/<name>/, made here, and tests/fuzz/regress/<name>/ (inputs that
# once failed). New inputs are kept in build/fuzz/corpus/<target>/, merged after each slice, so a
# second run goes on where the first stopped; a full target also takes what the fast one found.
# What fails is kept in build/fuzz/findings/, what a target printed in build/fuzz/logs/. At the
# end, and when interrupted, a table says what was done. Exit status 1: there are findings.
set -euo pipefail
cd "$(dirname "$0")/.."

# A run frees far less than this; the default of 256 MB costs page faults.
export ASAN_OPTIONS=${ASAN_OPTIONS:-quarantine_size_mb=16}

seconds='' slice=30 jobs=1 profile=0 wanted=()
while [ $# -gt 0 ]; do
    case $1 in
    --hours)
        seconds=$(awk -v n="$2" 'BEGIN { printf "%d", n * 3600 }')
        shift 2
        ;;
    --minutes)
        seconds=$(awk -v n="$2" 'BEGIN { printf "%d", n * 60 }')
        shift 2
        ;;
    --slice)
        slice=$2
        shift 2
        ;;
    --jobs)
        jobs=$2
        shift 2
        ;;
    --profile)
        profile=1
        shift
        ;;
    -*)
        sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
        exit 2
        ;;
    *)
        wanted+=("$1")
        shift
        ;;
    esac
done

make_seeds() {
    local seeds=build/fuzz-seeds demo=build/fuzz-demo
    rm -rf "$seeds" "$demo"
    mkdir -p "$seeds"/{fast,full,import/glb,import/text,import/soup,import/nss,import/pcode,import/changes,run/soup,ask/studio}
    build/fuzz/fuzz_seeds "$seeds/fast"
    build/reliquary demo -q "$demo"
    # The demo's own files, sorted by what the tool says they are; a model with its second file.
    build/reliquary info --json "$demo" | python3 -c '
import json, os, sys
for n, file in enumerate(json.load(sys.stdin)):
    if not file["format"]:
        continue
    with open(file["path"], "rb") as source:
        data = source.read()
    second = os.path.splitext(file["path"])[0] + ".mdx"
    if file["format"] == "mdl" and os.path.exists(second):
        with open(second, "rb") as source:
            more = source.read()
        data += more + len(more).to_bytes(4, "little")
    for kind, most in ("fast", 4096), ("full", 65536):
        # A WLD has one size; the sample of one is enough for the fast target.
        if len(data) <= most or kind == "full" and file["format"] == "wld":
            folder = "%s/%s/%s" % (sys.argv[1], kind, file["format"])
            os.makedirs(folder, exist_ok=True)
            with open("%s/demo-%03d" % (folder, n), "wb") as seed:
                seed.write(data)
' "$seeds"
    # Scripts of the map, each with a world: what tests/fuzz/soup.c splits.
    python3 - "$demo/redguard/maps/ISLAND.RGM" "$seeds/run/soup" <<'PY'
import os, struct, subprocess, sys

data = open(sys.argv[1], "rb").read()
at = data.index(b"RAHD") + 8
count = struct.unpack_from("<I", data, at)[0]
code = data.index(b"RASC") + 8
for i in range(count):
    record = at + 8 + i * 165
    size, offset, pc = struct.unpack_from("<III", data, record + 0x4D)
    world = subprocess.run(["build/reliquary", "run", sys.argv[1], "--actor",
        data[record + 4:record + 13].split(b"\0")[0].decode(), "--ticks", "20", "--json"],
        capture_output=True).stdout
    with open(os.path.join(sys.argv[2], "script-%d" % i), "wb") as seed:
        seed.write(struct.pack("<BBH", pc, i, size) + data[code + offset:code + offset + size] + world)
PY
    # Requests to the studio, one of each route, after an edit; what tests/fuzz/studio.c splits.
    python3 - src/service/routes.def "$seeds/ask/studio" <<'PY'
import re, sys

values = {"game": "1", "res": "override/guard.utc", "sum": "@", "record": "000001", "kind": "UTC", "path": "Tag",
          "name": "guard.utc", "q": "guard", "form": "source", "table": "places", "rule": "gff-resource-missing",
          "strref": "0", "place": "1", "slot": "1", "other": "1", "x": "1", "y": "2", "z": "3"}
edit = 'P/api/edit?game=1&res=override/guard.utc\t[{"op":"set","path":"Tag","value":"x"}]\n'
rows = re.findall(r'ROUTE\((\w+), "([^"]*)", RQ_(\w)\w+, "([^"]*)"', open(sys.argv[1]).read())
for name, path, method, takes in rows:
    query = "&".join("%s=%s" % (word, values[word]) for word in takes.split() if word in values)
    with open("%s/%s" % (sys.argv[2], name), "w") as seed:
        seed.write(edit + "G/api/changes?game=1\n%s%s?%s\t[]\nP/api/undo?game=1&res=override/guard.utc\n"
                   % (method, path, query))
PY
    # Scenes and texts come out of them.
    local override=$demo/kotor/override name
    for name in demo_guard demo_saber demo01_cell; do
        build/reliquary convert -q "$override/$name.mdl" -o "$seeds/import/glb/$name.glb"
        build/reliquary convert -q "$override/$name.mdl" --to ascii -o "$seeds/import/text/$name.ascii"
    done
    for name in demo01_hall.wok demo_table.pwk; do
        build/reliquary convert -q "$override/$name" -o "$seeds/import/glb/$name.glb"
    done
    for name in CRATE.3D FIGURE.3DC; do
        build/reliquary convert -q "$demo/redguard/fxart/$name" -o "$seeds/import/glb/$name.glb"
    done
    build/reliquary convert -q "$demo/kotor/modules/demo01.mod" --to xml -o "$seeds/import/text" 2>/dev/null
    # Sources of scripts: the examples of the page about them.
    awk -v to="$seeds/import/nss" '/^```/ { on = /^```nss/; n += on; next } on { print > (to "/page-" n ".nss") }' \
        docs/nwscript.md
    # Instructions of mods: those of the unit tests, one string of C each, and one that uses every list.
    python3 - tests/unit/patch.c "$seeds/import/changes" <<'PY'
import ast, re, sys

text = open(sys.argv[1], encoding="utf-8").read()
runs = re.findall(r'(?:"(?:[^"\\\n]|\\.)*"\s*)+', text)
for n, run in enumerate(r for r in runs if "List]" in r):
    parts = re.findall(r'"(?:[^"\\\n]|\\.)*"', run)
    with open("%s/unit-%03d" % (sys.argv[2], n), "w", encoding="latin-1") as seed:
        seed.write("".join(ast.literal_eval(part) for part in parts).replace("\u2026", "?"))
PY
    # Scripts of the sample that texts are put into, and of the demo's map.
    local map number=0
    for map in "$seeds"/fast/ncs/*; do
        build/reliquary disassemble "$map" >"$seeds/import/pcode/${map##*/}.pcode"
    done
    for map in "$seeds"/fast/rgm/*; do
        number=$((number + 1))
        build/reliquary disassemble "$map" >"$seeds/import/soup/flat-$number.soup"
        build/reliquary decompile "$map" >"$seeds/import/soup/blocks-$number.soup"
        build/reliquary disassemble "$map" --dialect rmm >"$seeds/import/soup/rmm-$number.txt" 2>/dev/null || true
    done
}

# The folders of seeds of a target, those that exist.
seed_folders() {
    local kind=${1%%_*} name=${1#*_} folder
    for folder in "build/fuzz-seeds/$kind/$name" "build/fuzz-seeds/fast/$name" \
        "build/fuzz/corpus/fast_$name" "tests/fuzz/regress/$name"; do
        if [ -d "$folder" ] && [ "$folder" != "build/fuzz/corpus/$1" ]; then
            echo "$folder"
        fi
    done | sort -u
}

# Fast targets make small inputs, unless there are no small ones of the format.
longest_input() {
    if [[ $1 != fast_* ]]; then
        echo 270336
    else
        find "build/fuzz-seeds/fast/${1#*_}" -type f -printf '%s\n' |
            awk '{ if ($1 > n) n = $1 } END { print (n > 4096 ? n : 4096) }'
    fi
}

# One slice of one target, and the merge of what it found. Adds a line to build/fuzz/stats/<target>:
# runs, seconds, covered edges, features, findings.
run_slice() {
    local target=$1 limit=$2 log=build/fuzz/logs/$1.log corpus=build/fuzz/corpus/$1
    local folders options started status=0 found=0
    mapfile -t folders < <(seed_folders "$target")
    options=(-timeout=10 -rss_limit_mb=2048 -use_value_profile=$profile "-max_len=$(longest_input "$target")"
        -artifact_prefix="build/fuzz/findings/$target-")
    if [ -e "tests/fuzz/${target#*_}.dict" ]; then
        options+=("-dict=tests/fuzz/${target#*_}.dict")
    fi
    mkdir -p "$corpus"
    started=$(date +%s.%N)
    "build/fuzz/$target" "${options[@]}" -max_total_time="$limit" -print_final_stats=1 \
        "$corpus" "${folders[@]}" >"$log" 2>&1 || status=$?
    # 72: interrupted.
    if [ $status != 0 ] && [ $status != 72 ]; then
        found=1
        cp "$log" "build/fuzz/logs/$target-finding-$(date +%s).log"
        # What a sanitizer says, or what did not hold in fuzz.c.
        echo "$target: FINDING: $(grep -m 1 -E "runtime error|ERROR: |^${target#*_}: " "$log" ||
            tail -n 1 "$log")"
        grep -o 'build/fuzz/findings/[^ ]*' "$log" | tail -n 1 || true
    fi
    awk -v from="$started" -v to="$(date +%s.%N)" -v found="$found" '
        match($0, /cov: [0-9]+/) { cov = substr($0, RSTART + 5, RLENGTH - 5) }
        match($0, /ft: [0-9]+/) { ft = substr($0, RSTART + 4, RLENGTH - 4) }
        /^#[0-9]+/ { runs = substr($1, 2) }
        /^stat::number_of_executed_units:/ { runs = $2 }
        END { print runs + 0, to - from, cov + 0, ft + 0, found }' "$log" >>"build/fuzz/stats/$target"
    if [ -e build/fuzz/stop ]; then
        return
    fi
    # An input that fails is not merged; the merge goes on behind it.
    rm -rf "$corpus.merged"
    mkdir "$corpus.merged"
    if "build/fuzz/$target" "${options[@]}" -artifact_prefix=build/fuzz/logs/ -merge=1 \
        "$corpus.merged" "$corpus" >"build/fuzz/logs/$target-merge.log" 2>&1; then
        rm -rf "$corpus"
        mv "$corpus.merged" "$corpus"
    fi
    rm -rf "$corpus.merged"
}

print_table() {
    local target
    printf '\n%-18s %12s %9s %8s %8s %9s\n' target runs runs/s cov ft findings
    for target in "${targets[@]}"; do
        if [ -e "build/fuzz/stats/$target" ]; then
            awk -v target="$target" '
                { runs += $1; time += $2; if ($3 > cov) cov = $3; if ($4 > ft) ft = $4; found += $5 }
                END { printf "%-18s %12d %9d %8d %8d %9d\n",
                      target, runs, runs / (time > 0 ? time : 1), cov, ft, found }' \
                "build/fuzz/stats/$target"
        else
            printf '%-18s %12s\n' "$target" 'not run'
        fi
    done
    cat build/fuzz/stats/* 2>/dev/null |
        awk -v targets="${#targets[@]}" -v jobs="$jobs" '{ runs += $1; time += $2; found += $5 }
            END { printf "%d targets, %d runs in %.1f h of work, %d findings\n",
                  targets, runs, time / 3600, found; exit found > 0 }'
}

# Asks what runs to stop, waits for it and says how far it came.
interrupt() {
    trap '' INT TERM
    touch build/fuzz/stop
    for pid in $(jobs -p); do
        pkill -INT -P "$pid" || true
    done
    wait
    print_table || true
    exit 130
}

scripts/build.sh fuzz
scripts/build.sh release reliquary
make_seeds
mapfile -t targets < <(awk -v wanted="${wanted[*]}" '
    BEGIN { count = split(wanted, names, " ") }
    {
        name = substr($0, index($0, "_") + 1)
        take = !count
        for (i in names)
            take = take || names[i] == $0 || names[i] == name
        if (take)
            print
    }' build/fuzz/targets.txt)
if [ ${#targets[@]} = 0 ]; then
    echo "fuzz.sh: no target named ${wanted[*]}; they are in build/fuzz/targets.txt" >&2
    exit 2
fi
rm -rf build/fuzz/stats build/fuzz/stop
mkdir -p build/fuzz/{stats,logs,findings,corpus}

# A slice is an equal part of what is left of the time, so that merges are made up for.
slices=${#targets[@]}
deadline=''
if [ -n "$seconds" ]; then
    rounds=$((seconds * jobs / (slices * 30)))
    slices=$((slices * (rounds > 1 ? rounds : 1)))
    deadline=$((SECONDS + seconds))
fi
trap interrupt INT TERM
for ((i = 0; i < slices; i++)); do
    while [ "$(jobs -pr | wc -l)" -ge "$jobs" ]; do
        wait -n || true
    done
    if [ -n "$deadline" ]; then
        slice=$(((deadline - SECONDS) * jobs / (slices - i)))
    fi
    if [ "$slice" -gt 0 ]; then
        run_slice "${targets[i % ${#targets[@]}]}" "$slice" &
    fi
done
wait
print_table
