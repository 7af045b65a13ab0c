# Walkmeshes of KotOR: to GLB and to text, and from both again.
"$tool" demo d -q
game=d/kotor/override

# What the demo's builder made, the text makes again, byte for byte.
for file in demo01_hall.wok demo_table.pwk demo_door0.dwk demo_door1.dwk demo_door2.dwk; do
    "$tool" convert $game/$file --to ascii -o text -q
    "$tool" build text/$file.ascii -o $file
    same $file $game/$file
    "$tool" convert text/$file.ascii --to bwm -o other_$file -q
    same other_$file $game/$file
done
has text/demo01_hall.wok.ascii '^node aabb walkmesh$'
has text/demo_door0.dwk.ascii '^node dummy DWK_dp_closed_01$'
"$tool" convert $game/demo01_hall.wok --to ascii -o hall.ascii -q
same hall.ascii text/demo01_hall.wok.ascii

"$tool" convert $game/demo01_hall.wok -o hall.glb -q
equal "$(head -c 4 hall.glb)" glTF
prints 'perimeters *3$' "$tool" info $game/demo01_hall.wok
has out.txt 'transitions *6 edges, to room 1 2$'

# From the GLB comes the same, but for the order of faces.
for file in demo01_hall.wok demo_table.pwk demo_door0.dwk; do
    "$tool" convert $game/$file -o scene_$file.glb -q
    "$tool" convert scene_$file.glb --to bwm -o from_$file -q
    "$tool" info $game/$file | sed 1d >facts.txt
    "$tool" info from_$file | sed 1d >facts_back.txt
    same facts.txt facts_back.txt
    exits 0 "$tool" verify from_$file
done

# What a model's materials are called is no surface: dirt, and said.
"$tool" convert $game/demo_guard.mdl -o guard.glb -q
exits 0 "$tool" convert guard.glb --to bwm -o guard.wok
has err.txt 'material .*no surface, so dirt; named: undefined, dirt'
prints dirt "$tool" info guard.wok

# A text that is none says where.
printf 'node aabb x\nverts 2\n0 0 0\n' >short.wok.ascii
refuses 3 'line 3: fewer vertices' "$tool" build short.wok.ascii -o short.wok
absent short.wok
