/* Rules of lint at the ends of what they allow: one small file each, made value by value, and every word that is said. The
 * limits are those of docs/lint.md and of the columns of src/blueprint (min, max, absent, dead). */
#include "formats/format.h"
#include "support/install.h"

#include <math.h>
#include <reliquary/gff.h>
#include <reliquary/lint.h>

enum { NO_GAME = 9 }; /* instead of a version: it is to be found out */

struct row {
    const char *rule, *file;
    const char *fields; /* PATH:KIND=VALUE;...; "PATH@3" is a list of three structs */
    unsigned version;
    const char *said; /* "PATH = VALUE: TEXT -> FIX" */
};

/* clang-format off */
static const struct row of_fields[] = {
    /* What the engine would take anyway is no dead value. */
    {"gff-dead-field", "a.uts", "LocName:locstring", 1, ""},
    {"gff-dead-field", "a.uts", "LocName:locstring=5", 1, " = LocName: fields that the engine never reads\n"},
    {"gff-dead-field", "a.uts", "LocName:locstring;LocName/0:string=x", 1, " = LocName: fields that the engine never reads\n"},
    {"gff-dead-field", "a.uts", "Elevation:float=0", 1, ""},
    {"gff-dead-field", "a.uts", "Elevation:float=1", 1, " = Elevation: fields that the engine never reads\n"},
    {"gff-dead-field", "a.uts", "TemplateResRef:resref", 1, ""},
    {"gff-dead-field", "a.uts", "TemplateResRef:resref=a;Elevation:float=-2", 1,
     " = TemplateResRef Elevation: fields that the engine never reads\n"},
    {"gff-dead-field", "a.are", "DirtySizeOne:int=16;DirtyARGBOne:int=0", 1, ""},
    {"gff-dead-field", "a.are", "DirtySizeOne:int=0", 1, " = DirtySizeOne: fields that the engine never reads\n"},
    {"gff-dead-field", "a.are", "DirtySizeOne:int=17", 1, " = DirtySizeOne: fields that the engine never reads\n"},
    {"gff-dead-field", "a.are", "DirtySizeOne:int=0;DirtyARGBOne:int=1", 2, ""},
    {"gff-dead-field", "a.utc", "CRAdjust:int=0;TemplateList:list;Comment:string=x", 1, ""},
    {"gff-dead-field", "a.utc", "CRAdjust:int=-1;Tag:string=x", 1, " = CRAdjust: fields that the engine never reads\n"},
    {"gff-dead-field", "a.utc", "TemplateList@1", 1, " = TemplateList: fields that the engine never reads\n"},
    {"gff-dead-field", "a.utw", "LinkedTo:string;Description:locstring=0", 1, " = Description: fields that the engine never reads\n"},
    {"gff-dead-field", "a.utw", "LinkedTo:string=x", 1, " = LinkedTo: fields that the engine never reads\n"},
    {"gff-resref-case", "a.uts", "TemplateResRef:resref=a_9[`{@", 1, ""},
    {"gff-resref-case", "a.uts", "TemplateResRef:resref=GuardAZ", 1, "TemplateResRef = GuardAZ: a name with capital letters -> guardaz\n"},
    {"gff-resref-case", "a.uts", "TemplateResRef:resref=aA", 1, "TemplateResRef = aA: a name with capital letters -> aa\n"},
    {"gff-resref-case", "a.uts", "TemplateResRef:resref=Z", 1, "TemplateResRef = Z: a name with capital letters -> z\n"},
    {"gff-resref-case", "a.utw", "LinkedTo:string=Z", 1, ""},
    {"gff-resref-charset", "a.uts", "TemplateResRef:resref=azAZ09_", 1, ""},
    {"gff-resref-charset", "a.uts", "TemplateResRef:resref=a/", 1, "TemplateResRef = a/: a name with other characters than letters, digits and _\n"},
    {"gff-resref-charset", "a.uts", "TemplateResRef:resref=:", 1, "TemplateResRef = :: a name with other characters than letters, digits and _\n"},
    {"gff-resref-charset", "a.uts", "TemplateResRef:resref=a`", 1, "TemplateResRef = a`: a name with other characters than letters, digits and _\n"},
    {"gff-resref-charset", "a.uts", "TemplateResRef:resref={", 1, "TemplateResRef = {: a name with other characters than letters, digits and _\n"},
    {"gff-resref-charset", "a.utw", "LinkedTo:string=a-b", 1, ""},
    {"gff-template-resref", "a.uts", "TemplateResRef:resref=A", 1, ""},
    {"gff-template-resref", "a.uts", "TemplateResRef:resref=b", 1, "TemplateResRef = b: the file is called a -> a\n"},
    {"gff-template-resref", "a.uts", "TemplateResRef:resref=ab", 1, "TemplateResRef = ab: the file is called a -> a\n"},
    {"gff-template-resref", "sixteen_letters_.uts", "TemplateResRef:resref=b", 1,
     "TemplateResRef = b: the file is called sixteen_letters_ -> sixteen_letters_\n"},
    {"gff-template-resref", "seventeen_letters.uts", "TemplateResRef:resref=b", 1, "TemplateResRef = b: the file is called seventeen_letters\n"},
    {"gff-template-resref", "a-b.uts", "TemplateResRef:resref=b", 1, "TemplateResRef = b: the file is called a-b\n"},
    {"gff-row-range", "a.utc", "Race:byte=1", 1, ""},
    {"gff-row-range", "a.utc", "Race:byte=2", 1, "Race = 2: racialtypes.2da has 2 rows\n"},
    {"gff-row-range", "a.utc", "PortraitId:word=1", 1, ""},
    {"gff-row-range", "a.utc", "PortraitId:word=65534", 1, ""},
    {"gff-row-range", "a.utc", "PortraitId:word=65533", 1, "PortraitId = 65533: portraits.2da has 2 rows\n"},
    {"gff-row-range", "a.are", "CameraStyle:int=-1", 1, "CameraStyle = -1: camerastyle.2da has 2 rows\n"},
    {"gff-row-range", "a.are", "CameraStyle:int=0", 1, ""},
    {"gff-out-of-range", "a.are", "CameraStyle:int=0", 1, ""},
    {"gff-out-of-range", "a.are", "CameraStyle:int=-1", 1, "CameraStyle = -1: less than 0\n"},
    {"gff-out-of-range", "a.are", "DirtyFuncOne:int=1", 2, ""},
    {"gff-out-of-range", "a.are", "DirtyFuncOne:int=2", 2, "DirtyFuncOne = 2: not in 0 to 1\n"},
    {"gff-out-of-range", "a.are", "DirtyFuncOne:int=-1", 2, "DirtyFuncOne = -1: not in 0 to 1\n"},
    {"gff-out-of-range", "a.are", "DirtyFuncOne:int=-1", 1, ""},
    {"gff-out-of-range", "a.utd", "Appearance:dword=255", 1, ""},
    {"gff-out-of-range", "a.utd", "Appearance:dword=256", 1, "Appearance = 256: not in 0 to 255\n"},
    {"gff-strref-range", "a.uts", "LocName:locstring=1", 1, ""},
    {"gff-strref-range", "a.uts", "LocName:locstring=2", 1, "LocName = strref 2: dialog.tlk has 2 strings\n"},
    {"gff-strref-range", "a.uts", "LocName:locstring", 1, ""},
    {"gff-strref-range", "a.utc", "FactionID:word=3", 1, ""},
    {"gff-resource-missing", "a.utc", "Conversation:resref=gone", 1, "Conversation = gone: there is no such dlg\n"},
    {"gff-resource-missing", "a.utc", "Conversation:resref", 1, ""},
    {"gff-resource-missing", "a.utc", "Conversation:resref=****", 1, ""},
    {"gff-resource-missing", "a.utc", "Conversation:resref= ", 1, ""},
    {"gff-resource-missing", "a.utm", "ItemList@2;ItemList/0/InventoryRes:resref=THING;ItemList/1/InventoryRes:resref=thin", 1,
     "ItemList/1/InventoryRes = thin: there is no such uti\n"},
    {"gff-resource-missing", "a.dlg", "EntryList@1;EntryList/0/VO_ResRef:resref=gone;StartingList@1;StartingList/0/Active:resref=gone", 1, ""},
    {"dlg-voice-missing", "a.dlg", "EntryList@2;EntryList/0/VO_ResRef:resref=gone;EntryList/1/VO_ResRef:resref", 1,
     "EntryList/0/VO_ResRef = gone: there is no such sound\n"},
    {"dlg-condition-missing", "a.dlg", "StartingList@2;StartingList/0/Active:resref=gone;StartingList/1/Active:resref", 1,
     "StartingList/0/Active = gone: there is no such script\n"},
    {"dlg-condition-missing", "a.dlg", "StartingList@1;StartingList/0/Active2:resref=gone", 2,
     "StartingList/0/Active2 = gone: there is no such script\n"},
    {"dlg-condition-missing", "a.utc", "Conversation:resref=gone", 1, ""},
    {"gff-save-only", "a.utc", "FortSaveThrow:char=1", 1, "FortSaveThrow = 1: only saved games have this field\n"},
    {"gff-save-only", "m.sav/a.utc", "FortSaveThrow:char=1", 1, ""},
    {"gff-k2-field", "a.utp", "OnFailToOpen:resref=x", 1, "OnFailToOpen = x: only the second game has this field\n"},
    {"gff-k2-field", "a.utp", "OnFailToOpen:resref=x", 2, ""},
    {"gff-unknown-label", "a.uts", "Tagg:string", 1, "Tagg = : no such field is known\n"},
    {"gff-unknown-label", "a.uts", "TAG:string", 1, ""},
    {"gff-label-case", "a.uts", "TAG:string=x", 1, "TAG = x: the engine asks for Tag\n"},
    {"gff-label-case", "a.uts", "Tag:string=x;Tagg:string", 1, ""},
    {"gff-wrong-type", "a.uts", "Tag:resref=x", 1, "Tag = x: is of another type than CExoString\n"},
    {"gff-wrong-type", "a.uts", "Elevation:int=1;Tag:string", 1, ""}, /* dead */
    {"gff-editor-stamp", "a.uts", "KTInfoDate:string=x", 1, "KTInfoDate = x: an editor left it\n"},
    {"gff-editor-stamp", "a.uts", "Comment:string=x", 1, ""},
    /* Without a version a field of the second game tells it. */
    {"utc-tail-wings", "a.utc", "Tail:byte=1;Wings:byte=2", NO_GAME, "Tail = 1: the engine sets it to 0\nWings = 2: the engine sets it to 0\n"},
};

