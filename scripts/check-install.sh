#!/usr/bin/env bash
# Installs the release build into a folder of its own and builds the examples against
# it as a user would: pkg-config with the shared and the static library, and the CMake
# package.
set -euo pipefail
cd "$(dirname "$0")/.."

stage=$PWD/build/stage
scripts/build.sh release
rm -rf "$stage" build/examples build/package
cmake --install build/release --prefix "$stage" >build/install.log || {
    cat build/install.log
    exit 1
}
for file in bin/reliquary include/reliquary/reliquary.h \
    share/bash-completion/completions/reliquary share/zsh/site-functions/_reliquary \
    share/fish/vendor_completions.d/reliquary.fish; do
    [ -s "$stage/$file" ] || {
        echo "not installed, or empty: $file" >&2
        exit 1
    }
done

PKG_CONFIG_PATH=$(dirname "$(find "$stage" -name reliquary.pc)")
export PKG_CONFIG_PATH
libdir=$(pkg-config --variable=libdir reliquary)
read -ra cflags <<<"$(pkg-config --cflags reliquary)"
read -ra shared <<<"$(pkg-config --libs reliquary)"
read -ra static <<<"$(pkg-config --static --libs reliquary)"
# The archive by name: the same folder holds the shared library.
static=("${static[@]/#-lreliquary/$libdir/libreliquary.a}")

# Every header stands alone, in C and, where there is a compiler for it, in C++.
for header in "$stage"/include/reliquary/*.h; do
    printf '#include <reliquary/%s>\n' "$(basename "$header")" |
        "${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Werror "${cflags[@]}" -fsyntax-only -x c -
    if command -v c++ >/dev/null; then
        printf '#include <reliquary/%s>\n' "$(basename "$header")" |
            c++ -std=c++17 -Wall -Wextra -Werror "${cflags[@]}" -fsyntax-only -x c++ -
    fi
done

mkdir -p build/examples
count=0
for source in examples/*.c; do
    [ -e "$source" ] || break
    name=$(basename "$source" .c)
    flags=(-std=c11 -Wall -Wextra -Wpedantic -Werror "${cflags[@]}" "$source")
    "${CC:-cc}" "${flags[@]}" -o "build/examples/$name" "${shared[@]}" "-Wl,-rpath,$libdir"
    "${CC:-cc}" "${flags[@]}" -o "build/examples/$name-static" "${static[@]}"
    count=$((count + 1))
done

if ! { cmake -S tests/package -B build/package -DCMAKE_PREFIX_PATH="$stage" &&
    cmake --build build/package; } >build/package.log 2>&1; then
    cat build/package.log
    exit 1
fi
echo "examples built against the installed library: $count"
