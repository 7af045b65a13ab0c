# What stands behind the gallery that convert writes (docs/gallery.md): sizes, wave forms, small pictures, lines with
# their voices, models as scripts, all worked out once more from the files that were made; and names in links.
"$tool" demo -q d
exits 0 "$tool" convert d/redguard/fonts/QUAY.FNT d/redguard/fxart/ISLAND.COL -q -o first
if [ ! -e first/index/gallery.js ]; then
    skips "built without npm: the index is plain"
    exit 0
fi
python3 - d <<'PY'
import os, random, struct

def tga(name, width, height, noise):
    head = struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, 0, 0, 0, width, height, 24, 0)
    chance = random.Random(1)
    pixels = chance.randbytes(width * height * 3) if noise else b"\x20\x40\x60" * (width * height)
    open(f"in/{name}.tga", "wb").write(head + pixels)

def wav(name, samples):
    data = struct.pack(f"<{len(samples)}h", *samples)
    body = b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 1000, 2000, 2, 16) + b"data" + struct.pack("<I", len(data)) + data
    open(f"in/{name}.wav", "wb").write(b"RIFF" + struct.pack("<I", len(body)) + body)

os.mkdir("in")
for width, height in ((512, 4), (513, 4), (4, 512), (4, 513)):
    tga(f"flat{width}x{height}", width, height, False)
tga("noise", 200, 200, True)
tga("quiet", 200, 200, False)
for value in (0, 1, 600, 700, 6000, 7000, 16384, 32767):
    wav(f"tone{value}", [value, -value] * 64)
wav("steps", [i * 500 for i in range(64)])
PY
cp d/kotor/override/demo_door.md? d/redguard/ENGLISH.RTX d/kotor/dialog.tlk in
cp -r in again
cat >check.py <<'PY'
import base64, json, os, re, struct, sys, wave

out, folder, previews = sys.argv[1], sys.argv[2], len(sys.argv) > 3

def data(name):
    text = open(f"{out}/index/{name}.js", encoding="utf-8").read()
    assert text.startswith("reliquaryData(") and text.endswith(");\n"), text[:80]
    return json.loads(text[len("reliquaryData("):-3])

def png_size(path):
    return struct.unpack(">II", open(path, "rb").read(24)[16:])

