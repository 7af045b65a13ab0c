#!/usr/bin/env python3
"""Runs verbs with each of their options, and compares the hashes of all that comes out with matrix.txt.

What is hashed of a command: exit code, standard output, messages, and the names and bytes of the files that it
left in its folder. A line of matrix.txt is a command of COMMANDS: the hash of it and of it with each option that
its verb takes, how many runs these were, and the command; or a chain of commands. transcript.txt has the words; here are the combinations.

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
STORED = HERE / "matrix.txt"
K, R, B = "demo/kotor", "demo/redguard", "demo/broken"

# "w" is a folder of the command's own; FILE>NAME copies a file or folder there first. What may be changed has to be
# such a copy: the demo is shared.
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
"""

# Texts of sources that commands name as their last words.
SOURCES = {
    "S/x.SAV": "no chunk",
    "T.INI": "[one]\na=1\nb=2\nb=3\n[two]\na=4\n",
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
    """Without what differs from run to run: durations, times of files, the folder."""
    data = re.sub(rb"\b\d+\.\d+ s\b", b"T s", data.replace(str(room).encode(), b"ROOM"))
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

    def prepare(self, room, copies):
        shutil.rmtree(room / "w")
        (room / "w").mkdir()
        for copy in copies:
            source, _, to = copy.partition(">")
            (room / "w" / (to or copy)).parent.mkdir(parents=True, exist_ok=True)
            if copy in SOURCES:
                (room / "w" / copy).write_text(SOURCES[copy], encoding="ascii")
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
        """The line of a command with all options (first: with all their values), or of a chain (first is None)."""
        words, copies = [], []
        for word in shlex.split(command):
            is_copy = word in SOURCES or (">" in word and not word.startswith("<"))
            (copies if is_copy else words).append(word)
        room = self.room / hashlib.sha256(command.encode()).hexdigest()[:12]
        (room / "w").mkdir(parents=True)
        (room / "demo").symlink_to((self.room / "demo").resolve())
        said, count = [], 0
        if first is None:
            self.prepare(room, copies)
            for part in " ".join(shlex.quote(word) for word in words).split(" ';' "):
                said += self.say(shlex.split(part), room)
                count += 1
            said += files_of(room / "w")
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
            return [*lines, *pool.map(self.line, chains, [None] * len(chains))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
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
    stored = STORED.read_text(encoding="utf-8").rstrip("\n").split("\n") if STORED.exists() else []
    if not args.bless and stored[1] != built:
        print(f"matrix: skipped: made by a build with {stored[1]}")
        return 77
    matrix = Matrix(tool, args.room.resolve(), args.show)
    matrix.run(["demo", "demo", "-q"], args.room)
    lines = ["# All that verbs put out with their options: made by matrix.py --bless.", built]
    lines += matrix.lines()
    if args.bless:
        STORED.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return 0
    different = [line for line in lines if line not in stored]
    print("\n".join(different))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
