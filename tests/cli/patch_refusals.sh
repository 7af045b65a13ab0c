# What is wrong with a mod: one message for each, with file and line. A bad line costs that line alone, as TSLPatcher and
# HoloPatcher have it (docs/patch.md); with --strict the whole mod is refused, and nothing is written.
"$tool" demo d -q
cp -r d/kotor game
printf '2DA V2.0\n\n label num\n0 one 1\n1 two 2\n' >game/override/t.2da
printf 12345678 >game/override/h.txt
cp -r game before
mkdir -p mod/tslpatchdata
cp game/override/h.txt mod/tslpatchdata
printf 'GFF V3.2 broken' >mod/tslpatchdata/broken.utc
printf 'void main() { int n = #2DAMEMORY7#; }\n' >mod/tslpatchdata/token.nss
printf 'void main() { nothing(); }\n' >mod/tslpatchdata/wrong.nss
printf x >mod/tslpatchdata/a.txt
printf x >mod/tslpatchdata/a.zzz

# bad LINE PATTERN: the instructions on standard input have just this wrong.
cases=0
bad() {
    cases=$((cases + 1))
    cat >case.ini
    cp case.ini mod/tslpatchdata/changes.ini
    exits 1 "$tool" patch mod game
    has out.txt "\] changes.ini:$1: .*$2"
    counts 1 out.txt '^\[\(Error\|Warning\)\]'
    same game before
    # The same with a good line beside it: refused as a whole with --strict, else only the bad one.
    cat case.ini - >mod/tslpatchdata/changes.ini <<'INI'
[SSFList]
File0=demo_keeper.ssf
[demo_keeper.ssf]
Death=1
INI
    exits 1 "$tool" patch mod game --strict
    has out.txt "\] changes.ini:$1: .*$2"
    has out.txt 'nothing was written'
    same game before
    exits 1 "$tool" patch mod game -q
    prints '^1$' "$tool" get game/override/demo_keeper.ssf dead
    exits 0 "$tool" patch undo game
    same game before
}

table() { printf '[2DAList]\nTable0=t.2da\n[t.2da]\n%s\n' "$1"; }
fields() { printf '[GFFList]\nFile0=keeper.utc\n[keeper.utc]\n!Destination=modules\\demo01.mod\n%s\n' "$1"; }
files() { printf '[InstallList]\nf=%s\n[f]\n%s\n' "$1" "$2"; }

# Files that are not there.
files override 'File0=none.txt' >ini
bad 4 'none.txt is not in the mod' <ini
printf '[CompileList]\nFile0=none.nss\n' >ini
bad 2 'none.nss is not in the mod' <ini
printf '[GFFList]\nFile0=none.utc\n[none.utc]\nTag=x\n' >ini
bad 2 'none.utc is neither in the game nor in the mod' <ini
printf '[2DAList]\nTable0=none.2da\n[none.2da]\nAddRow0=r\n[r]\nlabel=x\n' >ini
bad 2 'none.2da is neither in the game nor in the mod' <ini
printf '[HACKList]\nFile0=none.ncs\n[none.ncs]\n4=1\n' >ini
bad 2 'none.ncs is neither in the game nor in the mod' <ini
# Numbers that would be cut: a byte takes -128 to 255, two bytes -32768 to 65535, four -2147483648 to 4294967295.
for value in u8:256 u8:-129 u16:65536 u16:0x10000 u32:-2147483649 4294967296; do
    printf '[HACKList]\nFile0=h.txt\n[h.txt]\nReplaceFile=1\n0=%s\n' "$value" >ini
    bad 5 'does not fit into [124] byte' <ini
done
printf '[TLKList]\nStrRef0=0\n' >ini
bad 2 'append.tlk is not in the mod' <ini
files 'modules\none.mod' 'File0=a.txt' >ini
bad 4 'none.mod is not there, and there is nothing to make it of' <ini

# Sections that are not there or not known.
printf '[InstallList]\nf=override\n' >ini
bad 2 'there is no section \[f\]' <ini
printf '[2DAList]\nTable0=t.2da\n' >ini
bad 2 'there is no section \[t.2da\]' <ini
table 'AddRow0=none' >ini
bad 4 'there is no section \[none\]' <ini
table 'Frobnicate0=x' >ini
bad 4 'expected ChangeRow, AddRow, CopyRow or AddColumn' <ini
printf '[GFFList]\nFile0=keeper.utc\n' >ini
bad 2 'there is no section \[keeper.utc\]' <ini
fields 'AddField0=none' >ini
bad 5 'there is no section \[none\]' <ini
fields 'AddField0=n
[n]
Label=X' >ini
bad 6 'has no FieldType that is known' <ini
fields 'AddField0=n
[n]
FieldType=Quux
Label=X' >ini
bad 6 'has no FieldType that is known' <ini
fields 'AddField0=n
[n]
FieldType=Int
Value=1' >ini
bad 6 'has no Label' <ini

# Tokens that nothing set.
table 'ChangeRow0=r
[r]
RowIndex=0
num=2DAMEMORY9' >ini
bad 7 'nothing has set 2DAMEMORY9' <ini
table 'ChangeRow0=r
[r]
RowIndex=StrRef4
num=1' >ini
bad 6 'nothing has set StrRef4' <ini
fields 'Tag=2DAMEMORY9' >ini
bad 5 'nothing has set 2DAMEMORY9' <ini
fields '2DAMEMORY9=x' >ini
bad 5 '2DAMEMORY9 holds no path of a field' <ini
printf '[CompileList]\nFile0=token.nss\n' >ini
bad 2 'uses #2DAMEMORY7#, which nothing has set' <ini

