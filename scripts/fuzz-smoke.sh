#!/usr/bin/env bash
# Runs each fuzz target for a while: scripts/fuzz-smoke.sh [TARGET...]
#
#   FUZZ_SECONDS   per target (default 30)
#   FUZZ_JOBS      targets at once (default 2)
#
# One round of scripts/fuzz.sh, which says where seeds and findings are.
exec "$(dirname "$0")/fuzz.sh" --slice "${FUZZ_SECONDS:-30}" --jobs "${FUZZ_JOBS:-2}" "$@"
