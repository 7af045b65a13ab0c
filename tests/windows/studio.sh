# The studio of the program in the zip, asked from outside of wine: who may ask, an edit into a module, one into a
# saved game, back again, and the end.
prints ', studio' "$tool" --version
exits 0 "$tool" demo -q demo
STUDIO_LINKS=hidden RQ_DEMO_DIR=$PWD/demo node "$SOURCE_DIR/studio/web/tests/security.mjs"

# Journals go where no code page of Windows has all letters.
: >address.txt
"$tool" studio --no-browser --quiet --state 'Ünï – 日本' demo/kotor >address.txt &
studio=$!
for ((i = 0; i < 300; i++)); do
    if grep 'game=1' address.txt >found.txt; then break; fi
    sleep 0.1
done
address=$(tr -d '\r' <address.txt)
at=${address%%/#*}
token=${address#*token=}
token=${token%%&*}

# answers STATUS PATH [BODY]: as the page asks; what comes is in body.txt
answers() {
    local status=$1 path=$2 with=(-H "X-Reliquary: $token" -H "Origin: $at" -H 'Content-Type: application/json')
    if [ $# -gt 2 ]; then with+=(--data "$3"); fi
    equal "$(curl -s -o body.txt -w '%{http_code}' "${with[@]}" "$at$path")" "$status"
}

equal "$(curl -s --compressed -o page.html -w '%{http_code}' "$at/")" 200
has page.html '<script'
equal "$(curl -s -o body.txt -w '%{http_code}' "$at/api/games")" 401
answers 200 /api/games
has body.txt 'kotor'
answers 200 /api/places
has body.txt '"C:/"'

# A module is written, and taken back, while the game is open; it was read before.
cp demo/kotor/modules/demo01.mod before.mod
guard='game=1&res=modules/demo01.mod/guard.utc'
answers 200 "/api/info?$guard"
answers 200 "/api/edit?$guard" '[{"op":"set","path":"Tag","value":"sentry"}]'
exists 'Ünï – 日本'
answers 200 '/api/changes?game=1'
sum=$(grep -o '"sum":"[0-9a-f]*"' body.txt | cut -d'"' -f4)
answers 200 "/api/apply?game=1&sum=$sum" ''
differ before.mod demo/kotor/modules/demo01.mod
answers 200 '/api/restore?game=1&record=000001' ''
same before.mod demo/kotor/modules/demo01.mod

# A slot is written, and restored, between looks at it.
answers 200 '/api/slots?game=1'
slot='game=1&slot=1'
answers 200 "/api/slot?$slot"
has body.txt '"credits": 318'
answers 200 "/api/slot-apply?$slot" '[{"path":"gold","value":"5000"}]'
answers 200 "/api/slot?$slot"
has body.txt '"credits": 5000'
answers 200 "/api/slot-restore?$slot" ''
answers 200 "/api/slot?$slot"
has body.txt '"credits": 318'

answers 200 /api/quit ''
wait $studio