static const struct row of_areas[] = {
    {"are-weather-truncated", "a.are", "ChanceRain:int=255;ChanceSnow:int=0", 1, ""},
    {"are-weather-truncated", "a.are", "ChanceRain:int=256;ChanceSnow:int=-1;ChanceLightning:int=513;WindPower:int=300", 1,
     "ChanceRain = 256: the engine keeps 0 -> 0\nChanceSnow = -1: the engine keeps 255 -> 255\n"
     "ChanceLightning = 513: the engine keeps 1 -> 1\nWindPower = 300: the engine keeps 44 -> 44\n"},
    {"are-interior-weather", "a.are", "Flags:dword=2;ChanceRain:int=1", 1, ""},
    {"are-interior-weather", "a.are", "Flags:dword=3;ChanceRain:int=1;ChanceSnow:int=-1;ChanceLightning:int=0;WindPower:int=2", 1,
     "ChanceRain = 1: the area is an interior -> 0\nChanceSnow = -1: the area is an interior -> 0\n"
     "WindPower = 2: the area is an interior -> 0\n"},
    {"are-fog-negative", "a.are", "SunFogNear:float=0;SunFogFar:float=-0.5;MoonFogNear:float=-1;MoonFogFar:float=-2", 1,
     "SunFogFar = -0.5: a distance below 0 -> 0\nMoonFogNear = -1.0: a distance below 0 -> 0\nMoonFogFar = -2.0: a distance below 0 -> 0\n"},
    {"are-fog-negative", "a.are", "SunFogNear:float=-0.25", 1, "SunFogNear = -0.25: a distance below 0 -> 0\n"},
    {"are-minigame-type", "a.are", "MiniGame:struct;MiniGame/Type:int=1", 1, ""},
    {"are-minigame-type", "a.are", "MiniGame:struct;MiniGame/Type:int=2", 1, ""},
    {"are-minigame-type", "a.are", "MiniGame:struct;MiniGame/Type:int=3", 1, "MiniGame/Type = 3: neither 1, a race, nor 2, a turret\n"},
    {"are-minigame-type", "a.are", "MiniGame:struct", 1, "MiniGame/Type = : neither 1, a race, nor 2, a turret\n"},
    {"are-minigame-type", "a.are", "Tag:string", 1, ""},
    {"are-minigame-bump-plane", "a.are", "MiniGame:struct;MiniGame/Bump_Plane:dword=3", 1, ""},
    {"are-minigame-bump-plane", "a.are", "MiniGame:struct;MiniGame/Bump_Plane:dword=4", 1, "MiniGame/Bump_Plane = 4: planes are 0 to 3\n"},
    {"are-minigame-incomplete", "a.are", "MiniGame:struct;MiniGame/Enemies:list", 1,
     "MiniGame = : Player is not there\nMiniGame = : Obstacles is not there\n"},
    {"are-stealth-xp", "a.are", "StealthXPMax:dword=10;StealthXPCurrent:dword=10", 1, ""},
    {"are-stealth-xp", "a.are", "StealthXPMax:dword=10;StealthXPCurrent:dword=11", 1, "StealthXPCurrent = 11: more than StealthXPMax, 10 -> 10\n"},
    {"are-stealth-xp", "a.are", "StealthXPCurrent:dword=11", 1, ""},
    {"git-stealth-xp", "a.git", "AreaProperties:struct;AreaProperties/StealthXPMax:dword=1;AreaProperties/StealthXPCurrent:dword=2", 1,
     "AreaProperties/StealthXPCurrent = 2: more than StealthXPMax, 1 -> 1\n"},
    {"git-volume-truncated", "a.git", "AreaProperties:struct;AreaProperties/AmbientSndDayVol:int=255;AreaProperties/AmbientSndNitVol:int=0", 1, ""},
    {"git-volume-truncated", "a.git", "AreaProperties:struct;AreaProperties/AmbientSndDayVol:int=256;AreaProperties/AmbientSndNitVol:int=-1", 1,
     "AreaProperties/AmbientSndDayVol = 256: the engine keeps 0 -> 0\nAreaProperties/AmbientSndNitVol = -1: the engine keeps 255 -> 255\n"},
    {"git-generated-type", "a.git", "SoundList@2;SoundList/0/GeneratedType:dword=255;SoundList/1/GeneratedType:dword=257", 1,
     "SoundList/1/GeneratedType = 257: more than 255 -> 1\n"},
    {"git-camera-limit", "a.git", "CameraList@50", 1, ""},
    {"git-camera-limit", "a.git", "CameraList@51", 1, "CameraList = 51 elements: 51 cameras, 50 at most\n"},
    {"git-camera-duplicate-id", "a.git", "CameraList@3;CameraList/0/CameraID:int=-1;CameraList/1/CameraID:int=-1", 1, ""},
    {"git-camera-duplicate-id", "a.git", "CameraList@4;CameraList/0/CameraID:int=1;CameraList/1/CameraID:int=0;CameraList/3/CameraID:int=0", 1,
     "CameraList/3/CameraID = 0: camera 1 has it, too\n"},
    {"git-camera-duplicate-id", "a.git", "CameraList@1002;CameraList/0/CameraID:int=5;CameraList/1000/CameraID:int=5;CameraList/1001/CameraID:int=5", 1,
     "CameraList/1000/CameraID = 5: camera 0 has it, too\n"},
    {"git-zero-orientation", "a.git",
     "StoreList@2;StoreList/1/XOrientation:float=0;StoreList/1/YOrientation:float=0;"
     "WaypointList@1;WaypointList/0/XOrientation:float=0;WaypointList/0/YOrientation:float=0;WaypointList/0/ZOrientation:float=1;"
     "Creature List@1;Creature List/0/XOrientation:float=0;"
     "List@1;List/0/XOrientation:float=0;List/0/YOrientation:float=0;"
     "AreaEffectList@1;AreaEffectList/0/XOrientation:float=0;AreaEffectList/0/YOrientation:float=0", 1,
     "StoreList/1/XOrientation = 0.0: it looks nowhere: 0, 0, 0\nList/0/XOrientation = 0.0: it looks nowhere: 0, 0, 0\n"
     "AreaEffectList/0/XOrientation = 0.0: it looks nowhere: 0, 0, 0\n"},
    /* 0.6, 0.8 is 1 long; 0.9996 and 1.0004 are near enough, 0.9994 and 1.0006 are not. */
    {"git-nonunit-orientation", "a.git",
     "StoreList@3;StoreList/0/XOrientation:float=0.6;StoreList/0/YOrientation:float=-0.8;"
     "StoreList/1/XOrientation:float=0.9996;StoreList/1/YOrientation:float=0;"
     "StoreList/2/XOrientation:float=1.0004;StoreList/2/YOrientation:float=0;"
     "Creature List@3;Creature List/0/XOrientation:float=0;Creature List/0/YOrientation:float=0.9994;"
     "Creature List/1/XOrientation:float=1.0006;Creature List/1/YOrientation:float=0;"
     "Creature List/2/XOrientation:float=0;Creature List/2/YOrientation:float=0;Creature List/2/ZOrientation:float=2", 1,
     "Creature List/0/XOrientation = 0.0: the square of the length of the vector is 0.999\n"
     "Creature List/1/XOrientation = 1.0006: the square of the length of the vector is 1.001\n"
     "Creature List/2/XOrientation = 0.0: the square of the length of the vector is 4.000\n"},
    {"git-position-labels", "a.git",
     "Creature List@2;Creature List/0/XPosition:float;Creature List/1/X:float=1;List@1;List/0/X:float=2;WaypointList@1;WaypointList/0/X:float=3;"
     "StoreList@1;Door List@2;Door List/0/X:float=1;Door List/1/XPosition:float=4;Placeable List@1;Placeable List/0/XPosition:float=5;"
     "AreaEffectList@2;AreaEffectList/0/PositionX:float;AreaEffectList/1/XPosition:float=6", 1,
     "Creature List/1/X = 1.0: the engine asks for XPosition\nList/0/X = 2.0: the engine asks for XPosition\n"
     "WaypointList/0/X = 3.0: the engine asks for XPosition\nStoreList/0 = : the engine asks for XPosition\n"
     "Door List/1/XPosition = 4.0: the engine asks for X\nPlaceable List/0/XPosition = 5.0: the engine asks for X\n"
     "AreaEffectList/1/XPosition = 6.0: the engine asks for PositionX\n"},
    {"git-waypoint-inline", "a.git", "WaypointList@2;WaypointList/0/Tag:string=x", 1, "WaypointList/1/Tag = : it has no tag of its own\n"},
    {"git-trigger-geometry", "a.git",
     "TriggerList@4;TriggerList/0/Geometry@3;TriggerList/1/Geometry@2;TriggerList/2/Type:int=2;TriggerList/3/Type:int=1", 1,
     "TriggerList/1/Geometry = 2 elements: an outline of 2 points\nTriggerList/3 = : an outline of 0 points\n"},
    {"git-encounter-geometry", "a.git", "Encounter List@3;Encounter List/1/Geometry:list;Encounter List/2/Geometry@1", 1,
     "Encounter List/1/Geometry = 0 elements: an outline without points\n"},
    {"git-encounter-default-box", "a.git", "Encounter List@2;Encounter List/0/Geometry:list", 1, "Encounter List/1 = : Geometry is not there\n"},
    {"git-encounter-no-spawn", "a.git", "Encounter List@3;Encounter List/1/SpawnPointList:list;Encounter List/2/SpawnPointList@1", 1,
     "Encounter List/0 = : no place to appear at\nEncounter List/1/SpawnPointList = 0 elements: no place to appear at\n"},
    {"git-transition-target", "a.git",
     "Door List@4;Door List/0/LinkedToFlags:byte=1;Door List/0/LinkedTo:string=x;Door List/1/LinkedToFlags:byte=2;Door List/1/LinkedToModule:resref=m;"
     "Door List/2/LinkedToFlags:byte=1;Door List/2/LinkedToModule:resref=m;Door List/2/LinkedTo:string=x;"
     "TriggerList@3;TriggerList/0/LinkedToModule:resref=m;TriggerList/0/Type:int=1;TriggerList/1/LinkedToModule:resref=m;TriggerList/1/Type:int=2;"
     "TriggerList/2/Type:int=1", 1,
     "Door List/0/LinkedToFlags = 1: LinkedToModule is empty\nDoor List/1/LinkedToFlags = 2: LinkedTo is empty\n"
     "TriggerList/0/LinkedTo = : LinkedTo is empty\n"},
    {"trigger-no-module", "a.git", "TriggerList@3;TriggerList/0/Type:int=1;TriggerList/1/Type:int=0;TriggerList/2/Type:int=1;TriggerList/2/LinkedToModule:resref=m", 1,
     "TriggerList/0/LinkedToModule = : LinkedToModule is empty\n"},
    {"git-link-flags", "a.git", "Door List@2;Door List/0/LinkedTo:string=x;Door List/1/LinkedTo:string=y;Door List/1/LinkedToFlags:byte=1;"
     "TriggerList@2;TriggerList/1/LinkedTo:string=z", 1,
     "Door List/0/LinkedTo = x: LinkedToFlags is 0\nTriggerList/1/LinkedTo = z: LinkedToFlags is 0\n"},
    {"git-usetemplates", "a.git", "Creature List@1;Creature List/0/ClassList:list;Door List@2;Door List/1/Appearance:dword", 1,
     "Door List/0/TemplateResRef = : UseTemplates is 0 or not there, and elements name templates only\n"},
    {"git-usetemplates", "a.git", "Creature List@1;Creature List/0/Appearance_Type:word;Door List@1;Door List/0/Appearance:dword;"
     "Placeable List@1;Placeable List/0/TemplateResRef:resref=x", 1,
     "Placeable List/0/TemplateResRef = x: UseTemplates is 0 or not there, and elements name templates only\n"},
    {"git-usetemplates", "a.git", "Door List@1;Door List/0/GenericType:byte", 1, ""},
    {"git-usetemplates", "a.git", "UseTemplates:byte=1;Door List@1", 1, ""},
    {"git-usetemplates", "m.sav/a.git", "Door List@1", 1, ""},
};

