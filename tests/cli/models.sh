# Models of KotOR: to GLB with their textures, to text and back, areas as one scene, and pairs of
# files as one document.
"$tool" demo d -q
game=d/kotor
models=$game/override

# One model as a scene, with textures and animations; the scout moves as its supermodel does.
"$tool" convert $models/demo_guard.mdl --game $game -o guard.glb -q
"$tool" convert $models/demo_scout.mdl --game $game -o scout.glb -q
"$tool" convert $models/demo01_hall.mdl --game $game -o hall.glb -q
# Textures that are TGA or DDS.
for name in demo_door demo_table demo_flag; do
    "$tool" convert $models/$name.mdl --game $game -o $name.glb -q
    equal "$(grep -ao '"mimeType"' $name.glb | wc -l)" 2
done
# The rooms of an area, each in its place: by the layout, and by the module.
"$tool" convert $models/demo01.lyt --game $game -o area.glb -q
"$tool" convert --module demo01 --game $game -o module.glb -q
equal "$(grep -ao '"name":"demo01_hall"' area.glb | wc -l)" "$(grep -ao '"name":"demo01_hall"' module.glb | wc -l)"
# A model finds the textures beside it, as it does when its folder is converted; what is not there is told once,
# by name.
mkdir beside
cp $models/demo_guard.mdl $models/demo_guard.mdx $models/demo_guard.tpc beside
exits 0 "$tool" convert beside/demo_guard.mdl -o beside.glb
lacks err.txt 'demo_guard (texture)'
exits 0 "$tool" convert beside/demo_guard.mdl -f -o beside.glb
rm beside/demo_guard.tpc
exits 0 "$tool" convert beside/demo_guard.mdl -f -o beside.glb
counts 1 err.txt 'not found, so left out: .*demo_guard (texture)'
cp beside/demo_guard.mdl beside/second.mdl
cp beside/demo_guard.mdx beside/second.mdx
exits 0 "$tool" convert beside -o both
counts 1 err.txt 'demo_guard (texture)'

# Lightmaps: the texture that darkens, colours of vertices without light, or none.
for how in occlusion baked none; do
    exits 0 "$tool" convert $models/demo01_hall.mdl --game d/kotor --lightmaps $how -o hall-$how.glb
done
exits 0 "$tool" convert $models/demo01_hall.mdl --game d/kotor -o hall0.glb
same hall0.glb hall-occlusion.glb
has hall-occlusion.glb occlusionTexture
lacks hall-baked.glb occlusionTexture
has hall-baked.glb KHR_materials_unlit
has hall-baked.glb COLOR_0
lacks hall-none.glb occlusionTexture
lacks hall-none.glb KHR_materials_unlit
refuses 2 '--lightmaps knows occlusion|baked|none, not dark' "$tool" convert $models/demo01_hall.mdl --lightmaps dark -o x.glb

# The same without the key, from the files of the module alone, and what is missing is told.
cp -r $game keyless
rm keyless/chitin.key
"$tool" convert --module demo01 --game keyless -o keyless.glb -q
same module.glb keyless.glb
mkdir alone
cp $game/modules/demo01.mod $game/override/* alone
"$tool" convert --module DEMO01 --game alone -o alone.glb -q
same module.glb alone.glb
refuses 2 'demo01.are of the module demo01 has no layout demo01.lyt in .*/demo01.mod; ' "$tool" convert --module demo01 --game $game/modules/demo01.mod -o no.glb
refuses 2 'modules: is not an installation of KotOR, and has no other.mod or other.rim' "$tool" convert --module other --game $game/modules -o no.glb
refuses 2 'has no module other; ' "$tool" convert --module other --game $game -o no.glb
refuses 2 '--module needs --game' "$tool" convert --module demo01 -o no.glb
absent no.glb
# A TGA in override is taken before the TPC of a texture pack; --textures before both.
mkdir own
cp $game/override/demo_true24.tga own/demo_panel.tga
"$tool" convert $models/demo01_cell.mdl --game $game --textures own -o own.glb -q
rm keyless/override/demo_panel.tpc
"$tool" convert $models/demo01_cell.mdl --game keyless -o packed.glb -q
cp own/demo_panel.tga keyless/override
"$tool" convert $models/demo01_cell.mdl --game keyless -o loose.glb -q
differ packed.glb loose.glb
same own.glb loose.glb
python3 - <<'PY'
import json, struct

def scene(path):
    data = open(path, 'rb').read()
    size = struct.unpack('<I', data[12:16])[0]
    return json.loads(data[20:20 + size])

def named(scene, name):
    return [node for node in scene['nodes'] if node['name'] == name]

