#!/usr/bin/env bash
# Prints the name of everything that the headers make public (RQ_API: functions and a few tables),
# sorted: scripts/api-names.sh [FOLDER]
# FOLDER has the headers; include/reliquary when it is not given.
set -euo pipefail
cd "$(dirname "$0")/.."

headers=("${1:-include/reliquary}"/*.h)
names=$(awk '
    /^RQ_API / { text = ""; open = 1 }
    open {
        text = text " " $0
        if (/;/) {
            sub(/[([;].*/, "", text)
            count = split(text, words, /[ *]+/)
            print words[count]
            open = 0
        }
    }' "${headers[@]}" | LC_ALL=C sort)

# A declaration that this script can't read would be left out without a word.
declared=$(cat "${headers[@]}" | grep -v '#define RQ_API' | grep -o '\bRQ_API\b' | wc -l)
if [ "$(wc -l <<<"$names")" != "$declared" ] || grep -vE '^rq_[a-z0-9_]+$' <<<"$names" >&2; then
    echo "api-names.sh: can't read one of the $declared declarations with RQ_API" >&2
    exit 1
fi
echo "$names"
