# What -o says: the extension decides what is made, and nothing is made that was not asked for.
tool=$RELIQUARY
"$tool" demo -q d
textures=d/kotor/override
red=d/redguard

refused() { # exit code, what it says, then the arguments
    local code=0 wanted=$1 why=$2
    shift 2
    "$tool" convert "$@" >said 2>&1 || code=$?
    [ $code = "$wanted" ]
    grep -q -- "$why" said
}
starts() { # file, its first bytes
    [ "$(head -c ${#2} "$1")" = "$2" ]
}

# A single file becomes what the name says, in any case.
"$tool" convert -q $red/fxart/ISLAND.COL -o ISLAND.PNG
[ -f ISLAND.PNG ] && starts ISLAND.PNG "$(printf '\211PNG')"
"$tool" convert -q $textures/demo_glass.tpc -o glass.tga
"$tool" info glass.tga | grep -q 'Truevision'
"$tool" convert -q $textures/demo_guard.mdl -o guard.mdl.ascii
starts guard.mdl.ascii '# ASCII MDL'
"$tool" convert -q $textures/demo_guard.mdl --game d/kotor -o guard.glb
"$tool" convert -q guard.glb -o n_guard.mdl
"$tool" info n_guard.mdl | grep -q 'name  *n_guard$'
"$tool" convert -q $textures/demo01_hall.wok -o hall.wok.ascii
"$tool" convert -q hall.wok.ascii -o hall.wok
cmp hall.wok $textures/demo01_hall.wok
"$tool" convert -q $textures/demo_by_hand.2da --to 2da-text -o hand.txt
[ -f hand.txt ]
# Other names are folders.
"$tool" convert -q $textures/demo_glass.tpc --to png -o shown.tpc
[ -f shown.tpc/demo_glass.png ]

# What does not fit is refused before anything is written.
refused 2 'of that kind already' glass.tga -f -o glass.tga
refused 2 'nothing that convert makes' glass.tga -o glass.jpg
refused 2 'makes no .glb' $textures/demo_guard.mdl --to ascii -o x.glb
refused 2 'must name a folder' guard.glb $textures/demo_guard.mdl -o two.glb
refused 2 'must name a folder' $red/maps/ISLAND.WLD --to png -o w.png
for name in glass.jpg x.glb two.glb w.png; do [ ! -e $name ]; done
printf '{"asset":{"version":"2.0"},"buffers":[{"uri":"a.bin"}]}' >a.gltf
refused 3 'export a .glb' a.gltf --to mdl -o a.mdl

refused 2 'erf: can be made from json' guard.glb --to erf -o x.mod
grep -q 'pack makes' said
refused 2 '--to knows glb .* and the names of formats, not jpeg' guard.glb --to jpeg -o x
refused 2 'can become csv' $textures/demo_by_hand.2da --to glb -o x

# Whatever a format is made from, one file or several.
"$tool" json $textures/demo01.vis -o rooms.json
"$tool" convert -q rooms.json --to vis -o rooms.vis
cmp rooms.vis $textures/demo01.vis
cp ISLAND.PNG night.png
"$tool" convert -q ISLAND.PNG night.png --to col -o palettes
cmp palettes/ISLAND.col $red/fxart/ISLAND.COL
cmp palettes/night.col $red/fxart/ISLAND.COL

# Nothing to convert is no crash, and no index of nothing.
mkdir empty odd
printf x >odd/a.ncs
printf y >odd/b.ncs
"$tool" convert empty -o none | grep -q 'made 0 files'
"$tool" convert odd -o none | grep -q 'made 0 files'
[ ! -e none ]

# Many scenes at once; the text of a picture goes along with every kind of texture.
cp guard.glb other.glb
"$tool" convert -q guard.glb other.glb --to mdl -o models
[ -f models/guard.mdx ] && [ -f models/other.mdl ]
"$tool" convert -q $textures/demo_glass.tpc -o face.png
printf 'decal 1\r\n' >face.txi
for kind in tga dds; do
    "$tool" convert -q face.png --to $kind -o face.$kind-dir
    cmp face.txi face.$kind-dir/face.txi
done

# The second file of a model is found in any case, and one that is missing is said to be.
mkdir mixed
cp $textures/demo_guard.mdl mixed/GUARD.Mdl
cp $textures/demo_guard.mdx mixed/guard.MDX
"$tool" convert mixed/GUARD.Mdl --game d/kotor -o mixed/guard.glb >said 2>&1
! grep -q 'was not found' said
grep -aq TEXCOORD_0 mixed/guard.glb
cp $textures/demo_guard.mdl alone.mdl
"$tool" convert alone.mdl -o alone.glb >said 2>&1
grep -q '.mdx was not found' said
mkdir lone
cp $textures/demo_guard.md? lone
"$tool" convert lone/demo_guard.mdl -o lone/guard.glb >said 2>&1
grep -q 'textures: not found.* demo_guard' said
"$tool" json alone.mdl -o alone.json
printf 'vertices' >alone.mdx
"$tool" build alone.json -f -o alone.mdl 2>said
grep -q 'none is written' said
[ "$(cat alone.mdx)" = vertices ]
