# Every operation of a mod with good and bad values, on the demo. Messages and values follow from docs/patch.md:
# one bad line costs that line, what is out of range is an error, negative numbers are written.
"$tool" demo d -q

# install NAME: the mod in NAME on a fresh copy of the demo; its messages, without the time, are in said.txt.
install() {
    rm -rf game
    cp -r d/kotor game
    finds patch "$1" game
}

finds() { # what the command says, without the time, goes to said.txt
    exits 1 "$tool" "$@"
    sed 's/^\(\[[A-Z][a-z]*\]\) \[[0-9:]*\]/\1/; s/, [0-9.]* s$//' out.txt >said.txt
}

says() { # the messages of the mod, from standard input
    same - said.txt
}

# ---- GFFList ----
mkdir fields
cat >fields/changes.ini <<'INI'
[GFFList]
File0=types01.gff
Table1=gone.gff
File2=..\x.gff
Replace3=types02.gff
[types01.gff]
!Destination=override
Byte=256
Char=-129
Word=-1
Short=32767
Dword=-1
Int=0x10
Dword64=-1
Int64=-5
Float=2,5
Double=1.25
String=a<#LF#>b
ResRef=new_ref
LocString(strref)=7
LocString(lang0)=Tower
LocString(lang6)=Korea
LocString(langx)=none
LocString(lang70000)=none
LocString(other)=none
Void=0x00fF7
Vector=1|2,5|-3
Vector/1=9
Orientation=0|0|1|0|5
Orientation=1|2
Struct=1
List=1
Struct\Depth=3
List/2/Square=16
Nothing=1
2DAMEMORY1=5
String=2DAMEMORY2
AddField0=made
AddField1=text
AddField2=plain
AddField3=list
AddField4=bare
AddField5=untyped
AddField6=absent
AddField7=again
AddField8=other
AddField9=far
AddField10=big
AddField11=vector
AddField12=long
[made]
FieldType=Struct
Label=Made
TypeId=9
2DAMEMORY3=!FieldPath
AddField0=inner
[inner]
FieldType=Position
Label=Where
Value=1|2|3
2DAMEMORY4=!FieldPath
[text]
FieldType=ExoLocString
Label=Text
StrRef=12
lang0=Said
lang3=dit
[plain]
FieldType=Binary
Label=Raw
Value=0x0aB
[list]
FieldType=Struct
Path=List
TypeId=ListIndex
2DAMEMORY5=ListIndex
2DAMEMORY6=Index
AddField0=square
[square]
FieldType=Int
Label=Square
Value=2DAMEMORY5
[bare]
FieldType=Int
Value=1
[untyped]
FieldType=Integer
Label=x
[again]
FieldType=Byte
Label=Byte
Value=8
[other]
FieldType=Word
Label=Char
Value=4
[far]
FieldType=Byte
Path=No\Such
Label=x
Value=1
[big]
FieldType=Byte
Label=Big
Value=300
[vector]
FieldType=Orientation
Label=Turned
Value=1|0|0
[long]
FieldType=Int
Label=abcdefghijklmnopq
Value=1
INI
install fields
says <<'END'
[Warning] changes.ini:30: Orientation is there a second time in [types01.gff]: line 29 has the first, which counts
[Warning] changes.ini:37: String is there a second time in [types01.gff]: line 18 has the first, which counts
[Note] changes.ini:2: patching override/types01.gff
[Error] changes.ini:8: types01.gff: Byte: expected a whole number from 0 to 255, found "256"
[Error] changes.ini:9: types01.gff: Char: expected a whole number from -128 to 127, found "-129"
[Error] changes.ini:23: "x" is no number of a language
[Error] changes.ini:24: "70000" is no number of a language
[Warning] changes.ini:25: types01.gff has no part (other) of LocString
[Warning] changes.ini:28: types01.gff has no field Vector/1
[Error] changes.ini:29: types01.gff: Orientation: expected 4 numbers with | between, found 0|0|1|0|5
[Error] changes.ini:31: types01.gff: Struct: a field of type Struct takes no plain value
[Error] changes.ini:32: types01.gff: List: a field of type List takes no plain value
[Warning] changes.ini:35: types01.gff has no field Nothing
[Error] changes.ini:36: 2DAMEMORY1 holds no path of a field (!FieldPath)
[Warning] changes.ini:77: expected ListIndex or !FieldPath, found Index
[Error] changes.ini:83: [bare] has no Label
[Error] changes.ini:86: [untyped] has no FieldType that is known
[Error] changes.ini:44: there is no section [absent]
[Warning] changes.ini:93: [other]: Char is there already, as Char and not as Word
[Error] changes.ini:97: [far]: types01.gff has no struct No/Such
[Error] changes.ini:102: types01.gff: Big: expected a whole number from 0 to 255, found "300"
[Error] changes.ini:106: types01.gff: Turned: expected 4 numbers with | between, found 1|0|0
[Error] changes.ini:110: types01.gff: abcdefghijklmnopq: expected a label of 1 to 16 bytes, or "Label#2" with one field "Label"
[Error] changes.ini:3: there is no section [gone.gff]
[Error] changes.ini:4: "..\x.gff" is no path below the game or the mod: absolute paths, drives and .. are refused
[Error] changes.ini:5: there is no section [types02.gff]
fields: installed: 18 errors, 7 warnings, 27 patches, 1 files
END
exits 1 "$tool" diff d/kotor/override/types01.gff game/override/types01.gff
same - out.txt <<'END'
Byte: 255 -> 8
Short: -32768 -> 32767
Int: -2147483648 -> 16
Int64: -9223372036854775808 -> -5
Float: 0.1 -> 2.5
Double: 3.141592653589793e+00 -> 1.25e+00
String: "naïve café € “quoted” ??????" -> "a\nb"
ResRef: "sixteen_letters_" -> "new_ref"
LocString/strref: -1 -> 7
LocString/0: "Lighthouse" -> "Tower"
LocString/6: (nothing) -> "Korea"
Void: "AAECf4D/" -> "AP8="
Struct/Depth: 0 -> 3
List/2/Square: 4 -> 16
List/3: (nothing) -> {"id":3,"Square":3}
Vector/0: 0.1 -> 1.0
Vector/1: 1e+30 -> 2.5
Vector/2: -1.5e-40 -> -3.0
Made: (nothing) -> {"id":9,"Where":[1.0,2.0,3.0]}
Text: (nothing) -> {"strref":12,"0":"Said","3":"dit"}
Raw: (nothing) -> "Cg=="
END

