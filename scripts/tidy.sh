#!/usr/bin/env bash
# clang-format over every C file, clang-tidy over everything that is compiled.
# With --fix: formats in place, and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t files < <(find src include tool demo tests examples -name '*.[ch]' \
    -not -path '*/node_modules/*' 2>/dev/null | LC_ALL=C sort)

if [ "${1:-}" = --fix ]; then
    clang-format-14 -i "${files[@]}"
    exit
fi

clang-format-14 --dry-run -Werror "${files[@]}"
cmake --preset tidy >build/tidy.configure.log || {
    cat build/tidy.configure.log
    exit 1
}
# Not what the build makes from the headers.
run-clang-tidy-14 -quiet -p build/tidy -j "${JOBS:-2}" '^(?!.*null_errors)' 2>build/tidy.log |
    grep -vE 'clang-tidy-14 .*-quiet|^$' || [ "${PIPESTATUS[0]}" = 0 ]
echo "tidy: ${#files[@]} files, nothing to say"
