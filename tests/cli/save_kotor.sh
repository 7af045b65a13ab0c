# Slots of KotOR, from the demo: what each path of save set changes, and what is refused. The demo's values are those
# of demo/saves.c.
"$tool" demo d -q
k1="saves/000002 - Game1"
k2="saves/000003 - Game2"
auto="saves/000001 - AUTOSAVE"
fresh() {
    rm -rf saves saves.reliquary
    mkdir saves
    cp -r "d/kotor/$k1" "d/kotor/$auto" "d/kotor/saves-k2/000003 - Game2" saves
}
fresh
cp -r saves was

# What a change does: slot, path=value, then the lines of diff, each once, in any order.
changes() {
    local slot=$1 set=$2
    shift 2
    fresh
    exits 0 "$tool" save set "$slot" "$set" --dry-run -q
    absent saves.reliquary
    same saves was
    exits 0 "$tool" save set "$slot" "$set" --game d/kotor
    exits 1 "$tool" save diff "was/${slot#saves/}" "$slot"
    cp out.txt diff.txt
    printf '%s\n' "$@" | LC_ALL=C sort >wanted.txt
    LC_ALL=C sort diff.txt >found.txt
    same found.txt wanted.txt
    exits 0 "$tool" save restore "$slot"
    same saves was
}

ifo=SAVEGAME.sav/DEMO01.sav/Module.ifo
me=$ifo/Mod_PlayerList/0
changes "$k1" name=Zwei 'savenfo.res/SAVEGAMENAME: "Before the ferry" -> "Zwei"'
changes "$k1" gold=5000 'PARTYTABLE.res/PT_GOLD: 318 -> 5000'
changes "$k1" xp-pool=9 'PARTYTABLE.res/PT_XP_POOL: 1200 -> 9'
changes "$k1" solo=1 'PARTYTABLE.res/PT_SOLOMODE: 0 -> 1'
changes "$k1" time=60 'savenfo.res/TIMEPLAYED: 5025 -> 60' 'PARTYTABLE.res/PT_PLAYEDSECONDS: 5025 -> 60'
changes "$k1" cheats=1 'savenfo.res/CHEATUSED: 0 -> 1' 'PARTYTABLE.res/PT_CHEAT_USED: 0 -> 1' \
    'PARTYTABLE.res/PT_PAZAAKCARDS/18/PT_PAZAAKCOUNT: 0 -> 1'
changes "$k2" cheats=1 'savenfo.res/CHEATUSED: 0 -> 1' 'PARTYTABLE.res/PT_CHEAT_USED: 0 -> 1' \
    'PARTYTABLE.res/PT_PAZAAKCARDS/23/PT_PAZAAKCOUNT: 0 -> 1'
changes "$k2" components=7 'PARTYTABLE.res/PT_ITEM_COMPONEN: 24 -> 7'
changes "$k2" chemicals=7 'PARTYTABLE.res/PT_ITEM_CHEMICAL: 11 -> 7'
# The name of the player stands in two places of K1, in five of K2.
changes "$k1" player/name=Ruß "$me/Mod_FirstName/0: \"Sable\" -> \"Ruß\"" "$me/FirstName/0: \"Sable\" -> \"Ruß\""
changes "$k2" player/name=Ada "$me/Mod_FirstName/0: \"Rook\" -> \"Ada\"" "$me/FirstName/0: \"Rook\" -> \"Ada\"" \
    'SAVEGAME.sav/pc.utc/FirstName/0: "Rook" -> "Ada"' 'savenfo.res/PCNAME: "Rook" -> "Ada"' \
    'PARTYTABLE.res/PT_PCNAME: "Rook" -> "Ada"'