# ---- 2DAList ----
mkdir rows
cat >rows/changes.ini <<'INI'
[2DAList]
Table0=demo_items.2da
Table1=absent.2da
Table2=nothing.2da
[absent.2da]
AddRow0=none
[demo_items.2da]
ChangeRow0=byindex
ChangeRow1=bylabel
ChangeRow2=bycolumn
ChangeRow3=norow
ChangeRow4=nolabel
ChangeRow5=nocolumn
ChangeRow6=nothing
ChangeRow7=gone
ChangeRow8=last
AddRow0=fresh
AddRow1=exclusive
AddRow2=badcolumn
AddRow3=novalue
AddRow4=notoken
CopyRow0=copied
CopyRow1=nocopy
CopyRow2=present
AddColumn0=column
AddColumn1=unnamed
AddColumn2=twice
Frob=fresh
!Destination=override
[byindex]
RowIndex=1
name=77
weight=****
unknown=5
2DAMEMORY0=RowIndex
2DAMEMORY1=RowLabel
2DAMEMORY2=guid
2DAMEMORY3=nocolumn
[bylabel]
RowLabel=3
icon=StrRef5
name=2DAMEMORY0
[bycolumn]
LabelIndex=Lantern
name=high()
[norow]
RowIndex=6
name=1
[nolabel]
RowLabel=17
name=1
[nocolumn]
LabelIndex=Nobody
name=1
[nothing]
name=1
[last]
RowIndex=5
icon=last
[fresh]
RowLabel=high()
label=Fresh
name=high()
guid=inc(1)
[exclusive]
ExclusiveColumn=label
label=Rope
name=inc(2)
weight=high()
icon=kept
[badcolumn]
ExclusiveColumn=nocolumn
nocolumn=1
[novalue]
ExclusiveColumn=label
[notoken]
label=2DAMEMORY9
name=5
[copied]
RowIndex=1
NewRowLabel=99
label=Copy
name=inc(3)
weight=inc(x)
[nocopy]
RowIndex=60
label=Copy
[present]
RowIndex=0
ExclusiveColumn=label
label=Copy
name=inc(5)
icon=again
[column]
ColumnLabel=extra
DefaultValue=d
I0=first
L99=ninety
I44=none
Lx=none
Z1=none
2DAMEMORY7=I0
2DAMEMORY8=ColumnLabel
[unnamed]
DefaultValue=1
[twice]
ColumnLabel=name
DefaultValue=1
[none]
x=1
INI
install rows
says <<'END'
[Note] changes.ini:2: patching override/demo_items.2da
[Warning] changes.ini:34: demo_items.2da has no column unknown
[Warning] changes.ini:38: expected RowIndex, RowLabel or a column of demo_items.2da, found nocolumn
[Error] changes.ini:41: nothing has set StrRef5 before this line; the change is left out
[Error] changes.ini:47: demo_items.2da has no row 6: it has 6, counted from 0
[Error] changes.ini:50: demo_items.2da has no row with the label 17
[Error] changes.ini:53: demo_items.2da has no row with Nobody in the column label
[Error] changes.ini:55: [nothing] does not say which row: RowIndex, RowLabel or LabelIndex is missing
[Error] changes.ini:15: there is no section [gone]
[Error] changes.ini:64: inc(1) needs a copied number to add to
[Error] changes.ini:72: demo_items.2da has no column nocolumn
[Error] changes.ini:75: in [novalue] there is no value for label
[Error] changes.ini:77: nothing has set 2DAMEMORY9 before this line; the change is left out
[Error] changes.ini:86: demo_items.2da has no row 60: it has 9, counted from 0
[Error] changes.ini:99: demo_items.2da has no row I44: expected I with a number or L with a label
[Error] changes.ini:100: demo_items.2da has no row Lx: expected I with a number or L with a label
[Error] changes.ini:101: demo_items.2da has no row Z1: expected I with a number or L with a label
[Error] changes.ini:104: [unnamed] has no ColumnLabel
[Error] changes.ini:107: demo_items.2da has a column name already
[Warning] changes.ini:28: expected ChangeRow, AddRow, CopyRow or AddColumn, found Frob
[Error] changes.ini:3: absent.2da is neither in the game nor in the mod
[Error] changes.ini:4: there is no section [nothing.2da]
rows: installed: 18 errors, 3 warnings, 18 patches, 1 files
END
exits 0 "$tool" convert game/override/demo_items.2da --to csv -o -
tr -d '\r' <out.txt >items.csv
same - items.csv <<'END'
,label,name,guid,icon,weight,extra
0,Lantern,78,it_lantern,ilantern,0.5,first
1,Rope,77,it_rope,kept,,d
2,Nothing,,,,,d
3,Ship_in_a_bottle,1,it_ship,,1,d
4,Old lamp,3,it_lantern,ilantern,2,d
5,Café_cup,8,it_cup,last,0.5,d
6,Fresh,79,,,,d
7,,5,,,,d
99,Copy,80,it_rope,again,inc(x),ninety
END

