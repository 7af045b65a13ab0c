# What the engine of Redguard does with its files, in what a person sees of it: animations as lists, and
# in scenes what actors hold, light, sky and water.
"$tool" demo d -q
game=d/redguard
map=$game/maps/ISLAND.RGM

# Actors, groups of one, and a group: each command with its tick. PATROL's group 2 stays two ticks a
# frame, plays a sound before the fifth and waits six ticks after the eighth.
prints '^PATROL *4 groups *1 models' "$tool" play $map
prints '^ *2  anim_draw_sword  *22 *1.833 *8 *1  then it ends' "$tool" play $map --actor patrol
prints '^PATROL group 2 anim_draw_sword: 22 ticks, 1.833 seconds, then it ends' \
    "$tool" play $map --actor PATROL --group 2
has out.txt '^ *8 *0.667 *4  PlaySound *effect 3, .* Hz, +256 Hz$'
has out.txt '^ *8 *0.667 *5  ShowFrame *FIGURE frame 4$'
has out.txt '^ *16 *1.333 *9  DelayCounter *6 ticks$'
has out.txt '^ *22 .*Rumble *the camera shakes$'
has out.txt '^ *22 .*Transition *to group 1 from command 0 on: jump right$'
prints 'then again from command 0 on' "$tool" play ISLAND --game $game --actor PATROL --group 1
exits 0 "$tool" play $map --actor PATROL --group 1 --json
cp out.txt once.json
exits 0 "$tool" play $map --actor PATROL --group 1 --count 3 --json
cp out.txt thrice.json
python3 - <<'PY'
import json
once, thrice = json.load(open('once.json')), json.load(open('thrice.json'))
frames = [s for s in once['steps'] if s['name'] == 'ShowFrame']
assert once['loops'] and once['next'] == 0 and once['ticks'] == len(frames) == 16
assert [s['frame'] for s in frames] == list(range(16)) and frames[-1]['tick'] == 15
assert thrice['ticks'] == 48 and not thrice['loops']
assert [s['taken'] for s in thrice['steps'] if s['name'] == 'GoToPrevious'] == [True, True, False]
sound = next(s for s in once['steps'] if s['name'] == 'PlaySound')
assert sound['sound'] == 2 and sound['pitch'] == 64 and sound['sound_seconds'] > 0
PY
# A frame that no model has is told of as such.
"$tool" json $map | sed '/"group": 2, /s/\["ShowFrame", "#0", 1\]/["ShowFrame", 99999]/' >other.json
"$tool" build other.json -o other.RGM -q
prints '^ *2 *0.167 *1  ShowFrame *a frame that no model has$' "$tool" play other.RGM --actor PATROL --group 2
has out.txt ' 0  ShowFrame *FIGURE frame 0$'
has out.txt ' 2  ShowFrame *FIGURE frame 2$'
refuses 2 'has no actor NOBODY' "$tool" play $map --actor NOBODY
refuses 2 'has no group 77; play without --group lists them' "$tool" play $map --actor PATROL --group 77
refuses 2 'group takes a number' "$tool" play $map --actor PATROL --group x
refuses 2 'needs --actor' "$tool" play $map --group 1
refuses 3 'is not a map' "$tool" play $game/maps/ISLAND.WLD
refuses 3 'No such file' "$tool" play nowhere

# The sword follows vertex 32 of FIGURE through all frames of the group, and points from there to vertex
# 38; its script gives it to the watchman, so it is at the hip unless somebody asks for another place.
"$tool" convert $map --item cutlass --actor PATROL -o hand.glb -q
"$tool" convert $map -o hip.glb -q
"$tool" convert $map --hold hand -o held.glb -q
same held.glb hand.glb
"$tool" json $game/fxart/FIGURE.3DC -o figure.json
"$tool" json $game/maps/ISLAND.WLD -o ground.json
cat >scene.py <<'PY'
import json, math, struct

class Scene:
    def __init__(self, path):
        data = open(path, 'rb').read()
        size = struct.unpack('<I', data[12:16])[0]
        self.json = json.loads(data[20:20 + size])
        self.bin = data[20 + size + 8:]
    def node(self, name):
        return next(n for n in self.json['nodes'] if n['name'] == name)
    def rows(self, index):
        a = self.json['accessors'][index]
        width = {'SCALAR': 1, 'VEC2': 2, 'VEC3': 3, 'VEC4': 4}[a['type']]
        if 'bufferView' not in a:
            return [[0.0] * width] * a['count']
        at = self.json['bufferViews'][a['bufferView']].get('byteOffset', 0) + a.get('byteOffset', 0)
        v = struct.unpack_from(f'<{a["count"] * width}f', self.bin, at)
        return [v[i:i + width] for i in range(0, len(v), width)]
    def channel(self, animation, node, path):
        a = next(a for a in self.json['animations'] if a['name'] == animation)
        number = self.json['nodes'].index(self.node(node))
        for c in a['channels']:
            if c['target'] == {'node': number, 'path': path}:
                s = a['samplers'][c['sampler']]
                return [t[0] for t in self.rows(s['input'])], self.rows(s['output'])
