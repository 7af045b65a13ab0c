# Walkmeshes of KotOR: to GLB and to text, and from both again.
tool=$RELIQUARY
"$tool" demo d -q
game=d/kotor/override

# What the demo's builder made, the text makes again, byte for byte.
for file in demo01_hall.wok demo_table.pwk demo_door0.dwk demo_door1.dwk demo_door2.dwk; do
    "$tool" convert $game/$file --to ascii -o text -q
    "$tool" build text/$file.ascii -o $file
    cmp $file $game/$file
    "$tool" convert text/$file.ascii --to bwm -o other_$file -q
    cmp other_$file $game/$file
done
grep -q '^node aabb walkmesh$' text/demo01_hall.wok.ascii
grep -q '^node dummy DWK_dp_closed_01$' text/demo_door0.dwk.ascii
"$tool" convert $game/demo01_hall.wok --to ascii -o hall.ascii -q
cmp hall.ascii text/demo01_hall.wok.ascii

"$tool" convert $game/demo01_hall.wok -o hall.glb -q
[ "$(head -c 4 hall.glb)" = glTF ]
"$tool" info $game/demo01_hall.wok >facts.txt
grep -q 'perimeters *3$' facts.txt
grep -q 'transitions *6 edges, to room 1 2$' facts.txt

# From the GLB comes the same, but for the order of faces.
for file in demo01_hall.wok demo_table.pwk demo_door0.dwk; do
    "$tool" convert $game/$file -o scene_$file.glb -q
    "$tool" convert scene_$file.glb --to bwm -o from_$file -q
    "$tool" info $game/$file | sed 1d >facts.txt
    "$tool" info from_$file | sed 1d >facts_back.txt
    cmp facts.txt facts_back.txt
    "$tool" verify from_$file >/dev/null
done

# What a model's materials are called is no surface: dirt, and said.
"$tool" convert $game/demo_guard.mdl -o guard.glb -q
"$tool" convert guard.glb --to bwm -o guard.wok 2>said
grep -q 'material .*no surface, so dirt; named: undefined, dirt' said
"$tool" info guard.wok >facts.txt
grep -q 'dirt' facts.txt

# A text that is none says where.
printf 'node aabb x\nverts 2\n0 0 0\n' >short.wok.ascii
! "$tool" build short.wok.ascii -o short.wok 2>said
grep -q 'line 3: fewer vertices' said
[ ! -e short.wok ]
