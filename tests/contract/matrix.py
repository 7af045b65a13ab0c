#!/usr/bin/env python3
"""Runs verbs with each of their options, and compares the hashes of all that comes out with matrix.txt.

What is hashed of a command: exit code, standard output, messages, and the names and bytes of the files that it
left in its folder. A line of matrix.txt is a command of COMMANDS: the hash of it and of it with each option that
its verb takes, how many runs these were, and the command; or a chain of commands; or, behind "wrong", a command with each of
its paths wrong in every way of Matrix.wrongs. transcript.txt has the words; here are the combinations.

    matrix.py                compare; exit 1 and the lines that differ, 77 when this is a build with
                             other libraries
    matrix.py --bless        take what comes out now as what is wanted
    matrix.py --show FOLDER  also write what is hashed, a file for each line
"""

import argparse
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
K, R, B = "demo/kotor", "demo/redguard", "demo/broken"
# More breaks, rules and folders than there is room for: a script of 66 times Endint, and options.
P = "13" * 66
PB = "<" + ",".join(f"break {at}" for at in range(65))
LONG = "--rule " + "a" * 1022  # as long as it can be
MOST = " ".join(["-I w"] * 32)
MANY = MOST + " -I w/last"

# "w" is a folder of the command's own; FILE>NAME copies a file, a folder or a text of SOURCES there first, FILE>NAME@N
# the first N bytes of a file, FILE>NAME@N=HEX a file with other bytes at N. What may be changed has to be such a copy:
# the demo is shared.
COMMANDS = f"""
formats
layout rgm
layout nothing
findings
findings lip
fields
fields UTC
fields UTC ClassList/Class
fields UTC nothing
schema UTC
new utc -o w/a.utc
new nothing -o w/a
info {K}/override/types01.gff
info {R}/ENGLISH.RTX {R}/maps/ISLAND.RGM
info {K}/modules/demo01.mod {B}/bmp-wrong-size.bmp nowhere
scan {R}/fxart {B}/bwm-material
dump {K}/override/demo_keeper.ssf
json {K}/override/demo_items.2da
json {K}/override/demo_items.2da {K}/override/demo_keeper.ssf nowhere
json {R}/SYSTEM.INI -o w/a.json
convert {K}/override/demo_crest.tpc -o w/a.png
convert {K}/override/demo_crest.tpc {K}/override/demo_items.2da nowhere -o w/out
convert {R}/fxart/ISLAND.COL -o w/a.png
convert {R}/ENGLISH.RTX -o w/out
convert {R}/maps/ISLAND.RGM --to json -o w/out
convert {B}/bwm-material -o w/out
convert {K}/modules/demo02_s.rim -o w/out --to json
render {K}/override/demo_door.mdl --size 32 -o w/a.png
list {K}/modules/demo01.mod
list {R}/ENGLISH.RTX
list {R}/ENGLISH.RTX dm* nothing*
list {K}/chitin.key
extract {K}/modules/demo01.mod *.utc *.uti -o w/out
extract {R}/ENGLISH.RTX dm01* -o w/out
extract {K}/modules/demo01.mod nothing -o w/out
pack {K}/override/types01.gff {K}/override/demo_items.2da -o w/a.mod
pack {K}/override/types01.gff -o w/a.rim
pack --from-module {K}/modules/demo02 -o w/a.mod
put w/demo01.mod {K}/override/types01.gff {K}/modules/demo01.mod>demo01.mod
put w/demo01.mod nowhere {K}/modules/demo01.mod>demo01.mod
rm w/demo01.mod *.utc lantern.uti {K}/modules/demo01.mod>demo01.mod
rm w/demo01.mod nothing {K}/modules/demo01.mod>demo01.mod
ls {K}
ls {K} demo_*.2da
ls {R} *.INI
find {K} demo_crest.tpc
find {K} nothing.tpc
get {K}/override/types01.gff Byte String List/0/Square
get {K}/override/types01.gff Nothing
get {K} demo_crest.tpc demo_items.2da -o w/out
set w/x.gff Byte=7 String=new {K}/override/types01.gff>x.gff
set w/x.gff Byte=777 {K}/override/types01.gff>x.gff
set w/x.gff List/-= List/0=null {K}/override/types01.gff>x.gff
cat {K} demo_items.2da
cat {K} demo_keeper.ssf
grep {K} lantern
grep {K}/override Lantern* --type 2da
grep {R} WORLD*
uses {K} lantern.uti
uses {K} 2
unused {K}
missing {K}
module {K} demo01
module {K} demo02
tlk {K} 1 2 99
name {K} --seed 3
lint w/x.are w/y.utc {B}/are-fog-negative.are>x.are {B}/utc-dead-saves.utc>y.utc
lint w/m w/s {B}/bwm-material>m {B}/sav-item>s
explain utc-duplicate-class
explain nothing
verify {K}/override {R}/fxart
verify {B}/bmp-wrong-size.bmp nowhere
diff {K}/modules/demo01.mod {K}/modules/demo02_s.rim
diff {K}/override/demo_items.2da {K}/override/demo_pool.2da
diff {K}/override/demo_crest.tpc {K}/override/demo_light.tpc
diff {K}/override w/o {K}/rims>o
merge {K}/override/demo_items.2da {K}/override/demo_pool.2da {K}/override/demo_by_hand.2da -o w/a.2da
merge {K}/rims w/a w/b -o w/out {K}/rims>a {K}/lips>b
ini get {R}/SYSTEM.INI
ini get {R}/SYSTEM.INI system/volume
ini set w/S.INI system/volume 5 {R}/SYSTEM.INI>S.INI
ini check {R}/SYSTEM.INI {R}/ITEM.INI {R}/WORLD.INI
pvo query {R}/maps/ISLAND.PVO 0 0 0
pvo patch w/I.PVO node:0 1 2 {R}/maps/ISLAND.PVO>I.PVO
save ls {K}/saves
save ls {R}/SAVEGAME
save show '{K}/saves/000002 - Game1'
save items '{K}/saves/000002 - Game1'
save globals '{K}/saves/000002 - Game1'
save journal '{K}/saves/000002 - Game1'
save party '{K}/saves-k2/000003 - Game2'
save get '{K}/saves/000002 - Game1' gold player/name
save set 'w/000002 - Game1' gold=5 player/hp=3 '{K}/saves/000002 - Game1>000002 - Game1'
save set 'w/000002 - Game1' gold=x '{K}/saves/000002 - Game1>000002 - Game1'
save diff '{K}/saves/000002 - Game1' '{K}/saves/000001 - DEMO'
save check '{K}/saves/000002 - Game1'
save repair 'w/000002 - Game1' events DEMO01 '{K}/saves/000002 - Game1>000002 - Game1'
save copy 'w/000002 - Game1' '{K}/saves/000002 - Game1>000002 - Game1'
run {K}/override/demo_hello.ncs
run {R}/maps/ISLAND.RGM --actor PATROL --ticks 3
run --hex 0a000707000000000500000000
play {R}/maps/ISLAND.RGM --actor PATROL
disassemble {K}/override/demo_hello.ncs
disassemble {R}/maps/ISLAND.RGM -o w/out
decompile {K}/override/demo_hello.ncs {K}/override/demo_asks.ncs -o w/out
decompile {R}/maps/ISLAND.RGM -o w/out
compile w/a.nss w/b.nss w/inc.nss a.nss b.nss inc.nss
assemble w/a.ncsasm a.ncsasm
completion bash
completion fish
"""