PY
python3 - <<'PY'
import json, math
from scene import Scene
hand, hip = Scene('hand.glb'), Scene('hip.glb')
figure = json.load(open('figure.json'))
def vertex(frame, v):
    p = figure['frames'][frame]['positions'][v] if frame else figure['vertices'][v]
    return [-p[0] / 5120, -p[1] / 5120, p[2] / 5120]
def up(q):
    x, y, z, w = q
    return [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)]
for node, grip in (('CUTLASS hand', (32, 38)), ('SHEATH hip', (79, 73))):
    times, places = hand.channel('PATROL group 1', node, 'translation')
    _, turns = hand.channel('PATROL group 1', node, 'rotation')
    assert len(times) == 16 and abs(times[3] - 3 / 12) < 1e-6
    for frame in range(16):
        a, b = vertex(frame, grip[0]), vertex(frame, grip[1])
        assert all(abs(p - q) < 1e-5 for p, q in zip(places[frame], a)), (node, frame)
        length = math.dist(a, b)
        assert all(abs(u - (q - p) / length) < 1e-5 for u, p, q in zip(up(turns[frame]), a, b)), (node, frame)
def shown(scene):
    return [n for n in ('CUTLASS hand', 'SHEATH hip') if scene.node(n).get('scale', [1])[0] == 1]
assert shown(hand) == ['CUTLASS hand'] and shown(hip) == ['SHEATH hip']
# Drawing: at the hip before frame 4 (attribute 0x22), in the hand from it on; sheathing is the other way.
for group, order in ((2, [0] * 4 + [1] * 4), (3, [1] * 4 + [0] * 4)):
    _, scales = hip.channel(f'PATROL group {group}', 'CUTLASS hand', 'scale')
    assert [s[0] for s in scales] == order, scales
    _, scales = hip.channel(f'PATROL group {group}', 'SHEATH hip', 'scale')
    assert [s[0] for s in scales] == [1 - v for v in order]
PY

# Vertices that the model does not have, and an item without models: nobody holds it, and nothing breaks.
"$tool" json $map -o map.json
python3 - <<'PY'
import json
text = open('map.json').read()
map = json.loads(text)
def change(value):
    if isinstance(value, dict):
        if 'grip' in value and 'scabbard' in value:
            value['grip'], value['scabbard'] = [32767, 38], [-1, 73]
        for v in value.values():
            change(v)
    elif isinstance(value, list):
        for v in value:
            change(v)
change(map)
json.dump(map, open('wild.json', 'w'))
PY
"$tool" build wild.json -o wild.RGM
"$tool" convert wild.RGM --game $game --item cutlass -o wild.glb -q
has wild.glb '"B_000_PATROL"'
lacks wild.glb 'CUTLASS hand\|SHEATH hip'
"$tool" convert $map --game $game --item compass -o bare.glb -q
lacks bare.glb ' hand"\| hip"'
refuses 2 'has no item nothing' "$tool" convert $map --item nothing -o none.glb
refuses 2 'has no actor X' "$tool" convert $map --item 1 --actor X -o none.glb
refuses 2 '--hold knows hand|hip, not foot' "$tool" convert $map --hold foot -o none.glb
absent none.glb

