#!/usr/bin/env bash
# Installs the build that `make install` takes into a folder of its own and builds the examples against
# it as a user would: pkg-config with the shared and the static library, and the CMake
# package. A C++ program links everything that is public.
set -euo pipefail
cd "$(dirname "$0")/.."

stage=$PWD/build/stage
scripts/build.sh dist
rm -rf "$stage" build/examples build/package
cmake --install build/dist --prefix "$stage" >build/install.log || {
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

c_flags=(-std=c11 -Wall -Wextra -Wpedantic -Werror "${cflags[@]}")
cxx_flags=(-std=c++17 -Wall -Wextra -Wpedantic -Werror "${cflags[@]}")

# Every header stands alone, in C and in C++.
for header in "$stage"/include/reliquary/*.h; do
    include="#include <reliquary/$(basename "$header")>"
    "${CC:-cc}" "${c_flags[@]}" -fsyntax-only -x c - <<<"$include"
    "${CXX:-c++}" "${cxx_flags[@]}" -fsyntax-only -x c++ - <<<"$include"
done

# build NAME COMPILER FLAGS...: with the shared and with the static library
build() {
    local name=$1
    shift
    "$@" -o "build/examples/$name" "${shared[@]}" "-Wl,-rpath,$libdir"
    "$@" -o "build/examples/$name-static" "${static[@]}"
}

mkdir -p build/examples
count=0
for source in examples/*.c; do
    build "$(basename "$source" .c)" "${CC:-cc}" "${c_flags[@]}" "$source"
    count=$((count + 1))
done
for source in examples/*.cpp; do
    build "$(basename "$source" .cpp)_cpp" "${CXX:-c++}" "${cxx_flags[@]}" "$source"
    count=$((count + 1))
done

# The address of everything public: what is not defined, not exported, or in C++ not extern "C"
# does not link. And nothing else is exported.
names=$(scripts/api-names.sh "$stage/include/reliquary")
{
    for header in "$stage"/include/reliquary/*.h; do
        echo "#include <reliquary/$(basename "$header")>"
    done
    echo 'extern const void *const everything[];'
    echo 'const void *const everything[] = {'
    for name in $names; do
        echo "    (const void *)&$name,"
    done
    echo '};'
    echo 'int main() { for (auto address : everything) if (!address) return 1; }'
} >build/examples/everything.cpp
build everything "${CXX:-c++}" "${cxx_flags[@]}" build/examples/everything.cpp
build/examples/everything
build/examples/everything-static
exported=$(nm -D --defined-only "$libdir/libreliquary.so" | awk '$3 ~ /^rq_/ { print $3 }' |
    LC_ALL=C sort)
if ! diff <(echo "$names") <(echo "$exported"); then
    echo "what the headers declare (<) and what the library exports (>) differ" >&2
    exit 1
fi

if ! { cmake -S tests/package -B build/package -DCMAKE_PREFIX_PATH="$stage" &&
    cmake --build build/package; } >build/package.log 2>&1; then
    cat build/package.log
    exit 1
fi
echo "examples built against the installed library: $count"
echo "public names linked from C++: $(wc -l <<<"$names")"