guard, scout = scene('guard.glb'), scene('scout.glb')
assert [a['name'] for a in guard['animations']] == ['walk', 'pause1']
assert [a['name'] for a in scout['animations']] == ['walk', 'pause1']
assert len(guard['skins'][0]['joints']) == 17 and len(guard['images']) == 2
assert named(guard, 'cape')[0]['extras']['mdl']['dangly']['period'] == 2.5
# The mesh of a skin hangs from a node of its own, that says whose it is.
bodies = named(guard, 'body')
assert 'mesh' not in bodies[0] and bodies[1]['skin'] == 0
assert bodies[1]['extras']['mdl']['skin_of'] == 'body'

hall = scene('hall.glb')
material = {m['name']: m for m in hall['materials']}
floor = material['demo_stone + demo01_lm0']
assert floor['occlusionTexture']['texCoord'] == 1
assert material['plain']['pbrMetallicRoughness']['baseColorFactor'][3] == 0
assert material['plain']['alphaMode'] == 'MASK'
mesh = hall['meshes'][named(hall, 'crystal')[0]['mesh']]
assert 'COLOR_0' in mesh['primitives'][0]['attributes']
assert named(hall, 'fire')[0]['extras']['mdl']['emitter']['update'] == 'Fountain'
assert named(hall, 'sparks')[0]['extras']['mdl']['reference']['model'] == 'demo_sparks'
assert named(hall, 'demo01_gate')[0]['extras']['mdl']['type'] == 0x401
lamp = named(hall, 'lamp')[0]
assert len(lamp['extras']['mdl']['light']['flare_textures']) == 3
assert len(hall['extensions']['KHR_lights_punctual']['lights']) == 2

area = scene('area.glb')
assert named(area, 'demo01_yard')[0]['translation'] == [20, 0, -0.5]
assert named(area, 'demo01_cell')[0]['translation'][:2] == [-12.25, 4]
# A texture that rooms share is there once.
assert len({i['name'] for i in area['images']}) == len(area['images'])
PY

# Textures may be elsewhere; without them there is still the model, and without rooms no area.
mkdir apart
cp $models/demo_guard.md? $models/demo01.lyt apart
"$tool" convert apart/demo_guard.mdl --textures $models -o other.glb -q
same other.glb guard.glb
"$tool" convert apart/demo_guard.mdl -o bare.glb -q
lacks bare.glb '"images"'
refuses 2 'none of its 3 rooms' "$tool" convert apart/demo01.lyt -o none.glb
absent none.glb

# To text and back: the same files, where the text can say everything.
for name in demo01_yard demo01_cell demo_door demo_droid demo_saber; do
    "$tool" convert $models/$name.mdl --to ascii -o text -q
    "$tool" build text/$name.mdl.ascii -o $name.mdl
    same $name.mdl $models/$name.mdl
    same $name.mdx $models/$name.mdx
done
# A model takes the numbers of its nodes from its supermodel.
"$tool" convert $models/demo_scout.mdl --to ascii -o text -q
"$tool" convert text/demo_scout.mdl.ascii --to mdl --game $game -o scout.mdl
same scout.mdl $models/demo_scout.mdl
# Controllers that have no name are written by their number, from 1 on.
for number in 1 204; do
    printf '%s\n' 'newmodel a' 'beginmodelgeom a' 'node dummy a' 'parent NULL' "controller$number 7" endnode \
        'endmodelgeom a' 'donemodel a' >text/numbered.mdl.ascii
    "$tool" build text/numbered.mdl.ascii -o numbered.mdl -f -q
    prints "\"controller\": $number," "$tool" json numbered.mdl
done
# The text of a walkmesh is one too when a folder of texts is converted.
mkdir walk
cat >walk/room.wok.ascii <<'EOF'
# WOKMESH  ASCII
node trimesh floor
  parent room
  verts 3
    0 0 0
    4 0 0
    0 4 0
  faces 1
    0 1 2  1  0 0 0  4
endnode
EOF
cp walk/room.wok.ascii walk/stair.ascii
"$tool" convert walk -o walked -q
prints '^  kind  *area (WOK)$' "$tool" info walked/room.wok
prints '^  faces  *1$' "$tool" info walked/stair.wok

has text/demo01_yard.mdl.ascii '^node aabb demo01_yard_wok$'
has text/demo_door.mdl.ascii '^name demo_door_dwk_open1$'