changes "$k1" player/Str=18 "$me/Str: 10 -> 18"
changes "$k2" player/Str=18 "$me/Str: 10 -> 18"
changes "$k1" player/hp=20 "$me/CurrentHitPoints: 26 -> 20"
changes "$k1" player/fp=1 "$me/CurrentForce: 12 -> 1"
changes "$k1" player/xp=6000 "$me/Experience: 3200 -> 6000"
changes "$k1" player/alignment=100 "$me/GoodEvil: 57 -> 100"
changes "$k1" player/skills/stealth=7 "$me/SkillList/2/Rank: 1 -> 7"
changes "$k1" player/feats/add=60 "+ $me/FeatList/4: {\"id\":1,\"Feat\":60}"
changes "$k1" player/feats/remove=39 "- $me/FeatList/3: {\"id\":1,\"Feat\":39}"
changes "$k1" player/powers/add=60 "+ $me/ClassList/0/KnownList0/3: {\"id\":3,\"Spell\":60}"
changes "$k1" player/powers/remove=22 "- $me/ClassList/0/KnownList0/2: {\"id\":3,\"Spell\":22}"
changes "$k1" player/level=0,4 "$me/ClassList/0/ClassLevel: 3 -> 4"
changes "$auto" player/Str=18 'pifo.ifo/Mod_PlayerList/0/Str: 10 -> 18'
changes "$k1" party/Bastila/Wis=20 'SAVEGAME.sav/AVAILNPC0.utc/Wis: 11 -> 20'
changes "$k1" party/pell/xp=1 'SAVEGAME.sav/AVAILNPC2.utc/Experience: 3200 -> 1'
changes "$k2" party/Kreia/influence=80 'PARTYTABLE.res/PT_INFLUENCE/6/PT_NPC_INFLUENCE: 60 -> 80'
changes "$k1" party/2/selectable=0 'PARTYTABLE.res/PT_AVAIL_NPCS/2/PT_NPC_SELECT: 1 -> 0'
changes "$k1" party/2/available=0 'PARTYTABLE.res/PT_AVAIL_NPCS/2/PT_NPC_AVAIL: 1 -> 0'
changes "$k1" party/Bastila/member=0 'PARTYTABLE.res/PT_NUM_MEMBERS: 1 -> 0' \
    '- PARTYTABLE.res/PT_MEMBERS/0: {"id":0,"PT_MEMBER_ID":0,"PT_IS_LEADER":0}' '- savenfo.res/PORTRAIT1: "demo_wren"'
# Portraits of savenfo.res follow. The columns of portraits.2da are for an alignment of more than 40, 30, 20 and 10,
# and of less (docs/saves.md); a cell that is empty is that of baseresref. PORTRAIT0 is the leader's, and behind him
# the order is player, first, second, which goes round.
faces() {
    printf '2DA V2.0\n\nbaseresref baseresrefe baseresrefve baseresrefvve baseresrefvvve\n'
    for ((i = 0; i < 26; i++)); do printf '%d po_x%d **** **** **** ****\n' $i $i; done
    printf '26 po_sable po_sable1 po_sable2 po_sable3 po_sable4\n27 **** **** **** **** ****\n'
}
faces >portraits.2da
cp portraits.2da d/kotor/override/portraits.2da
member=('PARTYTABLE.res/PT_NUM_MEMBERS: 1 -> 2' '+ PARTYTABLE.res/PT_MEMBERS/1: {"id":0,"PT_MEMBER_ID":2,"PT_IS_LEADER":0}')
changes "$k1" party/Carth/member=1 "${member[@]}" '+ savenfo.res/PORTRAIT2: "po_sable"'
changes "$k1" player/PortraitId=7 "$me/PortraitId: 26 -> 7" 'savenfo.res/PORTRAIT0: "demo_crest" -> "po_x7"'
changes "$k1" party/Bastila/PortraitId=7 'SAVEGAME.sav/AVAILNPC0.utc/PortraitId: 26 -> 7' \
    'savenfo.res/PORTRAIT1: "demo_wren" -> "po_x7"'
changes "$k1" party/Carth/PortraitId=7 'SAVEGAME.sav/AVAILNPC2.utc/PortraitId: 26 -> 7'
changes "$k1" player/alignment=41 "$me/GoodEvil: 57 -> 41"
stage=1
for alignment in 40 30 20 10; do
    changes "$k1" "player/alignment=$alignment" "$me/GoodEvil: 57 -> $alignment" \
        "savenfo.res/PORTRAIT0: \"demo_crest\" -> \"po_sable$stage\""
    stage=$((stage + 1))