# ---- TLKList ----
# talk FILE TEXT SOUND...: a talk table with these strings.
talk() {
    python3 - "$@" <<'PY'
import struct, sys
rows, at, texts = b"", 0, b""
for text, sound in zip(sys.argv[2::2], sys.argv[3::2]):
    flags = (1 if text else 0) | (6 if sound else 0)
    rows += struct.pack("<I16sIIIIf", flags, sound.encode(), 0, 0, at, len(text), 2.5 if sound else 0)
    at, texts = at + len(text), texts + text.encode()
count = len(rows) // 40
open(sys.argv[1], "wb").write(b"TLK V3.0" + struct.pack("<III", 0, count, 20 + len(rows)) + rows + texts)
PY
}

mkdir talk
talk talk/append.tlk Fresh '' 'Bad StrRef' '' Sung song
talk talk/appendf.tlk 'Fresh, she says' ''
talk talk/new.tlk Other noise '' beep
cat >talk/changes.ini <<'INI'
[TLKList]
StrRef0=0
StrRef1=1
StrRef2=2
StrRef3=3
StrRef4=x
ReplaceFile0=new.tlk
AppendFile1=more.tlk
AppendFile2=gone.tlk
ReplaceFile3=append.tlk
3\Text=Set
4\Sound=heard
5\Length=2
x\Text=1
99\Text=far
Frob=1
[new.tlk]
2=0
9=1
10=2
99=0
a=1
[append.tlk]
!x=1
[gone.tlk]
1=0
[GFFList]
File0=types01.gff
[types01.gff]
Dword=StrRef0
Int=StrRef1
Word=StrRef2
INI
install talk
says <<'END'
[Note] changes.ini:2: StrRef0 is string 13 of dialog.tlk
[Note] changes.ini:3: StrRef1 is string 1, which dialog.tlk has already
[Note] changes.ini:4: StrRef2 is string 14 of dialog.tlk
[Error] changes.ini:5: the mod's talk table has no string 3
[Error] changes.ini:6: expected StrRefN=number, found StrRef4=x; ranges are not supported
[Error] changes.ini:20: new.tlk has no string 2
[Error] changes.ini:21: dialog.tlk has no string 99
[Error] changes.ini:21: dialogf.tlk has no string 99
[Error] changes.ini:22: expected two numbers of strings, found a=1
[Error] changes.ini:8: there is no section [more.tlk]
[Error] changes.ini:9: gone.tlk is not in the mod
[Error] changes.ini:13: expected a number with \Text or \Sound, found 5\Length
[Error] changes.ini:14: expected a number with \Text or \Sound, found x\Text
[Error] changes.ini:15: dialog.tlk: 99: expected a StrRef below 15, found nothing
[Error] changes.ini:15: dialogf.tlk: 99: expected a StrRef below 16, found nothing
[Error] changes.ini:16: Frob is no key of TLKList that patchers agree on
[Note] changes.ini:28: patching override/types01.gff
talk: installed: 13 errors, 0 warnings, 12 patches, 3 files
END
# A string that replaces another sets StrRefN of that number, too: Word is 2.
exits 0 "$tool" get game/override/types01.gff Dword Int Word
same - out.txt <<'END'
13
1
2
END
exits 1 "$tool" diff d/kotor/dialog.tlk game/dialog.tlk
same - out.txt <<'END'
2: "Lighthouse of the demo" -> "Other"
2/sound: (nothing) -> "noise"
2/sound_length: (nothing) -> 2.5
3: "The keeper of the light" -> "Set"
4/sound: "demo_keep01" -> "heard"
9/sound: (nothing) -> "beep"
9/sound_length: (nothing) -> 2.5
13: (nothing) -> "Fresh"
14: (nothing) -> {"value":"Sung","sound":"song","sound_length":2.5}
END
exits 1 "$tool" diff d/kotor/dialogf.tlk game/dialogf.tlk
same - out.txt <<'END'
2: "" -> "Other"
2/flags: 1 -> (nothing)
2/sound: (nothing) -> "noise"
2/sound_length: (nothing) -> 2.5
3: "" -> "Set"
3/flags: 1 -> (nothing)
4/sound: "demo_keep01" -> "heard"
9/sound: (nothing) -> "beep"
9/sound_length: (nothing) -> 2.5
13: (nothing) -> "Fresh, she says"
14: (nothing) -> "Bad StrRef"
15: (nothing) -> {"value":"Sung","sound":"song","sound_length":2.5}
END

