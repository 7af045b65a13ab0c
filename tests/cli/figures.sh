# Whole creatures, placeables and doors of KotOR. The tables are made here, with the columns that the
# game's own tables have: the demo has none of them.
"$tool" demo d -q
game=d/kotor
over=$game/override

table() { # name: CSV on standard input
    cat >"$1.csv"
    "$tool" convert "$1.csv" --to twoda -o "$over/$1.2da"
}

table appearance <<'CSV'
,label,modeltype,modela,texa,modelc,texc,race,racetex,normalhead
0,Guard,B,demo_guard,demo_guard,demo_scout,demo_guard,,,1
1,Droid,S,,,,,demo_droid,demo_glass,
2,Nobody,B,nobody,,,,,,
3,Headless,F,demo_guard,,,,,,7
CSV
table heads <<'CSV'
,head
0,nohead
1,demo_head
7,lost_head
CSV
table baseitems <<'CSV'
,label,itemclass,bodyvar
0,saber,demo_saber,
1,armour,,C
2,club,demo_club,
CSV
table placeables <<'CSV'
,modelname
0,demo_table
CSV
table genericdoors <<'CSV'
,modelname
0,demo_door
CSV

# The model of an item has its number behind it.
cp $over/demo_saber.mdl $over/demo_saber_001.mdl
cp $over/demo_saber.mdx $over/demo_saber_001.mdx

# blueprint FILE PATH=VALUE... [SLOT:ITEM...]: a fresh file with these values, and what it wears.
blueprint() {
    "$tool" new "${1##*.}" -o "$1"
    "$tool" json "$1" >fresh.json
    python3 - "${@:2}" <<'PY'
import json, sys
doc = json.load(open('fresh.json'))
fields = {field[0]: field for field in doc['root']['fields']}
for word in sys.argv[1:]:
    if '=' in word:
        label, value = word.split('=')
        fields[label][2] = int(value)
    else:
        slot, item = word.split(':')
        fields['Equip_ItemList'][2].append({'id': int(slot), 'fields': [['EquippedRes', 'resref', item]]})
json.dump(doc, open('changed.json', 'w'))
PY
    "$tool" build changed.json -o "$1" --force
}
blueprint $over/saber.uti BaseItem=0
blueprint $over/armour.uti BaseItem=1 TextureVar=7
blueprint $over/club.uti BaseItem=2 ModelVariation=12
blueprint $over/bare.utc Appearance_Type=0
blueprint $over/armed.utc Appearance_Type=0 2:armour 16:saber 32:saber
blueprint $over/droid.utc Appearance_Type=1
blueprint $over/nobody.utc Appearance_Type=2
blueprint $over/beyond.utc Appearance_Type=9
blueprint lacking.utc Appearance_Type=3 16:club 32:lost_item
blueprint $over/chair.utp Appearance=0
blueprint $over/gate01.utd GenericType=0

for name in bare armed droid; do
    "$tool" convert --creature $name --game $game -o $name.glb -q
    "$tool" render --creature $name --game $game --size 64 -o $name.png -q
done
"$tool" convert --placeable chair --game $game -o chair.glb -q
"$tool" convert --door gate01.utd --game $game -o door.glb -q
python3 - <<'PY'
import json, struct

def scene(path):
    data = open(path, 'rb').read()
    size = struct.unpack('<I', data[12:16])[0]
    return json.loads(data[20:20 + size])

def parents(scene):
    up = {}
    for i, node in enumerate(scene['nodes']):
        for child in node.get('children', []):
            up[child] = i
    return up

def hangs(scene, name):
    """What the nodes of that name hang from."""
    up, nodes = parents(scene), scene['nodes']
    return sorted(nodes[up[i]]['name'] for i, node in enumerate(nodes) if node['name'] == name and i in up)

bare, armed = scene('bare.glb'), scene('armed.glb')
# The head is at its hook, in a node of its own; both have the animations of the body, once.
assert 'headhook' in hangs(bare, 'demo_head'), hangs(bare, 'demo_head')
assert [a['name'] for a in bare['animations']] == ['walk', 'pause1']
assert hangs(bare, 'demo_saber_001') == []
# Armour of bodyvar C is the body of the column modelc: the scout has no cape.
assert any(node['name'] == 'cape' for node in bare['nodes'])
assert not any(node['name'] == 'cape' for node in armed['nodes'])
assert hangs(armed, 'demo_saber_001') == ['lhand', 'rhand']
assert [a['name'] for a in armed['animations']] == ['walk', 'pause1']
# Of a creature that is no person the model is that of its race, and racetex is the texture of all of it.
droid = scene('droid.glb')
assert any(node['name'] == 'hull' for node in droid['nodes'])
assert [image['name'] for image in droid['images']] == ['demo_glass']
assert any(node['name'] == 'demo_table' for node in scene('chair.glb')['nodes'])
assert any(node['name'] == 'demo_door' for node in scene('door.glb')['nodes'])
PY

