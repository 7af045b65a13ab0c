# Values of the operators and of the routines that the machine knows, compiled and run. What is expected was worked out by
# hand: integers are those of C on 32 bits; docs/nwscript.md says when the right side of && and || runs, vm.c what >> and >>> do.
cat >v.nss <<'NSS'
struct pair { int a; float b; };
int g = 5;
float gf = 1.5;
int Side(int n) { PrintString("side " + IntToString(n)); return n; }
void Vec(vector v) { PrintFloat(v.x); PrintFloat(v.y); PrintFloat(v.z); }
void main()
{
    PrintFloat(7.5 - 2.0); PrintFloat(7.5 / 2.0); PrintFloat(7.5 * 2.0); PrintFloat(7.5 + 2.0); PrintFloat(-7.5);
    PrintFloat(1 + 2.5); PrintFloat(2.5 - 1); PrintFloat(5 * 1.5); PrintFloat(6 / 4.0); PrintFloat(6.0 / 4);
    PrintInteger(6 / 4); PrintInteger(-7 / 2); PrintInteger(-7 % 3); PrintInteger(7 % -3);
    PrintInteger(1 << 4); PrintInteger(-16 >> 2); PrintInteger(-16 >>> 28); PrintInteger(~5);
    PrintInteger(6 & 3); PrintInteger(6 | 3); PrintInteger(6 ^ 3); PrintInteger(!0); PrintInteger(!7);
    PrintInteger(3 < 3); PrintInteger(3 <= 3); PrintInteger(3 > 3); PrintInteger(3 >= 3); PrintInteger(3 == 3); PrintInteger(3 != 3);
    PrintInteger(2.5 < 2.5); PrintInteger(2.5 <= 2.5); PrintInteger(2.5 > 2.5); PrintInteger(2.5 >= 2.5); PrintInteger(2.5 == 2.5); PrintInteger(2.5 != 2.5);
    PrintInteger("a" == "a"); PrintInteger("a" != "a"); PrintInteger("a" == "b"); PrintString("a" + "b");
    PrintInteger(Side(0) && Side(1)); PrintInteger(Side(1) && Side(2)); PrintInteger(Side(0) || Side(3)); PrintInteger(Side(4) || Side(5));
    vector v = Vector(1.0, 2.0, 3.0);
    Vec(v + v); Vec(v - Vector(0.5, 0.5, 0.5)); Vec(v * 2.0); Vec(2.0 * v); Vec(v / 2.0); PrintInteger(v == v); PrintInteger(v != v); PrintInteger(v == v + v);
    PrintInteger(++g); PrintInteger(g++); PrintInteger(g); PrintInteger(--g); PrintInteger(g--); PrintInteger(g);
    int n = 5;
    PrintInteger(++n); PrintInteger(n++); PrintInteger(n); PrintInteger(--n); PrintInteger(n--); PrintInteger(n);
    n += 3; PrintInteger(n); n -= 1; PrintInteger(n); n *= 2; PrintInteger(n); n /= 3; PrintInteger(n); n %= 3; PrintInteger(n);
    gf += 1.0; PrintFloat(gf); gf *= 2.0; PrintFloat(gf);
    struct pair p; struct pair q;
    p.a = 1; p.b = 2.0; q = p; PrintInteger(p == q); q.b = 3.0; PrintInteger(p == q); PrintInteger(p != q); PrintInteger(q.a);
    PrintString(GetStringLeft("lantern", 3)); PrintString(GetStringRight("lantern", 3)); PrintString(GetSubString("lantern", 2, 3));
    PrintString(GetStringLeft("lantern", 99)); PrintString(GetStringRight("lantern", 99)); PrintString(GetSubString("lantern", 5, 99)); PrintString(GetStringLeft("lantern", -1));
    PrintInteger(abs(-5)); PrintInteger(abs(5)); PrintFloat(fabs(-2.5)); PrintInteger(GetStringLength("lantern"));
    PrintInteger(FloatToInt(-2.9)); PrintInteger(FloatToInt(2.9)); PrintFloat(IntToFloat(3)); PrintString(IntToString(-12));
    int i; for (i = 0; i < 3; i++) { if (i == 1) continue; PrintInteger(i); }
    while (i > 0) { i--; if (i == 1) break; } PrintInteger(i);
    do { i++; } while (i < 5); PrintInteger(i);
    switch (i) { case 4: PrintString("four"); case 5: PrintString("five"); case 6: PrintString("six"); break; default: PrintString("other"); }
    switch (9) { case 4: PrintString("four"); break; default: PrintString("other"); }
    PrintInteger(i > 4 ? 10 : 20); PrintInteger(i > 5 ? 10 : 20);
}
NSS
exits 0 "$tool" compile v.nss -o v.ncs
exits 0 "$tool" run v.ncs --trace
sed -n 's/^0x[0-9a-f]*  Print[A-Za-z]*(\(.*\)), recorded$/\1/p' out.txt | sed 's/,18,9$//' | tr '\n' ' ' | fold -s -w 100 | sed 's/ *$//' >values.txt
echo >>values.txt
same - values.txt <<'END'
5.5 3.75 15.0 9.5 -7.5 3.5 1.5 7.5 1.5 1.5 1 -3 -1 1 16 -4 -1 -6 2 7 5 1 0 0 1 0 1 1 0 0 1 0 1 1 0
1 0 0 "ab" "side 0" 0 "side 1" "side 2" 1 "side 0" "side 3" 1 "side 4" "side 5" 1 2.0 4.0 6.0 0.5
1.5 2.5 2.0 4.0 6.0 2.0 4.0 6.0 0.5 1.0 1.5 1 0 0 6 6 7 6 6 5 6 6 7 6 6 5 8 7 14 4 1 2.5 5.0 1 0 1
1 "lan" "ern" "nte" "lantern" "lantern" "rn" "" 5 5 2.5 7 -2 2 3.0 "-12" 0 2 1 5 "five" "six"
"other" 10 20
END