# ---- the other lists, archives ----
mkdir rest
printf 'A bare file' >rest/a.txt
printf 'void main() { }\n' >rest/fine.nss
printf 'void main( { }\n' >rest/wrong.nss
printf 'int n = #2DAMEMORY1#; void main() { }\n' >rest/token.nss
printf '12345678' >rest/bytes.bin
printf x >rest/chitin.key
cp d/kotor/override/types01.gff rest/types02.gff
cp d/kotor/override/types01.gff rest/types03.gff
cat >rest/changes.ini <<'INI'
[Settings]
WindowCaption=The rest
LookupGameNumber=2
ScriptCompilerFlags=-x
[InstallList]
f0=Override
f1=modules\demo02.mod
f2=modules\nowhere.mod
f3=.
f4=override\below
[f0]
File0=a.txt
File1=missing.txt
Replace3=a.txt
[f1]
File0=a.txt
[f2]
File0=a.txt
[f3]
File0=a.txt
Replace1=chitin.key
[f4]
File0=a.txt
[GFFList]
File0=types02.gff
File1=types03.gff
File2=guard.utc
File3=dock.utw
File4=types01.gff
[types02.gff]
!Destination=modules\demo02.mod
!OverrideType=rename
Byte=1
[types03.gff]
!SaveAs=types01.gff
!Destination=modules\demo01.mod
!OverrideType=rename
Byte=2
[guard.utc]
!Destination=modules\demo02_s.rim
Tag=hidden
[dock.utw]
!Destination=dialog.tlk
Tag=x
[types01.gff]
!Destination=modules\demo01.mod
!OverrideType=warn
Byte=3
[CompileList]
File0=fine.nss
File1=wrong.nss
File2=token.nss
File3=missing.nss
[HACKList]
File0=bytes.bin
File1=nohack.bin
File2=missing.bin
[bytes.bin]
0=65
1=u8:66
2=u16:0x4344
4=0x45464748
20=1
x=1
[missing.bin]
0=1
[SSFList]
File0=demo_keeper.ssf
File1=demo_none.ssf
[demo_keeper.ssf]
Battlecry 1=5
Selected 3=-1
Nothing=4
Poisoned=StrRef9
INI
install rest
says <<'END'
[Warning] changes.ini:3: the mod is for game 2, and this is game 1
[Note] changes.ini:1: ScriptCompilerFlags are not used
[Note] changes.ini:12: installing override/a.txt
[Error] changes.ini:13: missing.txt is not in the mod
[Note] changes.ini:14: replacing override/a.txt
[Note] changes.ini:16: modules/demo02.mod is made of the parts of the module
[Note] changes.ini:16: installing modules/demo02.mod/a.txt
[Warning] changes.ini:16: override/a.txt hides the a.txt in modules/demo02.mod from the game
[Error] changes.ini:18: modules/nowhere.mod is not there, and there is nothing to make it of
[Note] changes.ini:20: installing a.txt
[Warning] changes.ini:21: chitin.key is there already, and files of its kind are never replaced
[Note] changes.ini:23: installing override/below/a.txt
[Note] changes.ini:25: patching modules/demo02.mod/types02.gff
[Note] changes.ini:26: patching modules/demo01.mod/types01.gff
[Note] changes.ini:26: override/types01.gff is renamed to override/old_types01.gff
[Note] changes.ini:27: patching modules/demo02_s.rim/guard.utc
[Error] changes.ini:28: dialog.tlk: is no archive of the game (MOD, ERF, SAV, RIM)
[Note] changes.ini:29: patching modules/demo01.mod/types01.gff
[Note] changes.ini:50: compiled fine.nss to override/fine.ncs
[Error] changes.ini:51: wrong.nss:1:12: expected a type, not {
[Error] changes.ini:52: token.nss uses #2DAMEMORY1#, which nothing has set
[Error] changes.ini:53: missing.nss is not in the mod
[Note] changes.ini:55: patching override/bytes.bin
[Error] changes.ini:63: bytes.bin has no 4 bytes at 20: it has 8
[Error] changes.ini:64: expected offset=number, found x=1
[Error] changes.ini:56: there is no section [nohack.bin]
[Error] changes.ini:57: missing.bin is neither in the game nor in the mod
[Note] changes.ini:68: patching override/demo_keeper.ssf
[Warning] changes.ini:73: "Nothing" is no sound of an SSF
[Error] changes.ini:74: nothing has set StrRef9 before this line; the change is left out
[Error] changes.ini:69: there is no section [demo_none.ssf]
The rest: installed: 12 errors, 4 warnings, 16 patches, 11 files
END
# 41h as 32 bits, then 42h, 4344h and 45464748h, least byte first: A B D C H G F E.
equal "$(cat game/override/bytes.bin)" ABDCHGFE
exits 0 "$tool" list game/modules/demo02.mod
same - out.txt <<'END'
       876  gff     module.ifo
      1259  gff     demo02.are
      2831  gff     demo02.git
      1422  gff     keeper.utc
      1421  gff     guard.utc
       772  gff     lantern.uti
       571  gff     crate.utp
       344  gff     gate.utd
       370  gff     dock.utw
       900  gff     store.utm
      3191  gff     keeper.dlg
        11  -       a.txt
      1548  gff     types02.gff
13 entries, 15516 bytes
END
same game/override/old_types01.gff d/kotor/override/types01.gff
prints '^3$' "$tool" get game/modules/demo01.mod/types01.gff Byte
absent game/override/types01.gff
same game/chitin.key d/kotor/chitin.key
exits 1 "$tool" diff d/kotor/override/demo_keeper.ssf game/override/demo_keeper.ssf
same - out.txt <<'END'
battle_cry_1: 11 -> 5
END

# A .rim is hidden by the .mod that stands beside it.
mkdir hidden
printf '[GFFList]\nFile0=guard.utc\n[guard.utc]\n!Destination=modules\\demo02_s.rim\nTag=again\n' >hidden/changes.ini
exits 1 "$tool" patch hidden game
has out.txt 'changes.ini:2: modules/demo02_s.rim is changed, but modules/demo02.mod hides it from the game'

# ---- what else an instruction can hold ----
# A field by its path in a token, on both sides; lists that are none; numbers that are none; an archive entry of no type.
mkdir tokens
cat >tokens/changes.ini <<'INI'
[GFFList]
File0=types01.gff
[types01.gff]
AddField0=first
AddField1=element
AddField2=nested
Vector=1|x|3
Void=AQI=
2DAMEMORY1=77
Word=2DAMEMORY1
2DAMEMORY1=2DAMEMORY2
[first]
FieldType=DWORD
Label=Fresh
Value=5
2DAMEMORY1=!FieldPath
[element]
FieldType=Struct
Path=Byte
TypeId=1
[nested]
FieldType=Struct
Path=Struct\\
Label=Deeper
TypeId=2
[InstallList]
f0=modules\demo01.mod
[f0]
File0=plain
[2DAList]
Table0=demo_items.2da
[demo_items.2da]
AddColumn0=empty
[empty]
ColumnLabel=empty
DefaultValue=****
L1=
INI
printf x >tokens/plain
install tokens
says <<'END'
[Warning] changes.ini:11: 2DAMEMORY1 is there a second time in [types01.gff]: line 9 has the first, which counts
[Error] changes.ini:29: plain can't go into an archive: its extension is no type of the game
[Note] changes.ini:31: patching override/demo_items.2da
[Note] changes.ini:2: patching override/types01.gff
[Error] changes.ini:17: [element]: types01.gff has no list Byte
[Error] changes.ini:7: types01.gff: Vector: expected 3 numbers with | between, found 1|x|3
tokens: installed: 3 errors, 1 warnings, 7 patches, 2 files
END
exits 1 "$tool" diff d/kotor/override/types01.gff game/override/types01.gff
same - out.txt <<'END'
Word: 65535 -> 77
Void: "AAECf4D/" -> "AQI="
Struct/Deeper: (nothing) -> {"id":2}
Fresh: (nothing) -> 77
END
# Instructions with a thousand sections, and letters beyond 16 bits in UTF-16.
mkdir many
python3 - <<'PY'
sections = "".join(f"[f{i}]\nFile0=a{i % 7}.txt\n" for i in range(1000))
text = "[Settings]\nWindowCaption=\U0001F600 many\n[InstallList]\n"
text += "".join(f"f{i}=override\\d{i}\n" for i in range(1000)) + sections
open("many/changes.ini", "wb").write(b"\xff\xfe" + text.encode("utf-16-le"))
for i in range(7):
    open(f"many/a{i}.txt", "w").write(str(i))
PY
exits 0 "$tool" patch many game --dry-run
has out.txt '^😀 many: nothing was written (--dry-run): 0 errors, 0 warnings, 1000 patches, 1000 files'
counts 1000 out.txt '^add     override/d[0-9]*/a[0-6].txt$'
has out.txt '^add     override/d999/a5.txt$'

# ---- without a game ----
finds patch lint fields rows talk rest
says <<'END'
[Warning] changes.ini:30: Orientation is there a second time in [types01.gff]: line 29 has the first, which counts
[Warning] changes.ini:37: String is there a second time in [types01.gff]: line 18 has the first, which counts
[Warning] changes.ini:9: patchers differ: TSLPatcher ignores negative numbers; they are written
[Warning] changes.ini:10: patchers differ: TSLPatcher ignores negative numbers; they are written
[Warning] changes.ini:12: patchers differ: TSLPatcher ignores negative numbers; they are written
[Warning] changes.ini:14: patchers differ: TSLPatcher ignores negative numbers; they are written
[Warning] changes.ini:15: patchers differ: TSLPatcher ignores negative numbers; they are written
[Warning] changes.ini:51: patchers differ: HoloPatcher can't add a struct with a label
[Warning] changes.ini:72: patchers differ: HoloPatcher refuses TypeId=ListIndex, or takes a number too low
[Error] changes.ini:44: there is no section [absent]
[Error] changes.ini:110: [long]: a label has 16 characters at most
[Error] changes.ini:3: there is no section [gone.gff]
[Error] changes.ini:4: "..\x.gff" is no path below the game or the mod: absolute paths, drives and .. are refused
[Error] changes.ini:5: types02.gff is not in the mod
[Error] changes.ini:5: there is no section [types02.gff]
[Error] changes.ini:15: there is no section [gone]
[Warning] changes.ini:61: patchers differ: HoloPatcher writes high() as the label; the next number is taken
[Warning] changes.ini:64: patchers differ: only TSLPatcher knows inc()
[Warning] changes.ini:68: patchers differ: only TSLPatcher knows inc()
[Warning] changes.ini:69: patchers differ: when the row is there HoloPatcher takes a new high(); the cell is left alone
[Error] changes.ini:74: [novalue] has no value for its ExclusiveColumn label
[Warning] changes.ini:83: patchers differ: only TSLPatcher knows inc()
[Warning] changes.ini:84: patchers differ: only TSLPatcher knows inc()
[Warning] changes.ini:92: patchers differ: only TSLPatcher knows inc()
[Warning] changes.ini:61: patchers differ: HoloPatcher writes high() as the label; the next number is taken
[Warning] changes.ini:64: patchers differ: only TSLPatcher knows inc()
[Error] changes.ini:4: there is no section [nothing.2da]
[Error] changes.ini:41: nothing sets StrRef5
[Error] changes.ini:77: nothing sets 2DAMEMORY9
[Warning] changes.ini:7: patchers differ: TSLPatcher ignores this key
[Error] changes.ini:8: more.tlk is not in the mod
[Error] changes.ini:8: there is no section [more.tlk]
[Warning] changes.ini:8: patchers differ: TSLPatcher ignores this key
[Error] changes.ini:9: gone.tlk is not in the mod
[Warning] changes.ini:9: patchers differ: TSLPatcher ignores this key
[Warning] changes.ini:10: patchers differ: TSLPatcher ignores this key
[Warning] changes.ini:11: patchers differ: TSLPatcher ignores this key
[Warning] changes.ini:12: patchers differ: TSLPatcher ignores this key
[Warning] changes.ini:13: patchers differ: TSLPatcher ignores this key
[Warning] changes.ini:14: patchers differ: TSLPatcher ignores this key
[Warning] changes.ini:15: patchers differ: TSLPatcher ignores this key
[Error] changes.ini:13: missing.txt is not in the mod
[Error] changes.ini:53: missing.nss is not in the mod
[Warning] changes.ini:58: patchers differ: TSLPatcher writes 32 bits, HoloPatcher 16; 32 are written
[Error] changes.ini:56: there is no section [nohack.bin]
[Warning] changes.ini:65: patchers differ: TSLPatcher writes 32 bits, HoloPatcher 16; 32 are written
[Error] changes.ini:69: there is no section [demo_none.ssf]
[Error] changes.ini:74: nothing sets StrRef9
END
# Two mods that set the same fields, that write the same file, and one that writes what the other changes.
finds patch check fields talk d/kotor
grep '^conflict' said.txt >conflicts.txt
same - conflicts.txt <<'END'
conflict: override/types01.gff/Dword: fields (line 12) and talk (line 30): both set it, to other values
conflict: override/types01.gff/Int: fields (line 13) and talk (line 31): both set it, to other values
conflict: override/types01.gff/Word: fields (line 10) and talk (line 32): both set it, to other values
END
mkdir first whole
printf '[InstallList]\nf=override\n[f]\nReplace0=types01.gff\n' >whole/changes.ini
printf '[InstallList]\nf=override\n[f]\nReplace0=types01.gff\n' >first/changes.ini
cp d/kotor/override/types01.gff first
"$tool" set d/kotor/override/types01.gff Byte=9 -o whole/types01.gff
finds patch check whole first
says <<'END'
conflict: override/types01.gff: whole (line 4) and first (line 4): both write the file
END
finds patch check first talk d/kotor
has said.txt '^conflict: override/types01.gff/Dword: first (line 4) and talk (line 30): one writes the file that the other changes$'
# Each requires what the other installs.
mkdir one two
printf '[Settings]\nRequired=b.txt\nRequiredMsg=Get b\n[InstallList]\nf=override\n[f]\nFile0=a.txt\n' >one/changes.ini
printf '[Settings]\nRequired=a.txt\n[InstallList]\nf=override\n[f]\nFile0=b.txt\n' >two/changes.ini
printf a >one/a.txt
printf b >two/b.txt
exits 1 "$tool" patch order one two
has err.txt 'some of these mods each want to come after the other'
equal "$(cat out.txt)" "$(printf 'one\ntwo')"
install one
says <<'END'
[Error] changes.ini:2: b.txt has to be in Override first: Get b
one: nothing was written: 1 errors, 0 warnings, 0 patches, 0 files
END