# The area of a module with its creatures, doors and placeables: each at its place of the GIT (demo/content.c),
# turned as it says. Guards look along +x, which is a quarter to the right of +y: sin and cos of -45 degrees. Those
# of one name share their meshes.
cp $game/modules/demo01.mod before.mod
for change in guard.utc/Appearance_Type=0 keeper.utc/Appearance_Type=1 crate.utp/Appearance=0 gate.utd/GenericType=0; do
    exits 0 "$tool" set $game/modules/demo01.mod/${change%/*} ${change#*/}
done
exits 0 "$tool" convert --module demo01 --game $game -o area.glb
exits 0 "$tool" convert $over/demo01.lyt --game $game -o rooms.glb
python3 - <<'PY'
import json, math, struct

def scene(name):
    data = open(name, 'rb').read()
    return json.loads(data[20:20 + struct.unpack('<I', data[12:16])[0]])

area, rooms = scene('area.glb'), scene('rooms.glb')
placed = {}
for node in area['nodes']:
    if node.get('name', '').endswith(('.utc', '.utp', '.utd')):
        placed.setdefault(node['name'], []).append(node)
assert {name: len(nodes) for name, nodes in placed.items()} == {
    'keeper.utc': 4, 'guard.utc': 4, 'gate.utd': 1, 'crate.utp': 3}, placed

def near(got, want):
    assert len(got) == len(want) and all(abs(g - w) < 1e-5 for g, w in zip(got, want)), (got, want)

for i, node in enumerate(placed['guard.utc']):
    near(node['translation'], [(2 * i + 1) * 3, (2 * i + 1) * 0.5, 0])
    near(node['rotation'], [0, 0, -math.sqrt(0.5), math.sqrt(0.5)])
assert 'rotation' not in placed['keeper.utc'][1]
near(placed['gate.utd'][0]['translation'], [0, 12, 0])
near(placed['gate.utd'][0]['rotation'], [0, 0, math.sin(0.75), math.cos(0.75)])
near(placed['crate.utp'][2]['rotation'], [0, 0, math.sin(0.25), math.cos(0.25)])

def below(scene, node):
    found = []
    for child in node.get('children', []):
        found.append(scene['nodes'][child])
        found += below(scene, scene['nodes'][child])
    return found

# All crates show the same meshes, and no guard lacks what the first has.
meshes = [[n['mesh'] for n in below(area, node) if 'mesh' in n] for node in placed['crate.utp']]
assert meshes[0] and meshes[0] == meshes[1] == meshes[2], meshes
names = [[n.get('name') for n in below(area, node)] for node in placed['guard.utc']]
assert 'headhook' in names[0] and names[0] == names[1] == names[2] == names[3]
joints = [skin['joints'] for skin in area.get('skins', [])]
assert len(joints) == len({tuple(j) for j in joints}), 'a copy has joints of its own'
assert len(area['meshes']) < len(rooms['meshes']) + 60
PY
cp before.mod $game/modules/demo01.mod

# What is not there is named once; the rest is made.
exits 0 "$tool" convert --creature lacking.utc --game $game -o lacking.glb
counts 1 err.txt 'not found, so left out: demo_club_012.mdl, lost_item.uti$'
exits 0 "$tool" render --creature lacking.utc --game $game --size 64 -o lacking.png
counts 1 err.txt 'not found, so left out: '
rm $over/baseitems.2da
exits 0 "$tool" convert --creature armed --game $game -o without.glb
has err.txt 'not found, so left out: baseitems.2da'

refuses 2 'need --game' "$tool" convert --creature bare -o no.glb
refuses 2 'has no nothing.utc; ' "$tool" convert --creature nothing --game $game -o no.glb
refuses 2 'the body nobody.mdl is not there' "$tool" convert --creature nobody --game $game -o no.glb
refuses 2 'has 4 rows, and no row 9, which Appearance_Type asks for' "$tool" render --creature beyond --game $game -o no.png
refuses 2 'is no creature (UTC), placeable (UTP) or door (UTD)' "$tool" convert --creature saber.uti --game $game -o no.glb
refuses 2 'only one of them can be shown' "$tool" convert --creature bare lacking.utc --game $game -o no.glb
refuses 2 'a whole figure can become glb, not json' "$tool" convert --creature bare --game $game --to json -o no.json
rm $over/appearance.2da
refuses 2 'is not there, and says which model belongs to a row' "$tool" convert --creature bare --game $game -o no.glb
absent no.glb no.png no.json