done
fresh
exits 0 "$tool" save set "$k1" player/alignment=11 player/PortraitId=3 --game d/kotor
has out.txt '^savenfo.res/PORTRAIT0: "demo_crest" -> "po_x3"$'
exits 0 "$tool" save set "$k1" player/PortraitId=27 --game d/kotor
has err.txt 'PORTRAIT0 of savenfo.res is left as it is: portraits.2da of the game has no picture in row 27'
# A companion leads: his portrait is first. A new one goes between him and the player, and goes again.
fresh
exits 0 "$tool" save set "$k1" PARTYTABLE.res/PT_MEMBERS/0/PT_IS_LEADER=1 savenfo.res/PORTRAIT0=wren savenfo.res/PORTRAIT1=me
exits 0 "$tool" save set "$k1" party/Carth/member=1 --game d/kotor
has out.txt '^savenfo.res/PORTRAIT1: "me" -> "po_sable"$'
has out.txt '^+ savenfo.res/PORTRAIT2: "me"$'
lacks out.txt PORTRAIT0
exits 0 "$tool" save set "$k1" player/PortraitId=3 --game d/kotor
has out.txt '^savenfo.res/PORTRAIT2: "me" -> "po_x3"$'
exits 0 "$tool" save set "$k1" party/Carth/member=0
has out.txt '^savenfo.res/PORTRAIT1: "po_sable" -> "po_x3"$'
has out.txt '^- savenfo.res/PORTRAIT2: "po_x3"$'
exits 0 "$tool" save set "$k1" party/Bastila/member=0
has out.txt '^savenfo.res/PORTRAIT0: "wren" -> "po_x3"$'
# Without the game: what is known moves, the rest is said.
fresh
exits 0 "$tool" save set "$k1" party/Carth/member=1
has err.txt 'PORTRAIT2 of savenfo.res is left as it is: pass --game DIR, and it follows from portraits.2da'
lacks out.txt PORTRAIT
rm d/kotor/override/portraits.2da
# Bits from the left, bytes with a sign.
changes "$k1" globals/ST_BELL=1 'GLOBALVARS.res/ValBoolean/ST_BELL: 0 -> 1'
changes "$k1" globals/st_tea=0 'GLOBALVARS.res/ValBoolean/ST_TEA: 1 -> 0'
changes "$k1" globals/ST_COLD=-128 'GLOBALVARS.res/ValNumber/ST_COLD: -3 -> -128'
changes "$k1" globals/ST_START=1,2.5,3,0,1,0 'GLOBALVARS.res/ValLocation/ST_START: 4.5,0,0,1,0,0 -> 1,2.5,3,0,1,0'
changes "$k1" globals/ST_LAST_MODULE=x 'GLOBALVARS.res/ValString/0/String: "demo02" -> "x"'
changes "$k1" globals/number/ST_NEW=4 '+ GLOBALVARS.res/CatNumber/3: {"id":0,"Name":"ST_NEW"}' \
    'GLOBALVARS.res/ValNumber: "Ef0D" -> "Ef0DBA=="'
changes "$k1" journal/st_ferry=20 'PARTYTABLE.res/JNL_Entries/0/JNL_State: 10 -> 20'
changes "$k1" journal/other=5 \
    '+ PARTYTABLE.res/JNL_Entries/1: {"id":0,"JNL_PlotID":"other","JNL_State":5,"JNL_Date":1,"JNL_Time":375391}'
changes "$k1" galaxy/2=selectable 'PARTYTABLE.res/GlxyMap/GlxyMapPlntMsk: 196615 -> 458759'
changes "$k1" galaxy/0=hidden 'PARTYTABLE.res/GlxyMap/GlxyMapPlntMsk: 196615 -> 131078'
changes "$k1" galaxy/selected=-1 'PARTYTABLE.res/GlxyMap/GlxyMapSelPnt: 1 -> -1'
changes "$k1" pazaak/cards/17=4 'PARTYTABLE.res/PT_PAZAAKCARDS/17/PT_PAZAAKCOUNT: 0 -> 4'
changes "$k1" pazaak/deck=1,0,1,0,2,2,3,3,4,4 'PARTYTABLE.res/PT_PAZSIDELIST/0/PT_PAZSIDECARD: 0 -> 1' \
    'PARTYTABLE.res/PT_PAZSIDELIST/3/PT_PAZSIDECARD: 1 -> 0'
