# Every rule of lint finds something in broken/ of the demo: in the file or folder that is called after
# it. What is expected comes from the table of rules itself: that each can fire.
"$tool" demo -q made
exits 0 "$tool" lint --rules --json
cp out.txt rules.json
run() { "$tool" lint "$@" --all --json >found.txt || [ $? -eq 1 ]; }
run made/broken --game made/kotor --game-version k1
python3 - rules.json found.txt <<'PY'
import json, sys

rules = [rule["id"] for rule in json.load(open(sys.argv[1])) if rule["source"]]
fired = set()
for line in open(sys.argv[2], encoding="utf-8"):
    finding = json.loads(line)
    for word in ("file", "path", "rule", "severity", "text", "value", "why", "remedy"):
        assert word in finding, (word, line)
    place = finding["file"].split("/broken/")[1].split("/")[0]
    if place == finding["rule"] or place.rsplit(".", 1)[0] == finding["rule"]:
        fired.add(finding["rule"])
silent = [rule for rule in rules if rule not in fired]
print(len(fired), "rules fire; silent:", silent)
sys.exit(1 if silent or not fired else 0)
PY

# What can be asked for.
exits 0 "$tool" lint made/broken/gff-save-only.utd
has out.txt 'linted 1 files: 0 errors, 0 warnings, 1 notes'
exits 0 "$tool" lint made/broken/gff-save-only.utd --rule -gff-save-only
has out.txt 'linted 1 files: 0 errors, 0 warnings, 0 notes'
exits 0 "$tool" lint made/broken/gff-save-only.utd --rule gff-template-resref
has out.txt 'linted 1 files: 0 errors, 0 warnings, 0 notes'
exits 0 "$tool" lint made/broken/gff-template-resref.utd --rule gff-template-resref --rule 'gff-f*'
has out.txt 'linted 1 files: 0 errors, 0 warnings, 1 notes'
exits 0 "$tool" lint made/broken/gff-wrong-type.utw
exits 1 "$tool" lint made/broken/gff-wrong-type.utw --strict
refuses 2 'there is no rule gff-no-such' "$tool" lint made/broken --rule gff-no-such
refuses 2 'needs PATH' "$tool" lint
refuses 3 'no/such' "$tool" lint no/such
printf 'rubbish' >bad.utc
exits 1 "$tool" lint bad.utc
has out.txt 'file-unrecognised'
head -c 100 made/broken/gff-save-only.utd >cut.utd
exits 1 "$tool" lint cut.utd
has out.txt 'file-unreadable'

# Findings that are not to be told: by rule, file and path.
mkdir some
cp made/broken/gff-wrong-type.utw made/broken/gff-out-of-range.utd some
printf '# a comment\ngff-wrong-type *.utw Has*\ngff-out-of-range *.utw\n' >some/.reliquary-lint
exits 0 "$tool" lint some
has out.txt 'linted 3 files: 0 errors, 1 warnings, 0 notes'

# Values with one right answer are written, in archives too, and nothing else changes.
cp made/broken/are-fog-negative.are made/broken/dlg-fade-ignored.dlg some
"$tool" pack some/are-fog-negative.are some/dlg-fade-ignored.dlg some/gff-out-of-range.utd -o fixes.mod >pack.txt
cp fixes.mod before.mod
exits 0 "$tool" lint fixes.mod --fix --dry-run
has out.txt 'would fix: fixes.mod/are-fog-negative.are: SunFogNear -> 0'
same before.mod fixes.mod
exits 0 "$tool" lint fixes.mod --fix
has out.txt 'fixed: fixes.mod/dlg-fade-ignored.dlg: EntryList/0/FadeDelay -> 0'
exits 1 "$tool" diff before.mod fixes.mod
counts 2 out.txt '.'
exits 0 "$tool" lint fixes.mod --json
lacks out.txt '"rule":"are-fog-negative"'
lacks out.txt '"rule":"dlg-fade-ignored"'

# One output whatever the number of threads, SARIF, and the words of explain.
run made --game made/kotor -j1
mv found.txt one.txt
run made --game made/kotor -j4
same one.txt found.txt
exits 0 "$tool" lint some --sarif
python3 - out.txt <<'PY'
import json, sys

sarif = json.load(open(sys.argv[1]))
run = sarif["runs"][0]
ids = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
assert sarif["version"] == "2.1.0" and run["results"], sarif
for result in run["results"]:
    assert result["ruleId"] in ids and result["level"] in ("note", "warning", "error"), result
PY
exits 0 "$tool" explain gff-wrong-type
has out.txt 'What the engine does: The engine asks for a value of its type'
refuses 2 'there is no rule wrong' "$tool" explain wrong