# Several commands in one folder, ";" between, as they stand; <TEXT is standard input, "," between its lines.
CHAINS = f"""
inf ; infos ; frobnicate ; help info ; help nothing ; info --jso x ; info --frobnicate ; info -z ; info --json=1 x
info --format ; info -qj ; lint --rule ; convert --world ; info --to json x ; scan ; -h ; --version x ; help
ls {K} --type utc --json ; ls {K} --module demo01 --type uti ; ls {K} --module demo02 --layered -q ; ls nowhere
ls {K}/modules/demo01.mod ; ls {R}/ENGLISH.RTX ; ls {K}/override *.2da --json ; ls {R} --source fxart ; ls {R} --type 3d -q
find {K} keeper.utc lantern.uti nothing ; find {K} keeper.utc --module demo02 --json ; find {R} BARREL.3D TEXBSI.302
get {K} keeper.utc -o w/k ; get {K} keeper.utc -o w/k ; get {K} keeper.utc -o w/k -f -q ; get {K} keeper.utc lantern.uti -o -
get {K}/modules/demo01.mod/keeper.utc ClassList/*/Class Tag FirstName --json ; get {R}/SYSTEM.INI system/volume --json
get {K}/override/types01.gff Float Double Void Vector Struct List LocString Dword64 Int64 ResRef --json
get {K}/override/types01.gff Float Double Void Vector Struct List LocString Dword64 Int64 ResRef
set w/m.mod/keeper.utc Tag=x LastName/0=y --backup ; get w/m.mod/keeper.utc Tag LastName/0 ; set w/m.mod/none.utc Tag=x {K}/modules/demo01.mod>m.mod
set w/t.2da 0/label=new 9/label=x ; set w/t.2da 0/label=new -o w/u.2da ; set w/t.2da 0/label=new -o w/u.2da ; set w/t.2da 0/label=Lantern {K}/override/demo_items.2da>t.2da
cat {K} demo01.lyt ; cat {R} SYSTEM.INI ; cat {R}/ENGLISH.RTX dm01.txt ; cat {K} nothing ; cat {K} demo_crest.tpc ; cat {K} keeper.utc --module demo02
grep {K} keeper --type utc --json ; grep {K} *ight* --source override -q ; grep {R} volume ; grep {K}/modules/demo01.mod lantern ; grep {K} zzzz
uses {K} keeper.utc tag:keeper strref:2 --json ; uses {R} line:dm01 flag:1 ; uses {R} --graph w/f.svg ; uses {R} --graph w/f.dot ; uses {K} appearance.2da:1
unused {R} --kind line ; unused {K} --kind tag --json ; unused {K} --kind nothing ; missing {R} --all --json ; missing {K} --all -q
tlk {K} 1 2 --female ; tlk {K} x ; tlk {K} 4294967295 -1 ; tlk {R} 1 ; name {K} --count 3 --seed 1 --ltr humanf ; name {K} --count 0
pack {K}/override/types01.gff {K}/override/demo_items.2da -o w/a.erf ; pack w/none -o w/b.mod ; pack {K}/lips -o w/c.rim ; pack {K}/rims {K}/lips -o w/k/chitin.key ; list w/k/chitin.key ; list w/a.erf --json
put w/m.mod {K}/override/demo_items.2da --as new.2da --dry-run ; put w/m.mod {K}/override/demo_items.2da --as new.2da --backup ; rm w/m.mod new.2da -q ; put w/m.mod {R}/SYSTEM.INI {K}/modules/demo01.mod>m.mod
convert {R}/ENGLISH.RTX --to csv -o w/E.csv ; put w/E.RTX w/E.csv ; put w/E.RTX w/E.csv --dry-run ; rm w/E.RTX dm01* ; extract w/E.RTX dm0* -o w/x {R}/ENGLISH.RTX>E.RTX
extract {R}/fxart/TEXBSI.302 -o w/x ; extract {R}/sound/MAIN.SFX -o w/x --skip-existing ; extract {R}/sound/MAIN.SFX -o w/x --skip-existing -q ; extract {R}/sound/BRIEF.SFX -o -
extract --salvage {B}/erf-wrong-index.mod -o w/x ; extract --salvage {B}/erf-wrong-index.mod --dry-run --json ; extract --salvage {K}/modules/demo01.mod -o w/y --partial ; extract {B}/erf-unsafe-name.mod -o w/z
list {R}/fxart/TEXBSI.302 ; list {R}/sound/MAIN.SFX --json ; list {K}/data/templates.bif ; list {K}/data/templates.bif --key nowhere ; list {R}/system/ICONS.GXA ; list {K}/override/types01.gff
json {K}/override/demo_items.2da -o w/t.json ; build w/t.json -o w/t.2da ; build w/t.json -o w/t.2da ; build w/t.json -o w/t.2da -f ; build {K}/override/demo_items.2da -o w/x ; json {K}/override/demo_items.2da {K}/override/demo_pool.2da -o w/l
convert {K}/override/demo_items.2da --to csv -o w/t.csv ; build w/t.csv -o w/t.2da ; convert w/t.csv --to twoda -o w/u.2da ; convert w/t.csv --to 2da-text -o w/v.2da ; diff w/t.2da w/v.2da
convert {R}/fxart/BARREL.3D --palette {R}/fxart/ISLAND.COL -o w/b.glb ; convert w/b.glb --to 3d --palette {R}/fxart/ISLAND.COL -o w/B.3D ; convert w/b.glb --to 3d -o w/C.3D ; convert {R}/fxart/BARREL.3D -o w/x -q ; convert {R}/fxart/BARREL.3D -o w/x
convert {K}/override/demo_crest.tpc --all-levels -o w/x ; convert {K}/override/demo_true24.tga --to tpc --encoding dxt1 -o w/a.tpc ; convert {K}/override/demo_true24.tga --to tpc --encoding dxt1 --no-mips -o w/b.tpc ; convert {K}/override/demo_true24.tga --to dds --encoding nope -o w/c.dds
convert --creature keeper --game {K} -o w/k.glb ; convert --door gate --game {K} -o w/g.glb ; convert --placeable crate --game {K} -o w/c.glb ; convert --creature nothing --game {K} -o w/n.glb ; convert --creature keeper -o w/n.glb
convert {R}/maps/ISLAND.RGM --actor PATROL -o w/p.glb ; convert {R}/maps/ISLAND.RGM --actor PATROL --item 1 --hold hand -o w/q.glb ; convert {R}/maps/ISLAND.RGM --actor NOBODY -o w/r.glb ; convert {R}/maps/ISLAND.RGM --world 9 --game {R} -o w/s.glb
convert {K}/lips {K}/rims -o w/x ; convert {K}/lips {K}/rims -o w/x --skip-existing ; convert {K}/lips {K}/rims -o w/y --no-gallery -q ; convert {K}/lips -o w/z --to nope ; convert {K}/streamwaves -o w/s --text-names
convert {K}/override/types01.gff --to xml --dialect xoreos -o w/a.xml ; convert {K}/override/types01.gff --to xml --dialect pykotor -o w/b.xml ; build w/a.xml -o w/a.gff ; build w/b.xml -o w/b.gff ; diff w/a.gff w/b.gff
render {R}/fxart/BARREL.3D --size 16 -o w/a.png ; render --module demo01 --game {K} --size 16x8 -o w/b.png ; render {R}/maps/ISLAND.RGM --game {R} --size 16 --background 102030 -o w/c.png ; render --creature keeper --game {K} --size 16 --angle 10,20 -o w/d.png
diff {K}/rims {K}/lips --stat ; diff {K}/override/demo_items.2da {K}/override/demo_pool.2da --json -q ; diff {R}/SYSTEM.INI {R}/ITEM.INI ; diff {R}/fxart/ISLAND.COL {R}/fxart/SUNSET.COL --stat ; diff {K}/rims nowhere ; diff {K}/rims {K}/dialog.tlk
diff {K}/override/types01.gff w/x.gff --to tslpatcher -o w/mod ; patch lint w/mod ; patch lint w/mod --json ; set w/x.gff Byte=3 ; diff {K}/override/types01.gff w/x.gff --to tslpatcher -o w/mod --dry-run -v ; diff {K}/override/types01.gff w/x.gff --to tslpatcher -o w/mod {K}/override/types01.gff>x.gff
patch w/mod w/game --dry-run ; patch w/mod w/game --strict ; patch w/mod w/game -v ; patch w/mod w/game ; patch undo w/game --dry-run ; patch undo w/game ; patch undo w/game mod/changes.ini mod/a.txt {K}/chitin.key>game/chitin.key {K}/dialog.tlk>game/dialog.tlk {K}/override/types01.gff>game/override/types01.gff
patch w/mod w/game --json ; patch w/mod w/game --json --force ; patch list nowhere ; patch check w/mod w/mod w/game --json ; patch check w/mod ; patch order w/mod w/mod ; patch order w/mod --json ; patch w/mod ; patch nothing w/game mod/changes.ini mod/a.txt {K}/chitin.key>game/chitin.key {K}/dialog.tlk>game/dialog.tlk {K}/override/types01.gff>game/override/types01.gff
merge {R}/SYSTEM.INI w/a.ini w/b.ini -o w/c.ini ; ini set w/a.ini system/volume 5 ; merge {R}/SYSTEM.INI w/a.ini w/b.ini -o w/c.ini ; ini set w/b.ini system/volume 6 ; merge {R}/SYSTEM.INI w/a.ini w/b.ini -o w/d.ini --json ; merge {R}/SYSTEM.INI w/a.ini w/b.ini -o w/d.ini --theirs ; merge {R}/SYSTEM.INI w/a.ini w/b.ini --ours --dry-run {R}/SYSTEM.INI>a.ini {R}/SYSTEM.INI>b.ini
ini get w/S.INI nothing/x ; ini set w/S.INI nothing/x 1 ; ini set w/S.INI system/volume 5 --dry-run --json ; ini set w/S.INI system/volume ; ini check w/S.INI --json ; ini check {B}/ini-unknown-key {B}/ini-no-key ; ini frob w/S.INI ; ini get {R}/WORLD.INI world/start_world --json {R}/SYSTEM.INI>S.INI
run {K}/override/demo_hello.ncs --trace ; run {K}/override/demo_hello.ncs --debug '<help,list,step,next,vars,stack,break 1,breaks,where,continue,quit' ; run {K}/override/demo_asks.ncs --with w/world.json --json ; run {K}/override/demo_asks.ncs --with w/world.json --trace world.json
run {R}/maps/ISLAND.RGM --actor PATROL --debug --game {R} '<help,list,step,next,vars,threads,stack,break 2,break 3,breaks,flag 1,flag 9999,flag 1 = 2,where,continue,quit' ; run {R}/maps/ISLAND.RGM --actor MILL --ticks 4 --trace ; run --hex 0a0007 --locals=1 --json
play {R}/maps/ISLAND.RGM ; play {R}/maps/ISLAND.RGM --actor PATROL --group 0 ; play {R}/maps/ISLAND.RGM --actor PATROL --group 0 --count 3 --json ; play {R}/maps/ISLAND.RGM --actor PATROL --group 99 ; play {R}/maps/ISLAND.RGM --actor PATROL --group x ; play ISLAND --game {R} --actor MILL
decompile {R}/maps/ISLAND.RGM -o w/s ; compile w/s --base {R}/maps/ISLAND.RGM -o w/I.RGM ; compile w/s -o w/I.RGM --dry-run ; disassemble {R}/maps/ISLAND.RGM -o w/d ; assemble w/d --base {R}/maps/ISLAND.RGM -o w/J.RGM ; assemble w/d -o w/J.RGM --dry-run --json ; disassemble {R}/maps/ISLAND.RGM --actor PATROL --dialect rgpre
disassemble {K}/override/demo_hello.ncs -o w/h.pcode ; assemble w/h.pcode -o w/h.ncs ; diff {K}/override/demo_hello.ncs w/h.ncs ; disassemble {K}/override/demo_hello.ncs {K}/override/demo_asks.ncs -o w/all -v ; assemble w/all -o w/out ; decompile {K}/override -o w/dec --json ; compile w/dec -o w/com
compile w/a.nss -o w/a.ncs --json ; compile w/a.nss w/b.nss -o w/out ; compile w/inc.nss -o w/i.ncs ; compile w/a.nss -o w/a.ncs ; compile w/a.nss -o w/a.ncs -f -q ; compile w/a.nss --game-version k2 -o w/k2.ncs ; compile nowhere -o w/x a.nss b.nss inc.nss
pvo query ISLAND --game {R} 0 0 0 --json ; pvo patch {R}/maps/ISLAND.PVO node:0 1 2 -o w/I.PVO ; pvo patch {R}/maps/ISLAND.PVO 0 0 0 1 --json -o w/J.PVO ; diff {R}/maps/ISLAND.PVO w/I.PVO ; pvo remap {R}/maps/ISLAND.RGM {R}/maps/ISLAND.RGM {R}/maps/ISLAND.PVO -o w/K.PVO
save ls {K}/saves-k2 --json ; save show '{R}/SAVEGAME' ; save get '{K}/saves-k2/000003 - Game2' party/6/influence components screen -o w/s.png ; save get '{K}/saves-k2/000003 - Game2' screen -o w/s.png ; save get '{K}/saves-k2/000003 - Game2' nothing ; save diff '{K}/saves/000002 - Game1' '{K}/saves-k2/000003 - Game2'
save set 'w/000002 - Game1' gold=9 ; save get 'w/000002 - Game1' gold ; save copy 'w/000002 - Game1' --as Other ; save ls w ; save restore 'w/000002 - Game1' ; save get 'w/000002 - Game1' gold ; save repair 'w/000002 - Game1' ; save repair 'w/000002 - Game1' nothing ; save repair 'w/000002 - Game1' sync '{K}/saves/000002 - Game1>000002 - Game1'
verify {K}/override --through json -v ; verify {R} {K}/modules -q ; verify {K}/override/types01.gff --format rtx ; scan {K}/modules {R}/maps --json ; scan {B} -q ; info {K} {R} ; info {K}/override/types01.gff --json ; info {R}/maps/ISLAND.RGM --game {R}
lint w/x.are --fix --dry-run ; lint w/x.are --fix --backup ; lint w/x.are ; lint {K}/modules/demo01.mod --all ; lint {K}/override/types01.gff --sarif ; lint {B} --rule gff-dead-field -v ; lint {B} --strict -q --rule nfo-time-sync ; lint {R} --all -q {B}/are-fog-negative.are>x.are
set w/t.2da 0/label=x --backup -o w/u.2da ; put w/m.mod {R}/SYSTEM.INI --backup -o w/n.mod ; put w/m.mod {R}/SYSTEM.INI -o w/n.mod ; rm w/m.mod lantern.uti -o w/o.mod ; rm w/m.mod lantern.uti -o w/o.mod ; rm w/m.mod {K}/modules/demo01.mod>m.mod {K}/override/demo_items.2da>t.2da
pack -o w/a.mod ; pack {K}/override/types01.gff ; pack --from-module {K}/modules/nothing -o w/a.mod ; pack --from-module {K}/texturepacks/swpc_tex_gui.erf -o w/b.mod ; pack {K}/override/types01.gff -o w/a.zip ; pack {R}/SYSTEM.INI nowhere -o w/c.mod
convert ; render ; convert -o w/x ; convert {R}/fxart/ISLAND.COL -o w/a.nope ; convert {K}/override/demo_true24.tga -o w/b.tga ; convert {R}/fxart/ISLAND.COL --to col -o w/c.COL ; render {R}/fxart/ISLAND.COL -o w/d.png ; render nowhere -o w/d.png ; render {R}/fxart/BARREL.3D
convert {R}/fxart {R}/system {R}/sound -o w/x ; convert {R}/fxart {R}/system {R}/sound -o w/x --force -q ; convert {R}/fxart -o w/x --skip-existing ; convert {R}/system -o w/y --previews ; convert {K}/streamsounds {K}/texturepacks -o w/z ; convert {B} -o w/b --to json -q
convert {R}/maps/ISLAND.RGM --world all --game {R} -o w/x ; convert --world 1 --game {R} -o w/y ; convert --world 99 --game {R} -o w/z ; convert --world 1 -o w/z ; convert {R}/maps/ISLAND.RGM --no-markers -o w/a.glb -q ; convert {R}/maps/ISLAND.WLD --game {R} --palette {R}/fxart/ISLAND.COL -o w/b.glb
json {K}/override/demo_door.mdl -o w/d.json ; build w/d.json -o w/noext ; build w/d.json -o w/d.mdl ; build w/d.json --derive -o w/e.mdl ; diff w/d.mdl w/e.mdl ; build w/d.json -o - ; json w/alone.mdl -o w/alone.json ; build w/alone.json -o w/alone2.mdl {K}/override/demo_door.mdl>alone.mdl
merge {R}/SYSTEM.INI {R}/SYSTEM.INI {R}/ITEM.INI --ours --theirs ; merge {R}/SYSTEM.INI {R}/SYSTEM.INI {R}/ITEM.INI ; merge {R}/SYSTEM.INI {R}/SYSTEM.INI ; merge {R}/maps {R}/SYSTEM.INI {R}/fxart -o w/x ; merge nowhere {R}/SYSTEM.INI {R}/ITEM.INI -o w/x ; diff {K}/rims {K}/lips --to tslpatcher ; diff {K}/rims ; diff {K}/rims {K}/rims --stat
ini get {R}/SYSTEM.INI {R}/ITEM.INI system/volume ; ini get {R}/SYSTEM.INI volume ; ini set w/T.INI a 5 ; ini set w/T.INI one/a 5 ; ini set w/T.INI b 6 ; ini set w/T.INI one/b 6 ; ini set w/T.INI one/b#2 7 ; ini get w/T.INI ; ini set w/S.INI system/volume x ; ini set w/S.INI system/volume x --force T.INI {R}/SYSTEM.INI>S.INI
play {R}/maps/ISLAND.RGM --group 1 ; play {R}/maps/ISLAND.RGM --actor NOBODY ; play {R}/maps/ISLAND.WLD ; play {R}/maps/ISLAND.RGM --actor PATROL --group 1 --count 10000 ; play {R}/maps/ISLAND.RGM --actor PATROL --group 1 --count 10001 ; pvo remap {R}/maps/ISLAND.RGM ; pvo query {R}/maps/ISLAND.RGM 0 0 0 ; pvo query {R}/maps/ISLAND.PVO 1 2
unused {K} --kind tag --type utc ; unused {K} --type uti ; unused nowhere ; uses {K} ; uses {K} --graph w/x.svg ; uses {R} flag:1 --graph w/x.txt ; missing nowhere ; grep {K} ; module {K} ; module {K} nothing ; explain ; layout ; schema nothing ; fields nothing ; findings nothing ; new utc
compile w/a.nss w/inc.nss -o w/a.nss ; compile w/a.nss --debug-symbols -o - ; compile w/a.nss --debug-symbols -o w/a.ncs ; assemble w -o w/x.ncs ; assemble {R}/maps --base {R}/maps/ISLAND.RGM -o w/y.RGM ; assemble nowhere -o w/z.RGM ; decompile {R}/SYSTEM.INI ; disassemble nowhere a.nss inc.nss
patch w/mod w/game -q ; patch w/mod2 w/game -q ; patch undo w/game Mine ; patch undo w/game Mine --json ; patch undo w/game nothing ; patch undo w/game -q ; patch undo w/game --json ; patch order w/mod w/mod2 ; patch check w/mod w/mod2 w/game mod/changes.ini mod/a.txt mod2/changes.ini mod2/types01.gff {K}/chitin.key>game/chitin.key {K}/override/types01.gff>game/override/types01.gff
save ls w ; save show w/S ; save show nowhere ; save get '{K}/saves/000002 - Game1' ; save set '{K}/saves/000002 - Game1' gold ; save frob x ; save diff '{K}/saves/000002 - Game1' ; save items w/S ; save check '{K}/saves/000002 - Game1' --all --game {K} ; save party '{K}/saves/000001 - DEMO' --all ; save globals '{K}/saves/000002 - Game1' --all S/x.SAV
extract {B}/erf-duplicate-name.mod -o w/x ; extract --salvage {K}/modules/demo01.mod -o - ; extract {K}/modules/demo01.mod keeper.utc -o - ; extract {K}/modules/demo01.mod ; extract nowhere -o w/y ; extract --salvage {K}/dialog.tlk -o w/z ; put {K}/chitin.key {R}/SYSTEM.INI -o w/k.key ; list nowhere ; list {B}/erf-empty.mod
run {R}/maps/ISLAND.RGM --actor PATROL --ticks 50 --json ; run {R}/maps/ISLAND.RGM --actor MILL --start 0 ; run {R}/maps/ISLAND.WLD --actor MILL ; run --hex 0a000707000000000500000000 --locals=3,4 --ticks 2 --trace ; run {K}/override/demo_hello.ncs --with w/world.json ; run w/a.nss ; run {R}/maps/ISLAND.RGM world.json a.nss
info {R}/fxart {K}/modules nowhere ; info {B}/erf-wrong-index.mod --json ; info {K}/override/demo_door.mdl {R}/maps/ISLAND.WLD {R}/sound/MAIN.SFX {R}/system/gui.anm ; info {K}/override/demo_voice.lip {K}/chitin.key --json ; dump {R}/fxart/ISLAND.COL ; dump nowhere ; dump {K}/modules/demo01.mod ; verify {B} -q
nwnnsscomp ; nwnnsscomp -c w/a.nss ; nwnnsscomp -c w/a.nss w/x.ncs ; nwnnsscomp -c -o y.ncs --outputdir w w/a.nss ; nwnnsscomp -d w/a.ncs ; nwnnsscomp -d w/a.ncs w/z.pcode ; nwnnsscomp -g 2 -c w/a.nss w/out/ ; nwnnsscomp -g 3 w/a.nss ; nwnnsscomp -v1.00 w/a.nss a.nss b.nss inc.nss
nwnnsscomp -co w/b.nss ; nwnnsscomp w/*.nss ; nwnnsscomp -cxeq w/inc.nss ; nwnnsscomp -z w/a.nss ; nwnnsscomp -o ; nwnnsscomp --optimize -i w;x w/a.nss ; nwnnsscomp w/a.nss w/b.nss ; nwnnsscomp -o x w/a.nss w/b.nss ; nwnnsscomp w/a?.nss ; nwnnsscomp -d w/*.ncs ; nwnnsscomp -c nowhere.nss a.nss b.nss inc.nss
diff w/a.ini w/b.ini ; diff w/b.ini w/c.ini --json ; diff w/c.ini w/c.ini --stat ; diff w/a.ini w/c.ini --stat --json ; diff w/a.ini w/c.ini --stat ; diff w/a.ini w/c.ini -q ; json w/a.ini w/q.ini ; json w/q.ini w/a.ini nowhere -o w/j ; json w/q.ini a.ini b.ini c.ini q.ini
diff {K}/override/demo_crest.tpc {K}/override/demo_stone.tpc -o w/p.png ; diff {K}/override/demo_crest.tpc {K}/override/demo_panel.tpc -o w/p.png ; diff {K}/override/demo_guard.tpc {K}/override/demo_scout.tpc -o w/p.png ; diff {K}/override/demo_guard.tpc {K}/override/demo_scout.tpc -o w/p.png ; diff {K}/override/demo_guard.tpc {K}/override/demo_scout.tpc -o w/p.png -f -q ; diff {K}/override/demo_guard.tpc {K}/override/demo_scout.tpc -o w/T.INI/p.png T.INI
diff {K}/streamsounds/demo_effect.wav {K}/streamsounds/demo_melody.wav ; diff {K}/streamsounds/demo_effect.wav {K}/streamsounds/demo_crackle.wav --json ; diff {R}/sound/MAIN.SFX {R}/sound/BRIEF.SFX ; diff {K}/streamsounds/demo_melody.wav w/m.wav ; diff w/m.wav {K}/streamsounds/demo_melody.wav --stat {K}/streamsounds/demo_melody.wav>m.wav@30000
diff w/a w/b ; diff w/a w/b --json ; diff w/a w/b --stat --json ; diff w/b w/a --stat ; diff w/a w/b -q ; diff w/a w/b -o w/x.png ; diff w/a w/T.INI ; diff w/T.INI w/a --json ; diff nowhere w/a a.ini>a/x.ini b.ini>b/x.ini T.INI>a/T.INI T.INI>b/T.INI {K}/override/types01.gff>a/broken.gff@100 {K}/override/types01.gff>b/broken.gff {K}/dialog.tlk>a/only.tlk a.nss>b/same.txt T.INI T.INI>a/t/T.INI
convert w/r/maps/ISLAND.RGM --world all --game w/r -o w/x ; convert w/r/maps/ISLAND.RGM --world all -o w/y ; convert w/r/maps/OTHER.RGM --world all --game w/r -o w/z ; convert --world all --game w/r -o w/z ; convert w/r/maps/ISLAND.RGM --world all --game w/r -o w/z.glb ; convert --world 7 --game w/r -o w/z ; convert w/r/maps/ISLAND.RGM -o w/v ; convert w/ISLAND.RGM --world all -o w/u ; convert w/ISLAND.RGM --world -1 -o w/u ; convert w/ISLAND.RGM --world 1000 -o w/u ; convert w/ISLAND.RGM --world 999 --game w/r -o w/u {R}>r {R}/maps/ISLAND.RGM>r/maps/OTHER.RGM {R}/maps/ISLAND.RGM>ISLAND.RGM r/WORLD.INI
convert {B}/pcx-short-lines.PCX -o w/a.png ; convert {B}/sfx-bytes-after-effects.SFX {B}/pcx-short-lines.PCX -o w/x ; convert {B}/gxa-wrong-unpacked-size.GXA -o w/y -q ; convert {R}/system/SKY_61.PCX -o w/T.INI/x.png ; convert {R}/system {R}/sound -o w/T.INI ; convert {R}/system {R}/sound -o w/T.INI/x ; convert {K}/lips {K}/rims -o w/out ; convert {K}/lips {K}/rims -o w/out -f ; convert w/T.INI {R}/system/SKY_61.PCX -o w/z T.INI T.INI>out/index.html/x
convert 'w/d&<"e' -o w/x ; convert 'w/d&<"e/a&<"b.lip' -o w/y ; convert w/T.INI w/world.json -o w/z ; convert w/world.json -o w/z ; convert w/T.INI -o w/z/T.json ; convert w/T.INI -o w/z/T.json --skip-existing ; convert w/T.INI -o w/z/T.json --to csv T.INI world.json '{K}/override/demo_voice.lip>d&<"e/a&<"b.lip' '{K}/override/demo_true24.tga>d&<"e/c&d.tga' '{K}/override/demo_crest.tpc>d&<"e/<.tpc'
convert {K}/override/demo_true24.tga --to tpc -o w/a.tpc --txi w/t.txi ; convert {K}/override/demo_true24.tga --to tpc -o w/b.tpc --txi nowhere ; convert {K}/override/demo_true24.tga -o w/b.png --txi w/t.txi ; convert {K}/override/demo_true24.tga -o w/b.png --no-mips ; convert {K}/override/demo_true24.tga -o w/b.png --encoding dxt1 ; convert {K}/override/demo_true24.tga --to tpc --encoding cp437 -o w/c.tpc ; convert {R}/system/SKY_61.PCX --to tpc -o w/d.tpc ; convert {R}/system/SKY_61.PCX {R}/system/gui.lbm --to tga -o w/e ; info w/a.tpc w/d.tpc ; convert {K}/override/demo_font.txi>t.txi
convert w/t.csv --to mod -o w/t.mod ; convert nowhere --to twoda -o w/t.2da ; convert w/t.csv --to twoda -o w/T.INI/t.2da ; convert w/t.csv --to tlk -o w/t.tlk ; convert w/T.INI --to twoda -o w/u.2da ; convert w/t.csv --to twoda -o w/named ; convert w/t.csv --to twoda -o w/v.2da ; convert w/t.csv --to twoda -o w/v.2da ; convert w/t.csv --to twoda -o - ; convert w/t.csv --to wav -o w/t.wav ; convert w/t.csv --to json -o w/t.json T.INI t.csv
convert --module demo01 --game {K} -o w/a.glb -q ; convert --module nothing --game {K} -o w/b.glb ; convert --module demo01 -o w/b.glb ; convert --module bare --game w/g -o w/c.glb ; convert --module full --game w/g -o w/d.glb ; render --module bare --game w/g -o w/c.png ; convert --creature keeper --module demo01 --game {K} -o w/e.glb -q ; convert --creature w/k.utc --game {K} -o w/f.glb ; convert --door nowhere.utd --game {K} -o w/h.glb {K}/rims/global.rim>g/modules/bare.rim {K}/modules/demo01.mod>g/modules/full.mod {K}/chitin.key>g/chitin.key
pack w/l -o w/T.INI/k.key ; pack w/l w/l -o w/k.key ; pack w/l/ w/aux -o w/k.key ; pack w/l/ w/m -o w/k.key --dry-run ; pack w/l/ w/m -o w/k.key ; pack w/l -o w/k.key ; pack w/l -o w/k.key -f ; pack w/l w/T.INI -o w/n.key ; list w/k.key --json ; list w/data/l.bif ; pack w/l -o w/T.INI/a.mod ; pack w/l nowhere -o w/b.mod ; pack w/long -o w/b.rim ; pack w/l w/l -o w/b.mod ; pack w/l -o - ; pack w/l -o w/c.bif ; pack w/l -o w/d.bzf ; list w/d.bzf {K}/lips>l T.INI T.INI>aux/T.INI a.nss>m/a.nss inc.nss>m/inc.nss a.nss>long/a_name_of_seventeen.nss
pack --from-module w/g/one -o w/a.mod ; pack --from-module w/g/one -o w/a.mod ; pack --from-module w/g/ONE.RIM -o w/b.erf ; pack --from-module w/g/one w/T.INI -o w/c.mod ; pack --from-module w/g/two -o w/c.mod ; pack --from-module w/g/three -o w/c.mod ; pack --from-module w/g/one -o w/c.rim ; pack --from-module w/g/one ; pack --from-module w/g/one -o - ; pack --from-module w/g/one -o w/T.INI/c.mod ; list w/a.mod T.INI {K}/modules/demo02.rim>g/one.rim {K}/modules/demo02_s.rim>g/one_s.rim {K}/modules/demo02_s.rim>g/two_s.rim {K}/modules/demo02.rim>g/three.rim@90
rm w/T.302 zzz* ; rm w/T.302 D02021* --dry-run ; rm w/T.302 D02021* ; rm w/M.SFX 99* ; rm w/M.SFX 0* ; rm w/B.SFX 1 ; list w/B.SFX ; rm w/B.SFX * -o w/C.SFX ; list w/C.SFX ; rm w/m.mod zzz* ; rm w/m.mod *.utc *.zzz ; rm w/m.mod *.utc keeper.dlg --dry-run ; rm w/m.mod *.uti --backup ; rm w/m.mod *.dlg --backup ; rm w/m.mod ; rm nowhere x ; rm w/T.INI x ; rm w/m.mod *.dlg -o w/T.INI/x.mod ; rm w/m.mod *.dlg -o w/m.mod T.INI {R}/fxart/TEXBSI.302>T.302 {R}/sound/MAIN.SFX>M.SFX {R}/sound/BRIEF.SFX>B.SFX {K}/modules/demo01.mod>m.mod
put w/T.302 w/D02021.tga ; put w/T.302 w/D02021.tga --game nowhere ; put w/T.302 w/D02021.tga --game {R} --dry-run ; put w/T.302 w/D02021.tga --game {R} ; put w/T.302 w/D02021.tga --palette {R}/fxart/ISLAND.COL --as D02020.png --dry-run ; put w/T.302 w/D02021.tga --palette {R}/fxart/ISLAND.COL --as D02020.png ; put w/T.302 w/D02021.tga --palette nowhere ; put w/m.mod w/T.INI w/p.png --as x.ini ; put w/m.mod w/T.INI - '<a,b' ; put w/m.mod - --as text.txt '<a,b' ; cat w/m.mod text.txt ; put w/m.mod w/T.INI --as nothing ; put w/m.mod w/T.INI --as a/b.ini ; put w/m.mod nowhere w/T.INI ; put w/m.mod w/d ; put w/T.INI w/p.png ; put w/m.mod w/T.INI --as a.txi --backup -o w/n.mod ; put w/m.mod w/T.INI --as a.txi --backup ; put w/m.mod w/T.INI --as b.txi --backup ; put w/m.mod w/T.INI --as a.txi T.INI a.nss>d/a.nss {R}/fxart/TEXBSI.302>T.302 {K}/override/demo_true24.tga>D02021.tga {K}/override/demo_true24.tga>p.png {K}/modules/demo01.mod>m.mod
put w/r/fxart/TEXBSI.302 w/D02021.tga ; extract w/T.302 -o w/x ; convert {R}/fxart/TEXBSI.302 -o w/y --game {R} -q ; put w/g/chitin.key w/T.INI ; put w/g/data/templates.bif w/T.INI ; put w/g/data/templates.bif w/T.INI --as t.txi -o w/x.bif ; put w/g/data/templates.bif w/T.INI --as t.txi --dry-run ; put w/g/data/templates.bif w/T.INI --as t.txi ; list w/g/chitin.key ; rm w/g/data/templates.bif t.txi ; rm w/g/data/templates.bif *.zzz ; find w/g t.txi T.INI {R}>r {R}/fxart/TEXBSI.302>T.302 {K}/override/demo_true24.tga>D02021.tga {K}/chitin.key>g/chitin.key {K}/data>g/data
extract --salvage {B}/erf-unsafe-name.mod -o w/a ; extract --salvage {B}/erf-duplicate-name.mod -o w/b ; extract --salvage {B}/rim-unsafe-name.rim -o w/c --partial ; extract --salvage {B}/rob-duplicate-name.ROB -o w/d ; extract --salvage w/cut.mod -o w/e --partial ; extract --salvage w/cut.mod -o w/f ; extract --salvage w/cut.mod *.utc -o w/g --json ; extract --salvage w/cut.mod --dry-run ; extract --salvage w/cut.mod -o w/e ; extract --salvage w/cut.mod -o w/T.INI/x ; extract --salvage w/none.mod -o w/i ; extract --salvage nowhere -o w/i ; extract --salvage w/cut.rim -o w/j --partial -q ; extract --salvage {B}/key-duplicate-name.key -o w/k ; extract w/cut.mod -o w/l ; list w/cut.mod ; extract --salvage w/cut.mod T.INI {K}/modules/demo01.mod>cut.mod@30000 {K}/modules/demo01.mod>none.mod@100 {K}/modules/demo02.rim>cut.rim@3000
extract --salvage w/M.SFX -o w/a ; extract --salvage w/M.SFX -o w/b --partial ; extract --salvage w/E.RTX -o w/c ; extract --salvage w/T.302 -o w/d --json ; extract --salvage w/t.bif -o w/e --partial ; extract --salvage w/t.bzf -o w/f ; extract --salvage w/d.tlk -o w/g ; extract --salvage w/I.ROB -o w/h --partial ; extract --salvage {R}/sound/MAIN.SFX --dry-run ; extract --salvage w/E.RTX dm0* -o w/i -q ; extract --salvage w/M.SFX --dry-run --json ; extract --salvage w/U.302 -o w/j ; extract --salvage w/U.302 -o w/k --partial -q ; extract --salvage w/U.302 D020* --dry-run ; extract --salvage w/N.SFX -o w/l ; extract --salvage w/O.SFX --dry-run --json {R}/fxart/TEXBSI.302>U.302@11202=00 {R}/sound/MAIN.SFX>N.SFX@40=ff {R}/sound/MAIN.SFX>O.SFX@0=00 {R}/sound/MAIN.SFX>M.SFX@200000 {R}/ENGLISH.RTX>E.RTX@200000 {R}/fxart/TEXBSI.302>T.302@60000 {K}/data/textures.bif>t.bif@100000 {K}/data/talk.bzf>t.bzf@2000 {K}/dialog.tlk>d.tlk@700 {R}/fxart/ISLAND.ROB>I.ROB@30000
disassemble {R}/maps/ISLAND.RGM -o w/T.INI ; disassemble {R}/maps/ISLAND.RGM --game nowhere ; disassemble {R}/maps/ISLAND.RGM --actor NOBODY ; disassemble {R}/maps/ISLAND.RGM --actor PATROL -o - ; decompile {R}/maps/ISLAND.RGM --actor PATROL --game {R} ; decompile {R}/maps/ISLAND.RGM --dialect rmm -o w/I.txt ; decompile {R}/maps/ISLAND.RGM --dialect rmm -o w/I.txt ; disassemble {R}/maps/ISLAND.RGM --dialect nope ; disassemble {B}/rgm-unreadable-code.RGM ; decompile {B}/rgm-lost-jump.RGM -o w/l ; decompile {B}/rgm-unreadable-code.RGM -o w/u ; disassemble {R}/maps/ISLAND.WLD ; disassemble {R}/maps/ISLAND.RGM {R}/maps/ISLAND.RGM -o w/two T.INI
decompile {R}/maps/ISLAND.RGM -o w/s -q ; compile w/s --base {R}/maps/ISLAND.RGM -o w/I.RGM ; compile w/s -o w/I.RGM ; compile w/s -o w/I.RGM --watch ; compile w/s --watch ; compile w/s ; compile w/s -o w/none.RGM ; compile w/s --base {R}/maps/ISLAND.RGM --dry-run ; compile w/s --base {R}/maps/ISLAND.RGM --dry-run --json ; compile w/s --base {R}/SYSTEM.INI -o w/x ; compile w/s --base nowhere -o w/x ; compile w/empty --base {R}/maps/ISLAND.RGM -o w/x ; compile w/s nowhere --base {R}/maps/ISLAND.RGM -o w/x ; compile w/bad.soup --base {R}/maps/ISLAND.RGM -o w/x ; compile w/bad.soup --base {R}/maps/ISLAND.RGM -o w/x --json ; compile w/s --base {R}/maps/ISLAND.RGM --game nowhere -o w/x ; compile w/s --base {R}/maps/ISLAND.RGM -o w/T.INI/x T.INI T.INI>empty/T.INI bad.soup
decompile {K}/override/demo_hello.ncs -o w/T.INI/x.nss ; decompile {K}/override -o w/T.INI/x ; disassemble {K}/override -o w/T.INI -q ; decompile {K}/override/demo_hello.ncs --json ; decompile {K}/override/demo_hello.ncs --json -o w/h.nss ; decompile {K}/override/demo_hello.ncs --json -o w/h.nss ; decompile {B}/ncs-lost-jump.ncs ; decompile {B}/ncs-lost-jump.ncs --json -o w/j.nss ; decompile {B}/ncs-past-end.ncs {B}/ncs-nop.ncs {B}/ncs-marker.ncs {B}/ncs-odd-instruction.ncs {B}/ncs-many-arguments.ncs -o w/n -v ; decompile {B}/ncs-past-end.ncs {B}/ncs-nop.ncs -o w/m --json ; disassemble {B}/ncs-past-end.ncs {B}/ncs-marker.ncs -o w/o ; decompile w/cut.ncs -o w/p ; disassemble w/cut.ncs w/T.INI -o w/q ; decompile w/T.INI w -o w/r ; decompile {K}/override/demo_asks.ncs -I w/inc --game {K} T.INI inc.nss>inc/inc.nss {K}/override/demo_asks.ncs>cut.ncs@40
compile w/a.nss -o w/T.INI/a.ncs ; compile w/a.nss w/inc.nss -o w/T.INI ; compile w/a.nss -o w/new/deep/a.ncs ; compile w/a.nss -o w/new/deep/a.ncs ; compile w/a.nss -o w/new/deep/a.ncs --dry-run ; compile w/a.nss -o w/other.ncs --dry-run ; compile w/a.nss --nwscript w/b.nss -o w/x.ncs ; compile w/a.nss --nwscript nowhere -o w/x.ncs ; compile w/a.nss --game {K} -o w/k.ncs ; compile w/a.nss --game nowhere -o w/x.ncs ; compile w/a.nss --watch --dry-run ; compile w/a.nss --watch --deps ; compile - --watch ; compile - '<void main() {{}}' ; compile - -o w/in.ncs '<void main() {{}}' ; compile w/uses.nss --deps ; compile w/uses.nss --deps --json ; compile w/uses.nss -I w/lib --deps ; compile w/uses.nss -I w/lib -o w/u.ncs --strict ; compile w/warns.nss -o w/w.ncs ; compile w/warns.nss -o w/w2.ncs --strict ; compile w/warns.nss -o w/w3.ncs --strict -q ; compile w/loops.nss -o w/l.ncs T.INI a.nss b.nss uses.nss warns.nss loops.nss inc.nss inc2.nss>lib/inc2.nss
assemble w/wrong.pcode --watch --dry-run ; assemble - --watch ; assemble w/wrong.pcode w/ok.pcode -o w/out ; assemble w/ok.pcode ; assemble w/ok.pcode -o w/T.INI/x.ncs ; assemble w/ok.pcode -o w/new/x.ncs ; assemble w/ok.pcode -o w/new/x.ncs ; assemble w/ok.pcode -o w/y.ncs --dry-run ; assemble w/ok.pcode --json -o w/y.ncs ; assemble w/wrong.pcode --json -o w/y.ncs ; assemble - -o w/z.ncs '<start:,    RETN' ; assemble w -o w/all ; assemble w nowhere -o w/all ; disassemble w/new/x.ncs T.INI wrong.pcode ok.pcode
compile w/calls.nss w/callee.nss ; run w/calls.ncs --trace ; run w/calls.ncs ; run w/calls.ncs --json ; run w/calls.ncs -I w/lib --trace ; run w/calls.ncs --game {K} ; run w/calls.ncs --debug '<break 64,continue,where,step 3,print locals,continue,continue' ; run w/cut.ncs ; run nowhere.ncs ; run w/calls.ncs --with nowhere ; run w/calls.ncs --with w/T.INI ; run w/calls.ncs --with w/world.json --json ; run w/calls.ncs w/callee.ncs ; run w/fault.ncs calls.nss callee.nss T.INI world.json bad.ncs T.INI>folder.ncs/T.INI {K}/override/demo_asks.ncs>cut.ncs@40 {K}/override/demo_hello.ncs>lib/none.ncs
get {B}/erf-unsafe-name.mod .lip -o w/x ; get {B}/erf-unsafe-name.mod demo_keeper02.lip -o w/x ; get {K} demo_crest.tpc -o w/T.INI ; get {K} demo_crest.tpc nothing.tpc demo_items.2da -o w/y ; get {K} DEMO_CREST.TPC -o - ; name w/g ; name w/g --ltr three --seed 1 --count 3 ; name w/g --ltr three.ltr --seed 1 --count 2 ; name w/g --ltr bad ; name {K} --ltr demo_items.2da ; name {K} --ltr demo_three --seed 4 --count 5 ; name {R} ; name {B}/ltr-falling-chances.ltr ; tlk w/g 0 ; tlk {K} 0 1 2 3 4 5 6 7 8 9 --json ; tlk {K} 5000 ; tlk {K} T.INI T.INI>g/override/bad.ltr {K}/override/demo_three.ltr>g/override/three.ltr {K}/chitin.key>g/chitin.key
run {R}/maps/ISLAND.RGM --actor PATROL --debug '<print flag99999,print world,print flags,print locals,print var0,print var99,print nothing,break,break 1,break x,delete,delete 0,break 0,break 0x5,break #5,delete 5,frob,step 0,step x,step 2,next,where,continue' ; run {R}/maps/ISLAND.RGM --actor MILL --debug --game {R} '<where,step 5,print locals,where,next,next,continue,where,step 100000,where' ; run --hex 0a000707000000000500000000 --debug '<where,print locals,step,break 0,delete 0,delete 0,step,step,step,where' ; run {R}/maps/ISLAND.RGM --actor PATROL --debug '<'
run --hex '{P}' --debug '{PB},break 0,delete 0,break 65,break 64' ; run --hex zz ; run --hex 0 ; run --hex '' ; run --hex 05 --locals=x ; run --hex 05 --locals= ; run --hex 05 --locals=1,2,3 --json ; run --hex 05 --actor PATROL ; run --hex 05 w/x ; run {R}/maps/ISLAND.RGM --actor NOBODY ; run {R}/maps/ISLAND.RGM --actor PATROL --start 99999 ; run {R}/maps/ISLAND.RGM --actor PATROL --start 1 ; run {R}/maps/ISLAND.RGM --actor PATROL --ticks 0 ; run {R}/maps/ISLAND.RGM --actor PATROL --game nowhere ; run {R}/maps/ISLAND.RGM --actor PATROL --with w/world.json ; run {R}/SYSTEM.INI ; run ; run nowhere ; run {B}/rgm-unreadable-code.RGM --actor PATROL --ticks 3 ; run {B}/rgm-lost-jump.RGM --actor PATROL --ticks 3 ; run {B}/rgm-script-outside.RGM --actor PATROL world.json
lint {R} {LONG} ; lint {R} {LONG}a ; lint {R} {LONG} --rule a ; lint {R} --rule a --rule b ; compile w/a.nss {MANY} -o w/x.ncs ; compile w/a.nss {MOST} -o w/x.ncs ; completion zsh ; completion ; completion nothing ; completion bash zsh ; info -- -x ; info -5 ; info - ; info --json=yes ; info --format=gff {K}/override/types01.gff ; info -j{K} ; info --format= x ; lint -q -q -- {K}/override/types01.gff ; convert -ow/out {K}/override/demo_keeper.ssf ; convert -o=w/out2 {K}/override/demo_keeper.ssf ; help ; --help info ; version ; --versio ; --json ; layout ini ; layout vis ncs ; layout nothing --json ; layout twoda --json a.nss
get {B}/fnt-no-end.FNT end --json ; get {R}/maps/ISLAND.RGM sections/5/parts/0/code/1/start --json ; get {K}/chitin.key bifs/*/no_nul --json ; get {K}/override/demo01.lyt * */* --json ; get {K}/override/demo01.vis */* */*/* --json ; get {K}/override/demo_wall.txi */* --json ; get {K}/override/demo_lamp.mdl.ascii * --json ; get {R}/soup386/SOUP386.DEF */*/* --json ; get {K}/override/demo_hello.ncs * */* --json ; get {K}/override/demo_keeper.ssf * */* ; get {K}/dialog.tlk */*/* --json ; get {K}/override/types01.gff ; get {K}/override/types01.gff '' ; get {K}/override/types01.gff * -q ; get nowhere x ; get {K}/override/types01.gff Byte Nothing String ; get {K}/modules/demo01.mod/nothing.utc Tag ; get {K}/modules/demo01.mod * --json
set w/x.gff Byte=1 Word=2 Nothing=3 ; set w/x.gff Byte=1 -o w/T.INI/x ; set w/x.gff Byte=1 --backup ; set w/x.gff Byte=2 --backup ; set w/x.gff Byte=1 --backup ; set w/x.gff Byte ; set w/x.gff =1 ; set w/x.gff ; set w/x.gff Byte=1 Byte=2 --dry-run --json ; set w/x.gff Byte=5 --json ; set w/x.gff 'String=a "b" \c' --json ; get w/x.gff String ; set w/x.gff Float=1.5 Double=x ; set w/x.gff Float=1.5 Double=-2.25 Int64=-9 Dword64=18446744073709551615 --dry-run ; set w/x.gff Dword64=18446744073709551616 ; set w/x.gff Void=AAEC ; set w/x.gff Void=? ; set w/x.gff ResRef=a_name_of_seventeen ; set w/x.gff LocString/0=eng LocString/strref=5 ; get w/x.gff LocString LocString/* --json ; set w/r.RGM sections/5/parts/0/code/1/start=false -o w/s.RGM ; set w/k.key bifs/2/no_nul=maybe ; set nowhere a=1 ; set w/T.INI one/a=9 one/zz=1 ; set w/T.INI one/a=9 --backup {K}/override/types01.gff>x.gff T.INI {R}/maps/ISLAND.RGM>r.RGM {K}/chitin.key>k.key
pvo remap ; pvo remap {R}/maps/ISLAND.RGM {R}/maps/ISLAND.RGM {R}/maps/ISLAND.PVO ; pvo remap {R}/maps/ISLAND.RGM {R}/SYSTEM.INI {R}/maps/ISLAND.PVO -o w/a.PVO ; pvo remap {R}/maps/ISLAND.RGM {B}/rgm-model-missing.RGM {R}/maps/ISLAND.PVO -o w/b.PVO ; pvo remap {B}/rgm-model-missing.RGM {R}/maps/ISLAND.RGM w/I.PVO --dry-run ; pvo patch w/I.PVO node:x 1 ; pvo patch w/I.PVO node: 1 ; pvo patch w/I.PVO node:999999 1 ; pvo patch w/I.PVO node:99999999999 1 ; pvo patch w/I.PVO 0 0 ; pvo patch w/I.PVO 0 0 x 1 ; pvo patch w/I.PVO 0 0 0 -1 ; pvo patch w/I.PVO 0 0 0 x ; pvo patch w/I.PVO node:0 1 --backup ; pvo patch w/I.PVO node:0 2 --backup ; pvo patch w/I.PVO node:0 99999 --dry-run ; pvo query w/I.PVO 1e9 0 0 ; pvo query w/I.PVO 100 100 100 --json ; pvo query w/I.PVO x 0 0 ; pvo query ; pvo ; pvo frob ; pvo query {B}/pvo-lost-leaf.PVO 0 0 0 ; pvo query {B}/pvo-missing-section.PVO 0 0 0 ; pvo patch {B}/pvo-missing-section.PVO 0 0 0 1 -o w/c.PVO ; pvo query w/I.PVO 0 0 0 --game {R} ; pvo query w/I.PVO 0 0 0 --game nowhere {R}/maps/ISLAND.PVO>I.PVO
play {B}/rgm-groups-do-not-end.RGM --actor PATROL --group 0 ; play {B}/rgm-groups-do-not-end.RGM --actor PATROL --group 0 --json ; play {B}/rgm-raw-group.RGM --actor PATROL ; play {B}/rgm-no-groups.RGM ; play {B}/rgm-no-groups.RGM --actor PATROL --json ; play {R}/maps/ISLAND.RGM --actor MILL --json ; play {R}/maps/ISLAND.RGM --json ; play nowhere ; play ISLAND ; play ISLAND --game {R} --json ; play NOTHING --game {R} ; play {R}/maps/ISLAND.RGM --actor PATROL --group 0 --count 1 ; play {R}/maps/ISLAND.RGM --actor PATROL --group 0 --count x ; play {R}/maps/ISLAND.RGM --actor PATROL --group -1 ; play {R}/maps/ISLAND.RGM --actor PATROL --count 2 ; play {R}/maps/ISLAND.RGM --game nowhere
patch order w/mod nowhere ; patch order ; patch order w/mod w/mod2 --json ; patch check w/mod nowhere w/game ; patch check w/mod w/mod2 w/game --json ; patch lint w/mod w/mod2 ; patch lint nowhere ; patch lint ; patch ; patch w/mod w/game w/game ; patch w/mod nowhere ; patch w/mod w/T.INI ; patch w/mod w/game --namespace nope ; patch w/mod w/game --json --dry-run ; patch w/mod2 w/game --json ; patch list w/game ; patch list w/game --json ; patch undo w/game --json --dry-run ; patch undo w/game ; patch list w/game T.INI mod/changes.ini mod/a.txt mod2/changes.ini mod2/types01.gff {K}/chitin.key>game/chitin.key {K}/dialog.tlk>game/dialog.tlk {K}/override/types01.gff>game/override/types01.gff
ini get w/z.ini ; ini get w/cut.gff ; ini get w ; ini check w ; ini check nowhere w/S.INI ; ini check w/S.INI w/cut.gff ; ini check w/S.INI -q ; ini set w/S.INI system/volume 5 --backup ; ini set w/S.INI system/volume 6 --backup ; ini set w/S.INI system/volume 6 -o w/T.INI/x ; ini set w/S.INI system/volume 6 -o w/S2.INI ; ini set w/S.INI system/volume 6 -o w/S2.INI ; ini set w/S.INI system/volume 5 ; ini set w/S.INI system/ 5 ; ini set w/S.INI /volume 5 ; ini set w/S.INI system/volume#9 5 ; ini set w/S.INI system/volume#x 5 ; ini set nowhere a/b c ; ini set ; ini get ; ini check ; ini ; ini get w/q.ini --json ; ini get w/T.INI one/b --json ; ini get w/T.INI one/b#2 ; ini get w/T.INI one/b#3 ; ini get w/T.INI a ; ini get w/T.INI one/zz T.INI z.ini q.ini {R}/SYSTEM.INI>S.INI {K}/override/types01.gff>cut.gff
lint w/m.mod --fix --dry-run ; lint w/m.mod --fix --backup ; lint w/m.mod ; lint w/two.utc --fix --json ; lint w/x.are w/y.are --fix --backup ; lint w/x.are w/y.are --fix --backup ; lint w --fix --sarif ; lint w/T.INI ; lint nowhere w/x.are ; lint w/d --fix --backup --rule are-fog-negative ; lint w/d --rule -are-fog-negative ; lint w/d --rule nope ; lint w/d --strict ; lint w/d --json -q ; lint w/d --sarif -q ; lint w/d --game {K} -v T.INI {B}/are-fog-negative.are>x.are {B}/are-fog-negative.are>y.are {B}/are-fog-negative.are>d/z.are {B}/utc-dead-saves.utc>d/two.utc {B}/utc-dead-saves.utc>two.utc {B}/fac-in-module.mod>m.mod
grep {K} Lantern --json ; grep {K} *antern* --json ; grep {K} keeper --json --source override ; grep {K} 2 --type utc --json ; grep {K}/modules Keeper* ; grep {K} '' ; grep {K} ? -q ; grep nowhere x ; grep {K} keeper --type nope ; grep {R} ISLAND* --json ; grep w x ; grep w/cut.mod keeper ; grep w/d keeper --json ; grep w/d keeper {K}/modules/demo01.mod>cut.mod@30000 {K}/modules/demo01.mod>d/cut.mod@30000 {K}/modules/demo02.rim>d/whole.rim
save set 'w/000002 - Game1' 'player/name=a "b" \c' ; save show 'w/000002 - Game1' --json ; save show 'w/000002 - Game1' ; save diff 'w/000002 - Game1' '{K}/saves/000002 - Game1' ; save diff 'w/000002 - Game1' '{K}/saves/000002 - Game1' --json ; save diff 'w/000002 - Game1' nowhere ; save diff nowhere 'w/000002 - Game1' ; save set 'w/000002 - Game1' gold=1 --dry-run --json ; save set 'w/000002 - Game1' gold=1 -q ; save set 'w/000002 - Game1' nothing=1 gold=2 ; save set 'w/000002 - Game1' gold=-1 ; save set 'w/000002 - Game1' gold=4294967296 ; save set 'w/000002 - Game1' =1 ; save copy 'w/000002 - Game1' --as a/b ; save restore w/T.INI ; save ls nowhere ; save ls w/T.INI ; save ls ; save ; save check 'w/000002 - Game1' --json ; save check 'w/000002 - Game1' nowhere ; save repair 'w/000002 - Game1' cheats --dry-run ; save repair 'w/000002 - Game1' events ; save repair 'w/000002 - Game1' events NOWHERE ; save repair nowhere events T.INI '{K}/saves/000002 - Game1>000002 - Game1'
save show 'w/cut' ; save items w/cut --json ; save check w/cut ; save repair w/cut sync ; save set w/cut gold=5 ; save get w/cut gold ; save ls w --json ; save globals w/one --json ; save journal w/one --json ; save party w/one --json ; save items w/one --json ; save show w/one --json ; save get w/one screen ; save get w/one screen -o w/T.INI/x.png ; save get w/one gold player/name nothing --json ; save get w/one screen gold -o w/s.tga ; save show {R}/SAVEGAME/SAVEGAME.000 --json ; save set {R}/SAVEGAME/SAVEGAME.000 gold=5 ; save get {R}/SAVEGAME/SAVEGAME.000 gold ; save diff w/one {R}/SAVEGAME/SAVEGAME.000 ; save items {R}/SAVEGAME/SAVEGAME.000 ; save check {R}/SAVEGAME/SAVEGAME.000 T.INI '{K}/saves/000001 - AUTOSAVE>one' '{K}/saves/000001 - DEMO>cut' '{K}/saves/000001 - DEMO/SAVEGAME.sav>cut/SAVEGAME.sav@5000'
new utc -o w/T.INI/a.utc ; new utc -o w/a.utc ; new utc -o w/a.utc ; new utc -o - ; new UTC -o w/b.utc --game-version k2 ; new gff -o w/c ; new dlg -o w/a.b.dlg ; info w/a.b.dlg ; new are -o w/a_name_of_seventeen.are ; dump w/cut.gff ; dump w/cut.mod --json ; dump w/T.INI ; dump {R}/maps/ISLAND.PVO ; info w/cut.gff w/a.utc --json ; info w/cut.gff ; scan w ; scan w --json ; scan nowhere w ; verify w ; verify w --json ; verify w/cut.gff -v ; build w/T.INI ; build nowhere -o w/x ; build w/world.json -o w/x.utc ; build w/world.json -o w/x --format nope ; build w/T.INI -o w/x.ini ; build w/T.INI -o w/x.2da ; json w/cut.gff ; json w/a.utc w/cut.gff T.INI world.json {K}/override/types01.gff>cut.gff@100 {K}/modules/demo01.mod>cut.mod@3000
merge w/T.INI w/T.INI w/T.INI ; merge w/T.INI w/T.INI w/T.INI -o w/x.ini ; merge w/T.INI w/T.INI w/T.INI -o w/x.ini ; merge w/T.INI w/T.INI w/q.ini -o w/T.INI/x ; merge w/T.INI w/U.INI w/V.INI -o w/y.ini --json --dry-run ; merge w/T.INI w/cut.gff w/T.INI -o w/y.ini ; merge w/a w/b w/c -o w/d ; merge w/a w/b w/c -o w/d ; merge w/a w/b w/c -o w/e --ours ; merge w/a w/b w/c -o w/f --theirs -q ; merge w/a w/b w/c --json --dry-run ; merge w/a w/b nowhere -o w/g T.INI q.ini U.INI V.INI {K}/override/types01.gff>cut.gff@100 T.INI>a/x.ini U.INI>b/x.ini V.INI>c/x.ini T.INI>a/gone.ini T.INI>c/gone.ini a.nss>b/n.nss b.nss>c/n.nss
compile w/dbg.nss --debug-symbols -o w/dbg.ncs ; run w/dbg.ncs --debug '<where,break :6,break Twice,break dbg:2,break nothing,break :99,break,continue,where,locals,globals,print n,print total,print nothing,stack,stack 2,finish,step,step 2,next,instruction,instruction 3,delete Twice,continue,locals,world,continue,continue' ; run w/dbg.ncs --debug '<next,next,locals,next,locals,globals,finish,where' ; run w/dbg.ncs --debug '{PB},break 3,delete 3,break 65,continue' ; run w/dbg.ncs --trace ; run w/dbg.ncs --json ; run {K}/override/demo_hello.ncs --debug '<globals,locals,print x,stack 3,instruction 2,stack,finish,world,step 2,where' dbg.nss
info w/x.2da w/T.INI ; info w/x.2da w/T.INI --json ; scan w ; info w/x.2da ; convert {R}/system {R}/sound -o w/i --no-gallery ; convert 'w/d&<"e' -o w/j --no-gallery ; convert w/d --to tpc -o w/k ; convert w/d --to tpc -o w/k -f -q ; convert w/csv --to twoda -o w/l ; convert w/csv --to twoda -o w/l --skip-existing ; convert w/k --to tga -o w/m ; convert w/demo_door.mdl -o w/n T.INI T.INI>x.2da '{K}/override/demo_true24.tga>d&<"e/a&<"b.tga' '{K}/streamsounds/demo_melody.wav>d&<"e/b.wav' {K}/override/demo_true32.tga>d/a.tga {K}/override/demo_true32.txi>d/a.txi {K}/override/demo_grey8.tga>d/b.tga t.csv>csv/t.csv T.INI>csv/u.csv {K}/override/demo_door.mdl>demo_door.mdl
render {R}/fxart/BARREL.3D --size ax5 -o w/a.png ; render {R}/fxart/BARREL.3D --size 16x -o w/a.png ; render {R}/fxart/FLAG.3DC --size 16 --frame 2 -o w/b.png ; render {R}/fxart/BARREL.3D --size 16 --angle 1.5,-2.25 -o w/c.png ; render {R}/fxart/BARREL.3D --size 16 --angle 1. -o w/d.png ; render BARREL.3D --game {R} --size 16 -o w/e.png ; render NOTHING.3D --game {R} --size 16 -o w/e.png ; render --game {R} -o w/e.png ; render {R}/fxart/BARREL.3D --size 16 -o w/e.png ; render {R}/fxart/BARREL.3D --size 16 --background zz -o w/f.png
pvo frob {R}/maps/ISLAND.PVO 0 0 0 ; pvo remap {R}/maps/ISLAND.RGM {R}/maps/ISLAND.RGM {R}/maps/ISLAND.RGM {R}/maps/ISLAND.PVO -o w/x ; pvo remap {R}/maps/ISLAND.RGM {R}/maps/ISLAND.PVO 0 ; ls w ; find w x ; cat {K} keeper ; get {K} keeper -o w/x ; find {K} demo01 ; cat {K}/modules/demo01.mod zzz* ; cat {R}/ENGLISH.RTX zzz ; cat {R}/fxart/TEXBSI.302 D02021.png ; cat nowhere x ; build {K}/dialog.tlk -o w/x --encoding nope ; put {R}/fxart/TEXBSI.302 {K}/override/demo_true24.tga --palette {R}/SYSTEM.INI -o w/y ; lint ; lint --rules ; lint --rules --json ; lint {K} --rule utc-dup ; fields UTC ClassList ; fields UTC Gender ; fields UTC Tagg ; fields UTC ClassList/Clas ; fields UTC ClassList --json ; schema UTC ClassList
get w/g crate.utp -o w/x ; find w/g crate.utp ; ls w/g --type utp --json ; get w/g keeper.utc -o w/x ; uses w/g keeper.utc ; uses w/g keeper.utc --json ; unused w/g ; missing w/g ; missing w/g --json ; uses {K} lantern.uti --cache w/T.INI/x ; grep w/g keeper ; module w/g demo01 T.INI {K}/chitin.key>g/chitin.key {K}/modules/demo01.mod>g/modules/demo01.mod {K}/modules/demo02_s.rim>g/modules/demo01_s.rim {K}/override/types01.gff>g/override/broken.utc@100
extract {K}/modules/demo01.mod -o w/d -q ; diff w/d {K}/modules/demo01.mod ; set w/d/keeper.utc Tag=other ; diff w/d {K}/modules/demo01.mod ; diff {K}/modules/demo01.mod w/d --json ; diff {K}/modules/demo01.mod w/d --stat ; put w/m.mod w/d/keeper.utc --dry-run ; put w/m.mod w/d/keeper.utc w/d/guard.utc ; diff w/m.mod {K}/modules/demo01.mod ; extract w/m.mod -o w/d ; extract w/m.mod -o w/d --skip-existing ; extract w/m.mod *.utc *.zzz -o w/e ; extract {R}/fxart/ISLAND.ROB -o w/r ; extract {B}/rob-unknown-type.ROB -o w/s ; convert --creature w/d/keeper.utc --game {K} -o w/k.glb ; convert --placeable crate --game {K} -o w/l.glb {K}/modules/demo01.mod>m.mod
set w/x.are MoonFogNear=-4 ; lint w/x.are ; lint w/x.are --fix --dry-run ; lint w/x.are --fix --backup ; lint w/x.are ; put w/m.mod w/a.are w/b.are ; lint w/m.mod --fix --backup --rule are-fog-negative ; lint w/m.mod --rule are-fog-negative ; lint w/p.are --fix --backup ; extract --salvage w/E.RTX -o w ; extract --salvage w/E.RTX -o - ; pack w/x.are -o w/x.hak ; pack w/x.are -o w/x.sav ; list w/x.hak ; pack --from-module w/g/bare -o w/bare.mod ; pack --from-module w/g/two -o w/two.mod ; list w/two.mod {B}/are-fog-negative.are>x.are {B}/are-fog-negative.are>a.are {B}/are-fog-negative.are>b.are {B}/are-fog-negative.are>p.are T.INI>p.are.bak {K}/modules/demo01.mod>m.mod {R}/BRIEF.RTX>E.RTX@9000 {K}/rims/global.rim>g/bare.rim {K}/modules/demo02.rim>g/two.rim {K}/modules/demo02_s.rim>g/two_s.rim {K}/modules/demo01.mod>g/two_dlg.erf
ini get w/d/SYSTEM.INI volume ; ini get w/d/SYSTEM.INI system/volume ; ini set w/d/SYSTEM.INI system/volume 5 ; ini set w/e/SYSTEM.INI system/volume x ; ini set w/e/SYSTEM.INI system/volume x --dry-run --force ; ini set w/e/SYSTEM.INI system/volume x --force ; ini check w/e/SYSTEM.INI ; ini check w/d w/e --json ; ini get w/e/SYSTEM.INI system ; ini set w/e/SYSTEM.INI system 5 T.INI>d/SYSTEM.INI {R}/SYSTEM.INI>e/SYSTEM.INI
compile w/uses.nss --game w/g -o w/u.ncs ; compile w/uses.nss --game w/g --deps ; compile w/away.nss -o w/x.ncs ; compile w/warns.nss --rule -unused-variable -o w/x.ncs ; compile w/warns.nss --rule -unused-variable --rule -no-effect -o w/y.ncs ; compile w/warns.nss --rule unused-variable -o w/z.ncs ; compile w/warns.nss --rule -nothing -o w/z.ncs ; compile 'w/sp ace.nss' --deps ; compile 'w/sp ace.nss' --deps --json ; compile w/warns.nss --json -o w/z.ncs ; decompile {K}/override ; decompile w/y.ncs w/x.ncs ; decompile w/u.ncs -I w -o w/back.nss ; decompile w/u.ncs w/x.ncs -I w --json -o w/back ; decompile w/u.ncs --game w/g uses.nss warns.nss away.nss inc.nss inc2.nss>g/override/inc2.nss {K}/chitin.key>g/chitin.key 'uses.nss>sp ace.nss'
patch check w/mod w/mod3 w/game ; patch check w/mod w/mod4 w/game ; patch check w/mod w/mod4 w/game --json ; patch check w/mod4 w/mod w/mod3 w/game ; patch order w/mod w/mod3 w/mod4 ; patch w/mod4 w/game ; patch w/mod w/game ; patch list w/game ; patch undo w/game mod4 ; patch undo w/game ; patch undo w/game ; diff w/mod w/mod4 ; diff w/mod w/mod4 --to tslpatcher -o w/made --json ; diff w/mod w/T.INI --to tslpatcher -o w/made2 ; diff nowhere w/mod --to tslpatcher -o w/made2 ; diff w/mod w/mod4 --to tslpatcher -o w/T.INI/x ; diff w/mod w/mod4 --to nope -o w/made2 T.INI mod/changes.ini mod/a.txt mod/changes.ini>mod3/changes.ini a.nss>mod3/a.txt mod4/changes.ini {K}/chitin.key>game/chitin.key {K}/dialog.tlk>game/dialog.tlk {K}/override/types01.gff>game/override/types01.gff
save backup 'w/000002 - Game1' ; save backup 'w/000002 - Game1' --dry-run ; save set 'w/000002 - Game1' ; save set 'w/000002 - Game1' gold=7 -q ; save restore 'w/000002 - Game1' --dry-run ; save restore 'w/000002 - Game1' nothing ; save restore 'w/000002 - Game1' ; save get 'w/000002 - Game1' gold ; save diff 'w/000002 - Game1' w/bad ; save items w/bad ; save globals w/bad ; save set w/bad gold=5 ; save check w/bad ; save repair w/bad logs ; save repair w/bad mark ; save repair w/bad forget ; save copy 'w/000002 - Game1' --dry-run ; save copy 'w/000002 - Game1' --json ; save get 'w/000002 - Game1' screen -o w/s.png ; save get 'w/000002 - Game1' screen -o w/s.tga ; save show w/S '{K}/saves/000002 - Game1>000002 - Game1' '{K}/saves/000002 - Game1>bad' '{K}/saves/000002 - Game1/PARTYTABLE.res>bad/PARTYTABLE.res@100' S/x.SAV
play {R}/maps/ISLAND.RGM --actor SIGNAL ; play {R}/maps/ISLAND.RGM --actor SIGNAL --group 0 --game {R} ; play {R}/maps/ISLAND.RGM --actor SIGNAL --group 1 --game {R} --json ; play {R}/maps/ISLAND.RGM --actor PATROL --group 2 --game {R} ; play {R}/maps/ISLAND.RGM --actor PATROL --group 3 --game {R} ; play {R}/maps/ISLAND.RGM --actor PATROL --group 3 --count 40 --json ; play {R}/maps/ISLAND.RGM --actor MILL --group 1 --count 3 --game {R} ; play {R}/maps/ISLAND.RGM --actor PATROL --group 4 ; play w/I.RGM --actor PATROL --group 1 --game {R} ; play w/I.RGM --actor PATROL --group 1 {R}/maps/ISLAND.RGM>I.RGM
save set 'w/000002 - Game1' player/feats/add=x ; save set 'w/000002 - Game1' player/feats/add=5 ; save set 'w/000002 - Game1' player/feats/add=5 ; save set 'w/000002 - Game1' player/feats/remove=5 ; save set 'w/000002 - Game1' player/feats/remove=5 ; save set 'w/000002 - Game1' player/powers/add=3 ; save set 'w/000002 - Game1' player/powers/add=-1 ; save set 'w/000002 - Game1' player/powers/frob=3 ; save set 'w/000002 - Game1' player/powers/remove=3 ; save set 'w/000002 - Game1' player/level=0,5 ; save set 'w/000002 - Game1' player/level=9,1 ; save set 'w/000002 - Game1' player/level=x ; save set 'w/000002 - Game1' player/skills/stealth=255 ; save set 'w/000002 - Game1' player/skills/stealth=256 ; save set 'w/000002 - Game1' player/skills/8=1 ; save set 'w/000002 - Game1' player/skills/nothing=1 ; save set 'w/000002 - Game1' player/Str=300 ; save set 'w/000002 - Game1' player/hp=32768 ; save set 'w/000002 - Game1' player/alignment=101 ; save set 'w/000002 - Game1' player/alignment=0 ; save set 'w/000002 - Game1' party/0/hp=5 ; save set 'w/000002 - Game1' party/0/member=1 ; save set 'w/000002 - Game1' party/0/available=1 ; save set 'w/000002 - Game1' party/11/available=1 ; save set 'w/000002 - Game1' party/12/hp=1 ; save set 'w/000002 - Game1' party/nobody/hp=1 ; save set 'w/000002 - Game1' party/0/influence=5 ; save get 'w/000002 - Game1' player -o w/p.json ; save set 'w/000002 - Game1' player=w/p.json ; save set 'w/000002 - Game1' player=w/T.INI ; save set 'w/000002 - Game1' player=w/world.json ; save party 'w/000002 - Game1' ; save get 'w/000002 - Game1' player/feats player/powers player/skills/stealth party/0/hp T.INI world.json '{K}/saves/000002 - Game1>000002 - Game1'
save set 'w/000002 - Game1' globals/NEW=1 ; save set 'w/000002 - Game1' globals/boolean/NEW=1 ; save set 'w/000002 - Game1' globals/boolean/NEW=2 ; save set 'w/000002 - Game1' globals/string/NEW=text ; save set 'w/000002 - Game1' globals/number/ST_COUNT=127 ; save set 'w/000002 - Game1' globals/number/ST_COUNT=128 ; save set 'w/000002 - Game1' globals/number/ST_COUNT=-129 ; save set 'w/000002 - Game1' globals/location/ST_START=1,2,3 ; save set 'w/000002 - Game1' globals/location/ST_START=1,2,3,4,5,6 ; save set 'w/000002 - Game1' globals/frob/X=1 ; save set 'w/000002 - Game1' journal/st_ferry=20 ; save set 'w/000002 - Game1' journal/none=5 ; save set 'w/000002 - Game1' journal/remove=none ; save set 'w/000002 - Game1' journal/remove=missing ; save set 'w/000002 - Game1' inventory/add=rope,3 ; save set 'w/000002 - Game1' inventory/add=rope ; save set 'w/000002 - Game1' inventory/add=nothing ; save set 'w/000002 - Game1' inventory/remove=rope ; save set 'w/000002 - Game1' inventory/remove=99 ; save set 'w/000002 - Game1' inventory/0/StackSize=5 ; save set 'w/000002 - Game1' inventory/99/StackSize=5 ; save set 'w/000002 - Game1' galaxy/0=hidden ; save set 'w/000002 - Game1' galaxy/16=hidden ; save set 'w/000002 - Game1' galaxy/1=x ; save set 'w/000002 - Game1' cheats=1 ; save set 'w/000002 - Game1' solo=1 ; save set 'w/000002 - Game1' solo=2 ; save set 'w/000002 - Game1' time=7 ; save set 'w/000002 - Game1' name=new ; save set 'w/000002 - Game1' components=3 ; save set 'w/000002 - Game1' savenfo.res/NOTHING=1 ; save set 'w/000002 - Game1' nothing.res/X=1 ; save set 'w/000002 - Game1' SAVEGAME.sav/none.utc/Tag=x ; save globals 'w/000002 - Game1' --json ; save journal 'w/000002 - Game1' --game {K} ; save journal 'w/000002 - Game1' --game {K} --json ; save items 'w/000002 - Game1' ; save show 'w/000002 - Game1' '{K}/saves/000002 - Game1>000002 - Game1'
save set 'w/000002 - Game1' savenfo.res/TIMEPLAYED=5 savenfo.res/CHEATUSED=1 PARTYTABLE.res/PT_NUM_MEMBERS=2 ; save check 'w/000002 - Game1' ; save repair 'w/000002 - Game1' sync --dry-run ; save repair 'w/000002 - Game1' sync ; save check 'w/000002 - Game1' ; save set 'w/000002 - Game1' PARTYTABLE.res/PT_CONTROLLED_NP=0 ; save party 'w/000002 - Game1' --json ; save repair 'w/000002 - Game1' globals ; save repair 'w/000002 - Game1' globals --game {K} ; save repair 'w/000002 - Game1' forget DEMO01 ; save repair 'w/000002 - Game1' logs ; save copy 'w/000999 - Game998' ; save ls w ; save show w/R ; save ls w/R ; save set w/R gold=5 '{K}/saves/000002 - Game1>000002 - Game1' '{K}/saves/000002 - Game1>000999 - Game998' {R}/SAVEGAME/SAVEGAME.000/ISLAND.TSG>R/ISLAND.TSG
cat w/g a.txt ; cat w/g b.txt ; cat w/g c.txt ; cat w/g d.txt ; convert w/m -o w/x ; convert w/m -o w/y --to glb -q {K}/chitin.key>g/chitin.key zero.txt>g/override/a.txt low.txt>g/override/b.txt control.txt>g/override/c.txt end.txt>g/override/d.txt {R}/maps>m {R}/fxart/BARREL.3D>m/BARREL.3D {R}/fxart/HOUSE.3D>m/HOUSE.3D {R}/fxart/TOWER.3D>m/TOWER.3D
"""

