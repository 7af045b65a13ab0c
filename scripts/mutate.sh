#!/usr/bin/env bash
# Tries the tests: makes one small mistake after the other in a copy of the sources, and reports those
# that no test notices: scripts/mutate.sh COUNT SEED [FILE...]
#
#   COUNT   mistakes to try; those that do not compile or change no code are drawn again
#   SEED    any number: the same seed and sources give the same mistakes
#   FILE    mutate only these (default: every .c of src and tool)
#
# The copy and its builds are in build/mutate: one without sanitizers, in which each mistake is tried
# until a test fails, and one with them for what is left; slow tests of both come at the end, for what no
# quick test has noticed. The first also notes what each test runs: a test that never runs the function with
# the mistake can't notice it and is left out.
# Verdicts are kept: a run that was ended goes on where it was. JOBS tests run at once.
# A mistake that is left may still be none: whether it changes anything can't be known.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -lt 2 ]; then
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
fi
exec python3 scripts/mutate.py "$@"