static const struct row of_modules[] = {
    {"ifo-area-list-empty", "a.ifo", "Mod_Area_list@1", 1, ""},
    {"ifo-area-list-empty", "a.ifo", "Mod_Area_list:list", 1, "Mod_Area_list = 0 elements: the module has no area\n"},
    {"ifo-area-list-empty", "a.ifo", "Mod_ID:void", 1, " = : the module has no area\n"},
    {"ifo-area-list-empty", "pifo.ifo", "Mod_ID:void", 1, ""},
    {"ifo-area-list-multiple", "a.ifo", "Mod_Area_list@1", 1, ""},
    {"ifo-area-list-multiple", "a.ifo", "Mod_Area_list@2", 1, "Mod_Area_list = 2 elements: the module has 2 areas\n"},
    {"ifo-entry-dir-zero", "a.ifo", "Mod_Entry_Dir_X:float=0;Mod_Entry_Dir_Y:float=0", 1,
     "Mod_Entry_Dir_Y = 0.0: the direction is 0, 0, or half of it\n"},
    {"ifo-entry-dir-zero", "a.ifo", "Mod_Entry_Dir_X:float=0;Mod_Entry_Dir_Y:float=1", 1, ""},
    {"ifo-entry-dir-zero", "a.ifo", "Mod_Entry_Dir_X:float=1;Mod_Entry_Dir_Y:float=0", 1, ""},
    {"ifo-entry-dir-zero", "a.ifo", "Mod_Entry_Dir_X:float=1", 1, " = : the direction is 0, 0, or half of it\n"},
    {"ifo-entry-dir-zero", "a.ifo", "Mod_Entry_Dir_Y:float=0", 1, ""},
    {"ifo-entry-dir-zero", "a.ifo", "Mod_ID:void", 1, ""},
    {"ifo-xpscale-zero", "a.ifo", "Mod_XPScale:byte=0", 1, "Mod_XPScale = 0: 0\n"},
    {"ifo-xpscale-zero", "a.ifo", "Mod_XPScale:byte=1", 1, ""},
    {"ifo-xpscale-zero", "a.ifo", "Mod_ID:void", 1, ""},
    {"ifo-dawn-equals-dusk", "a.ifo", "Mod_DawnHour:byte=6;Mod_DuskHour:byte=6", 1, "Mod_DawnHour = 6: the same as Mod_DuskHour\n"},
    {"ifo-dawn-equals-dusk", "a.ifo", "Mod_DawnHour:byte=1", 1, ""},
    {"ifo-dawn-equals-dusk", "a.ifo", "Mod_DuskHour:byte=1", 1, ""},
    {"ifo-dawn-equals-dusk", "pifo.ifo", "Mod_ID:void", 1, ""},
    {"ifo-nwm-name", "a.ifo", "Mod_IsNWMFile:byte=1;Mod_NWMResName:string=x", 1, ""},
    {"ifo-nwm-name", "a.ifo", "Mod_IsNWMFile:byte=1;Mod_NWMResName:string", 1, "Mod_IsNWMFile = 1: Mod_NWMResName is empty\n"},
    {"ifo-nwm-name", "a.ifo", "Mod_IsNWMFile:byte=2", 1, ""},
    {"ifo-hak-ignored", "a.ifo", "Mod_Hak:string=x", 1, "Mod_Hak = x: a hak is named\n"},
    {"ifo-entry-area", "a.ifo", "Mod_Area_list@2;Mod_Area_list/0/Area_Name:resref=one;Mod_Area_list/1/Area_Name:resref=two;Mod_Entry_Area:resref=TWO", 1, ""},
    {"ifo-entry-area", "a.ifo", "Mod_Area_list@2;Mod_Area_list/0/Area_Name:resref=one;Mod_Area_list/1/Area_Name:resref=two;Mod_Entry_Area:resref=tw", 1,
     "Mod_Entry_Area = tw: Mod_Area_list does not have it\n"},
    {"ifo-entry-area", "a.ifo", "Mod_Area_list:list;Mod_Entry_Area:resref=tw", 1, ""},
    {"script-slot-dead", "a.ifo", "Mod_OnModStart:resref=x;Mod_StartMovie:resref=y;OnUnlock:resref=z", 1,
     "Mod_OnModStart = x: the first game never runs it\nMod_StartMovie = y: the first game never runs it\n"},
    {"script-slot-dead", "a.utd", "OnUnlock:resref=z;ScriptRested:resref=y", 1, "OnUnlock = z: the first game never runs it\n"},
    {"script-slot-dead", "a.utp", "OnUnlock:resref=z", 1, "OnUnlock = z: the first game never runs it\n"},
    {"script-slot-dead", "a.utc", "ScriptRested:resref=z;OnUnlock:resref=y", 1, "ScriptRested = z: the first game never runs it\n"},
    {"script-slot-dead", "a.utc", "ScriptRested:resref", 1, ""},
};