changes "$k1" reputation/Crew/Player=10 'SAVEGAME.sav/REPUTE.fac/RepList/0/FactionRep: 60 -> 10'
changes "$k1" reputation/2/1=10 \
    '+ SAVEGAME.sav/REPUTE.fac/RepList/2: {"id":2,"FactionID1":1,"FactionID2":2,"FactionRep":10}'
changes "$k1" inventory/1/StackSize=9 'SAVEGAME.sav/INVENTORY.res/ItemList/1/StackSize: 7 -> 9'
changes "$k1" "$ifo/Mod_Tokens/0/Mod_TokensValue=two" "$ifo/Mod_Tokens/0/Mod_TokensValue: \"three\" -> \"two\""
fresh
exits 0 "$tool" save set "$k1" inventory/remove=charm
counts 1 out.txt ''
has out.txt '^- SAVEGAME.sav/INVENTORY.res/ItemList/3: '
exits 0 "$tool" save set "$k1" inventory/add=rope,4
counts 1 out.txt ''
has out.txt '^+ SAVEGAME.sav/INVENTORY.res/ItemList/3: .*"Tag":"rope".*"StackSize":4'
exits 0 "$tool" save set "$k1" inventory/add=lantern --game d/kotor
has out.txt '^+ SAVEGAME.sav/INVENTORY.res/ItemList/4: .*"DELETING":0'
lacks out.txt UpgradeSlot
fresh
exits 0 "$tool" save set "$k2" inventory/add=lantern --game d/kotor
has out.txt 'UpgradeSlot5'

# Help and the page have the same rows.
"$tool" save --help >help.txt
python3 - "$SOURCE_DIR/docs/saves.md" <<'PY'
import re, sys
page = open(sys.argv[1], encoding="utf-8").read()
text = open("help.txt", encoding="utf-8").read()
paths = re.search(r"Paths of get and set.*?\n(.*?)\n\n", text, re.S)[1].splitlines()
repairs = re.search(r"Repairs, and.*?\n(.*?)\n\n", text, re.S)[1].splitlines()
rows = [line[2:].split("  ")[0].split(" ")[0] for line in paths[::2]]
rows += [line.split(":")[0].split()[0] for line in repairs[::2]]
assert len(rows) > 30, rows
missing = [row for row in rows if f"`{row}`" not in page]
assert not missing, missing
PY

# While Kreia stands in for the player, she is in Mod_PlayerList and the player in PC.utc; her own file is stale.
fresh
exits 0 "$tool" save set "$k2" PARTYTABLE.res/PT_CONTROLLED_NP=6
exits 0 "$tool" save set "$k2" player/Str=17 party/Kreia/Str=16
counts 2 out.txt ''
has out.txt '^SAVEGAME.sav/pc.utc/Str: 10 -> 17$'
has out.txt "^$me/Str: 10 -> 16\$"

# Pictures and characters go out and come back.
fresh
exits 0 "$tool" save get "$k1" screen -o screen.png
exits 0 "$tool" save set "$k1" screen=screen.png
same saves was
# A slot without a picture gets one.
rm "$k1/Screen.tga"
exits 0 "$tool" save set "$k1" screen=screen.png
exits 0 "$tool" save get "$k1" screen -o screen-again.png
same screen-again.png screen.png
fresh
exits 0 "$tool" save get "$k1" party/Bastila -o wren.json
exits 0 "$tool" save set "$k1" party/Bastila=wren.json
same saves was
exits 0 "$tool" save set "$k1" party/Carth=wren.json
exits 1 "$tool" save diff "was/000002 - Game1" "$k1"
has out.txt 'AVAILNPC2.utc/Tag: "pell" -> "wren"'
lacks out.txt AVAILNPC0
exits 0 "$tool" save get "$k1" player -o me.json
exits 0 "$tool" save set "$k1" player/Str=3 player=me.json
prints '^10$' "$tool" save get "$k1" player/Str

# A character with more skills than there are names for, and one with fewer.
for count in 5 9; do
    COUNT=$count python3 - <<'PY'
import json, os
me, count = json.load(open("me.json")), int(os.environ["COUNT"])
for field in me["root"]["fields"]:
    if field[0] == "SkillList":
        field[2] = (field[2] * 2)[:count]