# Commands for their paths alone, each of which is wrong in turn; those of COMMANDS are tried in that way too.
PATHS = f"""
assemble w/d --base {R}/maps/ISLAND.RGM --game {R} -o w/J.RGM PATROL.soup>d/PATROL.soup
compile w/s --base {R}/maps/ISLAND.RGM --game {R} -o w/I.RGM PATROL.soup>s/PATROL.soup
compile w/uses.nss --nwscript w/n/nwscript.nss -I w/n -I {K}/override -o w/u.ncs uses.nss inc.nss>n/inc.nss inc2.nss>n/inc2.nss nwscript.nss>n/nwscript.nss
compile w/uses.nss --game w/g -o w/u.ncs uses.nss inc.nss>g/override/inc.nss inc2.nss>g/override/inc2.nss {K}/chitin.key>g/chitin.key
convert {R}/fxart/TEXBSI.302 --palette {R}/fxart/ISLAND.COL --game {R} -o w/x
convert {R}/fxart/BARREL.3D --textures {R}/fxart --palette {R}/fxart/ISLAND.COL -o w/b.glb
convert w/a.png --to tpc --txi w/b.txi -o w/a.tpc {K}/override/demo_true32.tga>a.png {K}/override/demo_true32.txi>b.txi
convert {K}/override/demo_true32.tga --to tpc --txi {K}/override/demo_true32.txi -o w/a.tpc
convert {K}/override/demo_door.mdl --textures {K}/override --game {K} -o w/a.glb
convert w/t.csv --to twoda -o w/u.2da t.csv
convert {K}/streamsounds/demo_melody.wav --to wav --as voice -o w/a.wav
convert --creature w/k.utc --game {K} -o w/k.glb {K}/override/types01.gff>k.utc
convert {R}/maps/ISLAND.RGM --world 1 --game {R} -o w/s.glb
build w/t.json -o w/t.2da t.json
build w/t.csv -o w/t.2da t.csv
build w/a.xml -o w/a.gff a.xml
decompile {K}/override/demo_hello.ncs -I {K}/override --game {K} -o w/out
decompile {R}/maps/ISLAND.RGM --game {R} -o w/out
disassemble {R}/maps/ISLAND.RGM --game {R} -o w/out
diff {R}/fxart/TEXBSI.302 {R}/fxart/TEXBSI.302 --palette {R}/fxart/ISLAND.COL
diff {R}/fxart/TEXBSI.302 {R}/fxart/TEXBSI.289 --palette {R}/fxart/ISLAND.COL
diff {K}/rims {K}/lips
diff {K}/override/types01.gff w/x.gff --to tslpatcher -o w/mod {K}/override/types01.gff>x.gff
diff {K}/streamsounds/demo_melody.wav w/b.wav {K}/streamsounds/demo_melody.wav>b.wav
extract {R}/fxart/TEXBSI.302 --palette {R}/fxart/ISLAND.COL --game {R} -o w/x
extract w/templates.bif --key {K}/chitin.key -o w/x {K}/data/templates.bif>templates.bif
extract --salvage {R}/ENGLISH.RTX -o w/x
extract --salvage {R}/sound/MAIN.SFX -o w/x
extract --salvage {R}/fxart/ISLAND.ROB -o w/x
extract --salvage {R}/fxart/TEXBSI.302 -o w/x
extract --salvage {R}/maps/ISLAND.RGM -o w/x
extract --salvage {K}/modules/demo01.mod -o w/x
extract --salvage {K}/rims/global.rim -o w/x
extract --salvage {K}/dialog.tlk -o w/x
info {R}/maps/ISLAND.RGM --game {R}
info {K}/override/demo_door.mdl --game {K}
lint {K}/override --game {K}
lint {R}/WORLD.INI --game {R}
list w/templates.bif --key {K}/chitin.key {K}/data/templates.bif>templates.bif
list {R}/fxart/TEXBSI.302 --palette {R}/fxart/ISLAND.COL --game {R}
list {R}/sound/MAIN.SFX
list {R}/fxart/ISLAND.ROB
merge {K}/override/types01.gff w/a.gff w/b.gff -o w/c.gff {K}/override/types01.gff>a.gff {K}/override/types01.gff>b.gff
name {K} --ltr humanf
pack w/one w/two -o w/k/chitin.key {K}/override/types01.gff>one/a.utc {K}/override/types01.gff>two/b.utc
patch w/mod w/game mod/changes.ini mod/a.txt mod/changes.ini>mod/tslpatchdata/changes.ini {K}/chitin.key>game/chitin.key {K}/dialog.tlk>game/dialog.tlk {K}/override/types01.gff>game/override/types01.gff
patch check w/mod w/game mod/changes.ini mod/a.txt {K}/chitin.key>game/chitin.key {K}/dialog.tlk>game/dialog.tlk
patch lint w/mod mod/changes.ini mod/a.txt
patch undo w/game {K}/chitin.key>game/chitin.key
patch create {K}/rims w/b -o w/mod {K}/lips>b
play {R}/maps/ISLAND.RGM --actor SIGNAL --group 0 --game {R}
put w/TEXBSI.302 w/D02000.png --palette {R}/fxart/ISLAND.COL --game {R} {R}/fxart/TEXBSI.302>TEXBSI.302 {K}/override/demo_true24.tga>D02000.png
put w/templates.bif {K}/override/types01.gff --key w/chitin.key {K}/data/templates.bif>templates.bif {K}/chitin.key>chitin.key
put w/E.RTX w/dm01.txt {R}/ENGLISH.RTX>E.RTX low.txt>dm01.txt
put w/MAIN.SFX w/0.wav {R}/sound/MAIN.SFX>MAIN.SFX {K}/streamsounds/demo_melody.wav>0.wav
put w/QUAY.FNT w/65.png {R}/fonts/QUAY.FNT>QUAY.FNT {K}/override/demo_grey8.tga>65.png
put w/a.tpc {K}/override/demo_true24.tga {K}/override/demo_crest.tpc>a.tpc
rm w/templates.bif *.utc --key w/chitin.key {K}/data/templates.bif>templates.bif {K}/chitin.key>chitin.key
rm w/E.RTX dm0* {R}/ENGLISH.RTX>E.RTX
rm w/TEXBSI.302 nothing* {R}/fxart/TEXBSI.302>TEXBSI.302
rm w/MAIN.SFX * {R}/sound/MAIN.SFX>MAIN.SFX
pvo query ISLAND --game {R} 0 0 0
pvo remap {R}/maps/ISLAND.RGM {R}/maps/ISLAND.RGM {R}/maps/ISLAND.PVO -o w/K.PVO
render {R}/fxart/BARREL.3D --textures {R}/fxart --palette {R}/fxart/ISLAND.COL --size 8 -o w/a.png
render {R}/maps/ISLAND.RGM --game {R} --size 8 -o w/c.png
render --module demo01 --game {K} --size 8 -o w/b.png
run {K}/override/demo_asks.ncs --with w/world.json -I {K}/override world.json
run {R}/maps/ISLAND.RGM --actor PATROL --game {R} --ticks 2
run w/calls.ncs -I w {K}/override/demo_hello.ncs>calls.ncs
save items '{K}/saves/000002 - Game1' --game {K}
save diff '{K}/saves/000002 - Game1' '{K}/saves-k2/000003 - Game2' --game {K}
save set 'w/000002 - Game1' player=w/p.utc --game {K} '{K}/saves/000002 - Game1>000002 - Game1' {K}/override/types01.gff>p.utc
save restore 'w/000002 - Game1' '{K}/saves/000002 - Game1>000002 - Game1'
save backup 'w/000002 - Game1' '{K}/saves/000002 - Game1>000002 - Game1'
save show {R}/SAVEGAME/SAVEGAME.000
save get {R}/SAVEGAME/SAVEGAME.000 name
set w/x.gff LocName=7 --game {K} {K}/override/types01.gff>x.gff
set w/d.mod/keeper.utc Tag=x {K}/modules/demo01.mod>d.mod
get {K}/modules/demo01.mod/keeper.utc Tag
tlk {K} 1 --female
tlk {K}/dialog.tlk 1
walk {K} demo01
"""