# Types and values.
fields 'Str=many' >ini
bad 5 'Str' <ini
fields 'Str=300' >ini
bad 5 'Str' <ini
fields 'ClassList=5' >ini
bad 5 'takes no plain value' <ini
fields 'FirstName(strref)=x' >ini
bad 5 'is no number of 32 bits' <ini
fields 'FirstName(lang)=x' >ini
bad 5 'is no number of a language' <ini
fields 'AddField0=n
[n]
FieldType=Int
Label=Tag
Value=1' >ini
bad 6 'Tag is there already, as ExoString and not as Int' <ini
fields 'AddField0=n
[n]
FieldType=Position
Label=P
Value=1|2' >ini
bad 6 'expected 3 numbers' <ini
fields 'AddField0=n
[n]
FieldType=Struct
Path=Tag' >ini
bad 6 'has no list Tag' <ini
fields 'None=1' >ini
bad 5 'has no field None' <ini
printf '[CompileList]\nFile0=wrong.nss\n' >ini
bad 2 'wrong.nss:1:' <ini
printf '[GFFList]\nFile0=broken.utc\n[broken.utc]\nTag=x\n' >ini
bad 2 'broken.utc' <ini
table 'ChangeRow0=r
[r]
RowIndex=0
num=1
[GFFList]
File0=t.2da' >ini
bad 9 't.2da is a twoda, and no gff' <ini
files 'modules\demo01.mod' 'File0=a.zzz' >ini
bad 4 'its extension is no type of the game' <ini
printf '[TLKList]\nIgnore0=1\n' >ini
bad 2 'Ignore0 is no key of TLKList' <ini

# Rows and columns that are not there.
table 'ChangeRow0=r
[r]
RowIndex=7
num=1' >ini
bad 6 't.2da has no row 7: it has 2' <ini
table 'ChangeRow0=r
[r]
RowLabel=x
num=1' >ini
bad 6 't.2da has no row with the label x' <ini
table 'ChangeRow0=r
[r]
LabelIndex=x
num=1' >ini
bad 6 'no row with x in the column label' <ini
table 'ChangeRow0=r
[r]
num=1' >ini
bad 5 'does not say which row' <ini
table 'CopyRow0=r
[r]
RowIndex=9
num=1' >ini
bad 6 't.2da has no row 9' <ini
table 'ChangeRow0=r
[r]
RowIndex=0
none=1' >ini
bad 7 't.2da has no column none' <ini
table 'AddRow0=r
[r]
ExclusiveColumn=num
label=x' >ini
bad 6 'there is no value for num' <ini
table 'AddColumn0=c
[c]
ColumnLabel=num' >ini
bad 6 't.2da has a column num already' <ini
table 'AddColumn0=c
[c]
DefaultValue=1' >ini
bad 5 'has no ColumnLabel' <ini

# Paths that lead out.
for path in '..\out' '../out' '/tmp/out' '\out' 'C:\out' 'override\..\..\out' 'C:out'; do
    files "$path" 'File0=a.txt' >ini
    bad 2 'is no path below the game or the mod' <ini
done
for name in '..\a.txt' '/etc/passwd' 'C:\a.txt'; do
    files override "File0=$name" >ini
    bad 4 'is no path below the game or the mod' <ini
done
printf '[GFFList]\nFile0=keeper.utc\n[keeper.utc]\n!Destination=..\\x.mod\nTag=x\n' >ini
bad 2 'is no path below the game or the mod' <ini
printf '[GFFList]\nFile0=keeper.utc\n[keeper.utc]\n!SaveAs=../../x.utc\nTag=x\n' >ini
bad 2 'is no path below the game or the mod' <ini
absent out ../out /tmp/out

# These stop everything, also without --strict.
printf '[Settings]\nRequired=first.utc\nRequiredMsg=Install it first.\n[SSFList]\nFile0=demo_keeper.ssf\n[demo_keeper.ssf]\nDeath=1\n' >mod/tslpatchdata/changes.ini
exits 1 "$tool" patch mod game
has out.txt 'changes.ini:2: first.utc has to be in Override first: Install it first.'
has out.txt 'nothing was written'
same game before
mv game/dialog.tlk kept.tlk
cp -r game without
printf '[TLKList]\nStrRef0=0\n[SSFList]\nFile0=demo_keeper.ssf\n[demo_keeper.ssf]\nDeath=1\n' >mod/tslpatchdata/changes.ini
exits 1 "$tool" patch mod game
has out.txt 'changes.ini:1: the game has no dialog.tlk'
same game without
mv kept.tlk game/dialog.tlk

# A folder that is a link leads out of the game.
mv game/override elsewhere
ln -s ../elsewhere game/override
cp -r elsewhere elsewhere.before
printf '[InstallList]\nf=override\n[f]\nFile0=a.txt\n' >mod/tslpatchdata/changes.ini
refuses 4 'link' "$tool" patch mod game -q
same elsewhere elsewhere.before
[ "$cases" -ge 50 ]