json.dump(me, open("skills.json", "w"))
PY
    exits 0 "$tool" save set "$k1" player=skills.json
    exits 0 "$tool" save show "$k1" --json
    equal "$(python3 -c "import json; print(len(json.load(open('out.txt'))['player']['skills']))")" $((count < 8 ? count : 8))
done

# Refused, with nothing written.
fresh
refuse() { # code, pattern, words of save...
    local code=$1 pattern=$2
    shift 2
    refuses "$code" "$pattern" "$tool" save "$@"
    same saves was
    absent saves.reliquary
}
refuse 2 'PATH=VALUE' set "$k1" gold
refuse 2 'is no path of a slot' set "$k1" nonsense=1
refuse 2 '999999999' set "$k1" gold=1000000000
refuse 2 '3 to 255' set "$k1" player/Str=300
refuse 2 '-128 to 127' set "$k1" globals/ST_COLD=200
refuse 2 'no global variable' set "$k1" globals/NO_SUCH=1
refuse 2 '1 to 21 letters' set "$k1" globals/boolean/ST_THIS_NAME_IS_TOO_LONG=1
refuse 2 'only saves of the second game' set "$k1" party/Bastila/influence=5
refuse 2 'only saves of the second game' set "$k1" components=5
refuse 2 'there is no companion' set "$k1" party/Nobody/Str=5
refuse 2 'nobody to join' set "$k1" party/HK-47/available=1
refuse 2 'not available' set "$k1" party/HK-47/member=1
refuse 2 'not so many cards' set "$k1" pazaak/deck=0,0,0,0,0,0,0,0,0,0
refuse 2 'has it already' set "$k1" player/feats/add=39
refuse 2 'neither the game nor the inventory' set "$k1" inventory/add=nothing --game d/kotor
refuse 2 'transition autosave' copy "$auto"
refuse 2 'transition autosave has no picture' set "$auto" screen=screen.png
refuse 2 'saved last' repair "$k1" forget DEMO01
refuse 2 'no module' repair "$k1" events nowhere
refuse 2 'is no repair' repair "$k1" everything
refuse 2 'no file CORRUPT' repair "$k1" mark
refuse 1 'has no global variable\|no global variable' get "$k1" globals/NOPE
# The last that is allowed, and the next: planets 0 to 15, 18 cards in K1 and 23 in K2, 12 slots of companions, 8
# skills, the factions of the slot (3), stacks of 1 to 65535.
refuse 2 'galaxy/16: a planet is 0 to 15' set "$k1" galaxy/16=hidden
refuse 2 'galaxy/1x: a planet is 0 to 15' set "$k1" galaxy/1x=hidden
refuse 2 'galaxy/: a planet is 0 to 15' set "$k1" galaxy/=hidden
refuse 2 'shown: hidden, available or selectable' set "$k1" galaxy/1=shown
for words in galaxy/0@selectable galaxy/2@available galaxy/15@hidden pazaak/cards/17@0 reputation/Crew/2@100 \
    player/skills/7@1 player/skills/ste@1 player/skills/0@0 globals/ST_START@4.5,0,0,1,0,0 party/Carth/member@0 \
    party/Bastila/member@1 party/Wren/selectable@1 party/wren/selectable@1; do
    prints "^${words#*@}\$" "$tool" save get "$k1" "${words%@*}"
done
prints '^0$' "$tool" save get "$k2" pazaak/cards/22
prints '^0$' "$tool" save get "$k2" party/11/available
refuse 2 'pazaak/cards/N with N of 0 to 17, or pazaak/deck' set "$k1" pazaak/cards/18=1
refuse 2 'pazaak/cards/N with N of 0 to 22, or pazaak/deck' set "$k2" pazaak/cards/23=1
for path in pazaak/cards/ pazaak/cards/x pazaak/cards/1x pazaak/; do
    refuse 2 'pazaak/cards/N with N of 0 to 17' set "$k1" $path=1
done
for deck in 0,1,2,3,4,0,1,2,3 0,1,2,3,4,0,1,2,3,4,0 0,1,2,3,4,0,1,2,3,18 0,1,2,3,4,0,1,2,3,-1 0,1,2,3,4,0,1,2,3,; do
    refuse 2 'ten numbers of cards, or none' set "$k1" pazaak/deck=$deck
