#!/usr/bin/env bash
# The libraries of the Windows build, made with mingw-w64 from Debian's source packages:
#
#   scripts/windows-sysroot.sh            builds what is not there yet
#   scripts/windows-sysroot.sh --update   asks for newer versions first
#
# build/windows-sysroot gets include, lib (static libraries only), licenses (debian/copyright of each) and
# stamps, a file for each package and version that is done. Sources come from the mirrors of this machine's own
# apt, with lists and a cache of our own: those of the machine stay as they are.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

root=$PWD/build/windows-sysroot
apt=$root/apt
work=$root/work
host=x86_64-w64-mingw32
jobs=${JOBS:-$(nproc)}

# In the order in which they need each other. The studio's server wants libmicrohttpd.
packages="zlib libpng1.6 libdeflate xz-utils mpg123 libmicrohttpd"

# ---- how each is built, in the folder of its source ----

static_library() { # configure options
    ./configure --host=$host --prefix="$root" --disable-shared --enable-static \
        CFLAGS="-O2" CPPFLAGS="-I$root/include" LDFLAGS="-L$root/lib" "$@"
}

# Debian's tarball lacks the makefile for Windows. gz*.c, files in place of memory, is for nobody here.
build_zlib() {
    $host-gcc -O2 -c adler32.c compress.c crc32.c deflate.c infback.c inffast.c inflate.c inftrees.c \
        trees.c uncompr.c zutil.c
    $host-ar rcs "$root/lib/libz.a" ./*.o
    cp zlib.h zconf.h "$root/include"
}

build_libpng1_6() {
    static_library --disable-tools --disable-tests
    make -j"$jobs" libpng16.la
    make install-libLTLIBRARIES install-pkgincludeHEADERS install-nodist_pkgincludeHEADERS
    cp "$root"/include/libpng16/*.h "$root/include"
}

build_libdeflate() {
    # Its name for the static library of Windows; the CMake build that came later has the usual one.
    if [ -f Makefile ]; then
        make -j"$jobs" CC=$host-gcc AR=$host-ar CFLAGS="-O2" libdeflatestatic.lib
        cp libdeflatestatic.lib "$root/lib/libdeflate.a"
    else
        cmake -S . -B made -DCMAKE_TOOLCHAIN_FILE="$OLDPWD/cmake/mingw-w64.cmake" -DCMAKE_BUILD_TYPE=Release \
            -DLIBDEFLATE_BUILD_SHARED_LIB=OFF -DLIBDEFLATE_BUILD_GZIP=OFF
        cmake --build made --parallel "$jobs"
        cp made/libdeflate*.a "$root/lib/libdeflate.a"
    fi
    cp libdeflate.h "$root/include"
}

build_xz_utils() {
    static_library --enable-threads=vista --disable-nls --disable-doc --disable-scripts --disable-xz \
        --disable-xzdec --disable-lzmadec --disable-lzmainfo --disable-lzma-links
    make -j"$jobs" -C src/liblzma install
}

build_mpg123() {
    static_library --disable-components --enable-libmpg123 --with-cpu=x86-64
    make -j"$jobs" src/libmpg123/libmpg123.la
    cp src/libmpg123/.libs/libmpg123.a "$root/lib"
    cp src/libmpg123/mpg123.h src/libmpg123/fmt123.h "$root/include"
}

build_libmicrohttpd() {
    static_library --disable-https --disable-doc --disable-examples --disable-curl --disable-tools
    make -j"$jobs" -C src/include install
    make -j"$jobs" -C src/microhttpd install
}

# ---- sources ----

private() { # apt-get or apt-cache, and its words
    local program=$1
    shift
    "$program" -q -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$apt/sources" \
        -o Dir::State="$apt/state" -o Dir::State::status=/var/lib/dpkg/status -o Dir::Cache="$apt/cache" \
        -o APT::Sandbox::User="$(id -un)" "$@"
}

# The entries of this release, as the machine has them, for sources in place of packages.
source_lists() {
    local release files file
    release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    files=$(apt-get indextargets --format '$(RELEASE) $(SOURCESENTRY)' 'Created-By: Packages' |
        sed -n "s/^$release[^ ]* \(.*\):[0-9]*\$/\1/p" | sort -u)
    if [ -z "$files" ]; then
        echo "windows-sysroot.sh: apt has no mirror of $release; see /etc/apt/sources.list" >&2
        exit 2
    fi
    for file in $files; do
        sed -E 's/^Types:.*/Types: deb-src/; s/^deb(-src)?([[:space:]])/deb-src\2/' "$file" \
            >"$apt/sources/$(basename "$file")"
    done
}

refresh() {
    rm -rf "$apt"
    mkdir -p "$apt/sources" "$apt/state/lists/partial" "$apt/cache/archives/partial"
    source_lists
    echo "Reading the list of sources"
    private apt-get update >"$root/apt.log" 2>&1 || true
    if [ -z "$(versions zlib)" ]; then
        cat "$root/apt.log"
        echo "windows-sysroot.sh: the mirrors of this machine give no sources" >&2
        exit 2
    fi
}

versions() { # package: the newest first
    private apt-cache showsrc "$1" 2>/dev/null | sed -n 's/^Version: //p' | sort -rVu
}

# A mirror may lack the detached signature of an upstream tarball: apt then reports a failure, although it has
# checked and stored all the rest. Unpacking needs it as little as we do.
fetch() { # package version
    local folder=$work/$1
    rm -rf "$folder"
    mkdir -p "$folder"
    (
        cd "$folder"
        private apt-get source --only-source --download-only "$1=$2" || true
        sed '/\.asc$/d' ./*.dsc >unsigned
        rm ./*.dsc
        dpkg-source --extract unsigned source
    ) >"$root/$1.log" 2>&1
}

# The lists may be ahead of what a mirror holds: then the version before is taken. The stamp has the name of the
# version that was wanted, and holds the one that was built.
build() { # package version...
    local package=$1 wanted=$2 version
    shift
    for version in "$@"; do
        echo "Building $package $version for Windows"
        if fetch "$package" "$version"; then
            break
        fi
        echo "  its source is not to be had: $root/$package.log"
        version=
    done
    if [ -z "$version" ]; then
        echo "windows-sysroot.sh: no source of $package; --update reads the list of sources again" >&2
        exit 2
    fi
    # bash -e does not hold inside of a condition: a shell of its own.
    if ! bash scripts/windows-sysroot.sh --in-source "$package" >"$root/$package.log" 2>&1; then
        tail -30 "$root/$package.log"
        echo "windows-sysroot.sh: $package does not build; all that was said is in $root/$package.log" >&2
        exit 1
    fi
    rm -rf "${work:?}/$package" "$root/stamps/$package"_*
    echo "$version" >"$root/stamps/${package}_${wanted//:/%}"
}

mkdir -p "$root"/{include,lib,licenses,stamps}
if [ "${1:-}" = --in-source ]; then
    cd "$work/$2/source"
    "build_${2//[.-]/_}"
    cp debian/copyright "$root/licenses/$2.txt"
    exit
fi
if [ "${1:-}" = --update ] || [ ! -d "$apt/sources" ]; then
    refresh
fi
for package in $packages; do
    mapfile -t found < <(versions "$package")
    if [ ! -f "$root/stamps/${package}_${found[0]//:/%}" ]; then
        build "$package" "${found[@]}"
    fi
done
rm -f "$root"/lib/*.la
