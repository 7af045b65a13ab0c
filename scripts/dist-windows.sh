#!/usr/bin/env bash
# build/reliquary-VERSION-windows-x64.zip: the tool as one file that needs nothing but Windows, with the licences
# of what is linked into it. It is the program that the tests ran with, without its symbols.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build.sh mingw reliquary

version=$(sed -n 's/^project(reliquary VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
name=reliquary-$version-windows-x64
room=build/dist-windows
folder=$room/$name
rm -rf "$room" "build/$name.zip"
mkdir -p "$folder/licenses"

x86_64-w64-mingw32-strip -o "$folder/reliquary.exe" build/mingw/reliquary.exe
cp README.md LICENSE CHANGELOG.md docs/windows.md "$folder"
# What the mingw preset links, and what the compiler adds: its own support code, the C start-up and threads.
for package in zlib libpng1.6 libdeflate xz-utils mpg123 libmicrohttpd; do
    cp "build/windows-sysroot/licenses/$package.txt" "$folder/licenses"
done
for package in gcc-mingw-w64-base mingw-w64-x86-64-dev; do
    cp "/usr/share/doc/$package/copyright" "$folder/licenses/$package.txt"
done

# What npm has put into the page of the studio.
(
    cd studio/web
    npm ls --omit=dev --all --parseable | sed -n 's|.*/node_modules/||p' | sort -u | while read -r package; do
        cat "node_modules/$package"/LICEN[CS]E* >"$OLDPWD/$folder/licenses/npm-${package//\//-}.txt"
    done
)

# Every Windows since 7 has these.
strange=$(x86_64-w64-mingw32-objdump -p "$folder/reliquary.exe" | sed -n 's/.*DLL Name: //p' |
    grep -ivxE '(kernel32|msvcrt|shell32|shlwapi|user32|advapi32|ws2_32|bcrypt)\.dll' || true)
if [ -n "$strange" ]; then
    echo "dist-windows.sh: reliquary.exe needs more than Windows:" $strange >&2
    exit 1
fi
(
    cd "$room"
    cmake -E tar cf "../$name.zip" --format=zip "$name"
)
echo "build/$name.zip"