done
refuse 2 'party/Carth/member: maybe: 0 or 1' set "$k1" party/Carth/member=maybe
refuse 2 'there is no companion 12' set "$k1" party/12/available=1
refuse 2 'takes numbers or names of FactionList' set "$k1" reputation/3/0=1
refuse 2 'takes numbers or names of FactionList' set "$k1" reputation/0/-1=1
for skill in st 8 -1 stealthy; do
    refuse 2 "$skill: computer, demolitions, stealth, " set "$k1" player/skills/$skill=1
done
refuse 2 'player/feats/add: the engine accepts 0 to 65535, not -1' set "$k1" player/feats/add=-1
for count in 0 65536 x ''; do
    refuse 2 'TAG or TAG,COUNT' set "$k1" inventory/add=rope,$count
done
refuse 2 'the inventory has no item coat; --game DIR takes it from the game' set "$k1" inventory/add=coat
refuse 2 'inventory/remove: the inventory has no item 4' set "$k1" inventory/remove=4
refuse 2 'globals/real/ST_TEA: a kind of variable is boolean, number, location or string' set "$k1" globals/real/ST_TEA=1
refuse 2 'globals/ST_COLD: -129: a number is -128 to 127' set "$k1" globals/ST_COLD=-129
refuse 2 'globals/ST_COLD: 128: a number is -128 to 127' set "$k1" globals/ST_COLD=128
refuse 2 'a name has 1 to 21 letters' set "$k1" globals/boolean/ST_22_LETTERS_ARE_MANY=1
refuse 2 'a name has 1 to 21 letters' set "$k1" globals/number/=1
refuse 2 'needs the name of a module' repair "$k1" events
refuse 2 'everything that stands twice is equal' repair "$k1" sync
exits 0 "$tool" save set "$k1" inventory/add=rope,65535 inventory/add=rope,1 inventory/remove=0 globals/ST_COLD=127 \
    globals/boolean/ST_21_LETTERS_ARE_FEW=1 party/Bastila/member=no player/feats/add=0 galaxy/15=available galaxy/1=available
has err.txt 'ST_21_LETTERS_ARE_FEW is new'
has out.txt '^+ SAVEGAME.sav/INVENTORY.res/ItemList/[34]: .*"Tag":"rope".*"StackSize":65535'
for words in globals/ST_COLD@127 globals/ST_21_LETTERS_ARE_FEW@1 party/Bastila/member@0 galaxy/15@available galaxy/1@available \
    galaxy/0@selectable; do
    prints "^${words#*@}\$" "$tool" save get "$k1" "${words%@*}"
done
exits 0 "$tool" save set "$k1" party/Bastila/member=YES party/Carth/member=yes party/Carth/member=1 pazaak/deck=none
has out.txt '^PARTYTABLE.res/PT_NUM_MEMBERS: 0 -> 2$'
prints '^-1,-1,-1,-1,-1,-1,-1,-1,-1,-1$' "$tool" save get "$k1" pazaak/deck

# Who is in the party: K1 has names for slots 0 to 8, K2 for 0 to 11. The time of K2 is in tenths of a microsecond
# since 1601; 1970 is 11644473600 seconds later. K1 has that of the file. Without one there is no date.
fresh
exits 0 "$tool" save set "$k1" PARTYTABLE.res/PT_MEMBERS/0/PT_MEMBER_ID=8
exits 0 "$tool" save set "$k2" PARTYTABLE.res/PT_MEMBERS/0/PT_MEMBER_ID=11 savenfo.res/TIMESTAMP=116444736010000000
TZ=UTC touch -t 197001010000 "$k1/savenfo.res"
exits 0 "$tool" save ls saves
has out.txt '^000002 - Game1 .* 1:23:45    Zaalbar$'
has out.txt '^000003 - Game2 .* 1:23:45  1970-01-01 00:00  Disciple$'
for id in 9 11; do
    exits 0 "$tool" save set "$k1" PARTYTABLE.res/PT_MEMBERS/0/PT_MEMBER_ID=$id
    prints '^000002 - Game1 .*  ?$' "$tool" save ls saves
done
exits 0 "$tool" save set "$k2" PARTYTABLE.res/PT_MEMBERS/0/PT_MEMBER_ID=6 savenfo.res/TIMESTAMP=116444736000000000
prints '^000003 - Game2 .* 1:23:45    Kreia$' "$tool" save ls saves
exits 0 "$tool" save set "$k2" savenfo.res/TIMESTAMP=1
prints '^000003 - Game2 .* 1:23:45    Kreia$' "$tool" save ls saves

