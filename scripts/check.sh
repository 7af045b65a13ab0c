#!/usr/bin/env bash
# Everything that has to hold, with sanitizers: tests, glTF validation of every GLB
# that the tests and the demo made, the installed library as a user sees it, manual
# pages. What was skipped and CTest's closing lines come at the end.
set -euo pipefail
cd "$(dirname "$0")/.."

jobs=${JOBS:-$(nproc)}
say() { printf '\n== %s\n' "$*"; }

say "development build"
scripts/build.sh dev

say "demo"
rm -rf build/dev/demo build/dev/demo-open
build/dev/reliquary demo build/dev/demo
export RQ_DEMO_DIR=$PWD/build/dev/demo

say "tests"
log=build/dev/ctest.log
rm -rf build/dev/glb
mkdir -p build/dev/glb
# What tests could not do here (no corpus, a library that is missing), then CTest's closing lines.
closing() {
    awk '/^[0-9]+\/[0-9]+ Testing: / { name = $NF } !/^test_/ && / (skipped|in part): / { print name ": " $0 }' \
        build/dev/Testing/Temporary/LastTest.log
    sed -n '/% tests passed/,$p' "$log"
}
if ! ctest --preset dev -j "$jobs" | tee "$log"; then
    exit 1
fi

say "glTF of the tests and of the demo"
for game in redguard kotor; do
    build/dev/reliquary convert "build/dev/demo/$game" -o "build/dev/demo-open/$game"
done
node tests/gltf/validate.mjs build/dev/glb build/dev/demo-open

say "installed library"
scripts/check-install.sh
build/examples/gff_tags build/dev/demo/kotor/modules/demo01.mod >build/examples/tags.txt
[ -s build/examples/tags.txt ]
for texture in build/dev/demo/kotor/override/*.tpc; do
    build/examples/texture_to_png "$texture" build/examples/texture.png
done
[ "$(head -c 4 build/examples/texture.png | tail -c 3)" = PNG ]
# The edited module differs from the demo's in what the example changes, and in nothing else.
cat >build/examples/edited.txt <<'END'
resources/keeper.utc/FirstName/0: "Orla" -> "Örla"
resources/keeper.utc/FeatList: (nothing) -> [{"id":1,"Feat":28}]
END
for program in edit_creature edit_creature-static edit_creature_cpp edit_creature_cpp-static; do
    rm -f build/examples/edited.rim
    "build/examples/$program" build/dev/demo/kotor keeper 'Örla' 28 build/examples/edited.rim
    build/dev/reliquary diff build/dev/demo/kotor/modules/demo02_s.rim build/examples/edited.rim \
        >build/examples/changed.txt || [ $? = 1 ]
    diff build/examples/edited.txt build/examples/changed.txt
done

# So does the edited creature of the typed example.
cat >build/examples/leveled.txt <<'END'
ClassList/0/ClassLevel: 3 -> 4
FeatList: (nothing) -> [{"id":1,"Feat":28}]
END
build/dev/reliquary extract build/dev/demo/kotor/modules/demo02_s.rim keeper.utc -f -o build/examples
build/examples/level_up build/examples/keeper.utc 28 build/examples/leveled.utc
build/dev/reliquary diff build/examples/keeper.utc build/examples/leveled.utc \
    >build/examples/changed.txt || [ $? = 1 ]
diff build/examples/leveled.txt build/examples/changed.txt

if compgen -G 'man/*.[1-8]' >/dev/null; then
    say "manual pages"
    mandoc -Tlint -W warning man/*.[1-8]
fi

say "all checks passed"
closing