# Texts of sources that commands name as their last words.
SOURCES = {
    "S/x.SAV": "no chunk",
    "a.ini": "[s]\nlong=" + "ab" * 30 + "\xe9" * 30 + "zleft" + "x" * 130 + "\n",
    "b.ini": "[s]\nlong=" + "ab" * 30 + "\xe9" * 30 + "zright" + "x" * 130 + "\n",
    "c.ini": "[s]\nlong=" + "a" + "ab" * 30 + "\xe9" * 30 + "zright" + "x" * 130 + "\n",
    "q.ini": '[s]\nquoted= a "b" \\c\\\\ {d}\n',
    "z.ini": "[s]\n\0=1\n",
    "r/WORLD.INI": "[world]\n" + "".join(
        f"world_map[{n}]=MAPS\\{m}.RGM\nworld_world[{n}]=MAPS\\ISLAND.WLD\nworld_palette[{n}]=3DART\\{c}.COL\n"
        for n, m, c in ((0, "ISLAND", "ISLAND"), (1, "ISLAND", "SUNSET"), (2, "ISLAND", "ISLAND"), (7, "GONE", "ISLAND"))
    ),
    "t.csv": ",label,name\n0,one,first\n1,two,second\n",
    "bad.soup": "nothing of a script\n",
    "bad.ncs": "NCS V1.0B",
    "uses.nss": '#include "inc"\n#include "inc2"\nvoid main() { int n = Twice(2); }\n',
    "inc2.nss": "int Thrice(int n) { return n * 3; }\n",
    "warns.nss": "void main() { int n; int n2 = n; 5; }\n",
    "loops.nss": '#include "loops"\nvoid main() { }\n',
    "wrong.pcode": "start:\n    CONSTI 1\n    NOPE\n    RETN\n    JMP nowhere\n",
    "ok.pcode": "start:\n    CONSTI 1\n    MOVSP -4\n    RETN\n",
    "calls.nss": "void main() {\n" + "".join(
        f'    ExecuteScript("{name}", OBJECT_SELF);\n'
        for name in ("callee", "callee", "none", "../callee", ".callee", "folder", "bad")
    ) + "}\n",
    "callee.nss": 'void main() { SetGlobalNumber("N", GetGlobalNumber("N") + 1); }\n',
    "PATROL.soup": 'actor "PATROL"\ncode {\n    return\n}\n',
    "nwscript.nss": "int TRUE = 1;\nvoid Print(string sText);\n",
    "t.json": '{"format":"twoda","version":1,"form":"text","columns":["a"],"rows":[{"label":"0","cells":["x"]}]}',
    "a.xml": '<?xml version="1.0"?>\n<gff3 type="GFF ">\n<struct id="-1">\n<byte label="A">1</byte>\n</struct>\n</gff3>\n',
    "T.INI": "[one]\na=1\nb=2\nb=3\n[two]\na=4\n",
    "U.INI": "[one]\na=2\nb=2\nb=3\n[two]\na=4\nc=5\n",
    "V.INI": "[one]\na=3\nb=2\nb=4\n[two]\n",
    "mod4/changes.ini": "[InstallList]\nf=override\n[f]\nReplace0=changes.ini\n"
    "[GFFList]\nFile0=types01.gff\n[types01.gff]\nByte=8\n",
    "away.nss": '#include "../inc"\nvoid main() { }\n',
    "dbg.nss": "int total = 4;\nint Twice(int n) {\n    int m = n * 2;\n    return m;\n}\nvoid main() {\n"
    "    int i;\n    string s = \"a\";\n    for (i = 0; i < 2; i++)\n        total += Twice(i);\n"
    '    DelayCommand(1.5, SetGlobalNumber("N", total));\n    PrintString(s);\n}\n',
    "zero.txt": "\0abc",
    "end.txt": "abc\0",
    "low.txt": "a\x1fb",
    "control.txt": "a\tb\f\r\n\x1a",
    "mod2/types01.gff": "GFF V3.2",
    "mod2/changes.ini": "[InstallList]\nf=override\n[f]\nReplace0=types01.gff\n",
    "world.json": '{"globals": {"numbers": {"N": 3}}}\n',
    "mod/a.txt": "plain",
    "mod/changes.ini": "[Settings]\nWindowCaption=Mine\n[InstallList]\nf=override\n[f]\nFile0=a.txt\nFile1=b.txt\n"
    "[GFFList]\nFile0=types01.gff\n[types01.gff]\nByte=9\nNothing=1\n",
    "a.nss": 'void main() { int n = 1; n = n + 1; }\n',
    "b.nss": 'void main() { int n = "x"; nothing(n) }\n',
    "inc.nss": "int Twice(int n) { return n * 2; }\n",
    "a.ncsasm": "start:\n    CONSTI 1\n    NOPE\n    RETN\n",
}