# What stands twice: times of 0 too, and one or two companions.
fresh
exits 0 "$tool" save set "$k1" party/Carth/member=1
exits 0 "$tool" save set "$k1" PARTYTABLE.res/PT_PLAYEDSECONDS=0 PARTYTABLE.res/PT_CHEAT_USED=1 PARTYTABLE.res/PT_NUM_MEMBERS=1
exits 0 "$tool" save repair "$k1" sync
has out.txt '^savenfo.res/TIMEPLAYED: 5025 -> 0$'
has out.txt '^savenfo.res/CHEATUSED: 0 -> 1$'
has out.txt '^PARTYTABLE.res/PT_NUM_MEMBERS: 1 -> 2$'

# A file that can't be read is told by the part that comes of it; the whole lists such files.
fresh
for words in party@PARTYTABLE.res journal@PARTYTABLE.res globals@GLOBALVARS.res items@SAVEGAME.sav; do
    cp "$k1/${words#*@}" whole.bin
    head -c 150 whole.bin >"$k1/${words#*@}"
    refuses 3 "${words#*@}: " "$tool" save "${words%@*}" "$k1"
    exits 0 "$tool" save show "$k1" --json
    has out.txt "^    \"${words#*@}\"\$"
    cp whole.bin "$k1/${words#*@}"
done

# Repairs.
fresh
exits 0 "$tool" save repair "$k1" events demo01.SAV --dry-run
counts 1 out.txt "^- $ifo/EventQueue/0: "
exits 0 "$tool" save repair "$k1" events DEMO01
has err.txt 'script st_bell goes'
counts 1 out.txt ''
has out.txt "^- $ifo/EventQueue/0: "
exits 0 "$tool" save repair "$k1" forget demo02
has out.txt '^- SAVEGAME.sav/DEMO02.sav: '
exits 0 "$tool" list "$k1/SAVEGAME.sav"
lacks out.txt DEMO02
exits 0 "$tool" save repair "$k1" logs
counts 4 out.txt '^- PARTYTABLE.res/PT_\(FB\|DLG\)_MSG_LIST/'
printf CORRUPT >"$k1/CORRUPT"
prints 'marked CORRUPT' "$tool" save ls saves
exits 0 "$tool" save repair "$k1" mark
absent "$k1/CORRUPT"
exits 0 "$tool" save set "$k1" savenfo.res/TIMEPLAYED=9
exits 0 "$tool" save repair "$k1" sync
has out.txt '^savenfo.res/TIMEPLAYED: 9 -> 5025$'
rm "$k1/GLOBALVARS.res"
printf '2DA V2.0\n\nname type\n0 ST_KEY Boolean\n1 ST_BELL Boolean\n' >d/kotor/override/globalcat.2da
exits 0 "$tool" save repair "$k1" globals --game d/kotor
prints 'ST_BELL 0, ST_KEY 0' "$tool" save globals "$k1" --all
prints 'delayed commands' "$tool" save repair "$k1"
prints '"name":"events","argument":"MODULE"' "$tool" save repair "$k1" --json

# Copies, backups, restoring.
fresh
prints 'saves/000004 - Game3$' "$tool" save copy "$k2" --as Copy
exits 1 "$tool" save diff "$k2" "saves/000004 - Game3"
counts 2 out.txt ''
has out.txt 'SAVEGAMENAME: "Before the ferry" -> "Copy"'
has out.txt 'SAVENUMBER: 3 -> 4'
fresh
exits 0 "$tool" save backup "$k1"
refuses 2 'save backup has no -o' "$tool" save backup "$k1" -o elsewhere
absent elsewhere
same saves was
exits 0 "$tool" save set "$k1" gold=1
exits 0 "$tool" save set "$k1" gold=2
prints 'save set gold=2' "$tool" save restore "$k1" --dry-run
counts 3 out.txt ''
prints '"id":"000003",' "$tool" save restore "$k1" --dry-run --json
exits 0 "$tool" save restore "$k1"
prints '^1$' "$tool" save get "$k1" gold
exits 0 "$tool" save restore "$k1" 000001
same saves was
refuses 1 'has no backup' "$tool" save restore "$k2"
# What is not there can't be read.
for verb in restore copy backup; do
    refuses 3 'no-such-slot' "$tool" save $verb no-such-slot
