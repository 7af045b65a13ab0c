# Worlds, whole games, and what a person would type to get them.
"$tool" demo d -q
game=d/redguard

# One map: the GLB that -o names, and beside it what glTF has no place for.
"$tool" convert $game/maps/ISLAND.RGM --game $game -o island.glb -q
equal "$(head -c 4 island.glb)" glTF
python3 - <<'PY'
import json, struct

def scene(path):
    data = open(path, 'rb').read()
    size = struct.unpack('<I', data[12:16])[0]
    return json.loads(data[20:20 + size])

island = scene('island.glb')
names = [node['name'] for node in island['nodes']]
for name in ('terrain', 'B_000_PATROL', 'S000_HOUSE', 'R000_000_ROPELINK', 'R000_006_BARREL',
             'F000_009_000', 'L000', 'M000'):
    assert name in names, name
# Three houses, one mesh; each picture embedded once.
houses = [n['mesh'] for n in island['nodes'] if n['name'].endswith('_HOUSE')]
assert len(houses) == 3 and len(set(houses)) == 1
assert len({t['source'] for t in island['textures']}) == len(island['textures'])
moving = {a['name'] for a in island['animations']}
assert {'PATROL group 0', 'PATROL group 1', 'MILL group 1', 'SIGNAL group 1'} <= moving, moving
assert len(island['extensions']['KHR_lights_punctual']['lights']) == 5
beside = json.load(open('island.world.json'))
assert [a['name'] for a in beside['actors']] == ['PATROL', 'MILL', 'SIGNAL']
assert any('Return' in line for line in beside['actors'][0]['script'])
PY

# The ground finds its map as the map finds its ground, without being told where the game is.
"$tool" convert $game/maps/ISLAND.WLD -o ground.glb -q
same ground.glb island.glb
"$tool" convert $game/maps/ISLAND.RGM --no-markers -o shown.glb -q
has island.glb '"M000"'
lacks shown.glb '"M000"'

# An entry of WORLD.INI by its number; another palette makes another file.
"$tool" convert --world 0 --game $game -o day.glb -q
same day.glb island.glb
"$tool" convert --world 1 --game $game -o night.glb -q
differ night.glb island.glb
refuses 3 'no world 77' "$tool" convert --world 77 --game $game -o none.glb
refuses 2 world "$tool" convert --world x --game $game -o none.glb
refuses 2 'needs a file or folder' "$tool" convert -o none.glb
absent none.glb

# An archive of models is one scene with a node for each.
"$tool" convert $game/fxart/ISLAND.ROB --game $game -o rob.glb -q
has rob.glb '"ROPELINK"'

# What an archive says of its models is not in their files, and extract says so.
exits 0 "$tool" extract $game/fxart/ISLAND.ROB -o rob-models -q
has err.txt 'attributes of [0-9]* models (first PALMTR01.3D) .*put keeps them, pack does not'
"$tool" pack rob-models -o packed.ROB -q
exits 0 "$tool" extract packed.ROB -o rob-again -q
equal "$(cat err.txt)" ''

# A whole game: everything, with an index for people and one for programs. The number of
# threads does not show.
"$tool" convert $game -o open -q
"$tool" convert $game -o again -j 1 -q
same open again
exists open/index.html
python3 - <<'PY'
import json, os
index = json.load(open('open/index.json'))
files = [f['name'] for entry in index['inputs'] for f in entry['files']]
assert files and len(files) == len(set(files))
for name in files:
    assert os.path.isfile(os.path.join('open', name)), name
made = {os.path.relpath(os.path.join(top, f), 'open') for top, _, names in os.walk('open') for f in names}
assert made == set(files) | {'index.json', 'index.html'}, made ^ set(files)
page = open('open/index.html').read()
assert 'ISLAND.RGM' in page
PY

# What the game draws from a point: the demo's octree splits at its centre, so two points on
# different sides of it end at different nodes.
pvo=d/redguard/maps/ISLAND.PVO
"$tool" pvo query $pvo 100 -5 2000 >near.txt
"$tool" pvo query $pvo 60000 -5 60000 >far.txt
has near.txt '^point 100 -5 2000: node [0-9]* at depth [0-9]*, [0-9]* objects'
sed -i 1d near.txt far.txt
differ near.txt far.txt
refuses 2 'x is not a whole number' "$tool" pvo query $pvo 1 2 x
refuses 3 'is not a PVO' "$tool" pvo query d/redguard/maps/ISLAND.RGM 1 2 3