static const struct row of_dialogs[] = {
    {"dlg-camera-id-ignored", "a.dlg", "EntryList@3;EntryList/0/CameraID:int=1;EntryList/0/CameraAngle:dword=6;EntryList/1/CameraID:int=-1;"
     "EntryList/2/CameraID:int=0;EntryList/2/CameraAngle:dword=5;ReplyList@2;ReplyList/1/CameraID:int=7", 1,
     "EntryList/2/CameraID = 0: CameraAngle is 5, not 6 -> -1\nReplyList/1/CameraID = 7: CameraAngle is 0, not 6 -> -1\n"},
    {"dlg-camera-id-missing", "a.dlg", "EntryList@2;EntryList/0/CameraAngle:dword=6;EntryList/0/CameraID:int=0;ReplyList@1;ReplyList/0/CameraAngle:dword=6", 1,
     "ReplyList/0/CameraAngle = 6: no CameraID\n"},
    {"dlg-computer-type-ignored", "a.dlg", "ComputerType:byte=1;ConversationType:int=1", 1, ""},
    {"dlg-computer-type-ignored", "a.dlg", "ComputerType:byte=0;ConversationType:int=2", 1, ""},
    {"dlg-computer-type-ignored", "a.dlg", "ComputerType:byte=1;ConversationType:int=2", 1,
     "ComputerType = 1: ConversationType is not 1, a computer -> 0\n"},
    {"dlg-sound-exists", "a.dlg", "EntryList@4;EntryList/0/SoundExists:byte=1;EntryList/0/Sound:resref=x;EntryList/1/SoundExists:byte=1;"
     "EntryList/1/VO_ResRef:resref=x;EntryList/2/SoundExists:byte=2;EntryList/3/SoundExists:byte=1", 1,
     "EntryList/3/SoundExists = 1: Sound and VO_ResRef are empty -> 0\n"},
    {"dlg-fade-ignored", "a.dlg", "EntryList@2;EntryList/0/FadeDelay:float=1;EntryList/0/FadeLength:float=-1;EntryList/1/FadeType:byte=1;EntryList/1/FadeLength:float=1", 1,
     "EntryList/0/FadeDelay = 1.0: FadeType is 0: nothing fades -> 0\nEntryList/0/FadeLength = -1.0: FadeType is 0: nothing fades -> 0\n"},
    {"dlg-fov-negative", "a.dlg", "EntryList@4;EntryList/0/CamFieldOfView:float=0;EntryList/1/CamFieldOfView:float=-1;EntryList/2/CamFieldOfView:float=-0.5;"
     "EntryList/3/CamFieldOfView:float=-2", 1,
     "EntryList/2/CamFieldOfView = -0.5: below 0 -> -1\nEntryList/3/CamFieldOfView = -2.0: below 0 -> -1\n"},
    {"dlg-conversation-type", "a.dlg", "ConversationType:int=2", 1, ""},
    {"dlg-conversation-type", "a.dlg", "ConversationType:int=3", 1, "ConversationType = 3: types are 0 to 2\n"},
    {"dlg-conversation-type", "a.dlg", "ConversationType:int=-1", 1, "ConversationType = -1: types are 0 to 2\n"},
    {"dlg-unpausable", "a.dlg", "AnimatedCut:byte=1", 1, "AnimatedCut = 1: the conversation can't be paused\n"},
    {"dlg-unpausable", "a.dlg", "AnimatedCut:byte=0", 1, ""},
    {"dlg-cinematic-unstealths", "a.dlg", "ConversationType:int=1", 1, ""},
    {"dlg-cinematic-unstealths", "a.dlg", "ConversationType:int=2", 1, "ConversationType = 2: the party leaves stealth\n"},
    {"dlg-cinematic-unstealths", "a.dlg", "AnimatedCut:byte=0", 1, " = : the party leaves stealth\n"},
    {"dlg-dead-value", "a.dlg", "EntryList@3;EntryList/0/Delay:dword=4294967295;EntryList/0/Sound:resref=x;EntryList/1/Delay:dword=1;"
     "EntryList/2/Delay:dword=1;EntryList/2/VO_ResRef:resref=x;ReplyList@2;ReplyList/0/Delay:dword=4294967295;ReplyList/1/Delay:dword=0", 1,
     "EntryList/2/Delay = 1: the line does not wait for its voice\nReplyList/1/Delay = 0: the delay of a reply is ignored\n"},
    {"dlg-dead-value", "a.dlg", "EntryList@4;EntryList/0/FadeType:byte=1;EntryList/0/FadeLength:float=1;EntryList/1/FadeType:byte=2;EntryList/1/FadeLength:float=-1;"
     "EntryList/2/FadeType:byte=3;EntryList/2/FadeLength:float=1;EntryList/3/FadeType:byte=1;EntryList/3/FadeLength:float=0", 1,
     "EntryList/0/FadeLength = 1.0: taken as 0 with FadeType 1\nEntryList/1/FadeLength = -1.0: taken as 0 with FadeType 2\n"},
    {"dlg-animlist-keyword", "a.dlg", "EntryList@2;EntryList/1/AnimList@6;EntryList/1/AnimList/0/Participant:string=player;EntryList/1/AnimList/1/Participant:string=PLAYER;"
     "EntryList/1/AnimList/2/Participant:string=Owner;EntryList/1/AnimList/3/Participant:string=NPC1;EntryList/1/AnimList/4/Participant:string=nPC2;"
     "EntryList/1/AnimList/5/Participant:string=NPC3", 1,
     "EntryList/1/AnimList/1/Participant = PLAYER: \"player\" is written in small letters\n"
     "EntryList/1/AnimList/2/Participant = Owner: \"owner\" is written in small letters\n"
     "EntryList/1/AnimList/3/Participant = NPC1: \"npc1\" is written in small letters\n"
     "EntryList/1/AnimList/4/Participant = nPC2: \"npc2\" is written in small letters\n"},
    {"dlg-speaker-keyword", "a.dlg", "EntryList@3;EntryList/0/Speaker:string=player;EntryList/1/Speaker:string=Owner;EntryList/2/Speaker:string=players;"
     "ReplyList@1;ReplyList/0/Speaker:string=PLAYER", 1,
     "EntryList/0/Speaker = player: taken for a tag, not a keyword\nEntryList/1/Speaker = Owner: taken for a tag, not a keyword\n"},
    {"dlg-vo-path", "a.dlg", "EntryList@4;EntryList/0/VO_ResRef:resref=nm13aadork04013_;EntryList/1/VO_ResRef:resref=Nm13aadork04013;"
     "EntryList/2/VO_ResRef:resref=n_13aadork04013_;EntryList/3/VO_ResRef:resref=mm13aadork04013_", 1,
     "EntryList/0/VO_ResRef = nm13aadork04013_: looked for in streamwaves/nm13a/adork0\n"},
    {"dlg-no-start", "a.dlg", "StartingList@1", 1, ""},
    {"dlg-no-start", "a.dlg", "StartingList:list", 1, "StartingList = 0 elements: no entry to start with\n"},
    {"dlg-no-start", "a.dlg", "EntryList:list", 1, " = : no entry to start with\n"},
    {"dlg-unreachable-node", "a.dlg", "StartingList@2;StartingList/0/Index:dword=1;StartingList/1/Index:dword=9;EntryList@4;ReplyList@3;"
     "EntryList/1/RepliesList@2;EntryList/1/RepliesList/0/Index:dword=2;EntryList/1/RepliesList/1/Index:dword=3;"
     "ReplyList/2/EntriesList@2;ReplyList/2/EntriesList/0/Index:dword=3;ReplyList/2/EntriesList/1/Index:dword=1;"
     "EntryList/0/RepliesList@1;EntryList/0/RepliesList/0/Index:dword=0", 1,
     "EntryList/0 = : no link leads to it\nEntryList/2 = : no link leads to it\n"
     "ReplyList/0 = : no link leads to it\nReplyList/1 = : no link leads to it\n"},
    {"dlg-mixed-replies", "a.dlg", "ReplyList@3;ReplyList/0/Text:locstring=1;ReplyList/1/Text:locstring;ReplyList/2/Text:locstring;ReplyList/2/Text/0:string=x;EntryList@4;"
     "EntryList/0/RepliesList@2;EntryList/0/RepliesList/1/Index:dword=1;"
     "EntryList/1/RepliesList@2;EntryList/1/RepliesList/1/Index:dword=2;"
     "EntryList/2/RepliesList@2;EntryList/2/RepliesList/0/Active:resref=x;EntryList/2/RepliesList/1/Index:dword=1;"
     "EntryList/3/RepliesList@3;EntryList/3/RepliesList/0/Index:dword=1;EntryList/3/RepliesList/1/Active2:resref=y;EntryList/3/RepliesList/2/Index:dword=3", 1,
     "EntryList/0/RepliesList = 2 elements: replies with a text and replies without stand together\n"},
    {"dlg-bark", "a.dlg", "StartingList@4;StartingList/1/Index:dword=1;StartingList/2/Index:dword=2;StartingList/3/Index:dword=3;EntryList@3;ReplyList@2;"
     "ReplyList/1/EntriesList@1;EntryList/1/RepliesList@1;EntryList/2/RepliesList@1;EntryList/2/RepliesList/0/Index:dword=1", 1,
     "StartingList/0/Index = : the conversation is one line\nStartingList/1/Index = 1: the conversation is one line\n"},
    {"dlg-bark", "a.dlg", "StartingList@1;EntryList@1;EntryList/0/RepliesList@2;ReplyList@2", 1, ""},
    {"dlg-bark", "a.dlg", "ConversationType:int=2;StartingList@1;EntryList@1", 1, ""},
    {"dlg-bark", "a.dlg", "ConversationType:int=1;StartingList@1;EntryList@1", 1, "StartingList/0/Index = : the conversation is one line\n"},
};

