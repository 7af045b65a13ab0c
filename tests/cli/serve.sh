# The studio as a program, without a browser: where it listens, what it opens first, how it ends. Who may ask what
# is in cli.studio.
"$tool" --version >version.txt
if ! grep ', studio)' version.txt >found.txt; then
    skips "built without libmicrohttpd"
    exit 0
fi
"$tool" demo -q demo

started() { # words...: waits for the address that it prints; what it says is in said.txt
    rm -f address.txt
    "$tool" studio --no-browser "$@" >address.txt 2>said.txt &
    studio=$!
    for ((i = 0; i < 300; i++)); do
        if [ -s address.txt ]; then
            return
        fi
        sleep 0.1
    done
    fail "no address: $(cat said.txt)"
}

ended() { # with 0, and no report of a sanitizer
    exits 0 wait "$studio"
    lacks said.txt 'Sanitizer\|runtime error'
}

asks() { # METHOD PATH: the status, then the body, with the token of the address
    python3 - "$1" "$2" "$(cat address.txt)" <<'EOF'
import sys, urllib.parse, urllib.request
method, path, address = sys.argv[1:]
url = urllib.parse.urlsplit(address)
token = urllib.parse.parse_qs(url.query + "&" + url.fragment)["token"][0]
base = f"{url.scheme}://{url.netloc}"
headers = {"X-Reliquary": token, "Origin": base, "Content-Type": "application/json"}
request = urllib.request.Request(base + path, b"{}" if method == "POST" else None, headers, method=method)
with urllib.request.urlopen(request, timeout=60) as answer:
    print(answer.status, answer.read().decode())
EOF
}

# A game that is named is in the address; without one there is none. A signal ends it.
started --state state demo/kotor
has address.txt '^http://127\.0\.0\.1:[0-9]*/.*&game=1$'
asks GET /api/games >games.txt
has games.txt '^200 .*"path":".*demo/kotor"'
kill -TERM "$studio"
ended
has said.txt 'waits for a browser at this address; Ctrl+C ends it$'
started --state state --quiet
lacks address.txt 'game='
equal "$(cat said.txt)" ""
# The state has the game of before.
asks GET /api/games >games.txt
has games.txt '^200 '
asks POST /api/demo >made.txt
has made.txt '^200 .*state/demo/kotor".*state/demo/redguard"'
exists state/demo/kotor/chitin.key state/demo/redguard/SYSTEM.INI
asks POST /api/quit >quit.txt
has quit.txt '^200 '
ended

# A port that is asked for, and is taken then.
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
started --state state --port "$port"
has address.txt "^http://127\.0\.0\.1:$port/"
refuses 3 "$port" "$tool" studio --no-browser --state other --port "$port"
kill -INT "$studio"
ended

# Where journals are kept without --state, and that there has to be such a place.
HOME=$PWD/home XDG_STATE_HOME='' started
kill -TERM "$studio"
ended
XDG_STATE_HOME=$PWD/xdg HOME=$PWD/none started
kill -TERM "$studio"
ended
exists xdg/reliquary
absent none
refuses 3 'nowhere' "$tool" studio --no-browser --state state nowhere
refuses 2 'there is no home folder for the journal of edits; --state DIR names one' \
    env -u HOME -u XDG_STATE_HOME "$tool" studio --no-browser