# Options that wait, draw or take another program's time.
LEFT_OUT = {"help", "watch", "debug", "best", "jobs", "holopatcher", "no-color", "scale", "previews"}

VALUES = {
    "output": ["w/other", "-"],
    "to": ["json", "csv", "nope"],
    "dialect": ["pykotor", "rmm", "nope"],
    "actor": ["PATROL", "nobody"],
    "palette": [f"{R}/fxart/ISLAND.COL", "nowhere"],
    "game": [K, R, "nowhere"],
    "textures": [f"{R}/fxart"],
    "encoding": ["cp437", "dxt1", "nope"],
    "format": ["gff", "rtx", "nope"],
    "as": ["other.utc", "voice"],
    "world": ["1", "x"],
    "key": [f"{K}/chitin.key", "nowhere"],
    "module": ["demo01", "nothing"],
    "type": ["utc", "nope"],
    "source": ["override", "nope"],
    "game-version": ["k2", "k3"],
    "rule": ["utc-duplicate-class", "-are-fog-negative", "nope"],
    "count": ["2", "0", "x"],
    "seed": ["9", "x"],
    "ticks": ["2", "x"],
    "start": ["0", "x"],
    "through": ["json", "nope"],
    "size": ["16x8", "0"],
    "angle": ["10,20", "x"],
    "base": [f"{R}/maps/ISLAND.RGM"],
    "ltr": ["humanf", "nope"],
    "locals": ["1,2", "x"],
    "namespace": ["1"],
}