def letters(path):
    head = open(path, "rb").read()
    at, form = 12, None
    while head[at : at + 4] != b"data":
        if head[at : at + 4] == b"fmt ":
            form = struct.unpack("<HHIIHH", head[at + 8 : at + 24])
        at += 8 + (struct.unpack("<I", head[at + 4 : at + 8])[0] + 1 & ~1)
    size = struct.unpack("<I", head[at + 4 : at + 8])[0]
    if form[0] != 1 or form[1] != 1 or form[5] not in (8, 16):
        return None
    raw = head[at + 8 : at + 8 + size]
    if not raw:
        return None
    loud = [abs(b - 128) * 256 for b in raw] if form[5] == 8 else [abs(s) for (s,) in struct.iter_unpack("<h", raw)]
    peaks = ""
    for part in range(64):
        start, end = len(loud) * part // 64, len(loud) * (part + 1) // 64
        most = max(loud[start : max(end, start + 1)])
        level = 255 if most >= 32768 else most * 255 // 32767
        peaks += chr(65 + (level * 25 + 127) // 255)
    return len(loud) * 1000 // form[2], peaks

top = data("data")
assert top["parts"] == 1 and top["name"] == folder and top["family"] == "plain" and top["version"] == 0, top
rows = data("data-0")
index = json.load(open(f"{out}/index.json", encoding="utf-8"))["inputs"]
assert [(r["path"], r["format"], r["size"]) for r in rows] == [(r["path"], r["format"], r["size"]) for r in index]
seen = {}
for row, plain in zip(rows, index):
    assert [(f["name"], f["size"]) for f in row["files"]] == [(f["name"], f["size"]) for f in plain["files"]]
    for f in row["files"]:
        path, end = f"{out}/{f['name']}", f["name"].rpartition(".")[2]
        assert os.path.getsize(path) == f["size"], f
        thumb = f"{out}/index/thumbs/{f['name']}.png"
        assert ("thumb" in f) == os.path.exists(thumb), f
        if end == "png":
            width, height = png_size(path)
            assert (f["width"], f["height"]) == (width, height), f
            # Small enough as it is: 512 pixels a side, and 64 KB.
            assert ("thumb" in f) == (width > 512 or height > 512 or f["size"] > 65536), f
            if "thumb" in f:
                while max(width, height) > 256:
                    width, height = max(width // 2, 1), max(height // 2, 1)
                assert png_size(thumb) == (width, height), f
        elif end == "glb":
            assert png_size(thumb) == (256, 192) and f["thumb"] == 1, f
            script = f"{out}/index/models/{f['name']}.js"
            assert ("script" in f) == previews == os.path.exists(script), f
            if previews:
                text = open(script).read()
                assert text.startswith("reliquaryModel([") and text.endswith("]);\n"), text[:60]
                name, code = json.loads(text[len("reliquaryModel("):-3])
                assert name == f["name"] and base64.b64decode(code) == open(path, "rb").read()
        elif end == "wav" and letters(path):
            assert (f["ms"], f["peaks"]) == letters(path), (f, letters(path))
        else:
            assert "width" not in f and "thumb" not in f and "script" not in f, f
        seen[end] = seen.get(end, 0) + 1
assert seen["png"] >= 6 and seen["wav"] >= 20 and seen["glb"] == 1, seen
lines = {row["path"]: row["lines"] for row in rows if "lines" in row}
assert sorted(lines) == ["ENGLISH.RTX", "dialog.tlk"], lines.keys()
# A line of dialogue has its tag and the number of its sound among the files; that file has the tag as its name.
files = next(row["files"] for row in rows if row["path"] == "ENGLISH.RTX")
voices = [line for line in lines["ENGLISH.RTX"] if "file" in line]
sounds = [i for i, f in enumerate(files) if f["name"].endswith(".wav")]
assert len(sounds) == 12, files
# dm06 has a voice and no text: it is none of the lines.
assert [line["file"] for line in voices] == [i for i in sounds if not files[i]["name"].endswith("/dm06.wav")], voices
for line in voices:
    name = files[line["file"]]["name"].rpartition("/")[2][:-4]
    if re.fullmatch("[a-z0-9]{4}", name):
        assert line["who"] == name, (line, name)
assert [line["text"] for line in lines["ENGLISH.RTX"] if line.get("who") == "dm01"] == [
    "Welcome to the quay, traveller. Mind the wet stones."]
# The texts of the talk table with their numbers; a sound only where the table says that there is one.
talk = json.load(open("talk.json", encoding="utf-8"))["strings"]
wanted = []
for i, s in enumerate(talk):
    voice = s["sound"] if s["flags"] & 2 and s["sound"] else None
    if s["text"] or voice:
        wanted.append({"text": s["text"], "who": f"StrRef {i}", **({"voice": voice} if voice else {})})
assert lines["dialog.tlk"] == wanted, (lines["dialog.tlk"], wanted)
PY
"$tool" json in/dialog.tlk -q -o talk.json
exits 0 "$tool" convert in -q -o out
exits 0 python3 check.py out in
exits 0 "$tool" convert again -q --previews -o preview
exits 0 python3 check.py preview again previews
# Once more, over what is there: the same.
cp -r preview kept
exits 0 "$tool" convert again -q --previews -o preview --force
same preview kept
exits 0 "$tool" convert again -q --previews -o preview --skip-existing
same preview kept

# What is as it was keeps its small picture and its script, also where these are something else by now; one that is
# gone is made again, and so is that of a file with other bytes.
thumbs=preview/index/thumbs
for file in $thumbs/noise.png.png $thumbs/flat513x4.png.png $thumbs/demo_door.glb.png preview/index/models/demo_door.glb.js; do
    printf old >$file
done
rm $thumbs/flat4x513.png.png
cp again/flat4x513.tga again/flat513x4.tga
for option in --skip-existing --force; do
    exits 0 "$tool" convert again -q --previews -o preview $option
    for file in $thumbs/noise.png.png $thumbs/demo_door.glb.png preview/index/models/demo_door.glb.js; do
        equal "$(cat $file)" old
    done
    same $thumbs/flat4x513.png.png kept/index/thumbs/flat4x513.png.png
    if [ $option = --skip-existing ]; then
        equal "$(cat $thumbs/flat513x4.png.png)" old
    else
        same $thumbs/flat513x4.png.png $thumbs/flat4x513.png.png
    fi
done

# A game is named by its family; several inputs have no name.
exits 0 "$tool" convert d/kotor/lips --game d/kotor -q -o lips
has lips/index/data.js '^reliquaryData({"name":"lips","family":"kotor","version":1,"parts":1,"formats":{'
exits 0 "$tool" convert d/redguard/fonts d/redguard/sound --game d/redguard -q -o several
has several/index/data.js '^reliquaryData({"name":"","family":"redguard","version":0,"parts":1,'

# 2,000 inputs make one script of data, one more a second.
mkdir many
cp d/kotor/override/demo_stone.tpc many
(
    cd many
    for ((n = 1; n < 2000; n++)); do : >"x$n.zzz"; done
)
exits 0 "$tool" convert many -q -o all
has all/index/data.js '"parts":1,'
absent all/index/data-1.js
: >many/zz.zzz
exits 0 "$tool" convert many -q -o more
has more/index/data.js '"parts":2,'
absent more/index/data-2.js
equal "$(cat more/index/data-1.js)" 'reliquaryData([{"path":"zz.zzz","format":"unknown","size":0,"files":[]}]);'
same more/index/data-0.js all/index/data-0.js

# Links of the plain index: letters, digits and a few signs stand as they are, all else by its bytes.
mkdir names
for name in 'azAZ09._-' '@[`{' 'a b%é' "q'&<"; do cp d/kotor/override/demo_stone.tpc "names/$name.tpc"; done
exits 0 "$tool" convert names -q --no-gallery -o plain
for pair in 'azAZ09._-=azAZ09._-' '%40%5B%60%7B=@\[`{' 'a%20b%25%C3%A9=a b%é' "q%27%26%3C=q'&amp;&lt;"; do
    has plain/index.html "<figure><a href=\"${pair%%=*}.png\"><img loading=\"lazy\" alt=\"\" src=\"${pair%%=*}.png\"></a><a \
href=\"${pair%%=*}.png\">${pair#*=}.png</a></figure>"
done

# Lines of a dialogue: who speaks, the player's replies behind the entries; Sound counts before VO_ResRef. What has
# neither text nor voice is no line.
"$tool" extract -q d/kotor/modules/demo01.mod keeper.dlg -o talk
exits 0 "$tool" set talk/keeper.dlg EntryList/0/Sound=abc EntryList/0/VO_ResRef=def EntryList/0/Speaker=Tim \
    EntryList/1/VO_ResRef=def EntryList/2/Text/0= EntryList/2/Sound=only EntryList/3/Text/0= ReplyList/0/VO_ResRef=rep \
    ReplyList/1/Sound=ans
printf x >talk/beside.txt
exits 0 "$tool" convert talk -q -o said
python3 - <<'PY'
import json
rows = json.loads(open("said/index/data-0.js", encoding="utf-8").read()[len("reliquaryData("):-3])
lines = {row["path"]: row.get("lines") for row in rows}
assert lines["beside.txt"] is None
assert lines["keeper.dlg"] == [
    {"text": "The ferry is late. It is always late, and I always count the lamps while I wait.", "who": "Tim",
     "voice": "abc"},
    {"text": "Seventeen. There were eighteen yesterday.", "voice": "def"},
    {"text": "", "voice": "only"},
    {"text": "How many lamps are there?", "who": "player", "voice": "rep"},
    {"text": "I will look below deck.", "who": "player", "voice": "ans"},
    {"text": "I have time for tea.", "who": "player"},
], lines["keeper.dlg"]
PY
