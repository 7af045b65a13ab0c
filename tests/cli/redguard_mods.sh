# Mods of redguard-mod-manager: installed on the demo, undone, made of two games. The form of its files is told in
# docs/patch.md; expected values follow from the texts of the mod.
"$tool" demo d -q
cp -r d/redguard game
# An actor of the demo has a function and attributes without names, which the manager can't show.
"$tool" disassemble game/maps/ISLAND.RGM --game game -o scripts >listed.txt 2>&1
sed -i '/#302/d; /attribute 3[45]/d' scripts/PATROL.soup
"$tool" assemble scripts/PATROL.soup -o game/maps/ISLAND.RGM --game game --force >assembled.txt 2>&1
cp -r game before
"$tool" disassemble game/maps/ISLAND.RGM --game game --dialect rmm >old.txt
grep -n '  var2 = var2 + 1' old.txt >places.txt
line=$(sed -n '1s/:.*//p' places.txt)

mkdir -p "mod/RTX Audio"
printf '1.0\r\nMe\r\nA test\r\n' >mod/About.txt
printf '0\tdm01\tWelcome, all.\r\n9999\tnew1\tA fresh line \303\251\r\n' >"mod/RTX Changes.txt"
printf 'SYSTEM.INI\r\n  [system]\r\n  volume = 200\r\n  fresh = yes\r\n  [brand]\r\n  x = 1\r\n' >"mod/INI Changes.txt"
printf 'ISLAND\r\n  %d\tnull\r\n  %d\t  var2 = var2 + 2\r\n' $((line - 1)) $((line - 1)) >"mod/Map Changes.txt"
"$tool" convert game/ENGLISH.RTX --to wav -o voices >converted.txt 2>&1
ls voices/ENGLISH >all.txt
grep -v '%' all.txt >names.txt
first=$(sed -n 1p names.txt)
second=$(sed -n 2p names.txt)
differ "voices/ENGLISH/$first" "voices/ENGLISH/$second"
cp "voices/ENGLISH/$first" "mod/RTX Audio/$second"

exits 0 "$tool" patch mod game --dry-run
has out.txt '^change  ENGLISH.RTX$'
has out.txt '^change  SYSTEM.INI$'
has out.txt '^change  maps/ISLAND.RGM$'
same game before
exits 0 "$tool" patch mod game
prints '^Welcome, all.$' "$tool" get game/ENGLISH.RTX entries/0/text
prints '^A fresh line é$' "$tool" get game/ENGLISH.RTX entries/16/text
prints '^200$' "$tool" ini get game/SYSTEM.INI system/volume
has game/SYSTEM.INI '^volume=200	; 0 to 255'
prints '^yes$' "$tool" ini get game/SYSTEM.INI system/fresh
prints '^1$' "$tool" ini get game/SYSTEM.INI brand/x
"$tool" disassemble game/maps/ISLAND.RGM --game game --dialect rmm >new.txt
sed "${line}s/.*/  var2 = var2 + 2/" old.txt >wanted.txt
same new.txt wanted.txt
"$tool" convert game/ENGLISH.RTX --to wav -o spoken >converted.txt 2>&1
same "spoken/ENGLISH/$second" "voices/ENGLISH/$first"
prints '^000001 .* mod$' "$tool" patch list game
cp -r game after
exits 0 "$tool" patch undo game
rm -rf game/.reliquary
same game before

# Made of the two, the mod gives the same game.
rm -rf after/.reliquary
exits 0 "$tool" diff before after --to redguard-mod -o made
exists "made/RTX Changes.txt" "made/INI Changes.txt" "made/Map Changes.txt" made/About.txt
has "made/RTX Changes.txt" '^0	dm01	Welcome, all.'
has "made/INI Changes.txt" '^  volume = 200'
has "made/Map Changes.txt" '^ISLAND'
exists "made/RTX Audio/$second"
exits 0 "$tool" patch made game -q
for file in ENGLISH.RTX SYSTEM.INI maps/ISLAND.RGM; do
    same "game/$file" "after/$file"
done
exits 0 "$tool" patch undo game

# What the manager can't say.
printf more >after/extra.txt
rm after/KEYS.INI
sed -i '/redbook/d' after/SYSTEM.INI
exits 1 "$tool" diff before after --to redguard-mod -o less
has out.txt '^error: extra.txt is not in the mod: the manager neither adds nor removes files$'
has out.txt '^error: KEYS.INI is not in the mod: the manager neither adds nor removes files$'
has out.txt '^error: SYSTEM.INI system/redbook was removed$'

# Bad lines are told with their file and line; the rest is done.
cp -r before bad
printf 'x\n0\tnone\ttext\n' >"mod/RTX Changes.txt"
printf 'NONE.INI\n  a = 1\n../SYSTEM.INI\n  a = 1\n' >"mod/INI Changes.txt"
printf 'NOWHERE\n  1\tnull\nISLAND\n  x\n' >"mod/Map Changes.txt"
rm -r "mod/RTX Audio"
exits 1 "$tool" patch mod bad
has out.txt 'RTX Changes.txt:1: expected a number, a label of four letters'
has out.txt 'RTX Changes.txt:2: ENGLISH.RTX has no line none'
has out.txt 'INI Changes.txt:1: the game has no INI file NONE.INI'
has out.txt 'INI Changes.txt:3: .* is no path below the game'
has out.txt 'Map Changes.txt:1: the game has no map NOWHERE'
has out.txt 'Map Changes.txt:4: expected the number of a line'
same bad before
refuses 3 'is no game of Redguard' "$tool" patch mod d/kotor
# Scripts that the manager can't show have no lines that could be counted.
printf 'ISLAND\n  10\tnull\n' >"mod/Map Changes.txt"
rm "mod/RTX Changes.txt" "mod/INI Changes.txt"
cp -r d/redguard plain
exits 1 "$tool" patch mod plain
has out.txt 'Map Changes.txt:1: ISLAND.RGM: its script can.t be told as redguard-mod-manager does'
