# What -o says: the extension decides what is made, and nothing is made that was not asked for.
"$tool" demo -q d
textures=d/kotor/override
red=d/redguard

refused() { # exit code, what it says, then the arguments
    local code=$1 why=$2
    shift 2
    refuses "$code" "$why" "$tool" convert "$@"
}

# A single file becomes what the name says, in any case.
"$tool" convert -q $red/fxart/ISLAND.COL -o ISLAND.PNG
equal "$(head -c 4 ISLAND.PNG | od -An -c)" ' 211   P   N   G'
"$tool" convert -q $textures/demo_glass.tpc -o glass.tga
prints Truevision "$tool" info glass.tga
"$tool" convert -q $textures/demo_guard.mdl -o guard.mdl.ascii
equal "$(head -c 11 guard.mdl.ascii)" '# ASCII MDL'
"$tool" convert -q $textures/demo_guard.mdl --game d/kotor -o guard.glb
"$tool" convert -q guard.glb -o n_guard.mdl
prints 'name  *n_guard$' "$tool" info n_guard.mdl
"$tool" convert -q $textures/demo01_hall.wok -o hall.wok.ascii
"$tool" convert -q hall.wok.ascii -o hall.wok
same hall.wok $textures/demo01_hall.wok
"$tool" convert -q $textures/demo_by_hand.2da --to 2da-text -o hand.txt
exists hand.txt
# Other names are folders.
"$tool" convert -q $textures/demo_glass.tpc --to png -o shown.tpc
exists shown.tpc/demo_glass.png

# What does not fit is refused before anything is written.
refused 2 'of that kind already' glass.tga -f -o glass.tga
refused 2 'nothing that convert makes' glass.tga -o glass.jpg
refused 2 'makes no .glb' $textures/demo_guard.mdl --to ascii -o x.glb
refused 2 'must name a folder' guard.glb $textures/demo_guard.mdl -o two.glb
refused 2 'must name a folder' $red/maps/ISLAND.WLD --to png -o w.png
absent glass.jpg x.glb two.glb w.png
printf '{"asset":{"version":"2.0"},"buffers":[{"uri":"a.bin"}]}' >a.gltf
refused 3 'export a .glb' a.gltf --to mdl -o a.mdl

exits 2 "$tool" convert guard.glb --to erf -o x.mod
has err.txt 'erf: can be made from json'
has err.txt 'pack makes'
refused 2 '--to knows glb .* and the names and extensions of formats, not jpeg' guard.glb --to jpeg -o x
refused 2 'can become csv' $textures/demo_by_hand.2da --to glb -o x

# Whatever a format is made from, one file or several.
"$tool" json $textures/demo01.vis -o rooms.json
"$tool" convert -q rooms.json --to vis -o rooms.vis
same rooms.vis $textures/demo01.vis
cp ISLAND.PNG night.png
"$tool" convert -q ISLAND.PNG night.png --to col -o palettes
same palettes/ISLAND.col $red/fxart/ISLAND.COL
same palettes/night.col $red/fxart/ISLAND.COL

# Nothing to convert is no crash, and no index of nothing.
mkdir empty odd
printf x >odd/a.ncs
printf y >odd/b.ncs
prints 'made 0 files' "$tool" convert empty -o none
prints 'made 0 files' "$tool" convert odd -o none
absent none

# Many scenes at once; the text of a picture goes along with every kind of texture.
cp guard.glb other.glb
"$tool" convert -q guard.glb other.glb --to mdl -o models
exists models/guard.mdx models/other.mdl

# A model and its second file only fit each other: both are replaced or kept, and a second file of something else is refused.
cp models/guard.mdl first.mdl
cp models/guard.mdx first.mdx
printf 'of another model' | tee models/guard.mdl >models/guard.mdx
exits 4 "$tool" convert guard.glb other.glb --to mdl -o models
has err.txt 'models/guard.mdl: is there already'
exits 0 "$tool" convert -q guard.glb other.glb --to mdl -o models --force
same models/guard.mdl first.mdl
same models/guard.mdx first.mdx
rm models/guard.mdl
exits 0 "$tool" convert guard.glb other.glb --to mdl -o models --skip-existing
same models/guard.mdl first.mdl
rm models/guard.mdx
exits 0 "$tool" convert guard.glb other.glb --to mdl -o models --skip-existing
has err.txt 'not made, because its first file was there already: guard.mdx'
absent models/guard.mdx
rm models/guard.mdl
printf 'of another model' >models/guard.mdx
exits 4 "$tool" convert guard.glb other.glb --to mdl -o models --skip-existing
has err.txt 'models/guard.mdx: is there already'
absent models/guard.mdl
"$tool" convert -q $textures/demo_glass.tpc -o face.png
printf 'decal 1\r\n' >face.txi
for kind in tga dds; do
    "$tool" convert -q face.png --to $kind -o face.$kind-dir
    same face.txi face.$kind-dir/face.txi
done

# The second file of a model is found in any case, and one that is missing is said to be.
mkdir mixed
cp $textures/demo_guard.mdl mixed/GUARD.Mdl
cp $textures/demo_guard.mdx mixed/guard.MDX
exits 0 "$tool" convert mixed/GUARD.Mdl --game d/kotor -o mixed/guard.glb
lacks err.txt 'was not found'
has mixed/guard.glb TEXCOORD_0
cp $textures/demo_guard.mdl alone.mdl
exits 0 "$tool" convert alone.mdl -o alone.glb
has err.txt '.mdx was not found'
mkdir lone
cp $textures/demo_guard.md? lone
exits 0 "$tool" convert lone/demo_guard.mdl -o lone/guard.glb
has err.txt 'textures: not found.* demo_guard'
"$tool" json alone.mdl -o alone.json
printf 'vertices' >alone.mdx
exits 0 "$tool" build alone.json -f -o alone.mdl
has err.txt 'none is written'
equal "$(cat alone.mdx)" vertices