# A world with answers: what the script finds, and the world as it leaves it.
cat >w.nss <<'NSS'
void main()
{
    PrintInteger(GetGlobalNumber("COUNT")); PrintInteger(GetGlobalBoolean("LIT")); PrintString(GetGlobalString("NAME")); PrintString(GetGlobalString("NONE"));
    object oDoor = GetObjectByTag("door");
    PrintInteger(GetIsObjectValid(oDoor)); PrintInteger(GetIsObjectValid(GetObjectByTag("nobody"))); PrintString(GetTag(oDoor));
    PrintInteger(GetLocalNumber(oDoor, 3)); PrintInteger(GetLocalBoolean(oDoor, 5)); PrintInteger(GetLocalNumber(oDoor, 4));
    PrintInteger(GetHitDice(oDoor)); PrintInteger(GetHitDice(OBJECT_SELF)); PrintInteger(GetIsOpen(oDoor)); PrintFloat(GetFacing(oDoor)); PrintString(GetName(oDoor));
    vector v = GetPosition(oDoor); PrintFloat(v.x); PrintFloat(v.y); PrintFloat(v.z);
    PrintString(GetTag(GetNearestObjectByTag("chest")));
    SetGlobalString("NAME", "Orla"); SetGlobalNumber("COUNT", 9); SetLocalBoolean(oDoor, 5, FALSE);
}
NSS
cat >w.json <<'JSON'
{"self": "hero", "globals": {"numbers": {"COUNT": 7}, "booleans": {"LIT": true}, "strings": {"NAME": "Wren"}},
 "objects": {"hero": {"tag": "hero"}, "door": {"tag": "door", "numbers": {"3": 12}, "booleans": {"5": true}}, "chest": {"tag": "box"}},
 "answers": {"GetHitDice": [{"args": ["door"], "value": 4}, {"value": 2}], "GetIsOpen": true, "GetFacing": 90.5, "GetName": "Gate", "GetPosition": [{"value": [1.5, 2.0, -3.0]}], "GetNearestObjectByTag": "chest"}}
JSON
exits 0 "$tool" compile w.nss -o w.ncs
exits 0 "$tool" run w.ncs --with w.json --trace
sed -n 's/^0x[0-9a-f]*  Print[A-Za-z]*(\(.*\)), recorded$/\1/p' out.txt | sed 's/,18,9$//' | tr '\n' ' ' >values.txt
equal "$(cat values.txt)" '7 1 "Wren" "" 1 0 "door" 12 1 0 4 2 1 90.5 "Gate" 1.5 2.0 -3.0 "box" '
exits 0 "$tool" run w.ncs --with w.json --json
python3 - <<'PY'
import json
after, world = json.load(open("out.txt"))["world"], json.load(open("w.json"))
world["globals"]["strings"]["NAME"], world["globals"]["numbers"]["COUNT"] = "Orla", 9
world["objects"]["door"]["booleans"]["5"] = False
answers = world["answers"]
world["answers"] = {k: v if isinstance(v, list) else [{"value": v}] for k, v in answers.items()}
del after["objects"]["self"]
assert after == {**world, "time": 0.0}, after
PY
world() { # refused, with this text
    echo "$1" >bad.json
    refuses 3 "$2" "$tool" run w.ncs --with bad.json
}
world '{"frob": 1}' 'no field is named "frob" here'
world '{"globals": {"frob": {}}}' 'no field is named "frob" here'
world '{"objects": {"": {}}}' 'an object needs a name'
world '{"objects": {"a": {"frob": 1}}}' 'no field is named "frob" here'
world '{"answers": {"GetHitDice": [{"frob": 1}]}}' 'no field is named "frob" here'
world '{"globals": {"numbers": {"COUNT": "x"}}}' 'a whole number expected'
echo '{"answers": {"GetHitDice": "x"}}' >bad.json
exits 1 "$tool" run w.ncs --with bad.json
has err.txt 'w.ncs: at 0x113: the answer to GetHitDice is no int$'
echo '{"answers": {"GetPosition": 1}}' >bad.json
exits 1 "$tool" run w.ncs --with bad.json
has err.txt 'w.ncs: at 0x17d: the answer to GetPosition is no vector$'