def told(data, room):
    """Without what differs from run to run: durations (not those of sounds), times of files, the folder."""
    data = re.sub(rb"\b\d+\.\d+ s\b(?! on\b|, \d+ Hz)", b"T s", data.replace(str(room).encode(), b"ROOM"))
    data = re.sub(rb"\b20\d\d-\d\d-\d\d \d\d:\d\d\b", b"DATE", data)
    data = re.sub(rb"\[\d\d:\d\d:\d\d\]|\b\d+ ms\b", b"TIME", data)
    return re.sub(rb'"(time|saved)": *"?\d{9,}"?', rb'"\1":TIME', data)


def files_of(folder):
    for path in sorted(folder.rglob("*")):
        if path.is_file() and ".reliquary" not in str(path.relative_to(folder)):
            name = path.relative_to(folder).as_posix()
            yield f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()[:16]}\n".encode()


class Matrix:
    def __init__(self, tool, room, show):
        self.tool, self.room, self.show, self.options = tool, room, show, {}
        (room / "nwnnsscomp").symlink_to(tool)
        asan = f"{os.environ.get('ASAN_OPTIONS', '')}:detect_leaks=0"
        self.env = {**os.environ, "LC_ALL": "C", "ASAN_OPTIONS": asan}

    def run(self, words, room):
        typed = "".join(w[1:].replace(",", "\n") + "\n" for w in words if w.startswith("<"))
        words = [word for word in words if not word.startswith("<")]
        if words[0] == "nwnnsscomp":
            command = [str(self.room / words.pop(0)), *words]
        else:
            command = [self.tool, *words]
        return subprocess.run(
            command, cwd=room, env=self.env, input=typed.encode(), capture_output=True, timeout=600
        )

    def options_of(self, verb):
        """Names of options with an argument or None, as help lists them."""
        if verb not in self.options:
            text = self.run([verb, "--help"], self.room).stdout.decode()
            found = re.findall(r"^  (?:-\w,|   ) --([\w-]+)(?: ([^ ]+))?  ", text, re.M)
            self.options[verb] = [(n, a or None) for n, a in found if n not in LEFT_OUT]
        return self.options[verb]

    def variants(self, words, first):
        yield []
        for name, argument in self.options_of(words[0]):
            if f"--{name}" in words or (name == "output" and "-o" in words):
                continue
            values = VALUES.get(name, ["nothing"]) if argument else [None]
            for value in values if first else values[:1]:
                yield [f"--{name}"] + ([value] if value else [])
        known = [n for n, a in self.options_of(words[0]) if not a]
        for pair in (["json", "quiet"], ["json", "dry-run"], ["json", "all"], ["verbose", "all"]):
            if all(n in known for n in pair):
                yield [f"--{n}" for n in pair]

    def wrongs(self, words, room):
        """The words with each of their paths wrong: nothing there, an empty file, one that is cut, one of another kind, a
        folder for a file, and a file or an empty folder for a folder."""
        for i, word in enumerate(words):
            path = room / word
            if i == 0 or word.startswith(("-", "<")) or not path.exists() or words[i - 1] == "-o":
                continue
            (room / "wrong").mkdir(exist_ok=True)
            for way in ("nowhere", "empty", "cut", "other", "folder"):
                to = room / "wrong" / way / path.name
                to.parent.mkdir(exist_ok=True)
                if way == "folder":
                    to.mkdir(exist_ok=True)
                elif way == "cut" and path.is_file():
                    to.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])
                elif way == "other":
                    to.write_text("[system]\nvolume=1\n")
                elif way != "nowhere":
                    to.write_bytes(b"")
                yield [*words[:i], to.relative_to(room).as_posix(), *words[i + 1 :]]
                if to.parent.exists():
                    shutil.rmtree(to.parent)

    def prepare(self, room, copies):
        shutil.rmtree(room / "w")
        (room / "w").mkdir()
        for copy in copies:
            source, _, to = copy.partition(">")
            to, _, size = (to or copy).partition("@")
            (room / "w" / to).parent.mkdir(parents=True, exist_ok=True)
            if source in SOURCES:
                (room / "w" / to).write_bytes(SOURCES[source].encode("latin-1"))
            elif size:
                whole, (at, _, new) = (room / source).read_bytes(), size.partition("=")
                at, new = int(at), bytes.fromhex(new)
                (room / "w" / to).write_bytes(whole[:at] + new + (whole[at + len(new) :] if new else b""))
            elif (room / source).is_dir():
                shutil.copytree(room / source, room / "w" / to)
            else:
                shutil.copy(room / source, room / "w" / to)

    def say(self, words, room):
        """All that a command gives."""
        done = self.run(words, room)
        said = [f"$ {' '.join(words)}\n= {done.returncode}\n".encode()]
        return said + [told(done.stdout, room), b"!\n", told(done.stderr, room), b"#\n"]

    def line(self, command, first):
        """The line of a command with all options (first: with all their values), of one with wrong paths (first is "wrong"),
        or of a chain (first is None)."""
        words, copies = [], []
        for word in shlex.split(command):
            is_copy = word in SOURCES or (">" in word and not word.startswith("<"))
            (copies if is_copy else words).append(word)
        room = self.room / hashlib.sha256(f"{first}{command}".encode()).hexdigest()[:12]
        (room / "w").mkdir(parents=True)
        (room / "demo").symlink_to((self.room / "demo").resolve())
        said, count = [], 0
        if first is None:
            self.prepare(room, copies)
            for part in " ".join(shlex.quote(word) for word in words).split(" ';' "):
                said += self.say(shlex.split(part), room)
                count += 1
            said += files_of(room / "w")
        elif first == "wrong":
            self.prepare(room, copies)
            for wrong in self.wrongs(words, room):
                said += [*self.say(wrong, room), *files_of(room / "w")]
                self.prepare(room, copies)
                count += 1
            command = f"wrong {command}"
        else:
            for more in self.variants(words, first):
                self.prepare(room, copies)
                said += [*self.say([*words, *more], room), *files_of(room / "w")]
                count += 1
        if self.show:
            name = re.sub(r"[^\w]+", "_", command)[:80]
            (self.show / f"{name}.txt").write_bytes(b"".join(said))
        return f"{hashlib.sha256(b''.join(said)).hexdigest()[:16]} {count} {command}"

    def lines(self):
        commands = COMMANDS.strip().split("\n")
        verbs = [c.split()[0] for c in commands]
        firsts = [v not in verbs[:i] for i, v in enumerate(verbs)]
        for verb in verbs:
            self.options_of(verb)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            lines = pool.map(self.line, commands, firsts)
            chains = CHAINS.strip().split("\n")
            paths = [c for c in commands + PATHS.strip().split("\n") if "/" in c]
            chained = pool.map(self.line, chains, [None] * len(chains))
            return [*lines, *chained, *pool.map(self.line, paths, ["wrong"] * len(paths))]