# Day, night and sunset are worlds with the same map. Each has its own sky, light and fog.
"$tool" convert $map --world all --game $game -o times -q
exits 0 "$tool" convert $map -o one.glb
has err.txt 'is several worlds, the first is shown: 0 (ISLAND.COL), 1 (CATACOMB.COL), 2 (SUNSET.COL); --world N or all'
"$tool" convert --world 2 --game $game -o sunset.glb -q
same sunset.glb times/ISLAND.2.glb
refuses 2 'name the map, and a folder' "$tool" convert $map --world all --game $game -o one.glb
refuses 2 'name the map, and a folder' "$tool" convert --world all --game $game -o all
python3 - <<'PY'
import json, math
from scene import Scene
day, sunset = Scene('times/ISLAND.0.glb'), Scene('times/ISLAND.2.glb')
skies = {Scene(f'times/ISLAND.{n}.glb').json['scenes'][0]['extras']['sky']['image'] for n in range(3)}
assert skies == {'SKYDAY.BSI', 'SKYNIT.BSI', 'SKYSET.BSI'}
# The sky shines as it is painted, whatever light there is.
sky = day.json['meshes'][day.node('sky')['mesh']]['primitives'][0]['material']
assert 'KHR_materials_unlit' in day.json['materials'][sky]['extensions']
assert 'KHR_materials_unlit' in day.json['extensionsUsed']
# world_sunrgb 255, 150, 90 and intensity 150; a light shines along -z of its node, away from
# world_sun -46341, -11585, 23170, with x and y turned round.
light = sunset.json['extensions']['KHR_lights_punctual']['lights'][sunset.node('sun')['extensions']['KHR_lights_punctual']['light']]
assert light['type'] == 'directional' and abs(light['intensity'] - 150 / 255) < 1e-6
assert all(abs(a - b / 255) < 1e-6 for a, b in zip(light['color'], (255, 150, 90)))
x, y, z, w = sunset.node('sun')['rotation']
back = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]
to = [46341, 11585, 23170]
assert all(abs(b - t / math.hypot(*to)) < 1e-5 for b, t in zip(back, to)), back
# The sky hangs 3500 units up; its plane moves one picture (128 texels of 2000 / 65000 a unit) in a
# round, at 3 / 16 texels of each tick of 18.2 Hz.
assert abs(day.node('sky')['translation'][1] - 175) < 1e-4
times, places = day.channel('sky', 'sky', 'translation')
assert abs(places[1][0] - places[0][0] - 128 * 65000 / 2000 / 20) < 1e-2
assert abs(times[1] - 128 / (3 / 16 * 1193182 / 65536)) < 1e-3
fog = json.load(open('times/ISLAND.2.world.json'))['world']['fog']
assert [round(c * 255) for c in fog['color']] == [200, 110, 100] and len(fog['table']) == 64
PY

# However many there are: 80 more, of which all but the first are alike.
cp -r $game many
for number in $(seq 100 179); do
    printf 'world_map[%d]=MAPS\\ISLAND.RGM\r\n' "$number"
done >>many/WORLD.INI
exits 0 "$tool" convert many/maps/ISLAND.RGM --world all --game many -o many-times
counts 79 err.txt 'is as world 100, and not made'
equal "$(python3 -c "import json; print(len(json.load(open('many-times/ISLAND.0.world.json'))['world']['variants']))")" 83

# Waves: height + amplitude * cos(phase) - amplitude / 2, y down, phase = distance squared * 3 + ticks * speed
# of 2048. Two targets whose weights go round once in 2048 / 12 ticks, backwards where the speed is negative.
cp -r $game backwards
exits 0 "$tool" ini set backwards/WORLD.INI 'world/world_wave[0]' 20,-12,3
"$tool" convert -q --world 0 --game backwards -o backwards.glb
python3 - <<'PY'
import math
from scene import Scene
for name, speed in (('times/ISLAND.0.glb', 12), ('backwards.glb', -12)):
    s = Scene(name)
    mesh = s.json['meshes'][s.node('water')['mesh']]
    times, weights = s.channel('water', 'water', 'weights')
    assert abs(times[-1] - 2048 / 12 / (1193182 / 65536)) < 1e-3
    flat = [w[0] for w in weights]
    pairs = list(zip(flat[::2], flat[1::2]))
    seen = 0
    for p in mesh['primitives']:
        places = s.rows(p['attributes']['POSITION'])
        first, second = (s.rows(t['POSITION']) for t in p['targets'])
        for i in range(0, len(places), 997):
            column, row = round(-places[i][0] / 12.8), round(-places[i][2] / 12.8)
            if not any(first[i]) and not any(second[i]):
                continue
            for key, (a, b) in list(enumerate(pairs))[::5]:
                ticks = key * 2048 / 12 / 32
                phase = ((column - 128) ** 2 + (127 - row) ** 2) * 3 + ticks * speed
                down = 20 * math.cos(phase * math.tau / 2048) - 10
                y = places[i][1] + a * first[i][1] + b * second[i][1]
                assert abs(y + down / 20) < 1e-3, (name, column, row, key, y, -down / 20)
            seen += 1
    assert seen > 20, seen
PY

# What the ground is to walk on, and which sounds are others there: surface.ini has image 0 as water, whose
# sound 57 is 31 on the landscape.
python3 - <<'PY'
import json
world = json.load(open('times/ISLAND.0.world.json'))
ground = {g['image']: g['surface'] for g in world['ground']}
assert ground[0] == 'scapewater' and ground[14] == 'sand' and ground[1] == 'scape', ground
sounds = {s['surface']: s['sounds'] for s in world['surfaces']}
assert sounds['scapewater'] == [[57, 31]] and sounds['water'] == [[57, 44], [112, 84]] and len(sounds) == 12
assert [v['world'] for v in world['world']['variants']] == [0, 1, 2]
PY