static const struct row of_objects[] = {
    {"utc-too-many-classes", "a.utc", "ClassList@2", 1, ""},
    {"utc-too-many-classes", "a.utc", "ClassList@3", 1, "ClassList = 3 elements: 2 at most are used\n"},
    {"utc-skill-count", "a.utc", "SkillList@8", 1, ""},
    {"utc-skill-count", "a.utc", "SkillList@7", 1, "SkillList = 7 elements: there are 8 skills\n"},
    {"utc-skill-count", "a.utc", "ClassList:list", 1, ""},
    {"utc-skill-extra", "a.utc", "SkillList@8", 1, ""},
    {"utc-skill-extra", "a.utc", "SkillList@9", 1, "SkillList = 9 elements: 8 are read\n"},
    {"utc-duplicate-class", "a.utc", "ClassList@3;ClassList/0/Class:int=3;ClassList/1/Class:int=1;ClassList/2/Class:int=3", 1,
     "ClassList/2/Class = 3: class 3 is in ClassList before\n"},
    {"utc-class-bounds", "a.utc", "ClassList@3;ClassList/0/Class:int=1;ClassList/1/Class:int=2;ClassList/2/Class:int=-1", 1,
     "ClassList/1/Class = 2: classes.2da has 2 rows\nClassList/2/Class = -1: classes.2da has 2 rows\n"},
    {"utc-duplicate-feat", "a.utc", "FeatList@3;FeatList/0/Feat:word=2;FeatList/1/Feat:word=1;FeatList/2/Feat:word=2;"
     "ClassList@2;ClassList/0/KnownList0@1;ClassList/0/KnownList0/0/Spell:word=4;"
     "ClassList/1/KnownList0@2;ClassList/1/KnownList0/0/Spell:word=4;ClassList/1/KnownList0/1/Spell:word=4", 1,
     "FeatList/2/Feat = 2: Feat 2 is in the list before\nClassList/1/KnownList0/1/Spell = 4: Spell 4 is in the list before\n"},
    {"utc-race-bounds", "a.utc", "Race:byte=1", 1, ""},
    {"utc-race-bounds", "a.utc", "Race:byte=2", 1, "Race = 2: racialtypes.2da has 2 rows: the creature fails to load\n"},
    {"utc-tail-wings", "a.utc", "Tail:byte=1;Wings:byte=0", 1, "Tail = 1: the engine sets it to 0\n"},
    {"utc-walkrate", "a.utc", "WalkRate:int=1", 1, ""},
    {"utc-walkrate", "a.utc", "MovementRate:byte=1", 1, ""},
    {"utc-walkrate", "a.utc", "Tail:byte=1", 1, " = : neither MovementRate nor WalkRate is there\n"},
    {"utc-hp-above-max", "a.utc", "CurrentHitPoints:short=5;MaxHitPoints:short=5", 1, ""},
    {"utc-hp-above-max", "a.utc", "CurrentHitPoints:short=5;MaxHitPoints:short=4", 1, "CurrentHitPoints = 5: MaxHitPoints is 4\n"},
    {"utc-hp-above-max", "a.utc", "CurrentHitPoints:short=32767", 1, ""},
    {"utc-hp-above-max", "a.utc", "CurrentHitPoints:int=32768", 1, "CurrentHitPoints = 32768: MaxHitPoints is 32767\n"},
    {"utp-appearance-truncated", "a.utp", "Appearance:dword=255", 1, ""},
    {"utp-appearance-truncated", "a.utp", "Appearance:dword=259", 1, "Appearance = 259: the engine keeps 3\n"},
    {"utp-static-without-plot", "a.utp", "Static:byte=1;Plot:byte=0", 1, "Plot = 0: the object is static\n"},
    {"utp-static-without-plot", "a.utp", "Static:byte=1;Plot:byte=1", 1, ""},
    {"utp-static-without-plot", "a.utp", "Static:byte=0;Plot:byte=0", 1, ""},
    {"utp-trap-script-default", "a.utp", "TrapFlag:byte=1;OnTrapTriggered:resref=NULL", 1, "OnTrapTriggered = NULL: the trap runs no script\n"},
    {"utp-trap-script-default", "a.utp", "TrapFlag:byte=1;OnTrapTriggered:resref=default", 1, "OnTrapTriggered = default: the trap runs no script\n"},
    {"utp-trap-script-default", "a.utp", "TrapFlag:byte=1;OnTrapTriggered:resref=nul", 1, ""},
    {"utp-trap-script-default", "a.utp", "TrapFlag:byte=2", 1, ""},
    {"utd-portrait-default", "a.utd", "PortraitId:word=0", 1, "PortraitId = 0: the engine takes 558\n"},
    {"utd-portrait-default", "a.utd", "PortraitId:word=1", 1, ""},
    {"utd-portrait-default", "a.utd", "PortraitId:word=65533", 1, ""},
    {"utd-portrait-default", "a.utd", "PortraitId:word=65534", 1, "PortraitId = 65534: the engine takes 558\n"},
    {"utd-portrait-default", "a.utd", "Static:byte", 1, ""},
    {"utt-portrait", "a.utt", "PortraitId:word=65534", 1, "PortraitId = 65534: no portrait, and Portrait is empty\n"},
    {"utt-portrait", "a.utt", "PortraitId:word=65535;Portrait:resref=x", 1, ""},
    {"utt-portrait", "a.utt", "PortraitId:word=65533", 1, ""},
    {"utd-hp-bounds", "a.utd", "HP:short=3;CurrentHP:short=3", 1, ""},
    {"utd-hp-bounds", "a.utd", "HP:short=3;CurrentHP:short=4", 1, "CurrentHP = 4: HP is 3\n"},
    {"utd-hp-bounds", "a.utd", "CurrentHP:short=1", 1, "CurrentHP = 1: HP is 0\n"},
    {"utd-key-missing", "a.utd", "KeyRequired:byte=1;KeyName:string", 1, "KeyName = : the door needs a key, and none is named\n"},
    {"utd-key-missing", "a.utd", "KeyRequired:byte=1;KeyName:string=k", 1, ""},
    {"utd-key-missing", "a.utd", "KeyRequired:byte=0", 1, ""},
    {"utp-static-missing", "a.utp", "Useable:byte=1", 1, " = : Static is not there: it is 0, since Useable is 1\n"},
    {"utp-static-missing", "a.utp", "Useable:byte=0", 1, " = : Static is not there: it is 1, since Useable is 0\n"},
    {"utp-static-useable", "a.utp", "Static:byte=1;Useable:byte=1", 1, "Useable = 1: the object is static\n"},
    {"utp-static-useable", "a.utp", "Static:byte=1;Useable:byte=0", 1, ""},
    {"utp-static-useable", "a.utp", "Static:byte=0;Useable:byte=1", 1, ""},
    {"utp-items-no-inventory", "a.utp", "ItemList@1;HasInventory:byte=0", 1, "ItemList = 1 elements: HasInventory is 0\n"},
    {"utp-items-no-inventory", "a.utp", "ItemList@1;HasInventory:byte=1", 1, ""},
    {"utp-items-no-inventory", "a.utp", "ItemList:list", 1, ""},
    {"ute-active-empty", "a.ute", "Active:byte=1;CreatureList:list", 1, "CreatureList = 0 elements: Active is 1\n"},
    {"ute-active-empty", "a.ute", "Active:byte=1;CreatureList@1", 1, ""},
    {"ute-active-empty", "a.ute", "Active:byte=0", 1, ""},
    {"ute-area-list-overrun", "a.ute", "AreaList@2;AreaListMaxSize:int=2", 1, ""},
    {"ute-area-list-overrun", "a.ute", "AreaList@2;AreaListMaxSize:int=1", 1, "AreaList = 2 elements: AreaListMaxSize is 1\n"},
    {"ute-cr-order", "a.ute", "CreatureList@4;CreatureList/0/CR:float=1;CreatureList/1/CR:float=1;CreatureList/2/CR:float=0.5;CreatureList/3/CR:float=0.25", 1,
     "CreatureList/2/CR = 0.5: less than 1 before it\n"},
    {"uts-no-sounds", "a.uts", "Sounds@2;Sounds/1/Sound:resref=x", 1, ""},
    {"uts-no-sounds", "a.uts", "Sounds@2;Sounds/0/Sound:resref", 1, "Sounds = 2 elements: none has a name\n"},
    {"utt-trap-script-default", "a.utt", "Type:int=2;TrapType:byte=0", 1, "OnTrapTriggered = : the script of row 0 of traps.2da runs: k_trap\n"},
    {"utt-trap-script-default", "a.utt", "Type:int=2;TrapType:byte=1", 1, "OnTrapTriggered = : the script of row 1 of traps.2da runs\n"},
    {"utt-trap-script-default", "a.utt", "Type:int=2;OnTrapTriggered:resref=x", 1, ""},
    {"utt-trap-script-default", "a.utt", "Type:int=1", 1, ""},
    {"utt-trap-type", "a.utt", "TrapFlag:byte=1;Type:int=2", 1, ""},
    {"utt-trap-type", "a.utt", "TrapFlag:byte=1;Type:int=1", 1, "TrapFlag = 1: Type is 1, traps are of type 2\n"},
    {"utt-highlight-height", "a.utt", "HighlightHeight:float=0", 1, "HighlightHeight = 0.0: the engine takes 0.1\n"},
    {"utt-highlight-height", "a.utt", "HighlightHeight:float=-0.5", 1, "HighlightHeight = -0.5: the engine takes 0.1\n"},
    {"utt-highlight-height", "a.utt", "HighlightHeight:float=0.5", 1, ""},
    {"utt-highlight-height", "a.utt", "HighlightHeight:int=0", 1, ""},
    {"utt-onclick-overwritten", "a.utt", "ScriptOnEnter:resref=x", 1, "ScriptOnEnter = x: OnClick is not there: this script is taken for it, too\n"},
    {"utt-onclick-overwritten", "a.utt", "ScriptOnEnter:resref=x;OnClick:resref", 1, ""},
    {"utt-onclick-overwritten", "a.utt", "ScriptOnEnter:resref", 1, ""},
    {"utt-git-only", "a.utt", "LinkedTo:string=x;LinkedToModule:resref=y", 1,
     "LinkedTo = x: only the trigger in the area's GIT counts\nLinkedToModule = y: only the trigger in the area's GIT counts\n"},
    {"utt-trap-dc-dead", "a.utt", "TrapDetectDC:byte=1;DisarmDC:byte=2", 1, "TrapDetectDC = 1: traps.2da decides\nDisarmDC = 2: traps.2da decides\n"},
    {"utw-map-note-missing", "a.utw", "HasMapNote:byte=1;MapNote:locstring", 1, "HasMapNote = 1: there is no text in MapNote\n"},
    {"utw-map-note-missing", "a.utw", "HasMapNote:byte=1;MapNote:locstring=0", 1, ""},
    {"utw-map-note-missing", "a.utw", "HasMapNote:byte=1;MapNote:locstring;MapNote/0:string=x", 1, ""},
    {"utw-map-note-missing", "a.utw", "HasMapNote:byte=2", 1, ""},
    {"utw-map-note-gated", "a.utw", "MapNote:locstring=0", 1, "MapNote = strref 0: HasMapNote is 0\n"},
    {"utw-map-note-gated", "a.utw", "MapNote:locstring", 1, ""},
    {"uti-texture-var-ignored", "a.uti", "BaseItem:int=1;TextureVar:byte=2", 1, ""},
    {"uti-texture-var-ignored", "a.uti", "BaseItem:int=2;TextureVar:byte=2", 1, "TextureVar = 2: ModelType of base item 2 is 2, not 1\n"},
    {"uti-texture-var-ignored", "a.uti", "BaseItem:int=2;TextureVar:byte=0", 1, ""},
    {"uti-texture-var-ignored", "a.uti", "BaseItem:int=3;TextureVar:byte=2", 1, ""},
    {"uti-property-range", "a.uti", "PropertiesList@3;PropertiesList/0/PropertyName:word=0;PropertiesList/0/Subtype:word=1;"
     "PropertiesList/1/PropertyName:word=0;PropertiesList/1/Subtype:word=2;PropertiesList/2/PropertyName:word=1;PropertiesList/2/Subtype:word=9", 1,
     "PropertiesList/1/Subtype = 2: feat.2da has 2 rows\n"},
    {"uti-prop-effect", "a.uti", "PropertiesList@9;PropertiesList/0/PropertyName:word=59;PropertiesList/1/PropertyName:word=60;PropertiesList/2/PropertyName:word=41;"
     "PropertiesList/3/PropertyName:word=58;PropertiesList/4/PropertyName:word=6;PropertiesList/5/PropertyName:word=6;PropertiesList/5/Subtype:word=1;"
     "PropertiesList/6/PropertyName:word=12;PropertiesList/6/Subtype:word=1;PropertiesList/7/PropertyName:word=39;PropertiesList/7/Subtype:word=1;"
     "PropertiesList/8/PropertyName:word=39;PropertiesList/8/Subtype:word=2", 1,
     "PropertiesList/1/PropertyName = 60: subtype 0: the engine has no such property\n"
     "PropertiesList/2/PropertyName = 41: subtype 0: the engine has no such property\n"
     "PropertiesList/3/PropertyName = 58: subtype 0: the engine has no such property\n"
     "PropertiesList/5/PropertyName = 6: subtype 1: \"against neutral\" counts against everyone\n"
     "PropertiesList/6/PropertyName = 12: subtype 1: \"against neutral\" counts against everyone\n"
     "PropertiesList/7/PropertyName = 39: subtype 1: \"against neutral\" counts against everyone\n"},
    {"uti-prop-effect", "a.uti", "PropertiesList@4;PropertiesList/0/PropertyName:word=26;PropertiesList/1/PropertyName:word=26;PropertiesList/1/Subtype:word=1;"
     "PropertiesList/2/PropertyName:word=26;PropertiesList/2/Subtype:word=3;PropertiesList/3/PropertyName:word=26;PropertiesList/3/Subtype:word=4", 1,
     "PropertiesList/1/PropertyName = 26: subtype 1: the subtype is read as Fortitude, Reflex, Will, not as an element\n"
     "PropertiesList/2/PropertyName = 26: subtype 3: the subtype is read as Fortitude, Reflex, Will, not as an element\n"},
    {"uti-upgrade-sentinel", "a.uti", "PropertiesList@2;PropertiesList/0/UpgradeType:byte=255;PropertiesList/1/UpgradeType:byte=254;PropertiesList/1/UsesPerDay:byte=0", 1,
     "PropertiesList/1/UpgradeType = 254: not 255, which is none\nPropertiesList/1/UsesPerDay = 0: not 255, which is none\n"},
    {"uti-description-one-side", "a.uti", "Description:locstring=1", 1, "DescIdentified = : empty, while Description has a text\n"},
    {"uti-description-one-side", "a.uti", "DescIdentified:locstring=1;Description:locstring", 1, "Description = strref -1: empty, while DescIdentified has a text\n"},
    {"uti-description-one-side", "a.uti", "DescIdentified:locstring=1;Description:locstring=2", 1, ""},
    {"uti-identified-forced", "a.uti", "Identified:byte=0", 1, "Identified = 0: 1 after the game was saved\n"},
    {"uti-identified-forced", "a.uti", "Identified:byte=1", 1, ""},
    {"uti-identified-forced", "a.uti", "Cost:dword=1", 1, ""},
    {"sav-item", "m.sav/a.uti", "Charges:byte=2;MaxCharges:byte=2", 1, ""},
    {"sav-item", "m.sav/a.uti", "Charges:byte=3;MaxCharges:byte=2", 1, "Charges = 3: MaxCharges is 2\n"},
    {"sav-item", "a.uti", "Charges:byte=3;MaxCharges:byte=2", 1, ""},
    {"utm-markup-type", "a.utm", "MarkUp:int=1", 1, "MarkDown = : it is not there\n"},
    {"utm-flag-none", "a.utm", "BuySellFlag:byte=4", 1, "BuySellFlag = 4: the store neither buys nor sells\n"},
    {"utm-flag-none", "a.utm", "BuySellFlag:byte=1", 1, ""},
    {"utm-flag-none", "a.utm", "BuySellFlag:byte=2", 1, ""},
    {"utm-sort-order", "a.utm", "ItemList@2;ItemList/0/Repos_PosX:word=0;ItemList/1/Repos_PosX:word=1", 1, "ItemList = 2 elements: places that the engine does not read\n"},
    {"utm-sort-order", "a.utm", "ItemList@2;ItemList/1/Repos_PosY:word=1", 1, "ItemList = 2 elements: places that the engine does not read\n"},
    {"utm-sort-order", "a.utm", "ItemList@2;ItemList/0/Repos_Posy:word=1", 1, "ItemList = 2 elements: places that the engine does not read\n"},
    {"utm-sort-order", "a.utm", "ItemList@2", 1, ""},
    {"utm-inventory-res", "a.utm", "ItemList@2;ItemList/0/InventoryRes:resref=thing", 1, "ItemList/1/InventoryRes = : no item is named\n"},
    {"utm-plot-stock", "a.utm", "ItemList@3;ItemList/0/InventoryRes:resref=THING;ItemList/1/InventoryRes:resref=other;ItemList/2/Plot:byte=1", 1,
     "ItemList/0/InventoryRes = THING: a plot item\nItemList/2/InventoryRes = : a plot item\n"},
    {"utm-plot-stock", "a.utm", "ItemList@3;ItemList/0/InventoryRes:resref=THING;ItemList/2/Plot:byte=1", 2, ""},
    {"utc-equip-slot", "a.utc", "Equip_ItemList:list;Equip_ItemList/-:struct=1;Equip_ItemList/-:struct=4;Equip_ItemList/-:struct=0;Equip_ItemList/-:struct=131072;"
     "Equip_ItemList/-:struct=262144;Equip_ItemList/-:struct=131072;Equip_ItemList/-:struct=3;Equip_ItemList/-:struct=2048;Equip_ItemList/-:struct=64", 1,
     "Equip_ItemList/1 = : its number 0x4 is no slot\nEquip_ItemList/2 = : its number 0x0 is no slot\nEquip_ItemList/4 = : its number 0x40000 is no slot\n"
     "Equip_ItemList/5 = : slot 0x20000 has an item before it\nEquip_ItemList/6 = : its number 0x3 is no slot\n"
     "Equip_ItemList/7 = : its number 0x800 is no slot\nEquip_ItemList/8 = : its number 0x40 is no slot\n"},
    {"utc-equip-slot", "a.utc", "Equip_ItemList:list;Equip_ItemList/-:struct=262144;Equip_ItemList/-:struct=524288;Equip_ItemList/-:struct=1048576", 2,
     "Equip_ItemList/2 = : its number 0x100000 is no slot\n"},
};

