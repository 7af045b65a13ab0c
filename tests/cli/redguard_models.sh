# Models and archives of models of Redguard become GLB and come back: with their frames, textures and
# colours, looked at by info, diff and render. What can't be made is refused, and nothing is written.
"$tool" demo d -q
game=d/redguard
art=$game/fxart

# The extension says whether it moves; --to names a format by it, or by its name.
"$tool" convert $art/FLAG.3DC -o flag.glb
"$tool" convert flag.glb --to 3dc -o flag.3dc
"$tool" convert flag.glb -o other.3dc
same flag.3dc other.3dc
"$tool" info $art/FLAG.3DC > old.txt
"$tool" info flag.3dc > new.txt
for row in 'model ' 'frames' 'plain colour'; do
    grep "^  $row" old.txt > old.row
    grep "^  $row" new.txt > new.row
    same old.row new.row
done
prints 'identical' "$tool" verify flag.3dc
exits 1 "$tool" diff $art/FLAG.3DC flag.3dc
lacks out.txt '^vertices\|/positions/\|/texture:'
"$tool" render flag.3dc --game $game --frame 7 -o flag.png

# A colour whose material does not name its entry of the palette is looked for there. By the palette that the
# GLB was shown with it is the entry that it was, 219.
"$tool" convert -q $art/FLAG.3DC --palette $art/ISLAND.COL -o shown.glb
"$tool" convert -q shown.glb --to 3dc -o named.3dc
LC_ALL=C sed 's/"color 219"/"gold flag"/' shown.glb > unnamed.glb
differ shown.glb unnamed.glb
"$tool" convert -q unnamed.glb --to 3dc --palette $art/ISLAND.COL -o found.3dc
same named.3dc found.3dc
"$tool" convert -q unnamed.glb --to 3dc --palette $art/CATACOMB.COL -o nearest.3dc
differ named.3dc nearest.3dc

# A .3D stands still, and says what it left out.
"$tool" convert flag.glb --to 3d -o flag.3d 2> err.txt
has err.txt 'left out: 11 morph targets; a .3D stands still, a .3DC has frames'
prints 'frames *1$' "$tool" info flag.3d

# Bones and nodes that move have no place in any of them: a figure of KotOR, with its material named as the textures of Redguard are.
"$tool" convert d/kotor/override/demo_guard.mdl --game d/kotor -o guard.glb
python3 - <<'PY'
import json, struct
glb = open('guard.glb', 'rb').read()
size = struct.unpack_from('<I', glb, 12)[0]
scene = json.loads(glb[20:20 + size])
for material in scene['materials']:
    material['name'] = '302/5'
def save(name):
    text = json.dumps(scene).encode()
    text += b' ' * (-len(text) % 4)
    rest = glb[20 + size:]
    head = struct.pack('<4sIIII', b'glTF', 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A)
    open(name, 'wb').write(head + text + rest)
save('bones.glb')
scene.pop('skins')
for node in scene['nodes']:
    node.pop('skin', None)
save('moves.glb')
PY
"$tool" convert bones.glb --to 3dc -o bones.3dc 2> err.txt
has err.txt 'left out: bones; bake the movement into morph targets'
"$tool" convert moves.glb --to 3dc -o moves.3dc 2> err.txt
has err.txt 'left out: nodes that move; bake the movement into morph targets'

# An archive: each node a segment, references stay references.
"$tool" convert $art/ISLAND.ROB --game $game -o island.glb
"$tool" convert island.glb --to rob -o island.rob
"$tool" list $art/ISLAND.ROB | sed 's/ .*//' > old.list
"$tool" list island.rob | sed 's/ .*//' > new.list
same old.list new.list
"$tool" info $art/ISLAND.ROB | grep references > old.row
"$tool" info island.rob | grep references > new.row
same old.row new.row

# Several at once.
mkdir many
cp flag.glb many/a.glb
cp flag.glb many/b.glb
"$tool" convert many --to 3dc -o made -q
exists made/a.3dc
exists made/b.3dc
same made/a.3dc flag.3dc

# Refused: a picture that names no image, a node whose name is too long.
python3 - <<'PY'
glb = open('flag.glb', 'rb').read()
import re
bad = re.sub(rb'"name":"(\d+)/(\d+)"', lambda m: b'"name":"' + b'x' * (len(m[0]) - 9) + b'"', glb)
bad = re.sub(rb'"name":"[A-F]\d{5}"', b'"name":"xxxxxx"', bad)
open('nameless.glb', 'wb').write(bad)
PY
refuses 2 'which image it shows is not known; name it BANK/IMAGE' "$tool" convert nameless.glb --to 3d -o x.3d
absent x.3d
printf 'glTF' > cut.glb
refuses 3 'not a binary glTF file' "$tool" convert cut.glb --to rob -o x.rob
absent x.rob
