#!/usr/bin/env bash
# Sees to what a kind of work needs: scripts/deps.sh GROUP...
#
#   build     compile the library and the tool
#   check     run the tests (with build)
#   fuzz      build and run the fuzz targets
#   tidy      clang-tidy and clang-format
#   bench     what the benchmark holds us against
#   windows   cross build, with its libraries, and run under wine
#
# Missing Debian packages are installed with apt-get where that is allowed (root, or
# sudo without a password); elsewhere it says what is missing and exits with 2.
# When nothing is missing it only looks, and is quick.
set -euo pipefail
cd "$(dirname "$0")/.."

# One line each: package, then how to see that it is there: a command, a pkg-config
# module, or (deb) the package itself.
packages() {
    case $1 in
    build) cat <<'END'
gcc             command cc
libc6-dev       deb
make            command make
cmake           command cmake
pkg-config      command pkg-config
libdeflate-dev  module libdeflate
zlib1g-dev      module zlib
libpng-dev      module libpng
liblzma-dev     module liblzma
libmpg123-dev   module libmpg123
libmicrohttpd-dev module libmicrohttpd
nodejs          command node
npm             command npm
ca-certificates deb
END
        ;;
    check) cat <<'END'
g++             command c++
mandoc          command mandoc
chromium        command chromium
python3         command python3
zsh             command zsh
fish            command fish
END
        ;;
    fuzz) cat <<'END'
clang-14           command clang-14
python3            command python3
libclang-rt-14-dev deb
END
        ;;
    tidy) cat <<'END'
clang-14        command clang-14
clang-tidy-14   command run-clang-tidy-14
clang-format-14 command clang-format-14
END
        ;;
    bench) cat <<'END'
g++             command c++
libsquish-dev   deb
END
        ;;
    windows) cat <<'END'
gcc-mingw-w64-x86-64 command x86_64-w64-mingw32-gcc
dpkg-dev             command dpkg-source
wine                 command wine
wine64               deb
curl                 command curl
END
        ;;
    *)
        echo "deps.sh: no group named $1 (build, check, fuzz, tidy, bench, windows)" >&2
        exit 2
        ;;
    esac
}

present() { # package kind [name]
    case $2 in
    command) command -v "$3" >/dev/null ;;
    module) pkg-config --exists "$3" 2>/dev/null ;;
    deb)
        # Only dpkg can answer; where there is none, the build itself will.
        ! command -v dpkg-query >/dev/null ||
            [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
        ;;
    esac
}

install() {
    local as=()
    if [ "$(id -u)" != 0 ]; then
        as=(sudo -n)
    fi
    if ! command -v apt-get >/dev/null || { [ ${#as[@]} -gt 0 ] && ! sudo -n true 2>/dev/null; }; then
        {
            echo "Missing: $*"
            echo "On Debian: apt-get install --no-install-recommends $*   (as root)"
        } >&2
        exit 2
    fi
    echo "Installing: $*"
    "${as[@]}" apt-get -qq update
    "${as[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -y --no-install-recommends install "$@" >/dev/null
}

missing=()
for group in "$@"; do
    list=$(packages "$group")
    while read -r package kind name; do
        present "$package" "$kind" "$name" || missing+=("$package")
    done <<<"$list"
done
if [ ${#missing[@]} -gt 0 ]; then
    install "${missing[@]}"
fi

# npm packages, as the lock files pin them: the page of the studio, and the glTF validator of the tests.
npm_packages() { # folder
    if [ "$1/package-lock.json" -nt "$1/node_modules/.stamp" ]; then
        echo "Installing: npm packages of $1"
        (
            cd "$1"
            npm ci --silent --no-audit --no-fund
            touch node_modules/.stamp
        )
    fi
}
if [[ " $* " == *" build "* ]]; then
    npm_packages studio/web
fi
if [[ " $* " == *" check "* ]]; then
    npm_packages tests/gltf
fi

# Libraries for Windows are built here, from Debian's sources.
if [[ " $* " == *" windows "* ]]; then
    scripts/windows-sysroot.sh
fi