def main(store, made_by, about):
    """Of this script, and of others that make lines in another way: sessions.py."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--tool", default=os.environ.get("RELIQUARY", "build/dev/reliquary"))
    parser.add_argument("--room", type=Path, default=Path("build/matrix"))
    parser.add_argument("--show", type=Path)
    parser.add_argument("--bless", action="store_true", help="store what comes out now")
    args = parser.parse_args()
    tool = str(Path(args.tool).resolve())
    shutil.rmtree(args.room, ignore_errors=True)
    args.room.mkdir(parents=True)
    if args.show:
        args.show.mkdir(parents=True, exist_ok=True)
    built = subprocess.check_output([tool, "--version"], text=True)
    built = "# built with: " + built[built.index("(") + 1 : built.rindex(")")].replace(", studio", "")
    stored = store.read_text(encoding="utf-8").rstrip("\n").split("\n") if store.exists() else []
    if not args.bless and stored[1] != built:
        print(f"{store.stem}: skipped: made by a build with {stored[1]}")
        return 77
    matrix = made_by(tool, args.room.resolve(), args.show)
    matrix.run(["demo", "demo", "-q"], args.room)
    lines = [f"# {about}", built]
    lines += matrix.lines()
    if args.bless:
        store.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return 0
    different = [line for line in lines if line not in stored]
    print("\n".join(different))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(HERE / "matrix.txt", Matrix, "All that verbs put out with their options: made by matrix.py --bless."))
