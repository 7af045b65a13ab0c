# Worlds, whole games, and what a person would type to get them.
tool=$RELIQUARY
"$tool" demo d -q
game=d/redguard

# One map: the GLB that -o names, and beside it what glTF has no place for.
"$tool" convert $game/maps/ISLAND.RGM --game $game -o island.glb -q
[ "$(head -c 4 island.glb)" = glTF ]
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
cmp ground.glb island.glb
"$tool" convert $game/maps/ISLAND.RGM --no-markers -o shown.glb -q
! grep -q '"M000"' shown.glb

# An entry of WORLD.INI by its number; another palette makes another file.
"$tool" convert --world 0 --game $game -o day.glb -q
cmp day.glb island.glb
"$tool" convert --world 1 --game $game -o night.glb -q
! cmp -s night.glb island.glb
code=0; "$tool" convert --world 77 --game $game -o none.glb 2>err.txt || code=$?
[ $code = 3 ] && grep -q 'no world 77' err.txt
code=0; "$tool" convert --world x --game $game -o none.glb 2>err.txt || code=$?
[ $code = 2 ] && [ ! -e none.glb ]
code=0; "$tool" convert -o none.glb 2>err.txt || code=$?
[ $code = 2 ]

# An archive of models is one scene with a node for each.
"$tool" convert $game/fxart/ISLAND.ROB --game $game -o rob.glb -q
grep -q '"ROPELINK"' rob.glb

# What an archive says of its models is not in their files, and extract says so.
"$tool" extract $game/fxart/ISLAND.ROB -o rob-models -q 2>err.txt
grep -q 'attributes of [0-9]* models (first PALMTR01.3D) .*put keeps them, pack does not' err.txt
"$tool" pack rob-models -o packed.ROB -q
"$tool" extract packed.ROB -o rob-again -q 2>err.txt
[ ! -s err.txt ]

# A whole game: everything, with an index for people and one for programs. The number of
# threads does not show.
"$tool" convert $game -o open -q
"$tool" convert $game -o again -j 1 -q
diff -r open again
[ -s open/index.html ]
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
"$tool" pvo query d/redguard/maps/ISLAND.PVO 100 -5 2000 >near.txt
"$tool" pvo query d/redguard/maps/ISLAND.PVO 60000 -5 60000 >far.txt
grep -q '^point 100 -5 2000: node [0-9]* at depth [0-9]*, [0-9]* objects' near.txt
! cmp -s <(tail -n +2 near.txt) <(tail -n +2 far.txt)
code=0; "$tool" pvo query d/redguard/maps/ISLAND.PVO 1 2 x 2>/dev/null || code=$?; [ $code = 2 ]
code=0; "$tool" pvo query d/redguard/maps/ISLAND.RGM 1 2 3 2>/dev/null || code=$?; [ $code = 3 ]
