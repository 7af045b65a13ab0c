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
assert len(island['extensions']['KHR_lights_punctual']['lights']) == 6
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
made = {name for name in made if not name.startswith('index/')}  # of the gallery
assert made == set(files) | {'index.json', 'index.html'}, made ^ set(files)
page = open('open/index.html').read()
if os.path.isdir('open/index'):
    page = open('open/index/data-0.js').read()
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
# The map beside it, also when the PVO has no extension.
mkdir beside
cp $pvo beside/ISLAND
cp d/redguard/maps/ISLAND.RGM beside
"$tool" pvo query beside/ISLAND 100 -5 2000 | sed 1d | same - near.txt
has near.txt ' MPSO '
refuses 2 'x is not a whole number' "$tool" pvo query $pvo 1 2 x
refuses 3 'is not a PVO' "$tool" pvo query d/redguard/maps/ISLAND.RGM 1 2 3
refuses 2 'needs a file and a point' "$tool" pvo query $pvo 1 2

# With its map the objects have names; beside the PVO, or in the game, where the name of the map is enough.
has near.txt '^ *[0-9]*  MPSO  '
"$tool" pvo query ISLAND --game $game --json 100 5 2000 >near.json
"$tool" pvo query maps/ISLAND.PVO --game $game --json 100 5 2000 | same - near.json
cp $pvo alone.PVO
"$tool" pvo query alone.PVO --json 100 5 2000 >alone.json
python3 - <<'PY'
import json
near, alone = json.load(open('near.json')), json.load(open('alone.json'))
assert near['objects'] == alone['objects'] and 'records' not in alone
assert [r['object'] for r in near['records']] == near['objects']
first = near['records'][0]
assert first['section'] == 'MPSO' and first['model'] and len(first['position']) == 3
PY

# One more object from a node, and from a point; nothing else changes. A dry run writes nothing.
prints 'node 3: 2 more' "$tool" pvo patch $pvo node:3 7 1000 -o patched.PVO
exits 1 "$tool" diff $pvo patched.PVO
has out.txt 'patches'
lacks out.txt 'ids\|nodes\|leaves'
prints 'node [0-9]*: 1 more' "$tool" pvo patch alone.PVO 100 5 2000 999 -o point.PVO
exits 0 "$tool" pvo query point.PVO 100 5 2000
has out.txt ' 999$'
"$tool" pvo patch $pvo node:3 7 --dry-run -o no.PVO
absent no.PVO
refuses 2 'no node 99999' "$tool" pvo patch $pvo node:99999 7 -o no.PVO
refuses 2 'not the number of an object' "$tool" pvo patch $pvo node:3 70000 -o no.PVO
refuses 2 'needs -o' "$tool" pvo patch $pvo node:3 7
absent no.PVO

# A map without its first record: all others are one less, and that one is in no list.
"$tool" json $game/maps/ISLAND.RGM -o map.json
python3 - <<'PY'
import json
map = json.load(open('map.json'))
for section in map['sections']:
    if section.get('tag') == 'MPSO':
        key = next(k for k, v in section.items() if isinstance(v, list))
        del section[key][0]
json.dump(map, open('fewer.json', 'w'))
PY
"$tool" build fewer.json -o fewer.RGM
prints '15 of 16 records have another number, 1 are gone, 0 are new' \
    "$tool" pvo remap $game/maps/ISLAND.RGM fewer.RGM $pvo -o fewer.PVO
"$tool" pvo query alone.PVO 100 5 2000 | sed 1d | tr ' ' '\n' | awk '$1 > 0 { print $1 - 1 }' >wanted.txt
cp fewer.PVO bare.PVO
"$tool" pvo query bare.PVO 100 5 2000 | sed 1d | tr ' ' '\n' | same - wanted.txt
"$tool" verify fewer.PVO patched.PVO -q
"$tool" pvo remap $game/maps/ISLAND.RGM $game/maps/ISLAND.RGM $pvo -o same.PVO
same same.PVO $pvo
prints '1 are new' "$tool" pvo remap fewer.RGM $game/maps/ISLAND.RGM fewer.PVO -o back.PVO
has out.txt 'pvo patch adds them'
refuses 3 'is not an RGM' "$tool" pvo remap $pvo fewer.RGM $pvo -o no.PVO
absent no.PVO

# The corpus' own answers, through the verb; the unit test asks all of them.
if [ -d "${RELIQUARY_CORPUS:-/nowhere}/redguard/maps" ]; then
    python3 - "$tool" "$RELIQUARY_CORPUS/redguard" <<'PY'
import json, pathlib, subprocess, sys
tool, top = sys.argv[1], pathlib.Path(sys.argv[2])
files = sorted(top.glob('maps/*.PVO'))
assert len(files) == 5
for path in files:
    truth = json.loads((top / 'expected' / f'maps__{path.name}.json').read_text())
    assert len(truth['queries']) == 200
    for query in truth['queries'][::20]:
        point = [str(v) for v in query['p']]
        said = subprocess.run([tool, 'pvo', 'query', '--json', path, '--', *point], capture_output=True, check=True)
        answer = json.loads(said.stdout)
        assert answer['objects'] == query.get('visible_patched', query['visible']), (path, point)
        assert answer['depth'] == query['depth']
PY
else
    skips 'no corpus: the answers of its octrees'
fi

# All worlds of a map are those of a game.
refuses 2 '^reliquary: --world needs --game, the folder with WORLD.INI$' "$tool" convert --world all -o worlds
absent worlds
