# The gallery that convert writes: the page in Chromium (studio/web/tests/gallery.mjs), and the plain index without it.
"$tool" demo -q demo
exits 0 "$tool" convert demo/redguard/sound demo/redguard/fonts --no-gallery -q -o plain
exists plain/index.html plain/index.json
absent plain/index
has plain/index.html 'details'

exits 0 "$tool" convert demo/redguard/sound demo/redguard/fonts -q -o out
if [ ! -e out/index/gallery.js ]; then
    skips "built without npm: the index is plain"
    same plain out
    exit 0
fi
same plain/index.json out/index.json
lacks out/index.html 'details'
exists out/index/gallery.css out/index/scene.js out/index/data.js out/index/data-0.js
has out/index/data-0.js '"peaks":"[A-Z]\{64\}"'
# A second time: as with all files, only with --force.
exits 4 "$tool" convert demo/redguard/sound demo/redguard/fonts -q -o out
exits 0 "$tool" convert demo/redguard/sound demo/redguard/fonts -q -f -o out
exits 0 "$tool" convert demo/redguard/sound demo/redguard/fonts -q --skip-existing -o out

# A line is the text in the file, else that of the talk table, else its number there. String 2 of the demo's
# table is known by hand (demo/kotor.c).
"$tool" extract demo/kotor/modules/demo01.mod keeper.dlg -q -o lone
"$tool" json lone/keeper.dlg -q -o keeper.json
sed 's/"strref": -1, "texts": .*ferry is late.*$/"strref": 2, "texts": []}],/' keeper.json >edited.json
differ keeper.json edited.json
"$tool" build edited.json -q -o lone/edited.dlg
exits 0 "$tool" convert lone -q -o lines
has lines/index/data-0.js '"path":"edited.dlg".*"lines":\[{"text":"StrRef 2"}'
has lines/index/data-0.js '"path":"keeper.dlg".*"lines":\[{"text":"The ferry is late'
exits 0 "$tool" convert lone --game demo/kotor -q -o told
has told/index/data-0.js '"lines":\[{"text":"Lighthouse of the demo"}'

web=$SOURCE_DIR/studio/web
if ! command -v chromium >chromium.txt; then
    skips "no chromium"
    exit 0
fi
RQ_DEMO_DIR=$PWD/demo node "$web/tests/gallery.mjs"