static const struct row of_saves[] = {
    {"gvt-size", "a.res", "CatBoolean@8;ValBoolean:void=QQ==;CatNumber@1;ValNumber:void=QQ==;CatString@1;ValString@1", 1, ""},
    {"gvt-size", "a.res", "CatBoolean@1;CatNumber@1;ValNumber:void=QUE=;CatString@2;ValString@1", 1,
     "ValBoolean = : 0 bytes for 1 names\nValNumber = : 2 bytes for 1 names\nValString = 1 elements: 1 texts for 2 names\n"},
    {"gvt-location-size", "a.res", "ValLocation:void=QQ==", 1, "ValLocation = : 1 bytes, not 2400\n"},
    {"gvt-name", "a.res", "CatBoolean@2;CatBoolean/0/Name:string=a_name_of_21_letters_;CatBoolean/1/Name:string=a_name_of_22_letters__;"
     "CatNumber@1;CatNumber/0/Name:string=A_NAME_OF_21_LETTERS_", 1,
     "CatBoolean/1/Name = a_name_of_22_letters__: more than 21 characters\n"
     "CatNumber/0/Name = A_NAME_OF_21_LETTERS_: a variable before has this name\n"},
    {"pt-member-count", "a.res", "PT_NUM_MEMBERS:byte=1;PT_MEMBERS@1", 1, ""},
    {"pt-leader", "a.res", "PT_MEMBERS@3;PT_MEMBERS/0/PT_IS_LEADER:byte=1;PT_MEMBERS/2/PT_IS_LEADER:byte=1", 1,
     "PT_MEMBERS/2/PT_IS_LEADER = 1: a member before leads\n"},
    /* Two of card 1 and none of card 31 are owned; there is no card 32. */
    {"pt-side-deck", "a.res", "PT_PAZAAKCARDS@2;PT_PAZAAKCARDS/1/PT_PAZAAKCOUNT:int=2;PT_PAZSIDELIST@6;PT_PAZSIDELIST/0/PT_PAZSIDECARD:int=1;"
     "PT_PAZSIDELIST/1/PT_PAZSIDECARD:int=1;PT_PAZSIDELIST/2/PT_PAZSIDECARD:int=1;PT_PAZSIDELIST/3/PT_PAZSIDECARD:int=31;PT_PAZSIDELIST/4/PT_PAZSIDECARD:int=32", 1,
     "PT_PAZSIDELIST/2/PT_PAZSIDECARD = 1: 2 of it are owned\nPT_PAZSIDELIST/3/PT_PAZSIDECARD = 31: 0 of it are owned\n"
     "PT_PAZSIDELIST = 6 elements: 5 of 6 places are filled\n"},
    {"pt-side-deck", "a.res", "PT_PAZSIDELIST@2", 1, ""},
    {"pt-side-deck", "a.res", "PT_PAZAAKCARDS@1;PT_PAZAAKCARDS/0/PT_PAZAAKCOUNT:int=1;PT_PAZSIDELIST@1;PT_PAZSIDELIST/0/PT_PAZSIDECARD:int=0", 1, ""},
    {"pt-member-unavailable", "a.res", "PT_MEMBERS@4;PT_MEMBERS/0/PT_MEMBER_ID:int=1;PT_MEMBERS/1/PT_MEMBER_ID:int=0;PT_MEMBERS/2/PT_MEMBER_ID:int=2;"
     "PT_MEMBERS/3/PT_MEMBER_ID:int=-1;PT_AVAIL_NPCS@2;PT_AVAIL_NPCS/1/PT_NPC_AVAIL:byte=1", 1,
     "PT_MEMBERS/1/PT_MEMBER_ID = 0: PT_NPC_AVAIL of companion 0 is 0\nPT_MEMBERS/2/PT_MEMBER_ID = 2: PT_NPC_AVAIL of companion 2 is 0\n"
     "PT_MEMBERS/3/PT_MEMBER_ID = -1: PT_NPC_AVAIL of companion -1 is 0\n"},
    {"sav-event-queue", "m.sav/a.ifo", "EventQueue@1", 1, "EventQueue = 1 elements: events wait\n"},
    {"sav-event-queue", "a.ifo", "EventQueue@1", 1, ""},
    {"sav-object-id", "m.sav/a.git", "Creature List@2;Creature List/0/ObjectId:dword=1;Creature List/1/ObjectId:dword=2;Creature List/1/ItemList@1;"
     "Creature List/1/ItemList/0/ObjectId:dword=3;Creature List/1/Equip_ItemList@2;Creature List/1/Equip_ItemList/1/ObjectId:dword=3;"
     "Door List@1;Door List/0/ObjectId:dword=4;Placeable List@1;Placeable List/0/ObjectId:dword=4;TriggerList@1;TriggerList/0/ObjectId:dword=1", 1,
     "Creature List/1/Equip_ItemList = 2 elements: 3: another object has it\nPlaceable List/0/ObjectId = 4: 4: another object has it\n"
     "TriggerList/0/ObjectId = 1: 1: another object has it\n"},
    {"jnl-unknown-plot", "a.res", "JNL_Entries@4;JNL_Entries/0/JNL_PlotID:string=PLOT;JNL_Entries/0/JNL_State:int=10;JNL_Entries/1/JNL_PlotID:string=plot;"
     "JNL_Entries/2/JNL_PlotID:string=plo;JNL_Entries/3/JNL_PlotID:string=none;JNL_Entries/3/JNL_State:int=1", 1,
     "JNL_Entries/1/JNL_PlotID = plot: an entry before has the plot\nJNL_Entries/2/JNL_PlotID = plo: global.jrl has no such plot\n"
     "JNL_Entries/3/JNL_State = 1: the plot has no such entry\n"},
};
/* clang-format on */

