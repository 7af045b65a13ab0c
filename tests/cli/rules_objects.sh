# What rules of objects and saved games say: field, value and facts, each of them as demo/broken.def
# has them.
"$tool" demo -q made
run() { "$tool" lint "$@" --all --quiet >found.txt || [ $? -eq 1 ]; }
run made/broken --game made/kotor --game-version k1

# Creatures.
has found.txt 'utc-duplicate-class.utc: ClassList/1/Class = 0: class 0 is in ClassList before \['
has found.txt 'utc-class-bounds/a.utc: ClassList/0/Class = 3: classes.2da has 3 rows \['
has found.txt 'utc-perception.utc: Appearance_Type = 1: appearance.2da has no PERCEPTIONDIST in row 1 \['
has found.txt 'utc-equip-slot.utc: Equip_ItemList/0: its number 0x3 is no slot \['
has found.txt 'utc-equip-slot.utc: Equip_ItemList/2: slot 0x2 has an item before it \['
counts 2 found.txt '\[utc-equip-slot\]'
counts 1 found.txt 'broken/utc-skill-extra.utc: '
lacks found.txt 'broken/utc-no-class.utc: .*\[utc-walkrate\]'

# Items and stores: the table of a subtype is named by another table, the item is a file.
has found.txt 'uti-property-range/a.uti: PropertiesList/0/Subtype = 2: iprp_demo.2da has 2 rows \['
has found.txt 'uti-texture-var-ignored/a.uti: TextureVar = 2: ModelType of base item 0 is 0, not 1 \['
has found.txt 'utm-plot-stock/a.utm: ItemList/0/InventoryRes = map_piece: a plot item \['
counts 1 found.txt '\[utm-plot-stock\]'

# Saved games: what is beside, what is in SAVEGAME.sav, and names without regard to case.
has found.txt 'sav-last-module/savenfo.res: LASTMODULE = elsewhere: neither elsewhere.sav in SAVEGAME.sav'
lacks found.txt 'nfo-time-sync.*\[sav-last-module\]'
has found.txt 'pt-member-unavailable/PARTYTABLE.res: PT_AVAIL_NPCS/0/PT_NPC_AVAIL = 1: availnpc0.utc is not in'
counts 3 found.txt 'broken/sav-file-missing/savenfo.res: .*\[sav-file-missing\]'
has found.txt 'gvt-name/globalcat.2da: 1/name = st_ferry: a variable before has this name \['
has found.txt 'gvt-name/globalcat.2da: 7/name: the engine has room for 5 of type String \['
has found.txt 'jnl-unknown-plot.res: JNL_Entries/0/JNL_PlotID = no_such_plot: global.jrl has no such plot \['
has found.txt 'jnl-unknown-plot.res: JNL_Entries/1/JNL_PlotID = no_such_plot: an entry before has the plot \['

# A GIT that only names its creatures has no whole ones, in a saved game neither.
lacks found.txt 'demo01.git.*\[utc-no-class\]'

# What only the first game does is not said of files of the second.
k1='utc-dead-saves utc-tail-wings script-slot-dead utp-appearance-truncated utd-trap-script-default
utp-fail-to-open ute-difficulty-dead uti-cost-dead uti-prop-effect utt-git-only utt-trap-dc-dead
utm-plot-stock pth-unsorted fac-in-module pt-k2-field'
for rule in $k1; do
    has found.txt "\\[$rule\\]"
done
run made/broken --game made/kotor --game-version k2
for rule in $k1; do
    lacks found.txt "\\[$rule\\]"
done
has found.txt '\[utc-duplicate-class\]'