# A pair counts once, whichever of its files is named; through JSON both come back.
prints '^verified 1: identical 1,' "$tool" verify $models/demo_guard.mdx
prints '^verified 1: identical 1,' "$tool" verify --through json $models/demo_guard.mdx $models/demo_guard.mdl
"$tool" convert $models/demo_guard.mdl --to json -o guard.json -q
"$tool" build guard.json -o made.mdl
same made.mdl $models/demo_guard.mdl
same made.mdx $models/demo_guard.mdx
# Neither file is written over another, nor one of the two alone.
rm made.mdl
refuses 4 'made.mdx: is there already' "$tool" build guard.json -o made.mdl
absent made.mdl
"$tool" build guard.json -o made.mdl --force
same made.mdl $models/demo_guard.mdl
# Of the two files both are replaced, or neither.
printf vertices >two.mdx
printf model >two.mdl
exits 0 "$tool" build -f guard.json -o two.mdl
same two.mdl made.mdl
same two.mdx made.mdx
printf vertices >two.mdx
chmod a-w two.mdl
refuses 4 'two.mdl: is read-only' "$tool" build -f guard.json -o two.mdl
equal "$(cat two.mdx)" vertices
absent .reliquary

# Every order that tools write has a file in the demo.
for line in 'demo_guard:canonical' 'demo_table:kotorblender' 'demo_table:tight' 'demo01_rock:padded'; do
    prints "layout  *${line#*:}$" "$tool" info $models/${line%:*}.mdl
done
prints 'game  *K2$' "$tool" info $models/demo_droid.mdl

# An edited model or walkmesh: what follows from faces and vertices is worked out anew.
"$tool" json $models/demo_table.mdl -o table.json
"$tool" build table.json --derive -o same.mdl
"$tool" json same.mdl -o same.json
"$tool" json $models/demo01_hall.wok -o hall.json
"$tool" build hall.json --derive -o same.wok
same same.wok $models/demo01_hall.wok
python3 - <<'PY'
import json

table = json.load(open('table.json'))
mesh = next(node['mesh'] for node in table['nodes'] if 'mesh' in node)
for vertex in mesh['vertices']:
    vertex[2] += 100
json.dump(table, open('high.json', 'w'))
hall = json.load(open('hall.json'))
for vertex in hall['vertices']:
    vertex[2] += 100
json.dump(hall, open('high_hall.json', 'w'))
PY
"$tool" build high.json --derive -o high.mdl
exits 0 "$tool" build high.json -o low.mdl
has err.txt 'faces or vertices were edited: .* have to be derived again; --derive does that$'
"$tool" build high_hall.json --derive -o high.wok
"$tool" json high.mdl -o high.back.json
"$tool" json low.mdl -o low.back.json
"$tool" json high.wok -o high_hall.back.json
python3 - <<'PY'
import json

def first_mesh(path):
    return next(n['mesh'] for n in json.load(open(path))['nodes'] if 'mesh' in n)

table, low = first_mesh('table.json'), first_mesh('low.back.json')
assert low['average'] == table['average'] and low['box_max'] == table['box_max']
was, high = first_mesh('same.json'), first_mesh('high.back.json')
assert abs(high['average'][2] - was['average'][2] - 100) < 1e-3
assert abs(high['box_max'][2] - was['box_max'][2] - 100) < 1e-3
assert abs(high['area'] - was['area']) < 1e-3
for a, b in zip(was['faces'], high['faces']):
    assert a[:7] == b[:7] and max(abs(x - y) for x, y in zip(a[7:10], b[7:10])) < 1e-4
    # The plane moves along its normal.
    assert abs(b[10] - (a[10] - 100 * a[9])) < 1e-2
was, high = json.load(open('hall.json')), json.load(open('high_hall.back.json'))
rooms = [[f.get('rooms') for f in doc['faces']] for doc in (was, high)]
assert rooms[0] == rooms[1] and any(rooms[0]) and 'edges' not in high
assert abs(high['nodes'][0]['min'][2] - was['nodes'][0]['min'][2] - 100) < 1e-3
PY
# A face less: its neighbours are refused until they are worked out.
python3 - <<'PY'
import json

hall = json.load(open('hall.json'))
del hall['faces'][-1]
json.dump(hall, open('less.json', 'w'))
PY
exits 3 "$tool" build less.json -o less.wok
has err.txt 'leaves\[.*a face that is not there.*; build --derive works them out again'
absent less.wok
"$tool" build less.json --derive -o less.wok
# Both files of a pair are written, or neither: whichever is in the way.
cp same.mdl alone.mdl
refuses 4 'is there already' "$tool" build table.json -o alone.mdl
absent alone.mdx
same same.mdl alone.mdl
mv alone.mdl alone.mdx
refuses 4 'is there already' "$tool" build table.json -o alone.mdl
absent alone.mdl
same same.mdl alone.mdx

"$tool" json $models/demo01.lyt -o lyt.json
refuses 2 'has no derived values' "$tool" build lyt.json --derive -o x.lyt
absent x.lyt