/* ---- files and the game ---- */

/* A field as a row has it; rows hold no list that is in the file already. */
static void add_field(struct rq_doc *doc, char *field)
{
    struct rq_error err = {0};
    char *copies = strchr(field, '@'), *kind = strchr(field, ':'), *value = strchr(field, '=');
    if (copies && !kind) {
        char element[200];
        *copies++ = 0;
        snprintf(element, sizeof element, "%s/-", field);
        CHECK(rq_doc_insert(doc, field, "list", NULL, &err));
        for (int i = 0; i < atoi(copies); i++)
            CHECK(rq_doc_insert(doc, element, "struct", "0", &err));
    } else {
        if (value)
            *value++ = 0;
        *kind++ = 0;
        CHECK(rq_doc_insert(doc, field, kind, value, &err));
    }
    if (err.code)
        printf("    %s: %s: %s\n", field, err.where, err.text);
}

static struct rq_out make_gff(const char *type, const char *fields)
{
    struct rq_out out = {0};
    char text[1200], *rest = NULL;
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    CHECK((size_t)snprintf(text, sizeof text, "%s", fields) < sizeof text);
    if (CHECK(gff))
        memcpy(gff->type, type, 4);
    for (char *field = strtok_r(text, ";", &rest); gff && field; field = strtok_r(NULL, ";", &rest))
        add_field(doc, field);
    CHECK(doc && rq_doc_write(doc, &out, NULL));
    rq_doc_free(doc);
    return out;
}