done
refuses 3 "can't open it" "$tool" save set "$k2" player=no-such.utc

# Damaged and missing files: the rest is shown and edited, and what is damaged stays.
fresh
rm "$k1/SAVEGAME.sav"
prints '^missing *SAVEGAME.sav$' "$tool" save show "$k1"
exits 0 "$tool" save set "$k1" gold=4
refuses 2 'SAVEGAME.sav is not there' "$tool" save set "$k1" player/Str=4
fresh
printf 'SAV V1.0 and nothing else' >"$k1/SAVEGAME.sav"
prints '^unreadable *SAVEGAME.sav$' "$tool" save show "$k1"
exits 0 "$tool" save set "$k1" gold=4
equal "$(cat "$k1/SAVEGAME.sav")" 'SAV V1.0 and nothing else'
for file in savenfo.res PARTYTABLE.res GLOBALVARS.res SAVEGAME.sav; do
    fresh
    head -c 100 "was/000002 - Game1/$file" >"$k1/$file"
    rm -rf cut
    cp -r saves cut
    exits 0 "$tool" save show "$k1"
    if "$tool" save set "$k1" gold=3 time=3 player/Str=3 globals/ST_TEA=0 >out.txt 2>err.txt; then
        fail "$file was cut, and changed"
    fi
    has err.txt '.'
    same saves cut
    absent saves.reliquary
done
# A nested archive whose head is broken: the player can't be reached, the companion can.
fresh
python3 - "$k1/SAVEGAME.sav" <<'PY'
import sys
data = bytearray(open(sys.argv[1], "rb").read())
at = data.index(b"MOD V1.0", 8)
data[at:at + 4] = b"XXXX"
open(sys.argv[1], "wb").write(data)
PY
rm -rf cut
cp -r saves cut
exits 2 "$tool" save set "$k1" player/Str=3
same saves cut
exits 0 "$tool" save set "$k1" party/Bastila/Str=3
prints '^3$' "$tool" save get "$k1" party/Bastila/Str

# No room on the disk: files of more than 60 KB can't be written.
fresh
if (trap '' XFSZ && ulimit -f 60 && "$tool" save set "$k1" gold=3) >out.txt 2>err.txt; then
    fail "a full disk was not noticed"
fi
same saves was
exits 0 "$tool" save set "$k1" gold=3

# Lists of slots.
prints '^000001 - AUTOSAVE .* DEMO03 .*transition autosave$' "$tool" save ls saves
has out.txt '^000003 - Game2 *Before the ferry *Harrow - Upper deck *DEMO01 *1:23:45  2025-12-28 20:00  Kreia$'
exits 0 "$tool" save ls saves --json
counts 3 out.txt '"family":"kotor"'
exits 0 "$tool" save show "$k2" --json --all
cp out.txt show.json
python3 - <<'PY'
import json
save = json.load(open("show.json", encoding="utf-8"))
assert save["game"] == "K2" and save["credits"] == 318 and save["components"] == 24, save
assert save["player"]["attributes"] == {"Str": 10, "Dex": 15, "Con": 16, "Int": 13, "Wis": 11, "Cha": 14}
assert [item["tag"] for item in save["inventory"]] == ["lantern", "rope", "flare", "charm"]
assert save["globals"]["boolean"]["ST_TEA"] == "1" and save["globals"]["boolean"]["ST_BELL"] == "0"
assert save["globals"]["number"]["ST_COLD"] == "-3"
assert save["galaxy map"] == {"selected": 1, "available": [0, 1, 2], "selectable": [0, 1]}
assert save["modules"][0]["doors"][1] == {"tag": "hatch", "locked": 1, "open": 0}
assert save["modules"][0]["containers"][0]["items"] == ["lantern", "rope"]
assert [c["who"] for c in save["companions"] if c["available"]] == ["Kreia", "T3-M4"]
PY
for part in items journal party globals; do
    exits 0 "$tool" save $part "$k1" --json
    python3 -m json.tool <out.txt >/dev/null
done
