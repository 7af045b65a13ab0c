# The studio: each verb of the command line has a request or a reason to have none, and the tests of the page pass: who may ask,
# every view in both themes, three walks, and work on several things at once (studio/web/tests).
tool=$RELIQUARY
"$tool" --version >version.txt
if ! grep ', studio)' version.txt >found.txt; then
    skips "built without libmicrohttpd"
fi
web=$SOURCE_DIR/studio/web
if [ ! -d "$web/node_modules" ]; then
    skips "npm packages of the page are absent"
fi
if ! command -v chromium >chromium.txt; then
    skips "no chromium"
fi

# Verbs without a request: what starts the studio itself, what writes for a shell, and merge, which takes three
# games.
none="studio completion merge"
python3 - "$SOURCE_DIR" "$none" <<'EOF'
import re, sys
source, none = sys.argv[1], set(sys.argv[2].split())
tool = open(source + "/tool/main.c", encoding="utf-8").read()
verbs = set(re.findall(r'^    \{"(\w+)", "', tool, re.M))
routes = open(source + "/src/service/routes.def", encoding="utf-8").read()
asked = set()
for row in re.findall(r'^ROUTE\(\w+,\s*"[^"]*",\s*\w+,\s*"[^"]*",\s*"([^"]*)"', routes, re.M):
    asked |= set(row.split())
assert len(verbs) > 30, verbs
wrong = [f"{verb}: no request of the studio does this" for verb in sorted(verbs - asked - none)]
wrong += [f"{verb}: is no verb" for verb in sorted((asked | none) - verbs)]
# Rule 14: no request starts a program. browser.c opens the browser before anybody can ask.
import glob
for path in glob.glob(source + "/src/service/*.c") + glob.glob(source + "/studio/server/*.c"):
    text = open(path, encoding="utf-8").read()
    if not path.endswith("browser.c") and re.search(r"\b(system|popen|fork|exec[lv]p?e?|posix_spawnp?|ShellExecute\w*|CreateProcess\w*)\s*\(", text):
        wrong.append(f"{path}: starts a program")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
EOF

if [ ! -d "${RQ_DEMO_DIR:-}" ]; then
    "$tool" demo -q demo
    export RQ_DEMO_DIR=$PWD/demo
fi
node "$web/tests/security.mjs"
node "$web/tests/walk.mjs"
node "$web/tests/work.mjs"
node "$web/tests/late.mjs"
node "$web/tests/views.mjs"