/* "UTC " for a.utc; files of saved games are called .res, and each label says which. */
static const char *type_of(const struct row *row)
{
    static char type[5];
    const char *extension = strrchr(row->file, '.') + 1;
    if (strcmp(extension, "res") == 0)
        return row->rule[0] == 'g' ? "GVT " : "PT  ";
    for (size_t i = 0; i < 3; i++)
        type[i] = (char)(extension[i] - 32);
    type[3] = ' ';
    return type;
}

static void put_gff(const char *path, const char *type, const char *fields)
{
    struct rq_out out = make_gff(type, fields);
    put_bytes(path, rq_out_bytes(&out));
    rq_out_free(&out);
}

/* A talk table of two strings: a header of 20 bytes and entries of 40, without texts. */
static void put_talk(void)
{
    struct rq_out out = {0};
    rq_put(&out, "TLK V3.0", 8);
    rq_put32(&out, 0);
    rq_put32(&out, 2);
    rq_put32(&out, 100);
    rq_put_zeros(&out, 80);
    put_bytes("dialog.tlk", rq_out_bytes(&out));
    rq_out_free(&out);
}

static struct rq_game *make_game(void)
{
    static const char *const tables[] = {"classes", "racialtypes", "portraits", "camerastyle",
                                         "feat"};
    struct rq_error err = {0};
    const struct rq_game_options options = {.family = "kotor"};
    snprintf(root, sizeof root, "%s", check_temp("values"));
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "override/%s.2da", tables[i]);
        put_text(path, "2DA V2.0\n\n label\n0 a\n1 b\n");
    }
    put_text("override/baseitems.2da", "2DA V2.0\n\n label modeltype\n0 a 0\n1 b 1\n2 c 2\n");
    put_text("override/traps.2da", "2DA V2.0\n\n label trapscript\n0 a k_trap\n1 b ****\n");
    put_text("override/itempropdef.2da", "2DA V2.0\n\n label subtyperesref\n0 a FEAT\n1 b ****\n");
    put_gff("override/thing.uti", "UTI ", "Plot:byte=1");
    put_gff("override/global.jrl", "JRL ",
            "Categories@2;Categories/0/Tag:string=plot;Categories/0/EntryList@2;"
            "Categories/0/EntryList/1/ID:dword=10;Categories/1/Tag:string=none;"
            "Categories/1/EntryList@1;Categories/1/EntryList/0/ID:dword=0");
    put_talk();
    struct rq_game *game = rq_game_open(root, &options, &err);
    CHECK_STR(err.text, "");
    return game;
}

/* ---- rows ---- */

struct taken {
    const char *rule;
    struct rq_out text;
};

static void take(void *ctx, const struct rq_lint_finding *f)
{
    struct taken *t = ctx;
    if (strcmp(f->rule->id, t->rule) == 0)
        rq_putf(&t->text, "%s = %s: %s%s%s\n", f->path, f->value, f->text, f->fix ? " -> " : "",
                f->fix ? f->fix : "");
}

static void check_file(const struct row *row, struct rq_game *game, struct rq_bytes file)
{
    struct rq_error err = {0};
    struct taken t = {row->rule, {0}};
    bool alone = row->version == NO_GAME;
    const struct rq_lint_options options = {.game = alone ? NULL : game,
                                            .version = alone ? 0 : row->version,
                                            .all = true,
                                            .threads = 1};
    check_note("%s: %s", row->rule, row->fields);
    CHECK(rq_lint_bytes(row->file, file, &options, take, &t, &err));
    CHECK_STR(err.text, "");
    rq_put8(&t.text, 0);
    CHECK_STR((const char *)t.text.data, row->said);
    rq_out_free(&t.text);
}

static void check_rows(const struct row *rows, size_t count)
{
    struct rq_game *game = make_game();
    REQUIRE(game != NULL);
    for (size_t i = 0; i < count; i++) {
        struct rq_out file = make_gff(type_of(&rows[i]), rows[i].fields);
        check_file(&rows[i], game, rq_out_bytes(&file));
        rq_out_free(&file);
    }
    rq_game_close(game);
}

#define ROWS_TEST(name)                                                                            \
    static void test_##name(void)                                                                  \
    {                                                                                              \
        check_rows(name, sizeof name / sizeof name[0]);                                            \
    }
ROWS_TEST(of_fields)
ROWS_TEST(of_areas)
ROWS_TEST(of_modules)
ROWS_TEST(of_dialogs)
ROWS_TEST(of_objects)
ROWS_TEST(of_saves)

/* ---- values that no text stands for ---- */

static void check_vector(float x, float y, float z, const char *said)
{
    const float values[3] = {x, y, z};
    const struct row row = {"gff-float-nan", "a.uts", "a vector", 1, said};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    struct rq_out file = {0};
    REQUIRE(gff != NULL);
    memcpy(gff->type, "UTS ", 4);
    CHECK(rq_gff_add_vector(doc, gff->root, "V", values, NULL));
    CHECK(rq_gff_add_float(doc, gff->root, "F", x, NULL));
    CHECK(rq_doc_write(doc, &file, NULL));
    check_file(&row, NULL, rq_out_bytes(&file));
    rq_out_free(&file);
    rq_doc_free(doc);
}

static void test_no_numbers(void)
{
    check_vector(1, 3.4e38f, -3.4e38f, "");
    check_vector(0, INFINITY, 0, "V = : infinite, or not a number\n");
    check_vector(0, 0, -INFINITY, "V = : infinite, or not a number\n");
    check_vector(INFINITY, 0, 0,
                 "V = : infinite, or not a number\nF = infinite: infinite, or not a number\n");
    check_vector(NAN, 0, 0,
                 "V = : infinite, or not a number\nF = not a number: infinite, or not a number\n");
}

TESTS(test_of_fields, test_of_areas, test_of_modules, test_of_dialogs, test_of_objects,
      test_of_saves, test_no_numbers)
