# new: fresh files. tests/golden/make.c looks into all kinds.
"$tool" new utc -o guard01.utc
"$tool" verify -q guard01.utc
"$tool" json guard01.utc >guard.json
has guard.json '"TemplateResRef", "resref", "guard01"'
has guard.json '"ClassLevel", "short", 1'
lacks guard.json '"Comment"'
"$tool" new UTD -o k1.utd
"$tool" new UTD --game-version k2 -o k2.utd
exits 1 "$tool" diff k1.utd k2.utd
has out.txt '^OpenLockDiff: '
"$tool" new ifo -o - >module.ifo
"$tool" verify -q module.ifo

refuses 4 'guard01.utc' "$tool" new utc -o guard01.utc
"$tool" new utc -f -o guard01.utc
refuses 2 'did you mean UTC?' "$tool" new utx -o x.utx
refuses 2 'TemplateResRef' "$tool" new utc -o a_name_of_more_than_16.utc
refuses 2 'new needs -o FILE' "$tool" new utc
refuses 2 'knows k1|k2' "$tool" new utc --game-version k3 -o x.utc
absent x.utc x.utx
