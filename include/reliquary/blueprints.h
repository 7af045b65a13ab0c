/* KotOR's GFF files as C structs: what a file holds by the names of its fields, instead of by
 * path. Made by `make blueprints` from the tables of src/blueprint: change those.
 *
 *     struct rq_utc utc;
 *     if (!rq_utc_get(doc, &utc, &err)) die(err.text);
 *     utc.Str += 2;
 *     utc.Tag = "guard";
 *     utc.has.Tag = true;
 *     if (utc.ClassList_count) utc.ClassList[0].ClassLevel = 5;
 *     if (!rq_utc_put(doc, &utc, &err) || !rq_doc_write(doc, &out, &err)) die(err.text);
 *
 * A member has the name of its field, with _ for a blank. `has` tells a field that is absent from
 * one that is zero: what is not there reads as 0 or NULL. A field that is stored with another type
 * than its own counts as absent; of a label that a struct has more than once the first counts, as
 * in the game. The comments tell meaning, range and what a value refers to; `reliquary fields`
 * tells the rest, docs/blueprints.md explains the words.
 *
 * get: strings are UTF-8. All memory is the document's and is freed with it.
 *
 * put writes what differs from what get has read, and leaves all else alone: fields that the tables
 * do not know, the order of fields, references that followed an edit. has.X = true on a field that
 * was absent adds it at the end of its struct, has.X = false removes one. What the members point to
 * is copied. Either all is written or, with an error, nothing; only when memory runs out in the
 * middle is a part of it there.
 *
 * Lists are an array and a count. Point them to an array of your own to add, remove or reorder
 * elements: an element that came from get, however it was copied, is the same element; one whose
 * `typed` is zero, one from another list, and the second copy of the same are new. New elements have
 * the fields whose `has` is set. Places that other fields refer to (links of a dialog, points of a
 * path) follow; what is still referred to can't be removed. A reference that you change counts in
 * the order of the array as you leave it.
 *
 * Get again after a put, and after a list of the document was changed by other means.
 */
#ifndef RELIQUARY_BLUEPRINTS_H
#define RELIQUARY_BLUEPRINTS_H

#include <reliquary/gff.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Members stand in the order of the tables, not of their sizes. */
/* clang-format off */
/* NOLINTBEGIN(clang-analyzer-optin.performance.Padding) */

/* At the start of every struct. Zero in new ones. */
struct rq_typed {
    const void *was; /* what get has read; the library's */
    uint32_t id;     /* of the struct in the file. 0 in a new one: what is usual there. The slot of
                        items that are worn */
};

struct rq_typed_text {
    uint32_t id; /* language * 2 + gender */
    const char *text;
};

struct rq_typed_locstring {
    uint32_t strref; /* of the talk table; 0xFFFFFFFF: none */
    uint32_t count;
    const struct rq_typed_text *texts;
};

/* ARE / */
struct rq_are {
    struct rq_typed typed;
    int32_t ID; /* leftover number */
    int32_t Creator_ID; /* leftover number */
    uint32_t Version; /* toolset save counter */
    const char *Tag; /* script name, lower-cased; def:tag:area */
    struct rq_typed_locstring Name; /* area name on map and load screen; strref */
    const char *Comments; /* designer note, read and kept */
    struct rq_are_Map *Map; /* map placement; needs texture lbl_map<area> */
    struct rq_are_Expansion_List *Expansion_List; /* NWN expansions, always empty */
    uint32_t Expansion_List_count;
    uint32_t Flags; /* interior and terrain bits; flags:areaflags */
    int32_t ModSpotCheck; /* NWN spot modifier */
    int32_t ModListenCheck; /* NWN listen modifier */
    float AlphaTest; /* alpha threshold of textures; 0 to 1 */
    int32_t CameraStyle; /* follow camera row; 0 or more; 2da:camerastyle */
    const char *DefaultEnvMap; /* environment map for rooms; res:tpc|tga */
    const char *Grass_TexName; /* grass texture; empty means grass; res:tpc|tga */
    float Grass_Density; /* blades per square metre; 0 or more */
    float Grass_QuadSize; /* blade size, metres; 0 or more */
    uint32_t Grass_Ambient; /* grass ambient colour; color */
    uint32_t Grass_Diffuse; /* grass diffuse colour; color */
    uint32_t Grass_Emissive; /* grass glow (K2); color */
    float Grass_Prob_LL; /* chance of lower left image; 0 to 1 */
    float Grass_Prob_LR; /* chance of lower right image; 0 to 1 */
    float Grass_Prob_UL; /* chance of upper left image; 0 to 1 */
    float Grass_Prob_UR; /* chance of upper right image; 0 to 1 */
    uint32_t MoonAmbientColor; /* night ambient colour; color */
    uint32_t MoonDiffuseColor; /* night diffuse colour; color */
    uint8_t MoonFogOn; /* night fog on; 0 to 1; bool */
    float MoonFogNear; /* night fog start, metres; 0 or more */
    float MoonFogFar; /* night fog end, metres; 0 or more */
    uint32_t MoonFogColor; /* night fog colour; color */
    uint8_t MoonShadows; /* night shadows; 0 to 1; bool */
    uint32_t SunAmbientColor; /* day ambient colour; color */
    uint32_t SunDiffuseColor; /* day diffuse colour; color */
    uint8_t SunFogOn; /* fog on; 0 to 1; bool */
    float SunFogNear; /* fog start, metres; 0 or more */
    float SunFogFar; /* fog end, metres; 0 or more */
    uint32_t SunFogColor; /* fog colour; color */
    uint8_t SunShadows; /* day shadows; 0 to 1; bool */
    uint32_t DynAmbientColor; /* ambient colour for objects; color */
    uint8_t IsNight; /* always night; 0 to 1; bool */
    uint8_t LightingScheme; /* NWN light preset; 0 to 255; 2da:environment */
    uint8_t ShadowOpacity; /* creature shadow strength; 0 to 255 */
    uint8_t DayNightCycle; /* day and night alternate; 0 to 1; bool */
    int32_t ChanceRain; /* rain percent, kept as byte; 0 to 100 */
    int32_t ChanceSnow; /* snow percent, kept as byte; 0 to 100 */
    int32_t ChanceLightning; /* lightning percent, kept as byte; 0 to 100 */
    int32_t ChanceFog; /* fog percent; in no file seen; 0 to 100 */
    int32_t WindPower; /* wind strength, kept as byte; 0 to 2; enum:wind */
    uint16_t LoadScreenID; /* load picture row; 0 to 65535; 2da:loadscreens */
    uint8_t PlayerVsPlayer; /* NWN setting; 0 to 3; 2da:pvpsettings; not read */
    uint8_t NoRest; /* resting forbidden; 0 to 1; bool */
    uint8_t NoHangBack; /* party may not stay behind; 0 to 1; bool; not read */
    uint8_t PlayerOnly; /* player goes alone; 0 to 1; bool; not read */
    uint8_t Unescapable; /* no travel out of the area; 0 to 1; bool */
    uint8_t RestrictMode; /* restricted mode; saved in AreaProperties; 0 to 1; bool */
    uint8_t StealthXPEnabled; /* stealth earns experience; 0 to 1; bool */
    uint32_t StealthXPLoss; /* loss when noticed */
    uint32_t StealthXPMax; /* most the area gives */
    uint32_t StealthXPCurrent; /* given so far, at most StealthXPMax */
    uint8_t TransPending; /* transition pending; 0 to 1; bool; saved games only */
    uint8_t TransPendNextID; /* next transition; 0 to 255; saved games only */
    uint8_t TransPendCurrID; /* current transition; 0 to 255; saved games only */
    struct rq_are_Rooms *Rooms; /* rooms of the layout, matched by name */
    uint32_t Rooms_count;
    const char *OnEnter; /* script: creature entered; res:ncs */
    const char *OnExit; /* script: creature left; res:ncs */
    const char *OnHeartbeat; /* script: heartbeat; res:ncs */
    const char *OnUserDefined; /* script: user event signalled; res:ncs */
    struct rq_are_MiniGame *MiniGame; /* swoop race or turret setup */
    uint8_t DisableTransit; /* no galaxy map travel (K2); dead in K1; 0 to 1; bool */
    int32_t DirtyARGBOne; /* dirt colour 1 (K2); color */
    int32_t DirtySizeOne; /* dirt size 1 (K2) */
    int32_t DirtyFormulaOne; /* dirt formula 1, inverted on reading (K2); 0 to 1 */
    int32_t DirtyFuncOne; /* dirt function 1 (K2); 0 to 1 */
    int32_t DirtyARGBTwo; /* dirt colour 2 (K2); color */
    int32_t DirtySizeTwo; /* dirt size 2 (K2) */
    int32_t DirtyFormulaTwo; /* dirt formula 2, inverted on reading (K2); 0 to 1 */
    int32_t DirtyFuncTwo; /* dirt function 2 (K2); 0 to 1 */
    int32_t DirtyARGBThree; /* dirt colour 3 (K2); color */
    int32_t DirtySizeThree; /* dirt size 3 (K2) */
    int32_t DirtyFormulaThre; /* dirt formula 3, inverted on reading (K2); 0 to 1 */
    int32_t DirtyFuncThree; /* dirt function 3 (K2); 0 to 1 */
    struct {
        bool ID, Creator_ID, Version, Tag, Name, Comments, Map, Expansion_List, Flags;
        bool ModSpotCheck, ModListenCheck, AlphaTest, CameraStyle, DefaultEnvMap, Grass_TexName;
        bool Grass_Density, Grass_QuadSize, Grass_Ambient, Grass_Diffuse, Grass_Emissive;
        bool Grass_Prob_LL, Grass_Prob_LR, Grass_Prob_UL, Grass_Prob_UR, MoonAmbientColor;
        bool MoonDiffuseColor, MoonFogOn, MoonFogNear, MoonFogFar, MoonFogColor, MoonShadows;
        bool SunAmbientColor, SunDiffuseColor, SunFogOn, SunFogNear, SunFogFar, SunFogColor;
        bool SunShadows, DynAmbientColor, IsNight, LightingScheme, ShadowOpacity, DayNightCycle;
        bool ChanceRain, ChanceSnow, ChanceLightning, ChanceFog, WindPower, LoadScreenID;
        bool PlayerVsPlayer, NoRest, NoHangBack, PlayerOnly, Unescapable, RestrictMode;
        bool StealthXPEnabled, StealthXPLoss, StealthXPMax, StealthXPCurrent, TransPending;
        bool TransPendNextID, TransPendCurrID, Rooms, OnEnter, OnExit, OnHeartbeat;
        bool OnUserDefined, MiniGame, DisableTransit, DirtyARGBOne, DirtySizeOne;
        bool DirtyFormulaOne, DirtyFuncOne, DirtyARGBTwo, DirtySizeTwo, DirtyFormulaTwo;
        bool DirtyFuncTwo, DirtyARGBThree, DirtySizeThree, DirtyFormulaThre, DirtyFuncThree;
    } has;
};

/* ARE /Expansion_List[]/ */
struct rq_are_Expansion_List {
    struct rq_typed typed;
};

/* ARE /Map/ */
struct rq_are_Map {
    struct rq_typed typed;
    int32_t MapResX; /* map grid width; 0 switches the map off; 0 or more */
    int32_t NorthAxis; /* world axis pointing up; 0 to 3; enum:northaxis */
    float WorldPt1X; /* world x of point 1; coord */
    float WorldPt1Y; /* world y of point 1; coord */
    float WorldPt2X; /* world x of point 2; coord */
    float WorldPt2Y; /* world y of point 2; coord */
    double MapPt1X; /* image x of point 1; INT means pixels; 0 to 1 */
    double MapPt1Y; /* image y of point 1; 0 to 1 */
    double MapPt2X; /* image x of point 2; 0 to 1 */
    double MapPt2Y; /* image y of point 2; 0 to 1 */
    int32_t MapZoom; /* zoom, always 1 */
    struct {
        bool MapResX, NorthAxis, WorldPt1X, WorldPt1Y, WorldPt2X, WorldPt2Y, MapPt1X, MapPt1Y;
        bool MapPt2X, MapPt2Y, MapZoom;
    } has;
};

/* ARE /MiniGame/ */
struct rq_are_MiniGame {
    struct rq_typed typed;
    uint32_t Type; /* swoop race or turret; 1 to 2; enum:minigame */
    float Near_Clip; /* near clip distance; 0 or more */
    float Far_Clip; /* far clip distance; 0 or more */
    float CameraViewAngle; /* field of view, degrees; 0 to 180 */
    uint32_t Bump_Plane; /* collision plane axis; 0 to 3 */
    uint8_t UseInertia; /* vehicle has inertia; 0 to 1; bool */
    uint8_t DoBumping; /* collisions push; 0 to 1; bool */
    uint32_t DOF; /* free axes; 0 to 7; flags:dof */
    float MovementPerSec; /* sideways speed; default by Type; 0 or more */
    float LateralAccel; /* sideways acceleration; 0 or more */
    const char *Music; /* music track; res:wav */
    struct rq_are_MiniGame_Mouse *Mouse; /* mouse axes (turret) */
    struct rq_are_MiniGame_Player *Player; /* player vehicle */
    struct rq_are_MiniGame_Enemies *Enemies; /* enemies and pads */
    uint32_t Enemies_count;
    struct rq_are_MiniGame_Obstacles *Obstacles; /* obstacles */
    uint32_t Obstacles_count;
    struct {
        bool Type, Near_Clip, Far_Clip, CameraViewAngle, Bump_Plane, UseInertia, DoBumping, DOF;
        bool MovementPerSec, LateralAccel, Music, Mouse, Player, Enemies, Obstacles;
    } has;
};

/* ARE /MiniGame/Enemies[]/ */
struct rq_are_MiniGame_Enemies {
    struct rq_typed typed;
    const char *Track; /* model whose animation is the rail; res:mdl */
    int32_t Num_Loops; /* laps; -1 for ever; -1 or more */
    float Sphere_Radius; /* collision radius; 0 or more */
    float Invince_Period; /* seconds unhurt after a hit; 0 or more */
    uint32_t Hit_Points; /* hit points */
    uint32_t Max_HPs; /* most hit points */
    int32_t Bump_Damage; /* damage by bumping */
    struct rq_are_MiniGame_Enemies_Sounds *Sounds; /* sound hooks */
    struct rq_are_MiniGame_Enemies_Models *Models; /* models it consists of */
    uint32_t Models_count;
    struct rq_are_MiniGame_Enemies_Scripts *Scripts; /* script hooks */
    struct rq_are_MiniGame_Enemies_Gun_Banks *Gun_Banks; /* weapons */
    uint32_t Gun_Banks_count;
    uint8_t Trigger; /* pad rather than enemy; 0 to 1; bool */
    struct {
        bool Track, Num_Loops, Sphere_Radius, Invince_Period, Hit_Points, Max_HPs, Bump_Damage;
        bool Sounds, Models, Scripts, Gun_Banks, Trigger;
    } has;
};

/* ARE /MiniGame/Enemies[]/Gun_Banks[]/ */
struct rq_are_MiniGame_Enemies_Gun_Banks {
    struct rq_typed typed;
    uint32_t BankID; /* bank number, node gunbankN; 0 to 255 */
    const char *Gun_Model; /* gun model; res:mdl */
    const char *Fire_Sound; /* shot sound; res:wav */
    struct rq_are_MiniGame_Enemies_Gun_Banks_Bullet *Bullet; /* projectile */
    float Inaccuracy; /* aim error; 0 or more */
    float Sensing_Radius; /* starts firing within, metres; 0 or more */
    float Horiz_Spread; /* horizontal arc, degrees; 0 to 180 */
    float Vert_Spread; /* vertical arc, degrees; 0 to 180 */
    struct {
        bool BankID, Gun_Model, Fire_Sound, Bullet, Inaccuracy, Sensing_Radius, Horiz_Spread;
        bool Vert_Spread;
    } has;
};

/* ARE /MiniGame/Enemies[]/Gun_Banks[]/Bullet/ */
struct rq_are_MiniGame_Enemies_Gun_Banks_Bullet {
    struct rq_typed typed;
    uint32_t Damage; /* damage of a hit */
    float Lifespan; /* seconds in flight; 0 or more */
    const char *Bullet_Model; /* projectile model; res:mdl */
    float Rate_Of_Fire; /* seconds between shots; 0 or more */
    const char *Collision_Sound; /* hit sound; res:wav */
    float Speed; /* flight speed; 0 or more */
    uint32_t Target_Type; /* who can be hit; 1 to 3; flags:mgtarget */
    struct {
        bool Damage, Lifespan, Bullet_Model, Rate_Of_Fire, Collision_Sound, Speed, Target_Type;
    } has;
};

/* ARE /MiniGame/Enemies[]/Models[]/ */
struct rq_are_MiniGame_Enemies_Models {
    struct rq_typed typed;
    const char *Model; /* model; res:mdl */
    uint8_t RotatingModel; /* moves with the steering; 0 to 1; bool */
    struct {
        bool Model, RotatingModel;
    } has;
};

/* ARE /MiniGame/Enemies[]/Scripts/ */
struct rq_are_MiniGame_Enemies_Scripts {
    struct rq_typed typed;
    const char *OnCreate; /* script: created; res:ncs */
    const char *OnHeartbeat; /* script: every frame; res:ncs */
    const char *OnDamage; /* script: damaged, replaces default; res:ncs */
    const char *OnDeath; /* script: destroyed, replaces default; res:ncs */
    const char *OnFire; /* script: fires; res:ncs */
    const char *OnHitBullet; /* script: hit by a bullet; res:ncs */
    const char *OnHitFollower; /* script: touched a follower; res:ncs */
    const char *OnHitObstacle; /* script: hit an obstacle; res:ncs */
    const char *OnTrackLoop; /* script: lap done; res:ncs */
    const char *OnAnimEvent; /* script: animation event; res:ncs */
    const char *OnAccelerate; /* named by reone's K2 parser only; res:ncs */
    const char *OnBrake; /* named by reone's K2 parser only; res:ncs */
    const char *OnHitWorld; /* named by reone's K2 parser only; res:ncs */
    struct {
        bool OnCreate, OnHeartbeat, OnDamage, OnDeath, OnFire, OnHitBullet, OnHitFollower;
        bool OnHitObstacle, OnTrackLoop, OnAnimEvent, OnAccelerate, OnBrake, OnHitWorld;
    } has;
};

/* ARE /MiniGame/Enemies[]/Sounds/ */
struct rq_are_MiniGame_Enemies_Sounds {
    struct rq_typed typed;
    const char *Death; /* sound when destroyed; res:wav */
    const char *Engine; /* engine sound; res:wav */
    struct {
        bool Death, Engine;
    } has;
};

/* ARE /MiniGame/Mouse/ */
struct rq_are_MiniGame_Mouse {
    struct rq_typed typed;
    uint32_t AxisX; /* axis driven by mouse x; 0 to 3; enum:mgaxis */
    uint32_t AxisY; /* axis driven by mouse y; 0 to 3; enum:mgaxis */
    uint8_t FlipAxisX; /* mouse x inverted; 0 to 1; bool */
    uint8_t FlipAxisY; /* mouse y inverted; 0 to 1; bool */
    struct {
        bool AxisX, AxisY, FlipAxisX, FlipAxisY;
    } has;
};

/* ARE /MiniGame/Obstacles[]/ */
struct rq_are_MiniGame_Obstacles {
    struct rq_typed typed;
    const char *Name; /* obstacle model of the layout; res:mdl */
    struct rq_are_MiniGame_Obstacles_Scripts *Scripts; /* script hooks */
    struct {
        bool Name, Scripts;
    } has;
};

/* ARE /MiniGame/Obstacles[]/Scripts/ */
struct rq_are_MiniGame_Obstacles_Scripts {
    struct rq_typed typed;
    const char *OnCreate; /* script: created; res:ncs */
    const char *OnHeartbeat; /* script: every frame; res:ncs */
    const char *OnDamage; /* script: damaged, replaces default; res:ncs */
    const char *OnDeath; /* script: destroyed, replaces default; res:ncs */
    const char *OnFire; /* script: fires; res:ncs */
    const char *OnHitBullet; /* script: hit by a bullet; res:ncs */
    const char *OnHitFollower; /* script: touched a follower; res:ncs */
    const char *OnHitObstacle; /* script: hit an obstacle; res:ncs */
    const char *OnTrackLoop; /* script: lap done; res:ncs */
    const char *OnAnimEvent; /* script: animation event; res:ncs */
    const char *OnAccelerate; /* named by reone's K2 parser only; res:ncs */
    const char *OnBrake; /* named by reone's K2 parser only; res:ncs */
    const char *OnHitWorld; /* named by reone's K2 parser only; res:ncs */
    struct {
        bool OnCreate, OnHeartbeat, OnDamage, OnDeath, OnFire, OnHitBullet, OnHitFollower;
        bool OnHitObstacle, OnTrackLoop, OnAnimEvent, OnAccelerate, OnBrake, OnHitWorld;
    } has;
};

/* ARE /MiniGame/Player/ */
struct rq_are_MiniGame_Player {
    struct rq_typed typed;
    const char *Camera; /* camera model (turret); res:mdl */
    uint8_t CameraRotate; /* camera turns along; 0 to 1; bool */
    float Minimum_Speed; /* least speed; 0 or more */
    float Maximum_Speed; /* top speed; 0 or more */
    float Accel_Secs; /* seconds to top speed; 0 or more */
    float Start_Offset_X; /* start offset x; coord */
    float Start_Offset_Y; /* start offset y; coord */
    float Start_Offset_Z; /* start offset z; coord */
    float TunnelInfinite[3]; /* unbounded per axis; 0 to 1 */
    float TunnelXPos; /* bound +x; coord */
    float TunnelYPos; /* bound +y; coord */
    float TunnelZPos; /* bound +z; coord */
    float TunnelXNeg; /* bound -x; coord */
    float TunnelYNeg; /* bound -y; coord */
    float TunnelZNeg; /* bound -z; coord */
    float Target_Offset_X; /* aim offset x; coord */
    float Target_Offset_Y; /* aim offset y; coord */
    float Target_Offset_Z; /* aim offset z; coord */
    const char *Track; /* model whose animation is the rail; res:mdl */
    int32_t Num_Loops; /* laps; -1 for ever; -1 or more */
    float Sphere_Radius; /* collision radius; 0 or more */
    float Invince_Period; /* seconds unhurt after a hit; 0 or more */
    uint32_t Hit_Points; /* hit points */
    uint32_t Max_HPs; /* most hit points */
    int32_t Bump_Damage; /* damage by bumping */
    struct rq_are_MiniGame_Player_Sounds *Sounds; /* sound hooks */
    struct rq_are_MiniGame_Player_Models *Models; /* models it consists of */
    uint32_t Models_count;
    struct rq_are_MiniGame_Player_Scripts *Scripts; /* script hooks */
    struct rq_are_MiniGame_Player_Gun_Banks *Gun_Banks; /* weapons */
    uint32_t Gun_Banks_count;
    uint8_t Trigger; /* pad rather than enemy; 0 to 1; bool */
    struct {
        bool Camera, CameraRotate, Minimum_Speed, Maximum_Speed, Accel_Secs, Start_Offset_X;
        bool Start_Offset_Y, Start_Offset_Z, TunnelInfinite, TunnelXPos, TunnelYPos, TunnelZPos;
        bool TunnelXNeg, TunnelYNeg, TunnelZNeg, Target_Offset_X, Target_Offset_Y;
        bool Target_Offset_Z, Track, Num_Loops, Sphere_Radius, Invince_Period, Hit_Points;
        bool Max_HPs, Bump_Damage, Sounds, Models, Scripts, Gun_Banks, Trigger;
    } has;
};

/* ARE /MiniGame/Player/Gun_Banks[]/ */
struct rq_are_MiniGame_Player_Gun_Banks {
    struct rq_typed typed;
    uint32_t BankID; /* bank number, node gunbankN; 0 to 255 */
    const char *Gun_Model; /* gun model; res:mdl */
    const char *Fire_Sound; /* shot sound; res:wav */
    struct rq_are_MiniGame_Player_Gun_Banks_Bullet *Bullet; /* projectile */
    float Inaccuracy; /* aim error; 0 or more */
    float Sensing_Radius; /* starts firing within, metres; 0 or more */
    float Horiz_Spread; /* horizontal arc, degrees; 0 to 180 */
    float Vert_Spread; /* vertical arc, degrees; 0 to 180 */
    struct {
        bool BankID, Gun_Model, Fire_Sound, Bullet, Inaccuracy, Sensing_Radius, Horiz_Spread;
        bool Vert_Spread;
    } has;
};

/* ARE /MiniGame/Player/Gun_Banks[]/Bullet/ */
struct rq_are_MiniGame_Player_Gun_Banks_Bullet {
    struct rq_typed typed;
    uint32_t Damage; /* damage of a hit */
    float Lifespan; /* seconds in flight; 0 or more */
    const char *Bullet_Model; /* projectile model; res:mdl */
    float Rate_Of_Fire; /* seconds between shots; 0 or more */
    const char *Collision_Sound; /* hit sound; res:wav */
    float Speed; /* flight speed; 0 or more */
    uint32_t Target_Type; /* who can be hit; 1 to 3; flags:mgtarget */
    struct {
        bool Damage, Lifespan, Bullet_Model, Rate_Of_Fire, Collision_Sound, Speed, Target_Type;
    } has;
};

/* ARE /MiniGame/Player/Models[]/ */
struct rq_are_MiniGame_Player_Models {
    struct rq_typed typed;
    const char *Model; /* model; res:mdl */
    uint8_t RotatingModel; /* moves with the steering; 0 to 1; bool */
    struct {
        bool Model, RotatingModel;
    } has;
};

/* ARE /MiniGame/Player/Scripts/ */
struct rq_are_MiniGame_Player_Scripts {
    struct rq_typed typed;
    const char *OnCreate; /* script: created; res:ncs */
    const char *OnHeartbeat; /* script: every frame; res:ncs */
    const char *OnDamage; /* script: damaged, replaces default; res:ncs */
    const char *OnDeath; /* script: destroyed, replaces default; res:ncs */
    const char *OnFire; /* script: fires; res:ncs */
    const char *OnHitBullet; /* script: hit by a bullet; res:ncs */
    const char *OnHitFollower; /* script: touched a follower; res:ncs */
    const char *OnHitObstacle; /* script: hit an obstacle; res:ncs */
    const char *OnTrackLoop; /* script: lap done; res:ncs */
    const char *OnAnimEvent; /* script: animation event; res:ncs */
    const char *OnAccelerate; /* named by reone's K2 parser only; res:ncs */
    const char *OnBrake; /* named by reone's K2 parser only; res:ncs */
    const char *OnHitWorld; /* named by reone's K2 parser only; res:ncs */
    struct {
        bool OnCreate, OnHeartbeat, OnDamage, OnDeath, OnFire, OnHitBullet, OnHitFollower;
        bool OnHitObstacle, OnTrackLoop, OnAnimEvent, OnAccelerate, OnBrake, OnHitWorld;
    } has;
};

/* ARE /MiniGame/Player/Sounds/ */
struct rq_are_MiniGame_Player_Sounds {
    struct rq_typed typed;
    const char *Death; /* sound when destroyed; res:wav */
    const char *Engine; /* engine sound; res:wav */
    struct {
        bool Death, Engine;
    } has;
};

/* ARE /Rooms[]/ */
struct rq_are_Rooms {
    struct rq_typed typed;
    const char *RoomName; /* room model name as in the layout; res:mdl */
    int32_t EnvAudio; /* reverb preset; above 23 unexplained; 0 or more; enum:eax */
    float AmbientScale; /* ambient loudness factor; 0 to 1 */
    int32_t ForceRating; /* force bonus of the room (K2); -100 to 100 */
    uint8_t DisableWeather; /* no weather in the room (K2); 0 to 1; bool */
    struct rq_are_Rooms_PartSounds *PartSounds; /* sounds on model parts */
    uint32_t PartSounds_count;
    struct {
        bool RoomName, EnvAudio, AmbientScale, ForceRating, DisableWeather, PartSounds;
    } has;
};

/* ARE /Rooms[]/PartSounds[]/ */
struct rq_are_Rooms_PartSounds {
    struct rq_typed typed;
    const char *ModelPart; /* node of the room model; node */
    const char *OmenEvent; /* animation event that starts it; event */
    const char *Sound; /* wave; res:wav */
    uint8_t Looping; /* loops; 0 to 1; bool */
    struct {
        bool ModelPart, OmenEvent, Sound, Looping;
    } has;
};

/* BIC / */
struct rq_bic {
    struct rq_typed typed;
    struct rq_utc *utc; /* the fields that it shares with that */
    uint8_t BodyPart_Neck; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_Torso; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_Belt; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_Pelvis; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_LBicep; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_LShoul; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_LFArm; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_LHand; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_LThigh; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_LShin; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_LFoot; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_RBicep; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_RShoul; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_RFArm; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_RHand; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_RThigh; /* NWN body part number; 0 to 255; not read */
    uint8_t BodyPart_RShin; /* NWN body part number; 0 to 255; not read */
    uint8_t ArmorPart_RFoot; /* NWN body part number; 0 to 255; not read */
    struct rq_bic_ClassList *ClassList; /* classes; empty, third or repeated class fails; 1 to 2 */
    uint32_t ClassList_count;
    struct {
        bool BodyPart_Neck, BodyPart_Torso, BodyPart_Belt, BodyPart_Pelvis, BodyPart_LBicep;
        bool BodyPart_LShoul, BodyPart_LFArm, BodyPart_LHand, BodyPart_LThigh, BodyPart_LShin;
        bool BodyPart_LFoot, BodyPart_RBicep, BodyPart_RShoul, BodyPart_RFArm, BodyPart_RHand;
        bool BodyPart_RThigh, BodyPart_RShin, ArmorPart_RFoot, ClassList;
    } has;
};

/* BIC /ClassList[]/ */
struct rq_bic_ClassList {
    struct rq_typed typed;
    struct rq_utc_ClassList *utc_ClassList; /* the fields that it shares with that */
    struct rq_bic_ClassList_MemorizedList0 *MemorizedList0; /* NWN memorized spells; not read */
    uint32_t MemorizedList0_count;
    struct {
        bool MemorizedList0;
    } has;
};

/* BIC /ClassList[]/MemorizedList0[]/ */
struct rq_bic_ClassList_MemorizedList0 {
    struct rq_typed typed;
    uint16_t Spell; /* NWN memorized spell; 2da:spells; not read */
    uint8_t SpellMetaMagic; /* NWN metamagic; not read */
    uint8_t SpellFlags; /* NWN spell flags; flags:spellflags; not read */
    struct {
        bool Spell, SpellMetaMagic, SpellFlags;
    } has;
};

/* DLG / */
struct rq_dlg {
    struct rq_typed typed;
    const char *AmbientTrack; /* music while talking; res:wav */
    uint8_t AnimatedCut; /* animated cutscene, no facing or pause; 0 to 1; bool */
    const char *CameraModel; /* animated camera model; res:mdl */
    uint8_t ComputerType; /* terminal look; only with ConversationType 1; 0 to 1; 2da:comptypes */
    int32_t ConversationType; /* kind of conversation; 0 to 2; enum:dlgtype */
    uint32_t DelayEntry; /* default delay of nodes, seconds; 0 or more */
    uint32_t DelayReply; /* read, then ignored; 0 or more; not read */
    const char *EndConverAbort; /* script: broken off; res:ncs */
    const char *EndConversation; /* script: ended; res:ncs */
    struct rq_dlg_EntryList *EntryList; /* lines of the others */
    uint32_t EntryList_count;
    uint32_t NumWords; /* word count; not read */
    uint8_t OldHitCheck; /* older camera framing; 0 to 1; bool */
    struct rq_dlg_ReplyList *ReplyList; /* lines of the player */
    uint32_t ReplyList_count;
    uint8_t Skippable; /* lines can be skipped; 0 to 1; bool */
    struct rq_dlg_StartingList *StartingList; /* candidate first entries in order; 1 or more */
    uint32_t StartingList_count;
    struct rq_dlg_StuntList *StuntList; /* models swapped in for a cutscene */
    uint32_t StuntList_count;
    uint8_t UnequipHItem; /* hides held weapons; 0 to 1; bool */
    uint8_t UnequipItems; /* hides worn items; 0 to 1; bool */
    const char *VO_ID; /* voice production number; not read */
    int32_t AlienRaceOwner; /* alien voice row of the owner (K2); 0 or more; 2da:alienvo */
    int32_t PostProcOwner; /* voice effect of the owner (K2); 0 or more */
    int32_t RecordNoVO; /* voice production mark (K2) */
    int32_t NextNodeID; /* editor counter (K2) */
    const char *DeletedVOFiles; /* editor list of removed voice files (K2) */
    struct {
        bool AmbientTrack, AnimatedCut, CameraModel, ComputerType, ConversationType, DelayEntry;
        bool DelayReply, EndConverAbort, EndConversation, EntryList, NumWords, OldHitCheck;
        bool ReplyList, Skippable, StartingList, StuntList, UnequipHItem, UnequipItems, VO_ID;
        bool AlienRaceOwner, PostProcOwner, RecordNoVO, NextNodeID, DeletedVOFiles;
    } has;
};

/* DLG /EntryList[]/ */
struct rq_dlg_EntryList {
    struct rq_typed typed;
    const char *Speaker; /* speaker tag; empty is the owner; tag:creature|placeable */
    struct rq_dlg_EntryList_AnimList *AnimList; /* animations of participants */
    uint32_t AnimList_count;
    struct rq_typed_locstring Text; /* spoken text; strref */
    const char *VO_ResRef; /* voice file and lip file, if Sound is empty; res:wav+lip */
    const char *Script; /* script: line shown or reply chosen; res:ncs */
    uint32_t Delay; /* seconds; default when all ones; 0 or more */
    const char *Comment; /* writer's note; not read */
    const char *Sound; /* sound instead of a voice; res:wav+lip */
    const char *Quest; /* journal category tag; quest */
    uint32_t QuestEntry; /* journal entry number of Quest; questentry */
    int32_t PlotIndex; /* plot row paying experience; -1 or more; 2da:plot */
    float PlotXPPercentage; /* share of that row's experience; 0 or more */
    const char *Listener; /* listener tag, or PLAYER, OWNER; tag:creature|placeable */
    uint32_t WaitFlags; /* what the node waits for; flags:dlgwait */
    uint32_t CameraAngle; /* shot; 0 to 6; enum:dlgcamera */
    int32_t CameraID; /* static camera, with CameraAngle 6; -1 or more; list:GIT/CameraList[]/CameraID */
    uint16_t CameraAnimation; /* camera animation, needs CameraModel; 1000 to 1727; enum:cutanim */
    float CamFieldOfView; /* field of view, degrees; 0 to 180 */
    float CamHeightOffset; /* camera height change */
    float TarHeightOffset; /* target height change */
    int32_t CamVidEffect; /* screen effect row; -1 or more; 2da:videoeffects */
    uint8_t FadeType; /* fade kind; 0 to 4; enum:fade */
    float FadeLength; /* seconds; types 3 and 4 only; 0 or more */
    float FadeDelay; /* seconds before the fade; 0 or more */
    float FadeColor[3]; /* fade colour; 0 to 1; color */
    struct rq_dlg_EntryList_RepliesList *RepliesList; /* links to replies */
    uint32_t RepliesList_count;
    uint8_t SoundExists; /* has voice, force subtitle; 0 to 3; flags:soundexists */
    const char *Script2; /* second script (K2); res:ncs */
    int32_t ActionParam1; /* number 1 for Script (K2); script-param */
    int32_t ActionParam2; /* number 2 for Script (K2); script-param */
    int32_t ActionParam3; /* number 3 for Script (K2); script-param */
    int32_t ActionParam4; /* number 4 for Script (K2); script-param */
    int32_t ActionParam5; /* number 5 for Script (K2); script-param */
    const char *ActionParamStrA; /* string for Script (K2); script-param */
    int32_t ActionParam1b; /* number 1 for Script2 (K2); script-param */
    int32_t ActionParam2b; /* number 2 for Script2 (K2); script-param */
    int32_t ActionParam3b; /* number 3 for Script2 (K2); script-param */
    int32_t ActionParam4b; /* number 4 for Script2 (K2); script-param */
    int32_t ActionParam5b; /* number 5 for Script2 (K2); script-param */
    const char *ActionParamStrB; /* string for Script2 (K2); script-param */
    int32_t Emotion; /* mood row (K2); 0 or more; 2da:emotion */
    int32_t FacialAnim; /* facial expression row (K2); -1 or more; 2da:facialanim */
    int32_t AlienRaceNode; /* alien voice row of this line (K2); 0 or more; 2da:alienvo */
    int32_t PostProcNode; /* voice effect of this line (K2); 0 or more */
    int32_t NodeUnskippable; /* line cannot be skipped (K2); 0 to 1; bool */
    int32_t NodeID; /* editor node number (K2) */
    int32_t RecordVO; /* voice production mark (K2); 0 to 1 */
    int32_t RecordNoVOOverri; /* voice production mark (K2); 0 to 1 */
    int32_t RecordNoOverri; /* tool-made files only; 0 to 1; not read */
    uint8_t VOTextChanged; /* text changed since recording (K2); 0 to 1; bool */
    uint8_t Changed; /* editor change mark (K2); 0 to 1; bool */
    struct {
        bool Speaker, AnimList, Text, VO_ResRef, Script, Delay, Comment, Sound, Quest;
        bool QuestEntry, PlotIndex, PlotXPPercentage, Listener, WaitFlags, CameraAngle, CameraID;
        bool CameraAnimation, CamFieldOfView, CamHeightOffset, TarHeightOffset, CamVidEffect;
        bool FadeType, FadeLength, FadeDelay, FadeColor, RepliesList, SoundExists, Script2;
        bool ActionParam1, ActionParam2, ActionParam3, ActionParam4, ActionParam5;
        bool ActionParamStrA, ActionParam1b, ActionParam2b, ActionParam3b, ActionParam4b;
        bool ActionParam5b, ActionParamStrB, Emotion, FacialAnim, AlienRaceNode, PostProcNode;
        bool NodeUnskippable, NodeID, RecordVO, RecordNoVOOverri, RecordNoOverri, VOTextChanged;
        bool Changed;
    } has;
};

/* DLG /EntryList[]/AnimList[]/ */
struct rq_dlg_EntryList_AnimList {
    struct rq_typed typed;
    const char *Participant; /* tag, or PLAYER, OWNER, NPC1, NPC2; tag:creature|placeable */
    uint16_t Animation; /* 10000 plus dialoganimations row, or cut number; 0 to 65535; enum:dlganim */
    struct {
        bool Participant, Animation;
    } has;
};

/* DLG /EntryList[]/RepliesList[]/ */
struct rq_dlg_EntryList_RepliesList {
    struct rq_typed typed;
    const char *Active; /* condition script; missing script means false; res:ncs */
    uint8_t IsChild; /* drawn as link in the editor; 0 to 1; bool; not read */
    const char *LinkComment; /* writer's note; not read */
    uint8_t DisplayInactive; /* shown greyed when the condition fails; 0 to 1; bool */
    const char *Active2; /* second condition (K2); res:ncs */
    int32_t Logic; /* how the two conditions combine (K2); 0 to 1; enum:dlglogic */
    uint8_t Not; /* negates Active (K2); 0 to 1; bool */
    uint8_t Not2; /* negates Active2 (K2); 0 to 1; bool */
    int32_t Param1; /* number 1 for Active (K2); script-param */
    int32_t Param2; /* number 2 for Active (K2); script-param */
    int32_t Param3; /* number 3 for Active (K2); script-param */
    int32_t Param4; /* number 4 for Active (K2); script-param */
    int32_t Param5; /* number 5 for Active (K2); script-param */
    const char *ParamStrA; /* string for Active (K2); script-param */
    int32_t Param1b; /* number 1 for Active2 (K2); script-param */
    int32_t Param2b; /* number 2 for Active2 (K2); script-param */
    int32_t Param3b; /* number 3 for Active2 (K2); script-param */
    int32_t Param4b; /* number 4 for Active2 (K2); script-param */
    int32_t Param5b; /* number 5 for Active2 (K2); script-param */
    const char *ParamStrB; /* string for Active2 (K2); script-param */
    uint32_t Index; /* reply; out of range fails the load; 0 or more; list:/ReplyList */
    struct {
        bool Active, IsChild, LinkComment, DisplayInactive, Active2, Logic, Not, Not2, Param1;
        bool Param2, Param3, Param4, Param5, ParamStrA, Param1b, Param2b, Param3b, Param4b;
        bool Param5b, ParamStrB, Index;
    } has;
};

/* DLG /ReplyList[]/ */
struct rq_dlg_ReplyList {
    struct rq_typed typed;
    const char *Speaker; /* speaker tag; empty is the owner; tag:creature|placeable */
    struct rq_dlg_ReplyList_AnimList *AnimList; /* animations of participants */
    uint32_t AnimList_count;
    struct rq_typed_locstring Text; /* spoken text; strref */
    const char *VO_ResRef; /* voice file and lip file, if Sound is empty; res:wav+lip */
    const char *Script; /* script: line shown or reply chosen; res:ncs */
    uint32_t Delay; /* seconds; default when all ones; 0 or more */
    const char *Comment; /* writer's note; not read */
    const char *Sound; /* sound instead of a voice; res:wav+lip */
    const char *Quest; /* journal category tag; quest */
    uint32_t QuestEntry; /* journal entry number of Quest; questentry */
    int32_t PlotIndex; /* plot row paying experience; -1 or more; 2da:plot */
    float PlotXPPercentage; /* share of that row's experience; 0 or more */
    const char *Listener; /* listener tag, or PLAYER, OWNER; tag:creature|placeable */
    uint32_t WaitFlags; /* what the node waits for; flags:dlgwait */
    uint32_t CameraAngle; /* shot; 0 to 6; enum:dlgcamera */
    int32_t CameraID; /* static camera, with CameraAngle 6; -1 or more; list:GIT/CameraList[]/CameraID */
    uint16_t CameraAnimation; /* camera animation, needs CameraModel; 1000 to 1727; enum:cutanim */
    float CamFieldOfView; /* field of view, degrees; 0 to 180 */
    float CamHeightOffset; /* camera height change */
    float TarHeightOffset; /* target height change */
    int32_t CamVidEffect; /* screen effect row; -1 or more; 2da:videoeffects */
    uint8_t FadeType; /* fade kind; 0 to 4; enum:fade */
    float FadeLength; /* seconds; types 3 and 4 only; 0 or more */
    float FadeDelay; /* seconds before the fade; 0 or more */
    float FadeColor[3]; /* fade colour; 0 to 1; color */
    struct rq_dlg_ReplyList_EntriesList *EntriesList; /* links to entries */
    uint32_t EntriesList_count;
    uint8_t SoundExists; /* has voice, force subtitle; 0 to 3; flags:soundexists */
    const char *Script2; /* second script (K2); res:ncs */
    int32_t ActionParam1; /* number 1 for Script (K2); script-param */
    int32_t ActionParam2; /* number 2 for Script (K2); script-param */
    int32_t ActionParam3; /* number 3 for Script (K2); script-param */
    int32_t ActionParam4; /* number 4 for Script (K2); script-param */
    int32_t ActionParam5; /* number 5 for Script (K2); script-param */
    const char *ActionParamStrA; /* string for Script (K2); script-param */
    int32_t ActionParam1b; /* number 1 for Script2 (K2); script-param */
    int32_t ActionParam2b; /* number 2 for Script2 (K2); script-param */
    int32_t ActionParam3b; /* number 3 for Script2 (K2); script-param */
    int32_t ActionParam4b; /* number 4 for Script2 (K2); script-param */
    int32_t ActionParam5b; /* number 5 for Script2 (K2); script-param */
    const char *ActionParamStrB; /* string for Script2 (K2); script-param */
    int32_t Emotion; /* mood row (K2); 0 or more; 2da:emotion */
    int32_t FacialAnim; /* facial expression row (K2); -1 or more; 2da:facialanim */
    int32_t AlienRaceNode; /* alien voice row of this line (K2); 0 or more; 2da:alienvo */
    int32_t PostProcNode; /* voice effect of this line (K2); 0 or more */
    int32_t NodeUnskippable; /* line cannot be skipped (K2); 0 to 1; bool */
    int32_t NodeID; /* tool-made files only; entries carry it (K2); not read */
    int32_t RecordVO; /* voice production mark (K2); 0 to 1 */
    int32_t RecordNoVOOverri; /* voice production mark (K2); 0 to 1 */
    int32_t RecordNoOverri; /* tool-made files only; 0 to 1; not read */
    int32_t VOTextChanged; /* tool-made files only; entries carry it (K2); 0 to 1; bool; not read */
    uint8_t Changed; /* tool-made files only; entries carry it (K2); 0 to 1; bool; not read */
    struct {
        bool Speaker, AnimList, Text, VO_ResRef, Script, Delay, Comment, Sound, Quest;
        bool QuestEntry, PlotIndex, PlotXPPercentage, Listener, WaitFlags, CameraAngle, CameraID;
        bool CameraAnimation, CamFieldOfView, CamHeightOffset, TarHeightOffset, CamVidEffect;
        bool FadeType, FadeLength, FadeDelay, FadeColor, EntriesList, SoundExists, Script2;
        bool ActionParam1, ActionParam2, ActionParam3, ActionParam4, ActionParam5;
        bool ActionParamStrA, ActionParam1b, ActionParam2b, ActionParam3b, ActionParam4b;
        bool ActionParam5b, ActionParamStrB, Emotion, FacialAnim, AlienRaceNode, PostProcNode;
        bool NodeUnskippable, NodeID, RecordVO, RecordNoVOOverri, RecordNoOverri, VOTextChanged;
        bool Changed;
    } has;
};

/* DLG /ReplyList[]/AnimList[]/ */
struct rq_dlg_ReplyList_AnimList {
    struct rq_typed typed;
    const char *Participant; /* tag, or PLAYER, OWNER, NPC1, NPC2; tag:creature|placeable */
    uint16_t Animation; /* 10000 plus dialoganimations row, or cut number; 0 to 65535; enum:dlganim */
    struct {
        bool Participant, Animation;
    } has;
};

/* DLG /ReplyList[]/EntriesList[]/ */
struct rq_dlg_ReplyList_EntriesList {
    struct rq_typed typed;
    const char *Active; /* condition script; missing script means false; res:ncs */
    uint8_t IsChild; /* drawn as link in the editor; 0 to 1; bool; not read */
    const char *LinkComment; /* writer's note; not read */
    const char *Active2; /* second condition (K2); res:ncs */
    int32_t Logic; /* how the two conditions combine (K2); 0 to 1; enum:dlglogic */
    uint8_t Not; /* negates Active (K2); 0 to 1; bool */
    uint8_t Not2; /* negates Active2 (K2); 0 to 1; bool */
    int32_t Param1; /* number 1 for Active (K2); script-param */
    int32_t Param2; /* number 2 for Active (K2); script-param */
    int32_t Param3; /* number 3 for Active (K2); script-param */
    int32_t Param4; /* number 4 for Active (K2); script-param */
    int32_t Param5; /* number 5 for Active (K2); script-param */
    const char *ParamStrA; /* string for Active (K2); script-param */
    int32_t Param1b; /* number 1 for Active2 (K2); script-param */
    int32_t Param2b; /* number 2 for Active2 (K2); script-param */
    int32_t Param3b; /* number 3 for Active2 (K2); script-param */
    int32_t Param4b; /* number 4 for Active2 (K2); script-param */
    int32_t Param5b; /* number 5 for Active2 (K2); script-param */
    const char *ParamStrB; /* string for Active2 (K2); script-param */
    uint32_t Index; /* entry; out of range fails the load; 0 or more; list:/EntryList */
    struct {
        bool Active, IsChild, LinkComment, Active2, Logic, Not, Not2, Param1, Param2, Param3;
        bool Param4, Param5, ParamStrA, Param1b, Param2b, Param3b, Param4b, Param5b, ParamStrB;
        bool Index;
    } has;
};

/* DLG /StartingList[]/ */
struct rq_dlg_StartingList {
    struct rq_typed typed;
    const char *Active; /* condition script; missing script means false; res:ncs */
    uint8_t IsChild; /* drawn as link in the editor; 0 to 1; bool; not read */
    const char *LinkComment; /* writer's note; not read */
    const char *Active2; /* second condition (K2); res:ncs */
    int32_t Logic; /* how the two conditions combine (K2); 0 to 1; enum:dlglogic */
    uint8_t Not; /* negates Active (K2); 0 to 1; bool */
    uint8_t Not2; /* negates Active2 (K2); 0 to 1; bool */
    int32_t Param1; /* number 1 for Active (K2); script-param */
    int32_t Param2; /* number 2 for Active (K2); script-param */
    int32_t Param3; /* number 3 for Active (K2); script-param */
    int32_t Param4; /* number 4 for Active (K2); script-param */
    int32_t Param5; /* number 5 for Active (K2); script-param */
    const char *ParamStrA; /* string for Active (K2); script-param */
    int32_t Param1b; /* number 1 for Active2 (K2); script-param */
    int32_t Param2b; /* number 2 for Active2 (K2); script-param */
    int32_t Param3b; /* number 3 for Active2 (K2); script-param */
    int32_t Param4b; /* number 4 for Active2 (K2); script-param */
    int32_t Param5b; /* number 5 for Active2 (K2); script-param */
    const char *ParamStrB; /* string for Active2 (K2); script-param */
    uint32_t Index; /* entry; out of range fails the load; 0 or more; list:/EntryList */
    struct {
        bool Active, IsChild, LinkComment, Active2, Logic, Not, Not2, Param1, Param2, Param3;
        bool Param4, Param5, ParamStrA, Param1b, Param2b, Param3b, Param4b, Param5b, ParamStrB;
        bool Index;
    } has;
};

/* DLG /StuntList[]/ */
struct rq_dlg_StuntList {
    struct rq_typed typed;
    const char *Participant; /* tag, or PLAYER, OWNER; tag:creature|placeable */
    const char *StuntModel; /* model worn during the scene; res:mdl */
    struct {
        bool Participant, StuntModel;
    } has;
};

/* FAC / */
struct rq_fac {
    struct rq_typed typed;
    struct rq_fac_FactionList *FactionList; /* factions; position is the id */
    uint32_t FactionList_count;
    struct rq_fac_RepList *RepList; /* standings */
    uint32_t RepList_count;
    struct {
        bool FactionList, RepList;
    } has;
};

/* FAC /FactionList[]/ */
struct rq_fac_FactionList {
    struct rq_typed typed;
    const char *FactionName; /* name */
    uint32_t FactionParentID; /* parent faction; list:/FactionList */
    uint16_t FactionGlobal; /* standing is shared by all members; 0 to 1; bool */
    struct {
        bool FactionName, FactionParentID, FactionGlobal;
    } has;
};

/* FAC /RepList[]/ */
struct rq_fac_RepList {
    struct rq_typed typed;
    uint32_t FactionID1; /* faction looked at; 0 or more; list:/FactionList */
    uint32_t FactionID2; /* faction looking; 0 or more; list:/FactionList */
    uint32_t FactionRep; /* standing; 10 hostile, 90 friendly; 0 to 100 */
    struct {
        bool FactionID1, FactionID2, FactionRep;
    } has;
};

/* GIT / */
struct rq_git {
    struct rq_typed typed;
    uint8_t UseTemplates; /* elements refer to blueprints; 0 to 1; bool */
    struct rq_git_AreaProperties *AreaProperties; /* music and area state */
    struct rq_git_Creature_List *Creature_List; /* creatures; struct:UTC */
    uint32_t Creature_List_count;
    struct rq_git_Door_List *Door_List; /* doors; struct:UTD */
    uint32_t Door_List_count;
    struct rq_git_Encounter_List *Encounter_List; /* encounters; struct:UTE */
    uint32_t Encounter_List_count;
    struct rq_git_List *List; /* items on the ground; struct:UTI */
    uint32_t List_count;
    struct rq_git_SoundList *SoundList; /* sounds; struct:UTS */
    uint32_t SoundList_count;
    struct rq_git_StoreList *StoreList; /* stores; struct:UTM */
    uint32_t StoreList_count;
    struct rq_git_TriggerList *TriggerList; /* triggers; struct:UTT */
    uint32_t TriggerList_count;
    struct rq_git_WaypointList *WaypointList; /* waypoints, always inline; struct:UTW */
    uint32_t WaypointList_count;
    struct rq_git_Placeable_List *Placeable_List; /* placeables; struct:UTP */
    uint32_t Placeable_List_count;
    struct rq_git_CameraList *CameraList; /* static cameras; 51 or more are ignored; 0 to 50 */
    uint32_t CameraList_count;
    struct rq_aoe *AreaEffectList; /* area effects, always inline; struct:@AOE; saved games only */
    uint32_t AreaEffectList_count;
    struct rq_var *VarTable; /* NWN named locals, empty; struct:@VAR; saved games only */
    uint32_t VarTable_count;
    struct rq_swvars *SWVarTable; /* area locals; struct:@SWVARS; saved games only */
    uint8_t CurrentWeather; /* weather; 255 none; 0 to 255; saved games only */
    uint8_t WeatherStarted; /* weather has begun; 0 to 1; bool; saved games only */
    uint8_t TransPending; /* transition pending; 0 to 1; bool; saved games only */
    uint8_t TransPendNextID; /* next transition; 0 to 255; saved games only */
    uint8_t TransPendCurrID; /* current transition; 0 to 255; saved games only */
    struct rq_git_AreaMap *AreaMap; /* explored part of the map; saved games only */
    struct {
        bool UseTemplates, AreaProperties, Creature_List, Door_List, Encounter_List, List;
        bool SoundList, StoreList, TriggerList, WaypointList, Placeable_List, CameraList;
        bool AreaEffectList, VarTable, SWVarTable, CurrentWeather, WeatherStarted, TransPending;
        bool TransPendNextID, TransPendCurrID, AreaMap;
    } has;
};

/* GIT /AreaMap/ */
struct rq_git_AreaMap {
    struct rq_typed typed;
    int32_t AreaMapResX; /* grid width; 1 or more; saved games only */
    int32_t AreaMapResY; /* grid height; 1 or more; saved games only */
    uint32_t AreaMapDataSize; /* bytes of AreaMapData; saved games only */
    struct rq_bytes AreaMapData; /* explored cells, one bit each; bits; saved games only */
    struct {
        bool AreaMapResX, AreaMapResY, AreaMapDataSize, AreaMapData;
    } has;
};

/* GIT /AreaProperties/ */
struct rq_git_AreaProperties {
    struct rq_typed typed;
    int32_t AmbientSndDay; /* day ambience row; 0 or more; 2da:ambientsound.resource */
    int32_t AmbientSndNight; /* night ambience row; 0 or more; 2da:ambientsound.resource */
    int32_t AmbientSndDayVol; /* day loudness, kept as byte; 0 to 127 */
    int32_t AmbientSndNitVol; /* night loudness, kept as byte; 0 to 127 */
    int32_t EnvAudio; /* reverb preset; not in the loader; 0 or more; enum:eax; not read */
    int32_t MusicBattle; /* combat music row; 0 or more; 2da:ambientmusic.resource */
    int32_t MusicDay; /* day music row; 0 or more; 2da:ambientmusic.resource */
    int32_t MusicNight; /* night music row; 0 or more; 2da:ambientmusic.resource */
    int32_t MusicDelay; /* silence between repeats, milliseconds; 0 or more */
    uint8_t Unescapable; /* live copy of the area flag; 0 to 1; bool; saved games only */
    uint8_t DisableTransit; /* live copy of the area flag (K2); 0 to 1; bool; saved games only */
    uint8_t RestrictMode; /* restricted mode; 0 to 1; bool; saved games only */
    uint32_t StealthXPMax; /* most the area gives; saved games only */
    uint32_t StealthXPCurrent; /* given so far, at most StealthXPMax; saved games only */
    uint32_t StealthXPLoss; /* loss when noticed; saved games only */
    uint8_t StealthXPEnabled; /* stealth earns experience; 0 to 1; bool; saved games only */
    uint8_t TransPending; /* transition pending; 0 to 1; bool; saved games only */
    uint8_t TransPendNextID; /* next transition; 0 to 255; saved games only */
    uint8_t TransPendCurrID; /* current transition; 0 to 255; saved games only */
    uint32_t SunFogColor; /* live fog colour; color; saved games only */
    struct {
        bool AmbientSndDay, AmbientSndNight, AmbientSndDayVol, AmbientSndNitVol, EnvAudio;
        bool MusicBattle, MusicDay, MusicNight, MusicDelay, Unescapable, DisableTransit;
        bool RestrictMode, StealthXPMax, StealthXPCurrent, StealthXPLoss, StealthXPEnabled;
        bool TransPending, TransPendNextID, TransPendCurrID, SunFogColor;
    } has;
};

/* GIT /CameraList[]/ */
struct rq_git_CameraList {
    struct rq_typed typed;
    int32_t CameraID; /* number dialogues refer to; 0 or more; def:camera */
    float Position[3]; /* place; coord */
    float Pitch; /* tilt, degrees; 90 is level; 0 to 180 */
    float MicRange; /* listener range, use untraced; 0 or more */
    float Orientation[4]; /* rotation about the vertical, w x y z; quat */
    float Height; /* added to the height */
    float FieldOfView; /* field of view, degrees; 1 to 180 */
    struct {
        bool CameraID, Position, Pitch, MicRange, Orientation, Height, FieldOfView;
    } has;
};

/* GIT /Creature List[]/ */
struct rq_git_Creature_List {
    struct rq_typed typed;
    struct rq_utc *utc; /* the fields that it shares with that */
    const char *TemplateResRef; /* creature blueprint; res:utc */
    float XPosition; /* position x, moved to a safe place; coord */
    float YPosition; /* position y; coord */
    float ZPosition; /* position z; coord */
    float XOrientation; /* facing x; zero vector becomes 0 1 0; -1 to 1; dir */
    float YOrientation; /* facing y; -1 to 1; dir */
    struct {
        bool TemplateResRef, XPosition, YPosition, ZPosition, XOrientation, YOrientation;
    } has;
};

/* GIT /Door List[]/ */
struct rq_git_Door_List {
    struct rq_typed typed;
    struct rq_utd *utd; /* the fields that it shares with that */
    const char *TemplateResRef; /* door blueprint; res:utd */
    const char *Tag; /* instance script name; def:tag:door */
    const char *LinkedToModule; /* target module; res:mod|rim */
    const char *LinkedTo; /* target tag in that module; tag:door|waypoint */
    uint8_t LinkedToFlags; /* kind of target; 0 to 2; enum:linkflags */
    struct rq_typed_locstring TransitionDestin; /* destination text; strref */
    float X; /* position x; coord */
    float Y; /* position y; coord */
    float Z; /* position z; coord */
    float Bearing; /* facing, radians from +y; angle */
    uint32_t TweakColor; /* tint (K2); color */
    uint8_t UseTweakColor; /* TweakColor applies (K2); 0 to 1; bool */
    struct {
        bool TemplateResRef, Tag, LinkedToModule, LinkedTo, LinkedToFlags, TransitionDestin, X;
        bool Y, Z, Bearing, TweakColor, UseTweakColor;
    } has;
};

/* GIT /Encounter List[]/ */
struct rq_git_Encounter_List {
    struct rq_typed typed;
    struct rq_ute *ute; /* the fields that it shares with that */
    const char *TemplateResRef; /* encounter blueprint; res:ute */
    float XPosition; /* position x; coord */
    float YPosition; /* position y; coord */
    float ZPosition; /* position z; coord */
    struct rq_git_Encounter_List_Geometry *Geometry; /* outline; present but empty drops it; 1 or more */
    uint32_t Geometry_count;
    struct rq_git_Encounter_List_SpawnPointList *SpawnPointList; /* where creatures appear */
    uint32_t SpawnPointList_count;
    struct {
        bool TemplateResRef, XPosition, YPosition, ZPosition, Geometry, SpawnPointList;
    } has;
};

/* GIT /Encounter List[]/Geometry[]/ */
struct rq_git_Encounter_List_Geometry {
    struct rq_typed typed;
    float X; /* vertex x, relative; coord */
    float Y; /* vertex y; coord */
    float Z; /* vertex z; coord */
    struct {
        bool X, Y, Z;
    } has;
};

/* GIT /Encounter List[]/SpawnPointList[]/ */
struct rq_git_Encounter_List_SpawnPointList {
    struct rq_typed typed;
    float X; /* place x, absolute; coord */
    float Y; /* place y; coord */
    float Z; /* place z; coord */
    float Orientation; /* facing, radians; angle */
    struct {
        bool X, Y, Z, Orientation;
    } has;
};

/* GIT /List[]/ */
struct rq_git_List {
    struct rq_typed typed;
    struct rq_uti *uti; /* the fields that it shares with that */
    const char *TemplateResRef; /* item blueprint; res:uti */
    float XPosition; /* position x; coord */
    float YPosition; /* position y; coord */
    float ZPosition; /* position z; coord */
    float XOrientation; /* facing x; -1 to 1; dir */
    float YOrientation; /* facing y; -1 to 1; dir */
    struct {
        bool TemplateResRef, XPosition, YPosition, ZPosition, XOrientation, YOrientation;
    } has;
};

/* GIT /Placeable List[]/ */
struct rq_git_Placeable_List {
    struct rq_typed typed;
    struct rq_utp *utp; /* the fields that it shares with that */
    const char *TemplateResRef; /* placeable blueprint; res:utp */
    float X; /* position x; coord */
    float Y; /* position y; coord */
    float Z; /* position z; coord */
    float Bearing; /* facing, radians from +y; angle */
    uint32_t TweakColor; /* tint (K2); color */
    uint8_t UseTweakColor; /* TweakColor applies (K2); 0 to 1; bool */
    struct {
        bool TemplateResRef, X, Y, Z, Bearing, TweakColor, UseTweakColor;
    } has;
};

/* GIT /SoundList[]/ */
struct rq_git_SoundList {
    struct rq_typed typed;
    struct rq_uts *uts; /* the fields that it shares with that */
    const char *TemplateResRef; /* sound blueprint; res:uts */
    uint32_t GeneratedType; /* generated ambience kind, low byte kept; 0 to 255 */
    float XPosition; /* position x; coord */
    float YPosition; /* position y; coord */
    float ZPosition; /* position z; coord */
    struct {
        bool TemplateResRef, GeneratedType, XPosition, YPosition, ZPosition;
    } has;
};

/* GIT /StoreList[]/ */
struct rq_git_StoreList {
    struct rq_typed typed;
    struct rq_utm *utm; /* the fields that it shares with that */
    const char *ResRef; /* store blueprint; res:utm */
    float XPosition; /* position x; coord */
    float YPosition; /* position y; coord */
    float ZPosition; /* position z; coord */
    float XOrientation; /* facing x; zero vector becomes 0 1 0; -1 to 1; dir */
    float YOrientation; /* facing y; -1 to 1; dir */
    struct {
        bool ResRef, XPosition, YPosition, ZPosition, XOrientation, YOrientation;
    } has;
};

/* GIT /TriggerList[]/ */
struct rq_git_TriggerList {
    struct rq_typed typed;
    struct rq_utt *utt; /* the fields that it shares with that */
    const char *TemplateResRef; /* trigger blueprint; res:utt */
    const char *Tag; /* instance script name; def:tag:trigger */
    struct rq_typed_locstring TransitionDestin; /* destination text; strref */
    const char *LinkedToModule; /* target module; res:mod|rim */
    const char *LinkedTo; /* target tag in that module; tag:door|waypoint */
    uint8_t LinkedToFlags; /* kind of target; 0 to 2; enum:linkflags */
    float XPosition; /* position x; coord */
    float YPosition; /* position y; coord */
    float ZPosition; /* position z; coord */
    float XOrientation; /* facing x, always 0 in modules; -1 to 1; dir */
    float YOrientation; /* facing y; -1 to 1; dir */
    float ZOrientation; /* facing z; -1 to 1; dir */
    struct rq_git_TriggerList_Geometry *Geometry; /* outline; 3 or more */
    uint32_t Geometry_count;
    struct {
        bool TemplateResRef, Tag, TransitionDestin, LinkedToModule, LinkedTo, LinkedToFlags;
        bool XPosition, YPosition, ZPosition, XOrientation, YOrientation, ZOrientation, Geometry;
    } has;
};

/* GIT /TriggerList[]/Geometry[]/ */
struct rq_git_TriggerList_Geometry {
    struct rq_typed typed;
    float PointX; /* vertex x, relative to the position; coord */
    float PointY; /* vertex y; coord */
    float PointZ; /* vertex z; coord */
    struct {
        bool PointX, PointY, PointZ;
    } has;
};

/* GIT /WaypointList[]/ */
struct rq_git_WaypointList {
    struct rq_typed typed;
    struct rq_utw *utw; /* the fields that it shares with that */
    uint8_t Appearance; /* toolset marker; 0 to 255; 2da:waypoint; not read */
    const char *LinkedTo; /* unused link; tag:waypoint; not read */
    const char *TemplateResRef; /* blueprint it was made from; res:utw; not read */
    const char *Tag; /* script name; def:tag:waypoint */
    struct rq_typed_locstring LocalizedName; /* name; strref */
    struct rq_typed_locstring Description; /* toolset text; strref; not read */
    uint8_t HasMapNote; /* has a map pin; 0 to 1; bool */
    struct rq_typed_locstring MapNote; /* pin text; strref */
    uint8_t MapNoteEnabled; /* pin is shown; 0 to 1; bool */
    float XPosition; /* position x; coord */
    float YPosition; /* position y; coord */
    float ZPosition; /* position z, recomputed from the walkmesh; coord */
    float XOrientation; /* facing x; zero vector becomes 0 1 0; -1 to 1; dir */
    float YOrientation; /* facing y; -1 to 1; dir */
    struct {
        bool Appearance, LinkedTo, TemplateResRef, Tag, LocalizedName, Description, HasMapNote;
        bool MapNote, MapNoteEnabled, XPosition, YPosition, ZPosition, XOrientation;
        bool YOrientation;
    } has;
};

/* GUI / */
struct rq_gui {
    struct rq_typed typed;
    int32_t CONTROLTYPE; /* always panel at the root; 2 to 2; enum:guicontrol; not read */
    uint8_t Obj_Locked; /* editor lock; 0 to 1; bool; not read */
    const char *TAG; /* panel name, not looked up; not read */
    int32_t Obj_ParentID; /* editor parent number; not read */
    int32_t Obj_Layer; /* editor layer, one file; not read */
    struct rq_gui_EXTENT *EXTENT; /* panel rectangle in design pixels */
    float ALPHA; /* opacity of the panel; 0 to 1 */
    float COLOR[3]; /* tint; -1 means none; color */
    struct rq_gui_BORDER *BORDER; /* frame and fill of the panel */
    struct rq_gui_BACKGROUND *BACKGROUND; /* read instead of BORDER fill if present */
    struct rq_gui_CONTROLS *CONTROLS; /* controls in drawing order */
    uint32_t CONTROLS_count;
    struct {
        bool CONTROLTYPE, Obj_Locked, TAG, Obj_ParentID, Obj_Layer, EXTENT, ALPHA, COLOR, BORDER;
        bool BACKGROUND, CONTROLS;
    } has;
};

/* GUI /BACKGROUND/ */
struct rq_gui_BACKGROUND {
    struct rq_typed typed;
    const char *CORNER; /* corner image; res:tpc|tga */
    const char *EDGE; /* edge image; res:tpc|tga */
    const char *FILL; /* inner image; res:tpc|tga */
    int32_t FILLSTYLE; /* how the fill is drawn; 0 to 2; enum:guifill */
    int32_t DIMENSION; /* border thickness, pixels; 0 or more */
    int32_t INNEROFFSET; /* inset of the contents */
    int32_t INNEROFFSETY; /* vertical inset, K2 */
    float COLOR[3]; /* tint; color */
    uint8_t PULSING; /* pulses in time; 0 to 2 */
    struct {
        bool CORNER, EDGE, FILL, FILLSTYLE, DIMENSION, INNEROFFSET, INNEROFFSETY, COLOR, PULSING;
    } has;
};

/* GUI /BORDER/ */
struct rq_gui_BORDER {
    struct rq_typed typed;
    const char *CORNER; /* corner image; res:tpc|tga */
    const char *EDGE; /* edge image; res:tpc|tga */
    const char *FILL; /* inner image; res:tpc|tga */
    int32_t FILLSTYLE; /* how the fill is drawn; 0 to 2; enum:guifill */
    int32_t DIMENSION; /* border thickness, pixels; 0 or more */
    int32_t INNEROFFSET; /* inset of the contents */
    int32_t INNEROFFSETY; /* vertical inset, K2 */
    float COLOR[3]; /* tint; color */
    uint8_t PULSING; /* pulses in time; 0 to 2 */
    struct {
        bool CORNER, EDGE, FILL, FILLSTYLE, DIMENSION, INNEROFFSET, INNEROFFSETY, COLOR, PULSING;
    } has;
};

/* GUI /CONTROLS[]/ */
struct rq_gui_CONTROLS {
    struct rq_typed typed;
    int32_t CONTROLTYPE; /* kind of control; 4 to 11; enum:guicontrol */
    int32_t ID; /* number MOVETO points at; 0 or more; def:control */
    uint8_t Obj_Locked; /* editor lock; 0 to 1; bool; not read */
    const char *Obj_Parent; /* editor parent name; not read */
    const char *TAG; /* name the program asks for; never rename; def:control */
    int32_t Obj_ParentID; /* editor parent number; not read */
    int32_t Obj_Layer; /* editor layer, one file; not read */
    int32_t PARENTID; /* editor leftover, one file; not read */
    struct rq_gui_CONTROLS_EXTENT *EXTENT; /* rectangle in design pixels */
    struct rq_gui_CONTROLS_BORDER *BORDER; /* normal look */
    struct rq_gui_CONTROLS_TEXT *TEXT; /* caption */
    struct rq_gui_CONTROLS_HILIGHT *HILIGHT; /* look under pointer or focus */
    struct rq_gui_CONTROLS_SELECTED *SELECTED; /* look when ticked (check box) */
    struct rq_gui_CONTROLS_HILIGHTSELECTED *HILIGHTSELECTED; /* look when ticked and focused */
    uint8_t ISSELECTED; /* starts ticked; 0 to 1; bool */
    struct rq_gui_CONTROLS_MOVETO *MOVETO; /* neighbours for keyboard or pad */
    float COLOR[3]; /* tint of a list box; color */
    uint8_t LOOPING; /* list wraps around; 0 to 1; bool */
    int32_t PADDING; /* pixels between list lines */
    uint8_t LEFTSCROLLBAR; /* scroll bar on the left; 0 to 1; bool */
    struct rq_gui_CONTROLS_PROTOITEM *PROTOITEM; /* pattern of a list line */
    struct rq_gui_CONTROLS_SCROLLBAR *SCROLLBAR; /* scroll bar of a list box */
    struct rq_gui_CONTROLS_THUMB *THUMB; /* slider knob */
    struct rq_gui_CONTROLS_PROGRESS *PROGRESS; /* filled part of a progress bar */
    uint8_t STARTFROMLEFT; /* bar fills from the left; 0 to 1; bool */
    int32_t MAXVALUE; /* upper end of slider or bar */
    int32_t CURVALUE; /* starting value */
    struct {
        bool CONTROLTYPE, ID, Obj_Locked, Obj_Parent, TAG, Obj_ParentID, Obj_Layer, PARENTID;
        bool EXTENT, BORDER, TEXT, HILIGHT, SELECTED, HILIGHTSELECTED, ISSELECTED, MOVETO, COLOR;
        bool LOOPING, PADDING, LEFTSCROLLBAR, PROTOITEM, SCROLLBAR, THUMB, PROGRESS;
        bool STARTFROMLEFT, MAXVALUE, CURVALUE;
    } has;
};

/* GUI /CONTROLS[]/BORDER/ */
struct rq_gui_CONTROLS_BORDER {
    struct rq_typed typed;
    const char *CORNER; /* corner image; res:tpc|tga */
    const char *EDGE; /* edge image; res:tpc|tga */
    const char *FILL; /* inner image; res:tpc|tga */
    int32_t FILLSTYLE; /* how the fill is drawn; 0 to 2; enum:guifill */
    int32_t DIMENSION; /* border thickness, pixels; 0 or more */
    int32_t INNEROFFSET; /* inset of the contents */
    int32_t INNEROFFSETY; /* vertical inset, K2 */
    float COLOR[3]; /* tint; color */
    uint8_t PULSING; /* pulses in time; 0 to 2 */
    struct {
        bool CORNER, EDGE, FILL, FILLSTYLE, DIMENSION, INNEROFFSET, INNEROFFSETY, COLOR, PULSING;
    } has;
};

/* GUI /CONTROLS[]/EXTENT/ */
struct rq_gui_CONTROLS_EXTENT {
    struct rq_typed typed;
    int32_t LEFT; /* left edge */
    int32_t TOP; /* upper edge */
    int32_t WIDTH; /* width */
    int32_t HEIGHT; /* height */
    struct {
        bool LEFT, TOP, WIDTH, HEIGHT;
    } has;
};

/* GUI /CONTROLS[]/HILIGHT/ */
struct rq_gui_CONTROLS_HILIGHT {
    struct rq_typed typed;
    const char *CORNER; /* corner image; res:tpc|tga */
    const char *EDGE; /* edge image; res:tpc|tga */
    const char *FILL; /* inner image; res:tpc|tga */
    int32_t FILLSTYLE; /* how the fill is drawn; 0 to 2; enum:guifill */
    int32_t DIMENSION; /* border thickness, pixels; 0 or more */
    int32_t INNEROFFSET; /* inset of the contents */
    int32_t INNEROFFSETY; /* vertical inset, K2 */
    float COLOR[3]; /* tint; color */
    uint8_t PULSING; /* pulses in time; 0 to 2 */
    struct {
        bool CORNER, EDGE, FILL, FILLSTYLE, DIMENSION, INNEROFFSET, INNEROFFSETY, COLOR, PULSING;
    } has;
};

/* GUI /CONTROLS[]/HILIGHTSELECTED/ */
struct rq_gui_CONTROLS_HILIGHTSELECTED {
    struct rq_typed typed;
    const char *CORNER; /* corner image; res:tpc|tga */
    const char *EDGE; /* edge image; res:tpc|tga */
    const char *FILL; /* inner image; res:tpc|tga */
    int32_t FILLSTYLE; /* how the fill is drawn; 0 to 2; enum:guifill */
    int32_t DIMENSION; /* border thickness, pixels; 0 or more */
    int32_t INNEROFFSET; /* inset of the contents */
    int32_t INNEROFFSETY; /* vertical inset, K2 */
    float COLOR[3]; /* tint; color */
    uint8_t PULSING; /* pulses in time; 0 to 2 */
    struct {
        bool CORNER, EDGE, FILL, FILLSTYLE, DIMENSION, INNEROFFSET, INNEROFFSETY, COLOR, PULSING;
    } has;
};

/* GUI /CONTROLS[]/MOVETO/ */
struct rq_gui_CONTROLS_MOVETO {
    struct rq_typed typed;
    int32_t UP; /* control above; list:/CONTROLS.ID */
    int32_t DOWN; /* control below; list:/CONTROLS.ID */
    int32_t LEFT; /* control to the left; list:/CONTROLS.ID */
    int32_t RIGHT; /* control to the right; list:/CONTROLS.ID */
    struct {
        bool UP, DOWN, LEFT, RIGHT;
    } has;
};

/* GUI /CONTROLS[]/PROGRESS/ */
struct rq_gui_CONTROLS_PROGRESS {
    struct rq_typed typed;
    const char *CORNER; /* corner image; res:tpc|tga */
    const char *EDGE; /* edge image; res:tpc|tga */
    const char *FILL; /* inner image; res:tpc|tga */
    int32_t FILLSTYLE; /* how the fill is drawn; 0 to 2; enum:guifill */
    int32_t DIMENSION; /* border thickness, pixels; 0 or more */
    int32_t INNEROFFSET; /* inset of the contents */
    int32_t INNEROFFSETY; /* vertical inset, K2 */
    float COLOR[3]; /* tint; color */
    uint8_t PULSING; /* pulses in time; 0 to 2 */
    struct {
        bool CORNER, EDGE, FILL, FILLSTYLE, DIMENSION, INNEROFFSET, INNEROFFSETY, COLOR, PULSING;
    } has;
};

/* GUI /CONTROLS[]/PROTOITEM/ */
struct rq_gui_CONTROLS_PROTOITEM {
    struct rq_typed typed;
    int32_t CONTROLTYPE; /* line 4 to 7; scroll bar 9; 4 to 9; enum:guicontrol */
    const char *Obj_Parent; /* editor parent name; not read */
    const char *TAG; /* always PROTOITEM or SCROLLBAR */
    int32_t Obj_ParentID; /* editor parent number; not read */
    struct rq_gui_CONTROLS_PROTOITEM_EXTENT *EXTENT; /* rectangle in design pixels */
    struct rq_gui_CONTROLS_PROTOITEM_BORDER *BORDER; /* normal look */
    struct rq_gui_CONTROLS_PROTOITEM_TEXT *TEXT; /* caption */
    struct rq_gui_CONTROLS_PROTOITEM_HILIGHT *HILIGHT; /* look under pointer or focus */
    struct rq_gui_CONTROLS_PROTOITEM_SELECTED *SELECTED; /* look when ticked */
    struct rq_gui_CONTROLS_PROTOITEM_HILIGHTSELECTED *HILIGHTSELECTED; /* look when ticked and focused */
    uint8_t ISSELECTED; /* starts ticked; 0 to 1; bool */
    struct {
        bool CONTROLTYPE, Obj_Parent, TAG, Obj_ParentID, EXTENT, BORDER, TEXT, HILIGHT, SELECTED;
        bool HILIGHTSELECTED, ISSELECTED;
    } has;
};

/* GUI /CONTROLS[]/PROTOITEM/BORDER/ */
struct rq_gui_CONTROLS_PROTOITEM_BORDER {
    struct rq_typed typed;
    const char *CORNER; /* corner image; res:tpc|tga */
    const char *EDGE; /* edge image; res:tpc|tga */
    const char *FILL; /* inner image; res:tpc|tga */
    int32_t FILLSTYLE; /* how the fill is drawn; 0 to 2; enum:guifill */
    int32_t DIMENSION; /* border thickness, pixels; 0 or more */
    int32_t INNEROFFSET; /* inset of the contents */
    int32_t INNEROFFSETY; /* vertical inset, K2 */
    float COLOR[3]; /* tint; color */
    uint8_t PULSING; /* pulses in time; 0 to 2 */
    struct {
        bool CORNER, EDGE, FILL, FILLSTYLE, DIMENSION, INNEROFFSET, INNEROFFSETY, COLOR, PULSING;
    } has;
};

/* GUI /CONTROLS[]/PROTOITEM/EXTENT/ */
struct rq_gui_CONTROLS_PROTOITEM_EXTENT {
    struct rq_typed typed;
    int32_t LEFT; /* left edge */
    int32_t TOP; /* upper edge */
    int32_t WIDTH; /* width */
    int32_t HEIGHT; /* height */
    struct {
        bool LEFT, TOP, WIDTH, HEIGHT;
    } has;
};

/* GUI /CONTROLS[]/PROTOITEM/HILIGHT/ */
struct rq_gui_CONTROLS_PROTOITEM_HILIGHT {
    struct rq_typed typed;
    const char *CORNER; /* corner image; res:tpc|tga */
    const char *EDGE; /* edge image; res:tpc|tga */
    const char *FILL; /* inner image; res:tpc|tga */
    int32_t FILLSTYLE; /* how the fill is drawn; 0 to 2; enum:guifill */
    int32_t DIMENSION; /* border thickness, pixels; 0 or more */
    int32_t INNEROFFSET; /* inset of the contents */
    int32_t INNEROFFSETY; /* vertical inset, K2 */
    float COLOR[3]; /* tint; color */
    uint8_t PULSING; /* pulses in time; 0 to 2 */
    struct {
        bool CORNER, EDGE, FILL, FILLSTYLE, DIMENSION, INNEROFFSET, INNEROFFSETY, COLOR, PULSING;
    } has;
};

/* GUI /CONTROLS[]/PROTOITEM/HILIGHTSELECTED/ */
struct rq_gui_CONTROLS_PROTOITEM_HILIGHTSELECTED {
    struct rq_typed typed;
    const char *CORNER; /* corner image; res:tpc|tga */
    const char *EDGE; /* edge image; res:tpc|tga */
    const char *FILL; /* inner image; res:tpc|tga */
    int32_t FILLSTYLE; /* how the fill is drawn; 0 to 2; enum:guifill */
    int32_t DIMENSION; /* border thickness, pixels; 0 or more */
    int32_t INNEROFFSET; /* inset of the contents */
    int32_t INNEROFFSETY; /* vertical inset, K2 */
    float COLOR[3]; /* tint; color */
    uint8_t PULSING; /* pulses in time; 0 to 2 */
    struct {
        bool CORNER, EDGE, FILL, FILLSTYLE, DIMENSION, INNEROFFSET, INNEROFFSETY, COLOR, PULSING;
    } has;
};

/* GUI /CONTROLS[]/PROTOITEM/SELECTED/ */
struct rq_gui_CONTROLS_PROTOITEM_SELECTED {
    struct rq_typed typed;
    const char *CORNER; /* corner image; res:tpc|tga */
    const char *EDGE; /* edge image; res:tpc|tga */
    const char *FILL; /* inner image; res:tpc|tga */
    int32_t FILLSTYLE; /* how the fill is drawn; 0 to 2; enum:guifill */
    int32_t DIMENSION; /* border thickness, pixels; 0 or more */
    int32_t INNEROFFSET; /* inset of the contents */
    int32_t INNEROFFSETY; /* vertical inset, K2 */
    float COLOR[3]; /* tint; color */
    uint8_t PULSING; /* pulses in time; 0 to 2 */
    struct {
        bool CORNER, EDGE, FILL, FILLSTYLE, DIMENSION, INNEROFFSET, INNEROFFSETY, COLOR, PULSING;
    } has;
};

/* GUI /CONTROLS[]/PROTOITEM/TEXT/ */
struct rq_gui_CONTROLS_PROTOITEM_TEXT {
    struct rq_typed typed;
    const char *TEXT; /* literal caption when STRREF is none */
    uint32_t STRREF; /* caption; strref */
    const char *FONT; /* font texture with txi; res:tpc|tga */
    int32_t ALIGNMENT; /* where the caption sits; flags:guialign */
    float COLOR[3]; /* caption colour; color */
    uint8_t PULSING; /* pulses in time; 0 to 1; bool */
    struct {
        bool TEXT, STRREF, FONT, ALIGNMENT, COLOR, PULSING;
    } has;
};

/* GUI /CONTROLS[]/SCROLLBAR/ */
struct rq_gui_CONTROLS_SCROLLBAR {
    struct rq_typed typed;
    int32_t CONTROLTYPE; /* line 4 to 7; scroll bar 9; 4 to 9; enum:guicontrol */
    const char *Obj_Parent; /* editor parent name; not read */
    const char *TAG; /* always PROTOITEM or SCROLLBAR */
    int32_t Obj_ParentID; /* editor parent number; not read */
    struct rq_gui_CONTROLS_SCROLLBAR_EXTENT *EXTENT; /* rectangle in design pixels */
    struct rq_gui_CONTROLS_SCROLLBAR_BORDER *BORDER; /* normal look */
    struct rq_gui_CONTROLS_SCROLLBAR_DIR *DIR; /* arrow image, not drawn; not read */
    struct rq_gui_CONTROLS_SCROLLBAR_THUMB *THUMB; /* knob image */
    uint8_t DRAWMODE; /* drawing variant; 0 to 1 */
    int32_t MAXVALUE; /* lines in all */
    int32_t VISIBLEVALUE; /* lines visible */
    int32_t CURVALUE; /* first line */
    struct {
        bool CONTROLTYPE, Obj_Parent, TAG, Obj_ParentID, EXTENT, BORDER, DIR, THUMB, DRAWMODE;
        bool MAXVALUE, VISIBLEVALUE, CURVALUE;
    } has;
};

/* GUI /CONTROLS[]/SCROLLBAR/BORDER/ */
struct rq_gui_CONTROLS_SCROLLBAR_BORDER {
    struct rq_typed typed;
    const char *CORNER; /* corner image; res:tpc|tga */
    const char *EDGE; /* edge image; res:tpc|tga */
    const char *FILL; /* inner image; res:tpc|tga */
    int32_t FILLSTYLE; /* how the fill is drawn; 0 to 2; enum:guifill */
    int32_t DIMENSION; /* border thickness, pixels; 0 or more */
    int32_t INNEROFFSET; /* inset of the contents */
    int32_t INNEROFFSETY; /* vertical inset, K2 */
    float COLOR[3]; /* tint; color */
    uint8_t PULSING; /* pulses in time; 0 to 2 */
    struct {
        bool CORNER, EDGE, FILL, FILLSTYLE, DIMENSION, INNEROFFSET, INNEROFFSETY, COLOR, PULSING;
    } has;
};

/* GUI /CONTROLS[]/SCROLLBAR/DIR/ */
struct rq_gui_CONTROLS_SCROLLBAR_DIR {
    struct rq_typed typed;
    const char *IMAGE; /* image; res:tpc|tga */
    int32_t ALIGNMENT; /* where the image sits; flags:guialign */
    int32_t DRAWSTYLE; /* drawing variant, 0 seen */
    int32_t FLIPSTYLE; /* mirroring, 0 seen */
    float ROTATE; /* rotation */
    int32_t ROTATESTYLE; /* rotation variant, one file */
    struct {
        bool IMAGE, ALIGNMENT, DRAWSTYLE, FLIPSTYLE, ROTATE, ROTATESTYLE;
    } has;
};

/* GUI /CONTROLS[]/SCROLLBAR/EXTENT/ */
struct rq_gui_CONTROLS_SCROLLBAR_EXTENT {
    struct rq_typed typed;
    int32_t LEFT; /* left edge */
    int32_t TOP; /* upper edge */
    int32_t WIDTH; /* width */
    int32_t HEIGHT; /* height */
    struct {
        bool LEFT, TOP, WIDTH, HEIGHT;
    } has;
};

/* GUI /CONTROLS[]/SCROLLBAR/THUMB/ */
struct rq_gui_CONTROLS_SCROLLBAR_THUMB {
    struct rq_typed typed;
    const char *IMAGE; /* image; res:tpc|tga */
    int32_t ALIGNMENT; /* where the image sits; flags:guialign */
    int32_t DRAWSTYLE; /* drawing variant, 0 seen */
    int32_t FLIPSTYLE; /* mirroring, 0 seen */
    float ROTATE; /* rotation */
    int32_t ROTATESTYLE; /* rotation variant, one file */
    struct {
        bool IMAGE, ALIGNMENT, DRAWSTYLE, FLIPSTYLE, ROTATE, ROTATESTYLE;
    } has;
};

/* GUI /CONTROLS[]/SELECTED/ */
struct rq_gui_CONTROLS_SELECTED {
    struct rq_typed typed;
    const char *CORNER; /* corner image; res:tpc|tga */
    const char *EDGE; /* edge image; res:tpc|tga */
    const char *FILL; /* inner image; res:tpc|tga */
    int32_t FILLSTYLE; /* how the fill is drawn; 0 to 2; enum:guifill */
    int32_t DIMENSION; /* border thickness, pixels; 0 or more */
    int32_t INNEROFFSET; /* inset of the contents */
    int32_t INNEROFFSETY; /* vertical inset, K2 */
    float COLOR[3]; /* tint; color */
    uint8_t PULSING; /* pulses in time; 0 to 2 */
    struct {
        bool CORNER, EDGE, FILL, FILLSTYLE, DIMENSION, INNEROFFSET, INNEROFFSETY, COLOR, PULSING;
    } has;
};

/* GUI /CONTROLS[]/TEXT/ */
struct rq_gui_CONTROLS_TEXT {
    struct rq_typed typed;
    const char *TEXT; /* literal caption when STRREF is none */
    uint32_t STRREF; /* caption; strref */
    const char *FONT; /* font texture with txi; res:tpc|tga */
    int32_t ALIGNMENT; /* where the caption sits; flags:guialign */
    float COLOR[3]; /* caption colour; color */
    uint8_t PULSING; /* pulses in time; 0 to 1; bool */
    struct {
        bool TEXT, STRREF, FONT, ALIGNMENT, COLOR, PULSING;
    } has;
};

/* GUI /CONTROLS[]/THUMB/ */
struct rq_gui_CONTROLS_THUMB {
    struct rq_typed typed;
    const char *IMAGE; /* image; res:tpc|tga */
    int32_t ALIGNMENT; /* where the image sits; flags:guialign */
    int32_t DRAWSTYLE; /* drawing variant, 0 seen */
    int32_t FLIPSTYLE; /* mirroring, 0 seen */
    float ROTATE; /* rotation */
    int32_t ROTATESTYLE; /* rotation variant, one file */
    struct {
        bool IMAGE, ALIGNMENT, DRAWSTYLE, FLIPSTYLE, ROTATE, ROTATESTYLE;
    } has;
};

/* GUI /EXTENT/ */
struct rq_gui_EXTENT {
    struct rq_typed typed;
    int32_t LEFT; /* left edge */
    int32_t TOP; /* upper edge */
    int32_t WIDTH; /* width */
    int32_t HEIGHT; /* height */
    struct {
        bool LEFT, TOP, WIDTH, HEIGHT;
    } has;
};

/* GVT / */
struct rq_gvt {
    struct rq_typed typed;
    struct rq_gvt_CatBoolean *CatBoolean; /* boolean names, engine hash order; saved games only */
    uint32_t CatBoolean_count;
    struct rq_gvt_CatNumber *CatNumber; /* number names; saved games only */
    uint32_t CatNumber_count;
    struct rq_gvt_CatLocation *CatLocation; /* location names; saved games only */
    uint32_t CatLocation_count;
    struct rq_gvt_CatString *CatString; /* string names; saved games only */
    uint32_t CatString_count;
    struct rq_bytes ValBoolean; /* one bit each, MSB first, n/8+1 bytes; bits; saved games only */
    struct rq_bytes ValNumber; /* one signed byte each; bytes; saved games only */
    struct rq_bytes ValLocation; /* 100 slots of six floats, 2400 bytes; floats; saved games only */
    struct rq_gvt_ValString *ValString; /* values in CatString order; saved games only */
    uint32_t ValString_count;
    struct {
        bool CatBoolean, CatNumber, CatLocation, CatString, ValBoolean, ValNumber, ValLocation;
        bool ValString;
    } has;
};

/* GVT /CatBoolean[]/ */
struct rq_gvt_CatBoolean {
    struct rq_typed typed;
    const char *Name; /* variable name, at most 21 characters; global; saved games only */
    struct {
        bool Name;
    } has;
};

/* GVT /CatLocation[]/ */
struct rq_gvt_CatLocation {
    struct rq_typed typed;
    const char *Name; /* variable name, at most 21 characters; global; saved games only */
    struct {
        bool Name;
    } has;
};

/* GVT /CatNumber[]/ */
struct rq_gvt_CatNumber {
    struct rq_typed typed;
    const char *Name; /* variable name, at most 21 characters; global; saved games only */
    struct {
        bool Name;
    } has;
};

/* GVT /CatString[]/ */
struct rq_gvt_CatString {
    struct rq_typed typed;
    const char *Name; /* variable name, at most 21 characters; global; saved games only */
    struct {
        bool Name;
    } has;
};

/* GVT /ValString[]/ */
struct rq_gvt_ValString {
    struct rq_typed typed;
    const char *String; /* value; saved games only */
    struct {
        bool String;
    } has;
};

/* IFO / */
struct rq_ifo {
    struct rq_typed typed;
    struct rq_bytes Mod_ID; /* random bytes, 16 or 32 in saves; 0 to 32 */
    int32_t Mod_Creator_ID; /* always 2 */
    uint32_t Mod_Version; /* always 3 */
    const char *Mod_VO_ID; /* voice folder name; not read */
    uint16_t Expansion_Pack; /* NWN expansion bits, 0; 0 to 65535 */
    struct rq_typed_locstring Mod_Name; /* module name; strref */
    const char *Mod_Tag; /* script name, lower-cased; def:tag:module */
    const char *Mod_Hak; /* NWN hak, written but never read; not read */
    struct rq_typed_locstring Mod_Description; /* description; strref */
    uint8_t Mod_IsSaveGame; /* from a saved game; 0 to 1; bool */
    const char *Mod_Entry_Area; /* area entered; res:are */
    float Mod_Entry_X; /* start x; coord */
    float Mod_Entry_Y; /* start y; coord */
    float Mod_Entry_Z; /* start z; coord */
    float Mod_Entry_Dir_X; /* start facing x; -1 to 1; dir */
    float Mod_Entry_Dir_Y; /* start facing y; missing gives 1 0; -1 to 1; dir */
    struct rq_ifo_Mod_Expan_List *Mod_Expan_List; /* NWN expansions, empty */
    uint32_t Mod_Expan_List_count;
    uint8_t Mod_DawnHour; /* dawn hour; 0 to 23 */
    uint8_t Mod_DuskHour; /* dusk hour; 0 to 23 */
    uint8_t Mod_MinPerHour; /* real minutes per game hour; 0 to 255 */
    uint8_t Mod_StartMonth; /* calendar month; 1 to 12 */
    uint8_t Mod_StartDay; /* calendar day; 1 to 31 */
    uint8_t Mod_StartHour; /* calendar hour; 0 to 23 */
    uint32_t Mod_StartYear; /* calendar year; 0 or more */
    uint8_t Mod_XPScale; /* percent of kill experience; 1 to 255 */
    const char *Mod_OnHeartbeat; /* script: heartbeat; res:ncs */
    const char *Mod_OnModLoad; /* script: module loaded; res:ncs */
    const char *Mod_OnModStart; /* script: module started; res:ncs */
    const char *Mod_OnClientEntr; /* script: player entered; res:ncs */
    const char *Mod_OnClientLeav; /* script: player left; res:ncs */
    const char *Mod_OnActvtItem; /* script: item activated; res:ncs */
    const char *Mod_OnAcquirItem; /* script: item acquired; res:ncs */
    const char *Mod_OnUsrDefined; /* script: user event signalled; res:ncs */
    const char *Mod_OnUnAqreItem; /* script: item lost; res:ncs */
    const char *Mod_OnPlrDeath; /* script: player died; res:ncs */
    const char *Mod_OnPlrDying; /* script: player dying; res:ncs */
    const char *Mod_OnPlrLvlUp; /* script: level gained; res:ncs */
    const char *Mod_OnSpawnBtnDn; /* script: respawn pressed; res:ncs */
    const char *Mod_OnPlrRest; /* script: player rests; res:ncs */
    const char *Mod_OnEquipItem; /* script: item worn; lost on saving; res:ncs; saved games only */
    const char *Mod_StartMovie; /* movie on start; lost on saving; res:bik */
    struct rq_ifo_Mod_CutSceneList *Mod_CutSceneList; /* cutscenes, empty */
    uint32_t Mod_CutSceneList_count;
    struct rq_ifo_Mod_GVar_List *Mod_GVar_List; /* NWN globals, empty; not read */
    uint32_t Mod_GVar_List_count;
    struct rq_ifo_Mod_Area_list *Mod_Area_list; /* the one area; 1 to 1 */
    uint32_t Mod_Area_list_count;
    uint8_t Mod_IsNWMFile; /* premium module flag; 0 to 1; bool; saved games only */
    const char *Mod_NWMResName; /* premium module name; saved games only */
    uint64_t Mod_Effect_NxtId; /* next effect number; saved games only */
    uint32_t Mod_NextCharId0; /* next character object number; object; saved games only */
    uint32_t Mod_NextCharId1; /* second counter; object; saved games only */
    uint32_t Mod_NextObjId0; /* next object number; object; saved games only */
    uint32_t Mod_NextObjId1; /* second counter; object; saved games only */
    uint32_t Mod_Transition; /* pending transition; saved games only */
    uint16_t Mod_StartMinute; /* calendar minute; 0 to 59; saved games only */
    uint16_t Mod_StartSecond; /* calendar second; 0 to 59; saved games only */
    uint16_t Mod_StartMiliSec; /* calendar millisecond; 0 to 999; saved games only */
    uint32_t Mod_PauseDay; /* game day when saved; gameday; saved games only */
    uint32_t Mod_PauseTime; /* game time when saved; gametime; saved games only */
    struct rq_utc *Creature_List; /* creatures in limbo; struct:UTC; saved games only */
    uint32_t Creature_List_count;
    struct rq_ifo_Mod_Tokens *Mod_Tokens; /* custom text tokens; saved games only */
    uint32_t Mod_Tokens_count;
    struct rq_var *VarTable; /* NWN named locals, empty; struct:@VAR; saved games only */
    uint32_t VarTable_count;
    struct rq_swvars *SWVarTable; /* module locals; struct:@SWVARS; saved games only */
    struct rq_event *EventQueue; /* delayed events; struct:@EVENT; saved games only */
    uint32_t EventQueue_count;
    struct rq_ifo_Mod_PlayerList *Mod_PlayerList; /* the player; 0 to 1; struct:UTC; saved games only */
    uint32_t Mod_PlayerList_count;
    struct {
        bool Mod_ID, Mod_Creator_ID, Mod_Version, Mod_VO_ID, Expansion_Pack, Mod_Name, Mod_Tag;
        bool Mod_Hak, Mod_Description, Mod_IsSaveGame, Mod_Entry_Area, Mod_Entry_X, Mod_Entry_Y;
        bool Mod_Entry_Z, Mod_Entry_Dir_X, Mod_Entry_Dir_Y, Mod_Expan_List, Mod_DawnHour;
        bool Mod_DuskHour, Mod_MinPerHour, Mod_StartMonth, Mod_StartDay, Mod_StartHour;
        bool Mod_StartYear, Mod_XPScale, Mod_OnHeartbeat, Mod_OnModLoad, Mod_OnModStart;
        bool Mod_OnClientEntr, Mod_OnClientLeav, Mod_OnActvtItem, Mod_OnAcquirItem;
        bool Mod_OnUsrDefined, Mod_OnUnAqreItem, Mod_OnPlrDeath, Mod_OnPlrDying, Mod_OnPlrLvlUp;
        bool Mod_OnSpawnBtnDn, Mod_OnPlrRest, Mod_OnEquipItem, Mod_StartMovie, Mod_CutSceneList;
        bool Mod_GVar_List, Mod_Area_list, Mod_IsNWMFile, Mod_NWMResName, Mod_Effect_NxtId;
        bool Mod_NextCharId0, Mod_NextCharId1, Mod_NextObjId0, Mod_NextObjId1, Mod_Transition;
        bool Mod_StartMinute, Mod_StartSecond, Mod_StartMiliSec, Mod_PauseDay, Mod_PauseTime;
        bool Creature_List, Mod_Tokens, VarTable, SWVarTable, EventQueue, Mod_PlayerList;
    } has;
};

/* IFO /Mod_GVar_List[]/ */
struct rq_ifo_Mod_GVar_List {
    struct rq_typed typed;
};

/* IFO /Mod_Area_list[]/ */
struct rq_ifo_Mod_Area_list {
    struct rq_typed typed;
    const char *Area_Name; /* area resref, also of GIT and layout; res:are */
    uint32_t ObjectId; /* area object number; object; saved games only */
    struct {
        bool Area_Name, ObjectId;
    } has;
};

/* IFO /Mod_CutSceneList[]/ */
struct rq_ifo_Mod_CutSceneList {
    struct rq_typed typed;
    const char *CutScene_Name; /* never seen; saved games only */
    uint32_t CutScene_ID; /* never seen; saved games only */
    struct {
        bool CutScene_Name, CutScene_ID;
    } has;
};

/* IFO /Mod_Expan_List[]/ */
struct rq_ifo_Mod_Expan_List {
    struct rq_typed typed;
    struct rq_typed_locstring Expansion_Name; /* never seen; strref; saved games only */
    int32_t Expansion_ID; /* never seen; saved games only */
    struct {
        bool Expansion_Name, Expansion_ID;
    } has;
};

/* IFO /Mod_PlayerList[]/ */
struct rq_ifo_Mod_PlayerList {
    struct rq_typed typed;
    struct rq_utc *utc; /* the fields that it shares with that */
    const char *Mod_CommntyName; /* NWN login name, Bad StrRef; saved games only */
    uint8_t Mod_IsPrimaryPlr; /* controlled by the player; 0 to 1; bool; saved games only */
    struct rq_typed_locstring Mod_FirstName; /* given name; strref; saved games only */
    struct rq_typed_locstring Mod_LastName; /* family name; strref; saved games only */
    struct {
        bool Mod_CommntyName, Mod_IsPrimaryPlr, Mod_FirstName, Mod_LastName;
    } has;
};

/* IFO /Mod_Tokens[]/ */
struct rq_ifo_Mod_Tokens {
    struct rq_typed typed;
    uint32_t Mod_TokensNumber; /* token number; token; saved games only */
    const char *Mod_TokensValue; /* text shown; saved games only */
    struct {
        bool Mod_TokensNumber, Mod_TokensValue;
    } has;
};

/* INV / */
struct rq_inv {
    struct rq_typed typed;
    struct rq_uti *ItemList; /* the party's items; no ObjectId inside; struct:UTI; saved games only */
    uint32_t ItemList_count;
    struct {
        bool ItemList;
    } has;
};

/* ITP / */
struct rq_itp {
    struct rq_typed typed;
    struct rq_itp_MAIN *MAIN; /* palette tree; not read */
    uint32_t MAIN_count;
    uint8_t NEXT_USEABLE_ID; /* next free category id, skeleton palettes; 0 to 255; not read */
    uint16_t RESTYPE; /* resource type listed, skeleton palettes; not read */
    struct {
        bool MAIN, NEXT_USEABLE_ID, RESTYPE;
    } has;
};

/* ITP /MAIN[]/ */
struct rq_itp_MAIN {
    struct rq_typed typed;
    uint8_t ID; /* category number, PaletteID of blueprints; 0 to 255; def:palette; not read */
    const char *DELETE_ME; /* branch title; not read */
    uint8_t Type; /* other spelling, one file; not read */
    struct rq_itp_MAIN_LIST *LIST; /* child branches or blueprints, any depth; not read */
    uint32_t LIST_count;
    const char *NAME; /* title of branch or blueprint; not read */
    uint32_t STRREF; /* title as string reference; strref; not read */
    uint8_t TYPE; /* when to show an empty branch; 0 to 1; not read */
    struct {
        bool ID, DELETE_ME, Type, LIST, NAME, STRREF, TYPE;
    } has;
};

/* ITP /MAIN[]/LIST[]/ */
struct rq_itp_MAIN_LIST {
    struct rq_typed typed;
    uint8_t ID; /* category number, PaletteID of blueprints; 0 to 255; def:palette; not read */
    const char *DELETE_ME; /* branch title; not read */
    uint8_t Type; /* other spelling, one file; not read */
    struct rq_itp_MAIN_LIST_LIST *LIST; /* child branches or blueprints, any depth; not read */
    uint32_t LIST_count;
    const char *NAME; /* title of branch or blueprint; not read */
    uint32_t STRREF; /* title as string reference; strref; not read */
    const char *RESREF; /* blueprint; res:utc|utd|ute|uti|utm|utp|uts|utt|utw; not read */
    float CR; /* challenge rating of a creature; not read */
    const char *FACTION; /* faction name of a creature; not read */
    struct {
        bool ID, DELETE_ME, Type, LIST, NAME, STRREF, RESREF, CR, FACTION;
    } has;
};

/* ITP /MAIN[]/LIST[]/LIST[]/ */
struct rq_itp_MAIN_LIST_LIST {
    struct rq_typed typed;
    const char *NAME; /* title of branch or blueprint; not read */
    uint32_t STRREF; /* title as string reference; strref; not read */
    const char *RESREF; /* blueprint; res:utc|utd|ute|uti|utm|utp|uts|utt|utw; not read */
    float CR; /* challenge rating of a creature; not read */
    const char *FACTION; /* faction name of a creature; not read */
    struct {
        bool NAME, STRREF, RESREF, CR, FACTION;
    } has;
};

/* JRL / */
struct rq_jrl {
    struct rq_typed typed;
    struct rq_jrl_Categories *Categories; /* quests */
    uint32_t Categories_count;
    struct {
        bool Categories;
    } has;
};

/* JRL /Categories[]/ */
struct rq_jrl_Categories {
    struct rq_typed typed;
    struct rq_typed_locstring Name; /* quest title; strref */
    uint32_t Priority; /* sort priority; 0 to 4; enum:jrlpriority */
    const char *Comment; /* writer's note; not read */
    const char *Tag; /* quest name used by scripts; def:quest */
    int32_t PlotIndex; /* plot row paying experience; -1 or more; 2da:plot */
    int32_t PlanetID; /* planet row; -1 or more; 2da:planetary */
    struct rq_jrl_Categories_EntryList *EntryList; /* quest states */
    uint32_t EntryList_count;
    uint32_t XP; /* NWN experience, module.jrl leftovers; not read */
    uint16_t Picture; /* NWN picture, module.jrl leftovers; not read */
    struct {
        bool Name, Priority, Comment, Tag, PlotIndex, PlanetID, EntryList, XP, Picture;
    } has;
};

/* JRL /Categories[]/EntryList[]/ */
struct rq_jrl_Categories_EntryList {
    struct rq_typed typed;
    uint32_t ID; /* state number, unique in the quest; 0 or more; def:questentry */
    uint16_t End; /* state completes the quest; 0 to 1; bool */
    struct rq_typed_locstring Text; /* journal text; strref */
    float XP_Percentage; /* share of the plot row's experience; 0 or more */
    struct {
        bool ID, End, Text, XP_Percentage;
    } has;
};

/* NFO / */
struct rq_nfo {
    struct rq_typed typed;
    const char *AREANAME; /* area name; list splits at first dash; saved games only */
    const char *LASTMODULE; /* module to load; nested archive of that name; res:mod|rim; saved games only */
    uint32_t TIMEPLAYED; /* seconds played; same as PT_PLAYEDSECONDS; 0 or more; saved games only */
    uint8_t CHEATUSED; /* cheats used; K2 sample holds 2; 0 or more; saved games only */
    const char *SAVEGAMENAME; /* name typed by the player; saved games only */
    uint8_t GAMEPLAYHINT; /* load screen hint counter; 0 to 255; saved games only */
    uint8_t STORYHINT; /* load screen story hint counter; 0 to 255; saved games only */
    uint8_t STORYHINT0; /* story hint counter, K2; 0 to 255; saved games only */
    uint8_t STORYHINT1; /* story hint counter, K2; 0 to 255; saved games only */
    uint8_t STORYHINT2; /* story hint counter, K2; 0 to 255; saved games only */
    uint8_t STORYHINT3; /* story hint counter, K2; 0 to 255; saved games only */
    uint8_t STORYHINT4; /* story hint counter, K2; 0 to 255; saved games only */
    uint8_t STORYHINT5; /* story hint counter, K2; 0 to 255; saved games only */
    uint8_t STORYHINT6; /* story hint counter, K2; 0 to 255; saved games only */
    uint8_t STORYHINT7; /* story hint counter, K2; 0 to 255; saved games only */
    uint8_t STORYHINT8; /* story hint counter, K2; 0 to 255; saved games only */
    uint8_t STORYHINT9; /* story hint counter, K2; 0 to 255; saved games only */
    const char *LIVE1; /* Xbox Live content name; empty on PC; saved games only */
    const char *LIVE2; /* Xbox Live content name; saved games only */
    const char *LIVE3; /* Xbox Live content name; saved games only */
    const char *LIVE4; /* Xbox Live content name; saved games only */
    const char *LIVE5; /* Xbox Live content name; saved games only */
    const char *LIVE6; /* Xbox Live content name; saved games only */
    uint8_t LIVECONTENT; /* Live content bits; 0 on PC; 0 to 255; saved games only */
    const char *PORTRAIT0; /* leader's portrait; res:tpc|tga; saved games only */
    const char *PORTRAIT1; /* second member's portrait; res:tpc|tga; saved games only */
    const char *PORTRAIT2; /* third member's portrait; res:tpc|tga; saved games only */
    uint64_t TIMESTAMP; /* local time of saving, K2; filetime; saved games only */
    const char *PCNAME; /* player's name, K2; saved games only */
    uint32_t SAVENUMBER; /* slot number, K2; folder shows it too; 0 or more; saved games only */
    uint8_t PCAUTOSAVE; /* transition autosave; player lies in pifo.ifo; 0 to 1; bool; saved games only */
    const char *SCREENSHOT; /* load screen of the target, autosave only; res:tpc|tga; saved games only */
    uint8_t REBOOTAUTOSAVE; /* Xbox only; 0 to 1; bool; saved games only */
    struct rq_nfo_AUTOSAVEPARAMS *AUTOSAVEPARAMS; /* state of a transition autosave; saved games only */
    struct {
        bool AREANAME, LASTMODULE, TIMEPLAYED, CHEATUSED, SAVEGAMENAME, GAMEPLAYHINT, STORYHINT;
        bool STORYHINT0, STORYHINT1, STORYHINT2, STORYHINT3, STORYHINT4, STORYHINT5, STORYHINT6;
        bool STORYHINT7, STORYHINT8, STORYHINT9, LIVE1, LIVE2, LIVE3, LIVE4, LIVE5, LIVE6;
        bool LIVECONTENT, PORTRAIT0, PORTRAIT1, PORTRAIT2, TIMESTAMP, PCNAME, SAVENUMBER;
        bool PCAUTOSAVE, SCREENSHOT, REBOOTAUTOSAVE, AUTOSAVEPARAMS;
    } has;
};

/* NFO /AUTOSAVEPARAMS/ */
struct rq_nfo_AUTOSAVEPARAMS {
    struct rq_typed typed;
    const char *LOADMUSIC; /* music of the load screen; res:wav; saved games only */
    const char *STARTWAYPOINT; /* arrival waypoint; tag:waypoint; saved games only */
    const char *MOVIE1; /* movie before the module; res:bik; saved games only */
    const char *MOVIE2; /* movie before the module; res:bik; saved games only */
    const char *MOVIE3; /* movie before the module; res:bik; saved games only */
    const char *MOVIE4; /* movie before the module; res:bik; saved games only */
    const char *MOVIE5; /* movie before the module; res:bik; saved games only */
    const char *MOVIE6; /* movie before the module; res:bik; saved games only */
    uint32_t TIME_YEAR; /* game clock; saved games only */
    uint8_t TIME_MONTH; /* game clock; 1 to 12; saved games only */
    uint8_t TIME_DAY; /* game clock; 1 to 28; saved games only */
    uint8_t TIME_HOUR; /* game clock; 0 to 23; saved games only */
    uint16_t TIME_MINUTE; /* game clock; 0 to 59; saved games only */
    uint16_t TIME_SECOND; /* game clock; 0 to 59; saved games only */
    uint16_t TIME_MILLISECOND; /* game clock; 0 to 999; saved games only */
    uint32_t TIME_PAUSEDAY; /* pause clock, days; gameday; saved games only */
    uint32_t TIME_PAUSETIME; /* pause clock, milliseconds; gametime; saved games only */
    struct rq_nfo_AUTOSAVEPARAMS_STATUSSUMMARY *STATUSSUMMARY; /* pending status messages; saved games only */
    struct {
        bool LOADMUSIC, STARTWAYPOINT, MOVIE1, MOVIE2, MOVIE3, MOVIE4, MOVIE5, MOVIE6, TIME_YEAR;
        bool TIME_MONTH, TIME_DAY, TIME_HOUR, TIME_MINUTE, TIME_SECOND, TIME_MILLISECOND;
        bool TIME_PAUSEDAY, TIME_PAUSETIME, STATUSSUMMARY;
    } has;
};

/* NFO /AUTOSAVEPARAMS/STATUSSUMMARY/ */
struct rq_nfo_AUTOSAVEPARAMS_STATUSSUMMARY {
    struct rq_typed typed;
    uint8_t DISPLAYSPENDING; /* a message waits; 0 to 1; bool; saved games only */
    uint8_t ITEMRECEIVED; /* show items received; 0 to 1; bool; saved games only */
    uint8_t ITEMLOST; /* show items lost; 0 to 1; bool; saved games only */
    uint8_t JOURNAL; /* show journal entry added; 0 to 1; bool; saved games only */
    uint8_t LIGHTSHIFT; /* show light side points; 0 to 1; bool; saved games only */
    uint8_t DARKSHIFT; /* show dark side points; 0 to 1; bool; saved games only */
    int32_t CREDITS; /* credits to show; saved games only */
    uint8_t CREDITSNET; /* credits changed; 0 to 1; bool; saved games only */
    int32_t XP; /* experience to show; saved games only */
    int32_t STEALTHXP; /* stealth experience to show; saved games only */
    uint8_t SOUNDPENDING; /* a status sound waits; 0 to 1; bool; saved games only */
    uint8_t LEVELUPSOUND; /* level-up sound waits; 0 to 1; bool; saved games only */
    uint8_t NEWQUESTSOUND; /* new quest sound waits; 0 to 1; bool; saved games only */
    uint8_t COMPLETESOUND; /* quest complete sound waits; 0 to 1; bool; saved games only */
    uint8_t DARKALIGNSOUND; /* dark side sound waits, K2; 0 to 1; bool; saved games only */
    uint8_t LIGHTALIGNSOUND; /* light side sound waits, K2; 0 to 1; bool; saved games only */
    int32_t SUPPRESSED; /* messages held back; saved games only */
    int32_t INFGAIN; /* influence gained, K2; saved games only */
    int32_t INFLOST; /* influence lost, K2; saved games only */
    int32_t MAXFPGAIN; /* maximum force gained, K2; saved games only */
    int32_t MAXFPLOST; /* maximum force lost, K2; saved games only */
    struct {
        bool DISPLAYSPENDING, ITEMRECEIVED, ITEMLOST, JOURNAL, LIGHTSHIFT, DARKSHIFT, CREDITS;
        bool CREDITSNET, XP, STEALTHXP, SOUNDPENDING, LEVELUPSOUND, NEWQUESTSOUND, COMPLETESOUND;
        bool DARKALIGNSOUND, LIGHTALIGNSOUND, SUPPRESSED, INFGAIN, INFLOST, MAXFPGAIN, MAXFPLOST;
    } has;
};

/* PT / */
struct rq_pt {
    struct rq_typed typed;
    const char *PT_PCNAME; /* player's name, K2; saved games only */
    uint32_t PT_GOLD; /* the party's credits; 0 to 999999999; saved games only */
    uint32_t PT_ITEM_COMPONEN; /* workbench components, K2; 0 or more; saved games only */
    uint32_t PT_ITEM_CHEMICAL; /* lab chemicals, K2; 0 or more; saved games only */
    uint32_t PT_SWOOP1; /* swoop race record, K2; saved games only */
    uint32_t PT_SWOOP2; /* swoop race record, K2; saved games only */
    uint32_t PT_SWOOP3; /* swoop race record, K2; saved games only */
    int32_t PT_XP_POOL; /* all party experience ever given; 0 or more; saved games only */
    uint32_t PT_PLAYEDSECONDS; /* seconds played; 0 or more; saved games only */
    uint32_t PT_PLAYEDMINUTES; /* old form, read when seconds are absent; 0 or more; saved games only */
    int32_t PT_CONTROLLED_NP; /* slot standing in for the player; -1 to 11; 2da:npc; saved games only */
    uint8_t PT_SOLOMODE; /* solo mode on; 0 to 1; bool; saved games only */
    uint8_t PT_CHEAT_USED; /* cheats used; 0 to 1; bool; saved games only */
    uint8_t PT_NUM_MEMBERS; /* companions besides the player; 0 to 2; saved games only */
    struct rq_pt_PT_MEMBERS *PT_MEMBERS; /* companions in the party; saved games only */
    uint32_t PT_MEMBERS_count;
    uint8_t PT_NUM_PUPPETS; /* puppets in the party, K2; 0 to 3; saved games only */
    struct rq_pt_PT_PUPPETS *PT_PUPPETS; /* puppets in the party, K2; saved games only */
    uint32_t PT_PUPPETS_count;
    struct rq_pt_PT_AVAIL_PUPS *PT_AVAIL_PUPS; /* puppet flags, 3 elements, K2; pos:enum:puppet; saved games only */
    uint32_t PT_AVAIL_PUPS_count;
    struct rq_pt_PT_AVAIL_NPCS *PT_AVAIL_NPCS; /* companion flags, 9 (K2 12) elements; pos:2da:npc; saved games only */
    uint32_t PT_AVAIL_NPCS_count;
    struct rq_pt_PT_INFLUENCE *PT_INFLUENCE; /* influence by companion, 12 elements, K2; pos:2da:npc; saved games only */
    uint32_t PT_INFLUENCE_count;
    int32_t PT_AISTATE; /* party combat behaviour; saved games only */
    int32_t PT_FOLLOWSTATE; /* party follow behaviour; saved games only */
    struct rq_pt_GlxyMap *GlxyMap; /* galaxy map state; saved games only */
    struct rq_pt_PT_PAZAAKCARDS *PT_PAZAAKCARDS; /* owned cards, 19 (K2 24) elements; pos:enum:pazaak; saved games only */
    uint32_t PT_PAZAAKCARDS_count;
    struct rq_pt_PT_PAZSIDELIST *PT_PAZSIDELIST; /* side deck, 10 elements; saved games only */
    uint32_t PT_PAZSIDELIST_count;
    struct rq_bytes PT_TUT_WND_SHOWN; /* tutorials shown; 6 bytes, K2 33; bits; saved games only */
    int32_t PT_LAST_GUI_PNL; /* last menu page opened; 0 to 7; enum:guipanel; saved games only */
    struct rq_pt_PT_FB_MSG_LIST *PT_FB_MSG_LIST; /* feedback log, 64 lines; saved games only */
    uint32_t PT_FB_MSG_LIST_count;
    struct rq_pt_PT_DLG_MSG_LIST *PT_DLG_MSG_LIST; /* dialogue log, 64 lines; saved games only */
    uint32_t PT_DLG_MSG_LIST_count;
    struct rq_pt_PT_COM_MSG_LIST *PT_COM_MSG_LIST; /* combat log, 64 lines, K2; saved games only */
    uint32_t PT_COM_MSG_LIST_count;
    struct rq_pt_PT_COST_MULT_LIS *PT_COST_MULT_LIS; /* price factor by base item, 92 (K2 104); pos:2da:baseitems; saved games only */
    uint32_t PT_COST_MULT_LIS_count;
    int32_t PT_DISABLEMAP; /* galaxy map off; read at root by a peer; 0 to 1; bool; saved games only */
    int32_t PT_DISABLEREGEN; /* regeneration off; read at root by a peer; 0 to 1; bool; saved games only */
    int32_t JNL_SortOrder; /* journal sorting; 0 to 3; enum:jnlsort; saved games only */
    struct rq_pt_JNL_Entries *JNL_Entries; /* one per known quest; saved games only */
    uint32_t JNL_Entries_count;
    struct {
        bool PT_PCNAME, PT_GOLD, PT_ITEM_COMPONEN, PT_ITEM_CHEMICAL, PT_SWOOP1, PT_SWOOP2;
        bool PT_SWOOP3, PT_XP_POOL, PT_PLAYEDSECONDS, PT_PLAYEDMINUTES, PT_CONTROLLED_NP;
        bool PT_SOLOMODE, PT_CHEAT_USED, PT_NUM_MEMBERS, PT_MEMBERS, PT_NUM_PUPPETS, PT_PUPPETS;
        bool PT_AVAIL_PUPS, PT_AVAIL_NPCS, PT_INFLUENCE, PT_AISTATE, PT_FOLLOWSTATE, GlxyMap;
        bool PT_PAZAAKCARDS, PT_PAZSIDELIST, PT_TUT_WND_SHOWN, PT_LAST_GUI_PNL, PT_FB_MSG_LIST;
        bool PT_DLG_MSG_LIST, PT_COM_MSG_LIST, PT_COST_MULT_LIS, PT_DISABLEMAP, PT_DISABLEREGEN;
        bool JNL_SortOrder, JNL_Entries;
    } has;
};

/* PT /GlxyMap/ */
struct rq_pt_GlxyMap {
    struct rq_typed typed;
    uint32_t GlxyMapNumPnts; /* must be 16 or mask is ignored; 16 to 16; saved games only */
    uint32_t GlxyMapPlntMsk; /* low half available, high half selectable; flags:planetmask; saved games only */
    int32_t GlxyMapSelPnt; /* selected planet; -1 to 15; 2da:planetary; saved games only */
    struct {
        bool GlxyMapNumPnts, GlxyMapPlntMsk, GlxyMapSelPnt;
    } has;
};

/* PT /JNL_Entries[]/ */
struct rq_pt_JNL_Entries {
    struct rq_typed typed;
    const char *JNL_PlotID; /* quest tag in global.jrl; quest; saved games only */
    int32_t JNL_State; /* entry id reached; 0 or more; questentry; saved games only */
    uint32_t JNL_Date; /* game day of the change; gameday; saved games only */
    uint32_t JNL_Time; /* milliseconds into that day; gametime; saved games only */
    struct {
        bool JNL_PlotID, JNL_State, JNL_Date, JNL_Time;
    } has;
};

/* PT /PT_AVAIL_NPCS[]/ */
struct rq_pt_PT_AVAIL_NPCS {
    struct rq_typed typed;
    uint8_t PT_NPC_AVAIL; /* joined; 1 needs AVAILNPC file; 0 to 1; bool; saved games only */
    uint8_t PT_NPC_SELECT; /* may be chosen in party selection; 0 to 1; bool; saved games only */
    struct {
        bool PT_NPC_AVAIL, PT_NPC_SELECT;
    } has;
};

/* PT /PT_AVAIL_PUPS[]/ */
struct rq_pt_PT_AVAIL_PUPS {
    struct rq_typed typed;
    uint8_t PT_PUP_AVAIL; /* puppet exists, K2; 0 to 1; bool; saved games only */
    uint8_t PT_PUP_SELECT; /* puppet selectable, K2; 0 to 1; bool; saved games only */
    struct {
        bool PT_PUP_AVAIL, PT_PUP_SELECT;
    } has;
};

/* PT /PT_COM_MSG_LIST[]/ */
struct rq_pt_PT_COM_MSG_LIST {
    struct rq_typed typed;
    const char *PT_COM_MSG_MSG; /* line, K2; saved games only */
    uint32_t PT_COM_MSG_TYPE; /* filter class; always 128 here; saved games only */
    uint8_t PT_COM_MSG_COOR; /* colour, label as spelt; 0 to 1; saved games only */
    struct {
        bool PT_COM_MSG_MSG, PT_COM_MSG_TYPE, PT_COM_MSG_COOR;
    } has;
};

/* PT /PT_COST_MULT_LIS[]/ */
struct rq_pt_PT_COST_MULT_LIS {
    struct rq_typed typed;
    uint8_t DISPLAYSPENDING; /* a message waits; 0 to 1; bool; saved games only */
    uint8_t ITEMRECEIVED; /* show items received; 0 to 1; bool; saved games only */
    uint8_t ITEMLOST; /* show items lost; 0 to 1; bool; saved games only */
    uint8_t JOURNAL; /* show journal entry added; 0 to 1; bool; saved games only */
    uint8_t LIGHTSHIFT; /* show light side points; 0 to 1; bool; saved games only */
    uint8_t DARKSHIFT; /* show dark side points; 0 to 1; bool; saved games only */
    int32_t CREDITS; /* credits to show; saved games only */
    uint8_t CREDITSNET; /* credits changed; 0 to 1; bool; saved games only */
    int32_t XP; /* experience to show; saved games only */
    int32_t STEALTHXP; /* stealth experience to show; saved games only */
    uint8_t SOUNDPENDING; /* a status sound waits; 0 to 1; bool; saved games only */
    uint8_t LEVELUPSOUND; /* level-up sound waits; 0 to 1; bool; saved games only */
    uint8_t NEWQUESTSOUND; /* new quest sound waits; 0 to 1; bool; saved games only */
    uint8_t COMPLETESOUND; /* quest complete sound waits; 0 to 1; bool; saved games only */
    uint8_t DARKALIGNSOUND; /* dark side sound waits, K2; 0 to 1; bool; saved games only */
    uint8_t LIGHTALIGNSOUND; /* light side sound waits, K2; 0 to 1; bool; saved games only */
    int32_t SUPPRESSED; /* messages held back; saved games only */
    int32_t INFGAIN; /* influence gained, K2; saved games only */
    int32_t INFLOST; /* influence lost, K2; saved games only */
    int32_t MAXFPGAIN; /* maximum force gained, K2; saved games only */
    int32_t MAXFPLOST; /* maximum force lost, K2; saved games only */
    float PT_COST_MULT_VAL; /* price factor, normally 1; 0 or more; saved games only */
    int32_t PT_DISABLEMAP; /* K2 writer slip: only in last element; 0 to 1; bool; saved games only */
    int32_t PT_DISABLEREGEN; /* K2 writer slip: only in last element; 0 to 1; bool; saved games only */
    struct {
        bool DISPLAYSPENDING, ITEMRECEIVED, ITEMLOST, JOURNAL, LIGHTSHIFT, DARKSHIFT, CREDITS;
        bool CREDITSNET, XP, STEALTHXP, SOUNDPENDING, LEVELUPSOUND, NEWQUESTSOUND, COMPLETESOUND;
        bool DARKALIGNSOUND, LIGHTALIGNSOUND, SUPPRESSED, INFGAIN, INFLOST, MAXFPGAIN, MAXFPLOST;
        bool PT_COST_MULT_VAL, PT_DISABLEMAP, PT_DISABLEREGEN;
    } has;
};

/* PT /PT_DLG_MSG_LIST[]/ */
struct rq_pt_PT_DLG_MSG_LIST {
    struct rq_typed typed;
    const char *PT_DLG_MSG_SPKR; /* speaker; saved games only */
    const char *PT_DLG_MSG_MSG; /* line; saved games only */
    struct {
        bool PT_DLG_MSG_SPKR, PT_DLG_MSG_MSG;
    } has;
};

/* PT /PT_FB_MSG_LIST[]/ */
struct rq_pt_PT_FB_MSG_LIST {
    struct rq_typed typed;
    const char *PT_FB_MSG_MSG; /* line; saved games only */
    uint32_t PT_FB_MSG_TYPE; /* filter class; always 128 here; saved games only */
    uint8_t PT_FB_MSG_COLOR; /* 1 shows combat red; 0 to 1; saved games only */
    struct {
        bool PT_FB_MSG_MSG, PT_FB_MSG_TYPE, PT_FB_MSG_COLOR;
    } has;
};

/* PT /PT_INFLUENCE[]/ */
struct rq_pt_PT_INFLUENCE {
    struct rq_typed typed;
    int32_t PT_NPC_INFLUENCE; /* influence over this companion, K2; 0 to 100; saved games only */
    struct {
        bool PT_NPC_INFLUENCE;
    } has;
};

/* PT /PT_MEMBERS[]/ */
struct rq_pt_PT_MEMBERS {
    struct rq_typed typed;
    int32_t PT_MEMBER_ID; /* companion slot; 0 to 11; 2da:npc; saved games only */
    uint8_t PT_IS_LEADER; /* leads; none set means the player; 0 to 1; bool; saved games only */
    struct {
        bool PT_MEMBER_ID, PT_IS_LEADER;
    } has;
};

/* PT /PT_PAZAAKCARDS[]/ */
struct rq_pt_PT_PAZAAKCARDS {
    struct rq_typed typed;
    double PT_PAZAAKCOUNT; /* cards owned; extra last BYTE repeats cheat flag; 0 or more; saved games only */
    struct {
        bool PT_PAZAAKCOUNT;
    } has;
};

/* PT /PT_PAZSIDELIST[]/ */
struct rq_pt_PT_PAZSIDELIST {
    struct rq_typed typed;
    int32_t PT_PAZSIDECARD; /* side deck card; -1 to 22; enum:pazaak; saved games only */
    int32_t FORFEITVIOL; /* duel rule state; K2 writer slip, last element; saved games only */
    int32_t FORFEITCONDS; /* duel rule state; K2 writer slip, last element; saved games only */
    struct {
        bool PT_PAZSIDECARD, FORFEITVIOL, FORFEITCONDS;
    } has;
};

/* PT /PT_PUPPETS[]/ */
struct rq_pt_PT_PUPPETS {
    struct rq_typed typed;
    int32_t PT_PUPPET_ID; /* puppet slot, K2; 0 to 2; enum:puppet; saved games only */
    struct {
        bool PT_PUPPET_ID;
    } has;
};

/* PTH / */
struct rq_pth {
    struct rq_typed typed;
    struct rq_pth_Path_Points *Path_Points; /* nodes */
    uint32_t Path_Points_count;
    struct rq_pth_Path_Conections *Path_Conections; /* edges; spelling as stored */
    uint32_t Path_Conections_count;
    struct {
        bool Path_Points, Path_Conections;
    } has;
};

/* PTH /Path_Conections[]/ */
struct rq_pth_Path_Conections {
    struct rq_typed typed;
    uint32_t Destination; /* node reached; 0 or more; list:/Path_Points */
    struct {
        bool Destination;
    } has;
};

/* PTH /Path_Points[]/ */
struct rq_pth_Path_Points {
    struct rq_typed typed;
    uint32_t Conections; /* number of edges; 0 or more */
    uint32_t First_Conection; /* first edge of this node; 0 or more; list:/Path_Conections */
    float X; /* node x; coord */
    float Y; /* node y; coord */
    struct {
        bool Conections, First_Conection, X, Y;
    } has;
};

/* @ACTION / */
struct rq_action {
    struct rq_typed typed;
    uint32_t ActionId; /* engine action kind; enum:actiontype; saved games only */
    uint16_t GroupActionId; /* actions queued together; 0 to 65535; saved games only */
    uint16_t NumParams; /* size of Paramaters; 0 to 65535; saved games only */
    struct rq_action_Paramaters *Paramaters; /* parameters; spelling as stored; saved games only */
    uint32_t Paramaters_count;
    struct {
        bool ActionId, GroupActionId, NumParams, Paramaters;
    } has;
};

/* @ACTION /Paramaters[]/ */
struct rq_action_Paramaters {
    struct rq_typed typed;
    uint32_t Type; /* kind of Value; 1 to 5; enum:actionparam; saved games only */
    const struct rq_gff_field *Value; /* typed by Type; struct for kind 5; struct:@SITUATION; saved games only */
    struct {
        bool Type, Value;
    } has;
};

/* @AOE / */
struct rq_aoe {
    struct rq_typed typed;
    uint32_t ObjectId; /* run-time object number; object; saved games only */
    float PositionX; /* position x; coord; saved games only */
    float PositionY; /* position y; coord; saved games only */
    float PositionZ; /* position z; coord; saved games only */
    float OrientationX; /* facing x; zero vector becomes 0 1 0; -1 to 1; dir; saved games only */
    float OrientationY; /* facing y; -1 to 1; dir; saved games only */
    float OrientationZ; /* facing z; -1 to 1; dir; saved games only */
    struct {
        bool ObjectId, PositionX, PositionY, PositionZ, OrientationX, OrientationY, OrientationZ;
    } has;
};

/* @COMBATINFO / */
struct rq_combatinfo {
    struct rq_typed typed;
    uint8_t NumAttacks; /* attacks per round; 0 to 255; saved games only */
    int8_t OnHandAttackMod; /* main hand attack bonus; saved games only */
    int8_t OnHandDamageMod; /* main hand damage bonus; saved games only */
    int8_t OffHandAttackMod; /* off hand attack bonus; saved games only */
    int8_t OffHandDamageMod; /* off hand damage bonus; saved games only */
    uint8_t ForceResistance; /* force resistance; 0 to 255; saved games only */
    uint8_t ArcaneSpellFail; /* NWN spell failure; 0 to 255; saved games only */
    uint8_t ArmorCheckPen; /* armour check penalty; 0 to 255; saved games only */
    uint8_t UnarmedDamDice; /* unarmed dice count; 0 to 255; saved games only */
    uint8_t UnarmedDamDie; /* unarmed die size; 0 to 255; saved games only */
    uint8_t OnHandCritRng; /* main hand threat range; 0 to 255; saved games only */
    uint8_t OnHandCritMult; /* main hand critical factor; 0 to 255; saved games only */
    uint8_t OffHandWeaponEq; /* off hand weapon worn; 0 to 1; bool; saved games only */
    uint8_t OffHandCritRng; /* off hand threat range; 0 to 255; saved games only */
    uint8_t OffHandCritMult; /* off hand critical factor; 0 to 255; saved games only */
    uint32_t LeftEquip; /* off hand weapon; object; saved games only */
    uint32_t RightEquip; /* main hand weapon; object; saved games only */
    const char *LeftString; /* off hand weapon name; saved games only */
    const char *RightString; /* main hand weapon name; saved games only */
    uint8_t DamageDice; /* weapon dice count; 0 to 255; saved games only */
    uint8_t DamageDie; /* weapon die size; 0 to 255; saved games only */
    struct rq_combatinfo_AttackList *AttackList; /* conditional attack bonuses; saved games only */
    uint32_t AttackList_count;
    struct rq_combatinfo_DamageList *DamageList; /* conditional damage bonuses; saved games only */
    uint32_t DamageList_count;
    struct {
        bool NumAttacks, OnHandAttackMod, OnHandDamageMod, OffHandAttackMod, OffHandDamageMod;
        bool ForceResistance, ArcaneSpellFail, ArmorCheckPen, UnarmedDamDice, UnarmedDamDie;
        bool OnHandCritRng, OnHandCritMult, OffHandWeaponEq, OffHandCritRng, OffHandCritMult;
        bool LeftEquip, RightEquip, LeftString, RightString, DamageDice, DamageDie, AttackList;
        bool DamageList;
    } has;
};

/* @COMBATINFO /AttackList[]/ */
struct rq_combatinfo_AttackList {
    struct rq_typed typed;
    int8_t Modifier; /* bonus; saved games only */
    uint8_t WeaponWield; /* hand it applies to; 0 to 255; saved games only */
    uint8_t VersusGoodEvil; /* against this alignment; 0 to 255; saved games only */
    uint8_t VersusRace; /* against this race; 7 all; 0 to 255; 2da:racialtypes; saved games only */
    struct {
        bool Modifier, WeaponWield, VersusGoodEvil, VersusRace;
    } has;
};

/* @COMBATINFO /DamageList[]/ */
struct rq_combatinfo_DamageList {
    struct rq_typed typed;
    int8_t Modifier; /* bonus; saved games only */
    uint8_t ModifierType; /* damage type number; 0 to 255; saved games only */
    uint8_t WeaponWield; /* hand it applies to; 0 to 255; saved games only */
    uint8_t VersusGoodEvil; /* against this alignment; 0 to 255; saved games only */
    uint8_t VersusRace; /* against this race; 7 all; 0 to 255; 2da:racialtypes; saved games only */
    struct {
        bool Modifier, ModifierType, WeaponWield, VersusGoodEvil, VersusRace;
    } has;
};

/* @COMBATROUND / */
struct rq_combatround {
    struct rq_typed typed;
    uint8_t RoundStarted; /* round under way; 0 to 1; bool; saved games only */
    uint8_t SpellCastRound; /* power used this round; 0 to 1; bool; saved games only */
    uint8_t DeflectArrow; /* may still deflect; 0 to 1; bool; saved games only */
    uint8_t WeaponSucks; /* weapon has no effect; 0 to 1; bool; saved games only */
    uint32_t DodgeTarget; /* target of dodge bonus; object; saved games only */
    uint32_t NewAttackTarget; /* next target; object; saved games only */
    int32_t Engaged; /* in melee; saved games only */
    int32_t Master; /* leads the pair's round; saved games only */
    uint32_t MasterID; /* partner leading the round; object; saved games only */
    uint8_t RoundPaused; /* paused; 0 to 1; bool; saved games only */
    uint32_t RoundPausedBy; /* who paused it; object; saved games only */
    uint8_t InfinitePause; /* paused without limit; 0 to 1; bool; saved games only */
    int32_t PauseTimer; /* pause left, milliseconds; saved games only */
    int32_t Timer; /* elapsed, milliseconds; saved games only */
    int32_t RoundLength; /* round length, milliseconds; saved games only */
    int32_t OverlapAmount; /* overlap with next round; saved games only */
    int32_t BleedTimer; /* bleeding timer; saved games only */
    uint8_t CurrentAttack; /* attack index; saved games only */
    uint16_t AttackID; /* attack number; saved games only */
    uint8_t AttackGroup; /* attack group; saved games only */
    int32_t ParryIndex; /* parry counter; saved games only */
    int32_t NumAOOs; /* free attacks left; saved games only */
    int32_t NumCleaves; /* cleaves left; saved games only */
    int32_t OnHandAttacks; /* main hand attacks left; saved games only */
    int32_t OffHandAttacks; /* off hand attacks left; saved games only */
    int32_t AdditAttacks; /* additional attacks left; saved games only */
    int32_t EffectAttacks; /* attacks from effects left; saved games only */
    uint8_t ParryActions; /* parries left; saved games only */
    int32_t OffHandTaken; /* off hand attacks made; saved games only */
    int32_t ExtraTaken; /* extra attacks made; saved games only */
    struct rq_combatround_AttackList *AttackList; /* attacks of the round; 5 to 5; saved games only */
    uint32_t AttackList_count;
    struct rq_combatround_SpecAttackList *SpecAttackList; /* special attacks; saved games only */
    uint32_t SpecAttackList_count;
    struct rq_combatround_SpecAttackIdList *SpecAttackIdList; /* special attack numbers; saved games only */
    uint32_t SpecAttackIdList_count;
    struct rq_combatround_SchedActionList *SchedActionList; /* scheduled actions; saved games only */
    uint32_t SchedActionList_count;
    struct {
        bool RoundStarted, SpellCastRound, DeflectArrow, WeaponSucks, DodgeTarget;
        bool NewAttackTarget, Engaged, Master, MasterID, RoundPaused, RoundPausedBy;
        bool InfinitePause, PauseTimer, Timer, RoundLength, OverlapAmount, BleedTimer;
        bool CurrentAttack, AttackID, AttackGroup, ParryIndex, NumAOOs, NumCleaves;
        bool OnHandAttacks, OffHandAttacks, AdditAttacks, EffectAttacks, ParryActions;
        bool OffHandTaken, ExtraTaken, AttackList, SpecAttackList, SpecAttackIdList;
        bool SchedActionList;
    } has;
};

/* @COMBATROUND /SpecAttackList[]/ */
struct rq_combatround_SpecAttackList {
    struct rq_typed typed;
};

/* @COMBATROUND /SpecAttackIdList[]/ */
struct rq_combatround_SpecAttackIdList {
    struct rq_typed typed;
};

/* @COMBATROUND /SchedActionList[]/ */
struct rq_combatround_SchedActionList {
    struct rq_typed typed;
};

/* @COMBATROUND /AttackList[]/ */
struct rq_combatround_AttackList {
    struct rq_typed typed;
    uint8_t AttackGroup; /* attack group; saved games only */
    uint16_t AnimationLength; /* milliseconds; saved games only */
    uint32_t MissedBy; /* margin; saved games only */
    uint8_t AttackResult; /* result code; saved games only */
    uint32_t ReactObject; /* target; object; saved games only */
    uint16_t ReaxnDelay; /* reaction delay, milliseconds; saved games only */
    uint16_t ReaxnAnimation; /* reaction animation; enum:animation; saved games only */
    uint16_t ReaxnAnimLength; /* milliseconds; saved games only */
    uint8_t Concealment; /* concealment percent; saved games only */
    uint16_t AttackType; /* feat used; saved games only */
    uint8_t AttackMode; /* combat mode; saved games only */
    int32_t RangedAttack; /* ranged; saved games only */
    int32_t SneakAttack; /* sneak attack; saved games only */
    uint8_t WeaponAttackType; /* hand used; saved games only */
    float RangedTargetX; /* impact x; coord; saved games only */
    float RangedTargetY; /* impact y; coord; saved games only */
    float RangedTargetZ; /* impact z; coord; saved games only */
    struct rq_combatround_AttackList_DamageList *DamageList; /* damage per damage type; 15 to 15; saved games only */
    uint32_t DamageList_count;
    uint8_t KillingBlow; /* kills the target; 0 to 1; bool; saved games only */
    uint8_t CoupDeGrace; /* finishing blow; 0 to 1; bool; saved games only */
    uint8_t CriticalThreat; /* threat rolled; 0 to 1; bool; saved games only */
    uint8_t AttackDeflected; /* deflected; 0 to 1; bool; saved games only */
    uint32_t AmmoItem; /* ammunition used; object; saved games only */
    const char *AttackDebugText; /* debug text; saved games only */
    const char *DamageDebugText; /* debug text; saved games only */
    struct {
        bool AttackGroup, AnimationLength, MissedBy, AttackResult, ReactObject, ReaxnDelay;
        bool ReaxnAnimation, ReaxnAnimLength, Concealment, AttackType, AttackMode, RangedAttack;
        bool SneakAttack, WeaponAttackType, RangedTargetX, RangedTargetY, RangedTargetZ;
        bool DamageList, KillingBlow, CoupDeGrace, CriticalThreat, AttackDeflected, AmmoItem;
        bool AttackDebugText, DamageDebugText;
    } has;
};

/* @COMBATROUND /AttackList[]/DamageList[]/ */
struct rq_combatround_AttackList_DamageList {
    struct rq_typed typed;
    int16_t DamageValue; /* damage of this type; saved games only */
    struct {
        bool DamageValue;
    } has;
};

/* @EFFECT / */
struct rq_effect {
    struct rq_typed typed;
    uint64_t Id; /* effect number, below Mod_Effect_NxtId; saved games only */
    uint16_t Type; /* engine effect kind; 0 to 65535; enum:effecttype; saved games only */
    uint16_t SubType; /* duration kind and origin bits; 0 to 65535; flags:effectsub; saved games only */
    float Duration; /* seconds; 0 or more; saved games only */
    uint8_t SkipOnLoad; /* dropped when the save is loaded; 0 to 1; bool; saved games only */
    uint32_t ExpireDay; /* day it ends; gameday; saved games only */
    uint32_t ExpireTime; /* time of day it ends, milliseconds; gametime; saved games only */
    uint32_t CreatorId; /* object that made it; object; saved games only */
    uint32_t SpellId; /* power that made it; 2da:spells; saved games only */
    int32_t IsExposed; /* visible to scripts; 0 to 1; bool; saved games only */
    int32_t NumIntegers; /* size of IntList; saved games only */
    struct rq_effect_IntList *IntList; /* integer parameters by kind; 8 to 8; saved games only */
    uint32_t IntList_count;
    struct rq_effect_FloatList *FloatList; /* float parameters; 4 to 4; saved games only */
    uint32_t FloatList_count;
    struct rq_effect_StringList *StringList; /* string parameters; 6 to 6; saved games only */
    uint32_t StringList_count;
    struct rq_effect_ObjectList *ObjectList; /* object parameters; 4 to 4; saved games only */
    uint32_t ObjectList_count;
    struct {
        bool Id, Type, SubType, Duration, SkipOnLoad, ExpireDay, ExpireTime, CreatorId, SpellId;
        bool IsExposed, NumIntegers, IntList, FloatList, StringList, ObjectList;
    } has;
};

/* @EFFECT /FloatList[]/ */
struct rq_effect_FloatList {
    struct rq_typed typed;
    float Value; /* parameter; saved games only */
    struct {
        bool Value;
    } has;
};

/* @EFFECT /IntList[]/ */
struct rq_effect_IntList {
    struct rq_typed typed;
    int32_t Value; /* parameter; saved games only */
    struct {
        bool Value;
    } has;
};

/* @EFFECT /ObjectList[]/ */
struct rq_effect_ObjectList {
    struct rq_typed typed;
    uint32_t Value; /* parameter; object; saved games only */
    struct {
        bool Value;
    } has;
};

/* @EFFECT /StringList[]/ */
struct rq_effect_StringList {
    struct rq_typed typed;
    const char *Value; /* parameter; saved games only */
    struct {
        bool Value;
    } has;
};

/* @EVENT / */
struct rq_event {
    struct rq_typed typed;
    uint32_t Day; /* day it fires; gameday; saved games only */
    uint32_t Time; /* time of day it fires, milliseconds; gametime; saved games only */
    uint32_t ObjectId; /* target; object; saved games only */
    uint32_t CallerId; /* sender; object; saved games only */
    uint32_t EventId; /* event kind; 1 to 27; enum:eventid; saved games only */
    struct rq_situation *EventData; /* payload; struct id names the kind; struct:@SITUATION; saved games only */
    struct {
        bool Day, Time, ObjectId, CallerId, EventId, EventData;
    } has;
};

/* @FOLLOW / */
struct rq_followinfo {
    struct rq_typed typed;
    uint32_t FollowObject; /* object followed; object; saved games only */
    float FollowLocation[3]; /* target position; coord; saved games only */
    float LastLeaderPos[3]; /* leader's last position; coord; saved games only */
    float LastFollowerPos[3]; /* own last position; coord; saved games only */
    float MaxSpeed; /* speed limit; saved games only */
    uint8_t StickToPos; /* stay at the place; 0 to 1; bool; saved games only */
    uint32_t Result; /* last result code; saved games only */
    uint32_t TimeElapsed; /* time since last step; saved games only */
    uint8_t InSafetyRange; /* close enough to the leader; 0 to 1; bool; saved games only */
    struct {
        bool FollowObject, FollowLocation, LastLeaderPos, LastFollowerPos, MaxSpeed, StickToPos;
        bool Result, TimeElapsed, InSafetyRange;
    } has;
};

/* @SITUATION / */
struct rq_situation {
    struct rq_typed typed;
    int32_t CodeSize; /* bytes of Code; saved games only */
    struct rq_bytes Code; /* whole script code without header; ncs; saved games only */
    uint32_t CRC; /* always 0; saved games only */
    int32_t InstructionPtr; /* offset where it resumes; saved games only */
    int32_t SecondaryPtr; /* always 0; saved games only */
    const char *Name; /* script name; res:ncs; saved games only */
    int32_t StackSize; /* saved stack size; saved games only */
    struct rq_situation_Stack *Stack; /* saved stack; saved games only */
    struct {
        bool CodeSize, Code, CRC, InstructionPtr, SecondaryPtr, Name, StackSize, Stack;
    } has;
};

/* @SITUATION /Stack/ */
struct rq_situation_Stack {
    struct rq_typed typed;
    int32_t BasePointer; /* base pointer in cells; saved games only */
    int32_t StackPointer; /* stack pointer, number of cells; saved games only */
    int32_t TotalSize; /* cells allocated; saved games only */
    struct rq_situation_Stack_Stack *Stack; /* the cells; saved games only */
    uint32_t Stack_count;
    struct {
        bool BasePointer, StackPointer, TotalSize, Stack;
    } has;
};

/* @SITUATION /Stack/Stack[]/ */
struct rq_situation_Stack_Stack {
    struct rq_typed typed;
    int8_t Type; /* kind of cell; enum:stacktype; saved games only */
    const struct rq_gff_field *Value; /* value, typed by Type; saved games only */
    struct rq_effect *GameDefinedStrct; /* effect, event, location or talent cell; struct:@EFFECT; saved games only */
    struct {
        bool Type, Value, GameDefinedStrct;
    } has;
};

/* @SWVARS / */
struct rq_swvars {
    struct rq_typed typed;
    struct rq_swvars_BitArray *BitArray; /* local booleans, 3 words K1, 5 K2; 3 to 5; saved games only */
    uint32_t BitArray_count;
    struct rq_swvars_ByteArray *ByteArray; /* local numbers, 8 K1, 32 K2; 8 to 32; saved games only */
    uint32_t ByteArray_count;
    struct {
        bool BitArray, ByteArray;
    } has;
};

/* @SWVARS /BitArray[]/ */
struct rq_swvars_BitArray {
    struct rq_typed typed;
    uint32_t Variable; /* 32 local booleans; flags:locals; saved games only */
    struct {
        bool Variable;
    } has;
};

/* @SWVARS /ByteArray[]/ */
struct rq_swvars_ByteArray {
    struct rq_typed typed;
    uint8_t Variable; /* one local number; 0 to 255; saved games only */
    struct {
        bool Variable;
    } has;
};

/* @VAR / */
struct rq_var {
    struct rq_typed typed;
    const char *Name; /* NWN variable name, never seen; saved games only */
    uint32_t Type; /* NWN variable type, never seen; saved games only */
    struct {
        bool Name, Type;
    } has;
};

/* * / */
struct rq_stamps {
    struct rq_typed typed;
    const char *KTInfoVersion; /* editor stamp: tool version; not read */
    const char *KTInfoDate; /* editor stamp: date; not read */
    int32_t KTGameVerIndex; /* editor stamp: game number; not read */
    const char *EditorInfo; /* editor stamp; not read */
    struct {
        bool KTInfoVersion, KTInfoDate, KTGameVerIndex, EditorInfo;
    } has;
};

/* UTC / */
struct rq_utc {
    struct rq_typed typed;
    const char *TemplateResRef; /* own resref; file name decides; self:utc; not read */
    const char *Tag; /* script name; stored lower case by the engine; def:tag:creature */
    const char *Comment; /* designer note; not read */
    const char *Conversation; /* conversation opened on talking; res:dlg */
    struct rq_typed_locstring FirstName; /* given name; strref */
    struct rq_typed_locstring LastName; /* family name; strref */
    struct rq_typed_locstring Description; /* examine text; strref */
    uint8_t SubraceIndex; /* sub-race; K1 logic hard-coded, table unread; 0 to 255; 2da:subrace */
    uint8_t Race; /* race row; row count or more aborts loading; 0 to 255; 2da:racialtypes */
    uint8_t Gender; /* gender; above 4 is clamped; 0 to 4; enum:gender */
    uint16_t Appearance_Type; /* body model and sounds row; 0 to 65535; 2da:appearance */
    int32_t Phenotype; /* NWN body shape, no effect known */
    uint16_t PortraitId; /* portrait row; from 65534 on Portrait is used; 0 to 65535; 2da:portraits.baseresref */
    const char *Portrait; /* portrait texture when PortraitId gives none; res:tpc|tga */
    uint8_t IsPC; /* player character; constructor default is 1; 0 to 1; bool */
    uint16_t FactionID; /* faction row; unknown id becomes 1; 0 to 65535; 2da:repute */
    uint8_t Disarmable; /* weapon can be knocked away; 0 to 1; bool */
    const char *Subrace; /* NWN sub-race text */
    const char *SubRace; /* other spelling in two NWN leftovers; not read */
    const char *Deity; /* NWN deity text */
    uint16_t SoundSetFile; /* voice set row; 0 to 65535; 2da:soundset.resref */
    uint32_t SoundSet; /* NWN sound set id, one leftover; not read */
    uint8_t Plot; /* cannot be damaged; Invulnerable wins if present; 0 to 1; bool */
    uint8_t Invulnerable; /* read before Plot; in no file seen; 0 to 1; bool; saved games only */
    uint8_t Interruptable; /* conversation may be broken off; 0 to 1; bool */
    uint8_t NoPermDeath; /* NWN: corpse stays; not in the loader list; 0 to 1; bool */
    uint8_t NotReorienting; /* does not turn towards the speaker; 0 to 1; bool */
    uint8_t BodyBag; /* container left on death; 0 to 255; 2da:bodybag */
    uint8_t BodyVariation; /* body model letter number; not in the loader list; 0 to 255 */
    uint8_t TextureVar; /* body texture number; not in the loader list; 0 to 255 */
    uint8_t Min1HP; /* never falls below one hit point; 0 to 1; bool */
    uint8_t PartyInteract; /* party member may act for the player; 0 to 1; bool */
    uint8_t Str; /* strength before modifiers; read floors at 3; 3 to 255 */
    uint8_t Dex; /* dexterity before modifiers; 3 to 255 */
    uint8_t Con; /* constitution before modifiers; 3 to 255 */
    uint8_t Int; /* intelligence before modifiers; 3 to 255 */
    uint8_t Wis; /* wisdom before modifiers; 3 to 255 */
    uint8_t Cha; /* charisma before modifiers; 3 to 255 */
    int32_t WalkRate; /* speed row, used when MovementRate is absent; 2da:creaturespeed */
    uint8_t MovementRate; /* speed row; 7 means by appearance; 0 to 255; 2da:creaturespeed; saved games only */
    uint8_t NaturalAC; /* natural defence bonus; 0 to 255 */
    int16_t HitPoints; /* base maximum hit points */
    int16_t CurrentHitPoints; /* current points relative to the base */
    int16_t MaxHitPoints; /* derived maximum, written only; not read */
    int16_t PregameCurrent; /* derived current hit points, written only; saved games only; not read */
    int16_t ForcePoints; /* base maximum force points */
    int16_t CurrentForce; /* current force points relative to base */
    int16_t MaxForcePoints; /* derived maximum, written only; saved games only; not read */
    int16_t refbonus; /* reflex save bonus */
    int16_t willbonus; /* will save bonus */
    int16_t fortbonus; /* fortitude save bonus */
    int16_t RefBonus; /* wrong case of refbonus, always 0; not read */
    int16_t WillBonus; /* wrong case of willbonus, always 0; not read */
    int16_t FortBonus; /* wrong case of fortbonus, always 0; not read */
    int8_t RefSaveThrow; /* derived reflex save, written only; saved games only; not read */
    int8_t WillSaveThrow; /* derived will save, written only; saved games only; not read */
    int8_t FortSaveThrow; /* derived fortitude save, written only; saved games only; not read */
    int16_t ArmorClass; /* derived defence, written only; saved games only; not read */
    uint8_t SaveReflex; /* NWN precomputed save; not read */
    uint8_t SaveWill; /* NWN precomputed save; not read */
    uint8_t SaveFortitude; /* NWN precomputed save; not read */
    uint8_t Morale; /* NWN morale; not read */
    uint8_t MoraleRecovery; /* NWN morale; not read */
    uint8_t MoraleBreakpoint; /* NWN morale; not read */
    int32_t CRAdjust; /* NWN rating adjustment, always 0; not read */
    uint8_t GoodEvil; /* alignment, 0 dark to 100 light; clamped; 0 to 100 */
    uint8_t LawfulChaotic; /* NWN law axis; dropped from saves; not read */
    float ChallengeRating; /* rating for experience awards; 0 or more */
    uint8_t PerceptionRange; /* sight row; 11 = appearance PERCEPTIONDIST; 0 to 255; 2da:ranges */
    const char *ScriptHeartbeat; /* script: every three to four seconds; res:ncs */
    const char *ScriptOnNotice; /* script: something perceived; res:ncs */
    const char *ScriptSpellAt; /* script: power used on it; res:ncs */
    const char *ScriptAttacked; /* script: physically attacked; res:ncs */
    const char *ScriptDamaged; /* script: damaged; res:ncs */
    const char *ScriptDisturbed; /* script: inventory disturbed; res:ncs */
    const char *ScriptEndRound; /* script: combat round over; res:ncs */
    const char *ScriptEndDialogu; /* script: any conversation in the area ended; res:ncs */
    const char *ScriptDialogue; /* script: talked to; empty runs k_hen_dialogue01; res:ncs */
    const char *ScriptSpawn; /* script: first heartbeat after creation; res:ncs */
    const char *ScriptRested; /* read, but nothing runs it; res:ncs */
    const char *ScriptDeath; /* script: died; res:ncs */
    const char *ScriptUserDefine; /* script: user event signalled; res:ncs */
    const char *ScriptOnBlocked; /* script: path blocked; res:ncs */
    struct rq_utc_SkillList *SkillList; /* ranks in skill order; first 8 read; 8 to 8; pos:2da:skills */
    uint32_t SkillList_count;
    struct rq_utc_FeatList *FeatList; /* feats owned */
    uint32_t FeatList_count;
    struct rq_utc_TemplateList *TemplateList; /* NWN templates, always empty; 0 to 0; not read */
    uint32_t TemplateList_count;
    struct rq_utc_SpecAbilityList *SpecAbilityList; /* special abilities */
    uint32_t SpecAbilityList_count;
    struct rq_utc_ClassList *ClassList; /* classes; empty, third or repeated class fails; 1 to 2 */
    uint32_t ClassList_count;
    struct rq_utc_Equip_ItemList *Equip_ItemList; /* worn items; slot is the struct id; struct:UTI */
    uint32_t Equip_ItemList_count;
    struct rq_utc_ItemList *ItemList; /* carried items; whole items in saves; struct:UTI */
    uint32_t ItemList_count;
    uint8_t PaletteID; /* toolset folder; 0 to 255; palette; not read */
    uint8_t Hologram; /* drawn as hologram (K2); 0 to 1; bool */
    uint8_t IgnoreCrePath; /* others path through it (K2); 0 to 1; bool */
    uint8_t MultiplierSet; /* level scaling row (K2), table by name only; 0 to 255; 2da:autobalance */
    uint8_t WillNotRender; /* never drawn (K2); 0 to 1; bool */
    float BlindSpot; /* blind angle behind, degrees (K2); 0 to 360 */
    uint8_t Appearance_Head; /* head variation; 0 is read as 1; 1 to 255 */
    uint8_t Tail; /* NWN tail, forced 0; 0 to 0; not read */
    uint8_t Wings; /* NWN wings, forced 0; 0 to 0; not read */
    uint32_t ObjectId; /* run-time object number; object; saved games only */
    int32_t Age; /* NWN age; saved games only */
    uint8_t StartingPackage; /* NWN level-up package; 0 to 255; saved games only */
    uint8_t MClassLevUpIn; /* number of classes minus one, written only; saved games only; not read */
    uint32_t Gold; /* own credits; party purse is PT_GOLD; saved games only */
    uint32_t ItemComponent; /* components carried (K2); saved games only */
    uint32_t Chemicals; /* chemicals carried (K2); saved games only */
    uint8_t PCLevelAtSpawn; /* player level when it was spawned (K2); 0 to 255; saved games only */
    uint8_t Confused; /* confusion state (K2); 0 to 1; bool; saved games only */
    int32_t BonusForcePoints; /* extra force points (K2); label written twice; saved games only */
    int32_t AssignedPup; /* puppet slot owned (K2); label written twice; enum:puppet; saved games only */
    int32_t PlayerCreated; /* made by the player (K2); label written twice; 0 to 1; bool; saved games only */
    uint32_t Experience; /* experience points; saved games only */
    int8_t BaseCNPCAlignmen; /* companion alignment before influence (K2); 0 to 100; saved games only */
    int8_t FuryDamageBonus; /* damage bonus of the fury powers (K2); saved games only */
    uint32_t CurrentForm; /* active lightsaber or force form (K2); 2da:spells; saved games only */
    uint8_t Color_Skin; /* NWN skin colour; 0 to 255; saved games only */
    uint8_t Color_Hair; /* NWN hair colour; 0 to 255; saved games only */
    uint8_t Color_Tattoo1; /* NWN tattoo colour; 0 to 255; saved games only */
    uint8_t Color_Tattoo2; /* NWN tattoo colour; 0 to 255; saved games only */
    uint8_t DuplicatingHead; /* head being duplicated; 0 to 255; saved games only */
    uint8_t UseBackupHead; /* use the appearance row's backup head; 0 to 1; bool; saved games only */
    int32_t AIState; /* behaviour bits; flags:aistate; saved games only */
    uint16_t SkillPoints; /* unspent skill points; saved games only */
    struct rq_combatinfo *CombatInfo; /* derived combat numbers; struct:@COMBATINFO; saved games only */
    uint8_t DetectMode; /* searching; 0 to 1; bool; saved games only */
    uint8_t StealthMode; /* sneaking; 0 to 1; bool; saved games only */
    int32_t CreatureSize; /* size class; 0 to 5; enum:creaturesize; saved games only */
    uint8_t IsDestroyable; /* corpse may vanish; 0 to 1; bool; saved games only */
    uint8_t IsRaiseable; /* may be revived; 0 to 1; bool; saved games only */
    uint8_t DeadSelectable; /* corpse can be selected; 0 to 1; bool; saved games only */
    struct rq_utc_PerceptionList *PerceptionList; /* objects currently perceived; saved games only */
    uint32_t PerceptionList_count;
    struct rq_combatround *CombatRoundData; /* combat round in progress; struct:@COMBATROUND; saved games only */
    uint32_t AreaId; /* area it stands in; object; saved games only */
    uint8_t AmbientAnimState; /* ambient animation state; 0 to 255; saved games only */
    int32_t Animation; /* current animation number; enum:animation; saved games only */
    uint8_t CreatnScrptFird; /* ScriptSpawn has already run; 0 to 1; bool; saved games only */
    uint8_t PM_IsDisguised; /* wears a disguise; 0 to 1; bool; saved games only */
    uint16_t PM_Appearance; /* look before the disguise; read if disguised; 0 to 65535; 2da:appearance; saved games only */
    uint8_t Listening; /* hears shouts; 0 to 1; bool; saved games only */
    struct rq_utc_ExpressionList *ExpressionList; /* shouts it reacts to; saved games only */
    uint32_t ExpressionList_count;
    uint8_t ForceAlwaysUpdat; /* updated even out of range (K2); 0 to 1; bool; saved games only */
    float XPosition; /* position x; coord; saved games only */
    float YPosition; /* position y; coord; saved games only */
    float ZPosition; /* position z; coord; saved games only */
    float XOrientation; /* facing x; ignored when vector is zero; -1 to 1; dir; saved games only */
    float YOrientation; /* facing y; -1 to 1; dir; saved games only */
    float ZOrientation; /* facing z; -1 to 1; dir; saved games only */
    int32_t JoiningXP; /* experience on joining the party; saved games only */
    struct rq_followinfo *FollowInfo; /* party following state; struct:@FOLLOW; saved games only */
    struct rq_effect *EffectList; /* active effects; struct:@EFFECT; saved games only */
    uint32_t EffectList_count;
    struct rq_var *VarTable; /* NWN named locals, empty; struct:@VAR; saved games only */
    uint32_t VarTable_count;
    struct rq_swvars *SWVarTable; /* local booleans and numbers; struct:@SWVARS; saved games only */
    struct rq_action *ActionList; /* queued actions; struct:@ACTION; saved games only */
    uint32_t ActionList_count;
    uint8_t Commandable; /* accepts new actions; 0 to 1; bool; saved games only */
    struct rq_utc_LvlStatList *LvlStatList; /* one record per level, player only; saved games only */
    uint32_t LvlStatList_count;
    struct {
        bool TemplateResRef, Tag, Comment, Conversation, FirstName, LastName, Description;
        bool SubraceIndex, Race, Gender, Appearance_Type, Phenotype, PortraitId, Portrait, IsPC;
        bool FactionID, Disarmable, Subrace, SubRace, Deity, SoundSetFile, SoundSet, Plot;
        bool Invulnerable, Interruptable, NoPermDeath, NotReorienting, BodyBag, BodyVariation;
        bool TextureVar, Min1HP, PartyInteract, Str, Dex, Con, Int, Wis, Cha, WalkRate;
        bool MovementRate, NaturalAC, HitPoints, CurrentHitPoints, MaxHitPoints, PregameCurrent;
        bool ForcePoints, CurrentForce, MaxForcePoints, refbonus, willbonus, fortbonus, RefBonus;
        bool WillBonus, FortBonus, RefSaveThrow, WillSaveThrow, FortSaveThrow, ArmorClass;
        bool SaveReflex, SaveWill, SaveFortitude, Morale, MoraleRecovery, MoraleBreakpoint;
        bool CRAdjust, GoodEvil, LawfulChaotic, ChallengeRating, PerceptionRange;
        bool ScriptHeartbeat, ScriptOnNotice, ScriptSpellAt, ScriptAttacked, ScriptDamaged;
        bool ScriptDisturbed, ScriptEndRound, ScriptEndDialogu, ScriptDialogue, ScriptSpawn;
        bool ScriptRested, ScriptDeath, ScriptUserDefine, ScriptOnBlocked, SkillList, FeatList;
        bool TemplateList, SpecAbilityList, ClassList, Equip_ItemList, ItemList, PaletteID;
        bool Hologram, IgnoreCrePath, MultiplierSet, WillNotRender, BlindSpot, Appearance_Head;
        bool Tail, Wings, ObjectId, Age, StartingPackage, MClassLevUpIn, Gold, ItemComponent;
        bool Chemicals, PCLevelAtSpawn, Confused, BonusForcePoints, AssignedPup, PlayerCreated;
        bool Experience, BaseCNPCAlignmen, FuryDamageBonus, CurrentForm, Color_Skin, Color_Hair;
        bool Color_Tattoo1, Color_Tattoo2, DuplicatingHead, UseBackupHead, AIState, SkillPoints;
        bool CombatInfo, DetectMode, StealthMode, CreatureSize, IsDestroyable, IsRaiseable;
        bool DeadSelectable, PerceptionList, CombatRoundData, AreaId, AmbientAnimState;
        bool Animation, CreatnScrptFird, PM_IsDisguised, PM_Appearance, Listening;
        bool ExpressionList, ForceAlwaysUpdat, XPosition, YPosition, ZPosition, XOrientation;
        bool YOrientation, ZOrientation, JoiningXP, FollowInfo, EffectList, VarTable, SWVarTable;
        bool ActionList, Commandable, LvlStatList;
    } has;
};

/* UTC /TemplateList[]/ */
struct rq_utc_TemplateList {
    struct rq_typed typed;
};

/* UTC /ClassList[]/ */
struct rq_utc_ClassList {
    struct rq_typed typed;
    int32_t Class; /* class row; unknown row fails the load; 0 to 255; 2da:classes */
    int16_t ClassLevel; /* levels in the class, kept as byte; 0 to 255 */
    struct rq_utc_ClassList_KnownList0 *KnownList0; /* force powers known */
    uint32_t KnownList0_count;
    struct rq_utc_ClassList_MemorizedList0 *MemorizedList0; /* NWN prepared spells, empty; not read */
    uint32_t MemorizedList0_count;
    struct rq_utc_ClassList_SpellsPerDayList *SpellsPerDayList; /* uses left, first element read; 0 to 1; saved games only */
    uint32_t SpellsPerDayList_count;
    struct {
        bool Class, ClassLevel, KnownList0, MemorizedList0, SpellsPerDayList;
    } has;
};

/* UTC /ClassList[]/MemorizedList0[]/ */
struct rq_utc_ClassList_MemorizedList0 {
    struct rq_typed typed;
};

/* UTC /ClassList[]/KnownList0[]/ */
struct rq_utc_ClassList_KnownList0 {
    struct rq_typed typed;
    uint16_t Spell; /* power row; 0 to 65535; 2da:spells */
    uint8_t SpellMetaMagic; /* NWN metamagic, always 0 */
    uint8_t SpellFlags; /* readiness bits, always 1; flags:spellflags */
    struct {
        bool Spell, SpellMetaMagic, SpellFlags;
    } has;
};

/* UTC /ClassList[]/SpellsPerDayList[]/ */
struct rq_utc_ClassList_SpellsPerDayList {
    struct rq_typed typed;
    uint8_t NumSpellsLeft; /* uses left; 0 to 255; saved games only */
    struct {
        bool NumSpellsLeft;
    } has;
};

/* UTC /Equip_ItemList[]/ */
struct rq_utc_Equip_ItemList {
    struct rq_typed typed;
    struct rq_uti *uti; /* the fields that it shares with that */
    const char *EquippedRes; /* item blueprint worn; res:uti */
    uint8_t Dropable; /* falls to the loot on death; 0 to 1; bool */
    struct {
        bool EquippedRes, Dropable;
    } has;
};

/* UTC /ExpressionList[]/ */
struct rq_utc_ExpressionList {
    struct rq_typed typed;
    int32_t ExpressionId; /* pattern number given to ScriptDialogue; saved games only */
    const char *ExpressionString; /* shout text to match; saved games only */
    struct {
        bool ExpressionId, ExpressionString;
    } has;
};

/* UTC /FeatList[]/ */
struct rq_utc_FeatList {
    struct rq_typed typed;
    uint16_t Feat; /* feat row; 0 to 65535; 2da:feat */
    struct {
        bool Feat;
    } has;
};

/* UTC /ItemList[]/ */
struct rq_utc_ItemList {
    struct rq_typed typed;
    struct rq_uti *uti; /* the fields that it shares with that */
    const char *InventoryRes; /* item blueprint carried; res:uti */
    uint16_t Repos_PosX; /* grid column, unused; not read */
    uint16_t Repos_Posy; /* grid row, unused; not read */
    uint16_t Repos_PosY; /* grid row, tool spelling; not read */
    uint8_t Dropable; /* falls to the loot on death; 0 to 1; bool */
    struct {
        bool InventoryRes, Repos_PosX, Repos_Posy, Repos_PosY, Dropable;
    } has;
};

/* UTC /LvlStatList[]/ */
struct rq_utc_LvlStatList {
    struct rq_typed typed;
    uint8_t LvlStatHitDie; /* hit points gained; 0 to 255; saved games only */
    uint8_t LvlStatForce; /* force points gained; 0 to 255; saved games only */
    uint8_t LvlStatClass; /* class advanced; 0 to 255; 2da:classes; saved games only */
    uint8_t LvlStatAbility; /* ability raised at this level; 0 to 5; enum:ability; saved games only */
    uint16_t SkillPoints; /* skill points left over; saved games only */
    struct rq_utc_LvlStatList_SkillList *SkillList; /* ranks gained; 8 to 8; pos:2da:skills; saved games only */
    uint32_t SkillList_count;
    struct rq_utc_LvlStatList_FeatList *FeatList; /* feats gained; saved games only */
    uint32_t FeatList_count;
    struct rq_utc_LvlStatList_KnownList0 *KnownList0; /* powers gained; saved games only */
    uint32_t KnownList0_count;
    struct rq_utc_LvlStatList_KnownRemoveList0 *KnownRemoveList0; /* powers given up; saved games only */
    uint32_t KnownRemoveList0_count;
    struct {
        bool LvlStatHitDie, LvlStatForce, LvlStatClass, LvlStatAbility, SkillPoints, SkillList;
        bool FeatList, KnownList0, KnownRemoveList0;
    } has;
};

/* UTC /LvlStatList[]/FeatList[]/ */
struct rq_utc_LvlStatList_FeatList {
    struct rq_typed typed;
    uint16_t Feat; /* feat row; 0 to 65535; 2da:feat; saved games only */
    struct {
        bool Feat;
    } has;
};

/* UTC /LvlStatList[]/KnownList0[]/ */
struct rq_utc_LvlStatList_KnownList0 {
    struct rq_typed typed;
    uint16_t Spell; /* power row; 0 to 65535; 2da:spells; saved games only */
    struct {
        bool Spell;
    } has;
};

/* UTC /LvlStatList[]/KnownRemoveList0[]/ */
struct rq_utc_LvlStatList_KnownRemoveList0 {
    struct rq_typed typed;
    uint16_t Spell; /* power row; 0 to 65535; 2da:spells; saved games only */
    struct {
        bool Spell;
    } has;
};

/* UTC /LvlStatList[]/SkillList[]/ */
struct rq_utc_LvlStatList_SkillList {
    struct rq_typed typed;
    uint8_t Rank; /* ranks gained in this skill; 0 to 255; saved games only */
    struct {
        bool Rank;
    } has;
};

/* UTC /PerceptionList[]/ */
struct rq_utc_PerceptionList {
    struct rq_typed typed;
    uint32_t ObjectId; /* perceived object; object; saved games only */
    uint8_t PerceptionData; /* how it is perceived; 0 to 255; flags:perception; saved games only */
    struct {
        bool ObjectId, PerceptionData;
    } has;
};

/* UTC /SkillList[]/ */
struct rq_utc_SkillList {
    struct rq_typed typed;
    uint8_t Rank; /* ranks in this skill; 0 to 255 */
    struct {
        bool Rank;
    } has;
};

/* UTC /SpecAbilityList[]/ */
struct rq_utc_SpecAbilityList {
    struct rq_typed typed;
    uint16_t Spell; /* power row; 0 to 65535; 2da:spells */
    uint8_t SpellFlags; /* readiness bits; flags:spellflags */
    uint8_t SpellCasterLevel; /* level it is used at; 0 to 255 */
    struct {
        bool Spell, SpellFlags, SpellCasterLevel;
    } has;
};

/* UTD / */
struct rq_utd {
    struct rq_typed typed;
    const char *Tag; /* script name; def:tag:door */
    struct rq_typed_locstring LocName; /* display name; strref */
    struct rq_typed_locstring Description; /* examine text; strref */
    const char *Comment; /* designer note; not read */
    uint8_t PaletteID; /* toolset folder; 0 to 255; palette; not read */
    uint8_t AutoRemoveKey; /* key is used up; 0 to 1; bool */
    uint8_t CloseLockDC; /* difficulty to lock; 0 to 255 */
    const char *Conversation; /* conversation opened on use; res:dlg */
    uint32_t Faction; /* faction row; 2da:repute */
    uint8_t Plot; /* indestructible; forced by Static; 0 to 1; bool */
    uint8_t Invulnerable; /* read before Plot; in no file seen; 0 to 1; bool; saved games only */
    uint8_t Min1HP; /* never falls below one hit point; 0 to 1; bool */
    uint8_t KeyRequired; /* only the key opens it; 0 to 1; bool */
    uint8_t Lockable; /* can be locked again; 0 to 1; bool */
    uint8_t Locked; /* locked; 0 to 1; bool */
    uint8_t OpenLockDC; /* security difficulty; 0 to 255 */
    const char *KeyName; /* tag of the key item; tag:item */
    uint8_t TrapDetectable; /* trap can be found; 0 to 1; bool */
    uint8_t TrapDetectDC; /* difficulty to find the trap; 0 to 255 */
    uint8_t TrapDisarmable; /* trap can be disarmed; 0 to 1; bool */
    uint8_t DisarmDC; /* difficulty to disarm; 0 to 255 */
    uint8_t TrapFlag; /* trapped; 0 to 1; bool */
    uint8_t TrapOneShot; /* trap vanishes after firing; 0 to 1; bool */
    uint8_t TrapType; /* trap row; 0 to 255; 2da:traps */
    int16_t HP; /* maximum hit points; 0 to 32767 */
    uint8_t Hardness; /* damage reduction; 0 to 255 */
    uint8_t Fort; /* fortitude save; 0 to 255 */
    uint8_t Ref; /* reflex save; 0 to 255 */
    uint8_t Will; /* will save; 0 to 255 */
    const char *OnClosed; /* script: closed; res:ncs */
    const char *OnDamaged; /* script: damaged; res:ncs */
    const char *OnDeath; /* script: destroyed; res:ncs */
    const char *OnDisarm; /* script: trap disarmed; res:ncs */
    const char *OnHeartbeat; /* script: heartbeat; res:ncs */
    const char *OnLock; /* script: locked; res:ncs */
    const char *OnMeleeAttacked; /* script: attacked; res:ncs */
    const char *OnOpen; /* script: opened; res:ncs */
    const char *OnSpellCastAt; /* script: power used on it; res:ncs */
    const char *OnTrapTriggered; /* script: trap fired; empty takes the traps row's; res:ncs */
    const char *OnUnlock; /* script: unlocked; res:ncs */
    const char *OnUserDefined; /* script: user event signalled; res:ncs */
    const char *OnDialog; /* script: spoken to; only in saves; res:ncs; saved games only */
    uint8_t NotBlastable; /* immune to grenades (K2); dead in K1; 0 to 1; bool */
    uint8_t OpenLockDiff; /* relative lock difficulty (K2); dead in K1; 0 to 4; enum:lockdiff */
    int8_t OpenLockDiffMod; /* added to OpenLockDiff (K2); dead in K1; -128 to 127 */
    int32_t OwnerDemolitions; /* demolitions rank of the trap's owner (K2); saved games only */
    uint8_t PCLevelAtSpawn; /* player level when created (K2); 0 to 255; saved games only */
    uint32_t ObjectId; /* run-time object number; object; saved games only */
    struct rq_effect *EffectList; /* active effects; struct:@EFFECT; saved games only */
    uint32_t EffectList_count;
    struct rq_var *VarTable; /* NWN named locals, empty; struct:@VAR; saved games only */
    uint32_t VarTable_count;
    struct rq_swvars *SWVarTable; /* local booleans and numbers; struct:@SWVARS; saved games only */
    struct rq_action *ActionList; /* queued actions; struct:@ACTION; saved games only */
    uint32_t ActionList_count;
    uint8_t Commandable; /* accepts new actions; 0 to 1; bool; saved games only */
    const char *TemplateResRef; /* own resref; file name decides; self:utd */
    uint8_t Interruptable; /* conversation may be broken off; 0 to 1; bool */
    uint16_t PortraitId; /* portrait row; 0 becomes 558; 0 to 65535; 2da:portraits.baseresref */
    const char *Portrait; /* portrait texture when PortraitId gives none; res:tpc|tga */
    uint8_t AnimationState; /* initial state; dead in K1; 0 to 2; enum:doorstate; not read */
    uint8_t OpenState; /* open state; saves both, templates K2 only; 0 to 3; enum:doorstate */
    uint32_t Appearance; /* NWN door row, low byte; 0 means GenericType; 0 to 255; 2da:doortypes.model */
    uint8_t GenericType; /* door model row; 0 to 255; 2da:genericdoors.modelname */
    int16_t CurrentHP; /* current hit points, clamped to HP; 0 to 32767 */
    uint8_t Static; /* scenery only; forces Plot; 0 to 1; bool */
    uint16_t LoadScreenID; /* load picture of its transition; 0 to 65535; 2da:loadscreens */
    const char *OnClick; /* script: clicked as transition; res:ncs */
    const char *OnFailToOpen; /* script: could not be opened; res:ncs */
    const char *LinkedTo; /* target tag; taken from the GIT; tag:door|waypoint */
    uint8_t LinkedToFlags; /* kind of target; taken from the GIT; 0 to 2; enum:linkflags */
    uint8_t SecretDoorDC; /* NWN secret door difficulty; 0 to 255; saved games only */
    uint8_t BodyBag; /* named by one reader only; 2da:bodybag; saved games only */
    uint8_t Useable; /* named by one reader only; bool; saved games only */
    struct {
        bool Tag, LocName, Description, Comment, PaletteID, AutoRemoveKey, CloseLockDC;
        bool Conversation, Faction, Plot, Invulnerable, Min1HP, KeyRequired, Lockable, Locked;
        bool OpenLockDC, KeyName, TrapDetectable, TrapDetectDC, TrapDisarmable, DisarmDC;
        bool TrapFlag, TrapOneShot, TrapType, HP, Hardness, Fort, Ref, Will, OnClosed, OnDamaged;
        bool OnDeath, OnDisarm, OnHeartbeat, OnLock, OnMeleeAttacked, OnOpen, OnSpellCastAt;
        bool OnTrapTriggered, OnUnlock, OnUserDefined, OnDialog, NotBlastable, OpenLockDiff;
        bool OpenLockDiffMod, OwnerDemolitions, PCLevelAtSpawn, ObjectId, EffectList, VarTable;
        bool SWVarTable, ActionList, Commandable, TemplateResRef, Interruptable, PortraitId;
        bool Portrait, AnimationState, OpenState, Appearance, GenericType, CurrentHP, Static;
        bool LoadScreenID, OnClick, OnFailToOpen, LinkedTo, LinkedToFlags, SecretDoorDC, BodyBag;
        bool Useable;
    } has;
};

/* UTE / */
struct rq_ute {
    struct rq_typed typed;
    const char *Tag; /* script name, lower-cased; def:tag:encounter */
    struct rq_typed_locstring LocalizedName; /* name; strref */
    const char *TemplateResRef; /* own resref; file name decides; self:ute; not read */
    uint8_t Active; /* may fire; 0 to 1; bool */
    int32_t Difficulty; /* used only when DifficultyIndex fails */
    int32_t DifficultyIndex; /* difficulty row; 0 or more; 2da:encdifficulty.value */
    uint32_t Faction; /* fires at its enemies; 2da:repute */
    int32_t MaxCreatures; /* most creatures at once; 0 or more */
    uint8_t PlayerOnly; /* only the party fires it; 0 to 1; bool */
    int32_t RecCreatures; /* recommended number; 0 or more */
    uint8_t Reset; /* fires again; 0 to 1; bool */
    int32_t ResetTime; /* seconds until it is ready again; 0 or more */
    int32_t Respawns; /* times it fires again; -1 unlimited; -1 or more */
    int32_t SpawnOption; /* continuous or single shot; 0 to 1; enum:spawnoption */
    const char *OnEntered; /* script: creature entered; res:ncs */
    const char *OnExit; /* script: creature left; res:ncs */
    const char *OnExhausted; /* script: nothing left to spawn; res:ncs */
    const char *OnHeartbeat; /* script: heartbeat; res:ncs */
    const char *OnUserDefined; /* script: user event signalled; res:ncs */
    struct rq_ute_CreatureList *CreatureList; /* creatures it can spawn; re-sorted by CR */
    uint32_t CreatureList_count;
    uint8_t PaletteID; /* toolset folder; 0 to 255; palette; not read */
    const char *Comment; /* designer note; not read */
    uint32_t ObjectId; /* run-time object number; object; saved games only */
    struct rq_ute_AreaList *AreaList; /* areas of spawned creatures; saved games only */
    uint32_t AreaList_count;
    int32_t AreaListMaxSize; /* buffer size for AreaList; 0 or more; saved games only */
    uint8_t Started; /* has fired; 0 to 1; bool; saved games only */
    uint8_t Exhausted; /* nothing left to spawn; 0 to 1; bool; saved games only */
    int32_t NumberSpawned; /* creatures spawned so far; saved games only */
    int32_t CurrentSpawns; /* spawns still alive; saved games only */
    int32_t CustomScriptId; /* pending user event; saved games only */
    uint32_t HeartbeatDay; /* last heartbeat day; gameday; saved games only */
    uint32_t HeartbeatTime; /* last heartbeat time; gametime; saved games only */
    uint32_t LastSpawnDay; /* last spawn day; gameday; saved games only */
    uint32_t LastSpawnTime; /* last spawn time; gametime; saved games only */
    uint32_t LastEntered; /* last creature inside; object; saved games only */
    uint32_t LastLeft; /* last creature that left; object; saved games only */
    float SpawnPoolActive; /* points in play; saved games only */
    float AreaPoints; /* points of the area; saved games only */
    struct rq_ute_SpawnList *SpawnList; /* spawned creatures; saved games only */
    uint32_t SpawnList_count;
    struct rq_effect *EffectList; /* active effects; struct:@EFFECT; saved games only */
    uint32_t EffectList_count;
    struct rq_var *VarTable; /* NWN named locals, empty; struct:@VAR; saved games only */
    uint32_t VarTable_count;
    struct rq_swvars *SWVarTable; /* local booleans and numbers; struct:@SWVARS; saved games only */
    struct rq_action *ActionList; /* queued actions; struct:@ACTION; saved games only */
    uint32_t ActionList_count;
    uint8_t Commandable; /* accepts new actions; 0 to 1; bool; saved games only */
    struct {
        bool Tag, LocalizedName, TemplateResRef, Active, Difficulty, DifficultyIndex, Faction;
        bool MaxCreatures, PlayerOnly, RecCreatures, Reset, ResetTime, Respawns, SpawnOption;
        bool OnEntered, OnExit, OnExhausted, OnHeartbeat, OnUserDefined, CreatureList, PaletteID;
        bool Comment, ObjectId, AreaList, AreaListMaxSize, Started, Exhausted, NumberSpawned;
        bool CurrentSpawns, CustomScriptId, HeartbeatDay, HeartbeatTime, LastSpawnDay;
        bool LastSpawnTime, LastEntered, LastLeft, SpawnPoolActive, AreaPoints, SpawnList;
        bool EffectList, VarTable, SWVarTable, ActionList, Commandable;
    } has;
};

/* UTE /AreaList[]/ */
struct rq_ute_AreaList {
    struct rq_typed typed;
};

/* UTE /SpawnList[]/ */
struct rq_ute_SpawnList {
    struct rq_typed typed;
};

/* UTE /CreatureList[]/ */
struct rq_ute_CreatureList {
    struct rq_typed typed;
    int32_t Appearance; /* copy of the creature's look; 2da:appearance; not read */
    float CR; /* copy of the creature's rating; 0 or more */
    const char *ResRef; /* creature to spawn; res:utc */
    uint8_t SingleSpawn; /* at most one alive; 0 to 1; bool */
    int32_t GuaranteedCount; /* spawned at least this often (K2); 0 or more */
    struct {
        bool Appearance, CR, ResRef, SingleSpawn, GuaranteedCount;
    } has;
};

/* UTI / */
struct rq_uti {
    struct rq_typed typed;
    const char *TemplateResRef; /* own resref; file name decides; self:uti; not read */
    int32_t BaseItem; /* item class row; 0 or more; 2da:baseitems */
    struct rq_typed_locstring LocalizedName; /* name; strref */
    struct rq_typed_locstring Description; /* text before identification; strref */
    struct rq_typed_locstring DescIdentified; /* text once identified; strref */
    const char *Tag; /* script name; keys are found by it; def:tag:item */
    uint8_t Charges; /* charges left, at most MaxCharges; 0 to 255 */
    uint8_t MaxCharges; /* charges when full; 0 to 255; saved games only */
    uint32_t Cost; /* stored price, recomputed; not read */
    uint8_t Stolen; /* stolen mark; 0 to 1; bool */
    uint16_t StackSize; /* pieces in the stack, limit in baseitems; 1 to 65535 */
    uint8_t Plot; /* cannot be sold or dropped; 0 to 1; bool */
    uint32_t AddCost; /* price part added to the computed price */
    uint8_t Identified; /* known; saves always write 1; 0 to 1; bool */
    uint8_t ModelVariation; /* model and icon number; 0 becomes 1; 1 to 255 */
    uint8_t ModelPart1; /* NWN model part, used when ModelVariation is 0; 0 to 255 */
    uint8_t ModelPart2; /* NWN model part; not read */
    uint8_t ModelPart3; /* NWN model part; not read */
    uint8_t BodyVariation; /* stored only; baseitems row decides; 0 to 255; not read */
    uint8_t TextureVar; /* texture number, armour (model type 1) only; 0 to 255 */
    struct rq_uti_PropertiesList *PropertiesList; /* item properties */
    uint32_t PropertiesList_count;
    uint8_t PaletteID; /* toolset folder; 0 to 255; palette; not read */
    const char *Comment; /* designer note; not read */
    uint8_t UpgradeLevel; /* K2 upgrade tier; dead in K1; 0 to 255 */
    uint32_t ObjectId; /* run-time object number; object; saved games only */
    uint32_t Upgrades; /* installed upgrades, bit = row (K1); flags:2da:upgrade; saved games only */
    int32_t UpgradeSlot0; /* upgrade in slot 0 (K2); 2da:upgrade; saved games only */
    int32_t UpgradeSlot1; /* upgrade in slot 1 (K2); 2da:upgrade; saved games only */
    int32_t UpgradeSlot2; /* upgrade in slot 2 (K2); 2da:upgrade; saved games only */
    int32_t UpgradeSlot3; /* upgrade in slot 3 (K2); 2da:upgrade; saved games only */
    int32_t UpgradeSlot4; /* upgrade in slot 4 (K2); 2da:upgrade; saved games only */
    int32_t UpgradeSlot5; /* upgrade in slot 5 (K2); 2da:upgrade; saved games only */
    uint8_t Dropable; /* falls to the loot on death; 0 to 1; bool; saved games only */
    uint8_t Pickpocketable; /* can be stolen; 0 to 1; bool; saved games only */
    float XPosition; /* position x when on the ground; coord; saved games only */
    float YPosition; /* position y; coord; saved games only */
    float ZPosition; /* position z; coord; saved games only */
    float XOrientation; /* facing x; -1 to 1; dir; saved games only */
    float YOrientation; /* facing y; -1 to 1; dir; saved games only */
    float ZOrientation; /* facing z; -1 to 1; dir; saved games only */
    uint8_t NonEquippable; /* cannot be worn; 0 to 1; bool; saved games only */
    uint8_t NewItem; /* not yet looked at; 0 to 1; bool; saved games only */
    uint8_t DELETING; /* being removed; 0 to 1; bool; saved games only */
    struct rq_effect *EffectList; /* active effects; struct:@EFFECT; saved games only */
    uint32_t EffectList_count;
    struct rq_var *VarTable; /* NWN named locals, empty; struct:@VAR; saved games only */
    uint32_t VarTable_count;
    struct rq_swvars *SWVarTable; /* local booleans and numbers; struct:@SWVARS; saved games only */
    struct rq_action *ActionList; /* queued actions; struct:@ACTION; saved games only */
    uint32_t ActionList_count;
    uint8_t Commandable; /* accepts new actions; 0 to 1; bool; saved games only */
    uint8_t Infinite; /* never runs out in a store; 0 to 1; bool; saved games only */
    struct {
        bool TemplateResRef, BaseItem, LocalizedName, Description, DescIdentified, Tag, Charges;
        bool MaxCharges, Cost, Stolen, StackSize, Plot, AddCost, Identified, ModelVariation;
        bool ModelPart1, ModelPart2, ModelPart3, BodyVariation, TextureVar, PropertiesList;
        bool PaletteID, Comment, UpgradeLevel, ObjectId, Upgrades, UpgradeSlot0, UpgradeSlot1;
        bool UpgradeSlot2, UpgradeSlot3, UpgradeSlot4, UpgradeSlot5, Dropable, Pickpocketable;
        bool XPosition, YPosition, ZPosition, XOrientation, YOrientation, ZOrientation;
        bool NonEquippable, NewItem, DELETING, EffectList, VarTable, SWVarTable, ActionList;
        bool Commandable, Infinite;
    } has;
};

/* UTI /PropertiesList[]/ */
struct rq_uti_PropertiesList {
    struct rq_typed typed;
    uint16_t PropertyName; /* property kind; 10 37 46 53 are usable; 0 to 65535; 2da:itempropdef */
    uint16_t Subtype; /* row of the table named by the kind; 0 to 65535; 2da:@itempropdef.subtyperesref */
    uint8_t CostTable; /* table holding CostValue; 0 to 255; 2da:iprp_costtable */
    uint16_t CostValue; /* row of that table, the amount; 0 to 65535; 2da:@iprp_costtable.name */
    uint8_t Param1; /* table holding Param1Value; 0 to 255; 2da:iprp_paramtable */
    uint8_t Param1Value; /* row of that table; 0 to 255; 2da:@iprp_paramtable.tableresref */
    uint8_t Param1Table; /* tool label in two K2 mod files */
    uint8_t ChanceAppear; /* NWN chance, always 100; 0 to 100 */
    uint8_t UpgradeType; /* upgrade that must be installed; 0 to 255; 2da:upgrade */
    uint8_t UsesPerDay; /* uses left today; 0 to 255; saved games only */
    uint8_t Useable; /* can be activated; 0 to 1; bool; saved games only */
    uint16_t PropUpgrade; /* upgrade slot it came from (K2); 0 to 65535; saved games only */
    struct {
        bool PropertyName, Subtype, CostTable, CostValue, Param1, Param1Value, Param1Table;
        bool ChanceAppear, UpgradeType, UsesPerDay, Useable, PropUpgrade;
    } has;
};

/* UTM / */
struct rq_utm {
    struct rq_typed typed;
    const char *ResRef; /* own resref; file name decides; self:utm; not read */
    struct rq_typed_locstring LocName; /* store name; strref */
    const char *Tag; /* script name; def:tag:store */
    int32_t MarkUp; /* percent of value the store asks; 0 or more */
    int32_t MarkDown; /* percent of value the store pays; 0 or more */
    const char *OnOpenStore; /* script: store opened; res:ncs */
    uint8_t BuySellFlag; /* what the store does; 0 to 3; flags:buysell */
    struct rq_utm_ItemList *ItemList; /* stock; shown sorted by price; struct:UTI */
    uint32_t ItemList_count;
    uint8_t ID; /* toolset folder; 0 to 255; palette; not read */
    const char *Comment; /* designer note; not read */
    uint32_t ObjectId; /* run-time object number; object; saved games only */
    float ZOrientation; /* facing z; -1 to 1; dir; saved games only */
    struct rq_effect *EffectList; /* active effects; struct:@EFFECT; saved games only */
    uint32_t EffectList_count;
    struct rq_var *VarTable; /* NWN named locals, empty; struct:@VAR; saved games only */
    uint32_t VarTable_count;
    struct rq_swvars *SWVarTable; /* local booleans and numbers; struct:@SWVARS; saved games only */
    struct rq_action *ActionList; /* queued actions; struct:@ACTION; saved games only */
    uint32_t ActionList_count;
    uint8_t Commandable; /* accepts new actions; 0 to 1; bool; saved games only */
    struct {
        bool ResRef, LocName, Tag, MarkUp, MarkDown, OnOpenStore, BuySellFlag, ItemList, ID;
        bool Comment, ObjectId, ZOrientation, EffectList, VarTable, SWVarTable, ActionList;
        bool Commandable;
    } has;
};

/* UTM /ItemList[]/ */
struct rq_utm_ItemList {
    struct rq_typed typed;
    struct rq_uti *uti; /* the fields that it shares with that */
    const char *InventoryRes; /* item blueprint on sale; res:uti */
    uint16_t Repos_PosX; /* grid column, unused; not read */
    uint16_t Repos_Posy; /* grid row, unused; not read */
    uint16_t Repos_PosY; /* grid row, tool spelling; not read */
    uint8_t Infinite; /* stock never runs out; 0 to 1; bool */
    uint8_t Dropable; /* tool-made files only; 0 to 1; bool */
    struct {
        bool InventoryRes, Repos_PosX, Repos_Posy, Repos_PosY, Infinite, Dropable;
    } has;
};

/* UTP / */
struct rq_utp {
    struct rq_typed typed;
    const char *Tag; /* script name; def:tag:placeable */
    struct rq_typed_locstring LocName; /* display name; strref */
    struct rq_typed_locstring Description; /* examine text; strref */
    const char *Comment; /* designer note; not read */
    uint8_t PaletteID; /* toolset folder; 0 to 255; palette; not read */
    uint8_t AutoRemoveKey; /* key is used up; 0 to 1; bool */
    uint8_t CloseLockDC; /* difficulty to lock; 0 to 255 */
    const char *Conversation; /* conversation opened on use; res:dlg */
    uint32_t Faction; /* faction row; 2da:repute */
    uint8_t Plot; /* indestructible; forced by Static; 0 to 1; bool */
    uint8_t Invulnerable; /* read before Plot; in no file seen; 0 to 1; bool; saved games only */
    uint8_t Min1HP; /* never falls below one hit point; 0 to 1; bool */
    uint8_t KeyRequired; /* only the key opens it; 0 to 1; bool */
    uint8_t Lockable; /* can be locked again; 0 to 1; bool */
    uint8_t Locked; /* locked; 0 to 1; bool */
    uint8_t OpenLockDC; /* security difficulty; 0 to 255 */
    const char *KeyName; /* tag of the key item; tag:item */
    uint8_t TrapDetectable; /* trap can be found; 0 to 1; bool */
    uint8_t TrapDetectDC; /* difficulty to find the trap; 0 to 255 */
    uint8_t TrapDisarmable; /* trap can be disarmed; 0 to 1; bool */
    uint8_t DisarmDC; /* difficulty to disarm; 0 to 255 */
    uint8_t TrapFlag; /* trapped; 0 to 1; bool */
    uint8_t TrapOneShot; /* trap vanishes after firing; 0 to 1; bool */
    uint8_t TrapType; /* trap row; 0 to 255; 2da:traps */
    int16_t HP; /* maximum hit points; 0 to 32767 */
    uint8_t Hardness; /* damage reduction; 0 to 255 */
    uint8_t Fort; /* fortitude save; 0 to 255 */
    uint8_t Ref; /* reflex save; 0 to 255 */
    uint8_t Will; /* will save; 0 to 255 */
    const char *OnClosed; /* script: closed; res:ncs */
    const char *OnDamaged; /* script: damaged; res:ncs */
    const char *OnDeath; /* script: destroyed; res:ncs */
    const char *OnDisarm; /* script: trap disarmed; res:ncs */
    const char *OnHeartbeat; /* script: heartbeat; res:ncs */
    const char *OnLock; /* script: locked; res:ncs */
    const char *OnMeleeAttacked; /* script: attacked; res:ncs */
    const char *OnOpen; /* script: opened; res:ncs */
    const char *OnSpellCastAt; /* script: power used on it; res:ncs */
    const char *OnTrapTriggered; /* script: trap fired; empty takes the traps row's; res:ncs */
    const char *OnUnlock; /* script: unlocked; res:ncs */
    const char *OnUserDefined; /* script: user event signalled; res:ncs */
    const char *OnDialog; /* script: spoken to; only in saves; res:ncs; saved games only */
    uint8_t NotBlastable; /* immune to grenades (K2); dead in K1; 0 to 1; bool */
    uint8_t OpenLockDiff; /* relative lock difficulty (K2); dead in K1; 0 to 4; enum:lockdiff */
    int8_t OpenLockDiffMod; /* added to OpenLockDiff (K2); dead in K1; -128 to 127 */
    int32_t OwnerDemolitions; /* demolitions rank of the trap's owner (K2); saved games only */
    uint8_t PCLevelAtSpawn; /* player level when created (K2); 0 to 255; saved games only */
    uint32_t ObjectId; /* run-time object number; object; saved games only */
    struct rq_effect *EffectList; /* active effects; struct:@EFFECT; saved games only */
    uint32_t EffectList_count;
    struct rq_var *VarTable; /* NWN named locals, empty; struct:@VAR; saved games only */
    uint32_t VarTable_count;
    struct rq_swvars *SWVarTable; /* local booleans and numbers; struct:@SWVARS; saved games only */
    struct rq_action *ActionList; /* queued actions; struct:@ACTION; saved games only */
    uint32_t ActionList_count;
    uint8_t Commandable; /* accepts new actions; 0 to 1; bool; saved games only */
    const char *TemplateResRef; /* own resref; file name decides; self:utp */
    uint8_t Interruptable; /* conversation may be broken off; 0 to 1; bool; not read */
    uint16_t PortraitId; /* portrait row; 0 to 65535; 2da:portraits.baseresref */
    const char *Portrait; /* portrait texture when PortraitId gives none; res:tpc|tga */
    uint8_t AnimationState; /* initial state; ignored when Open is set; 0 to 5; enum:placeablestate */
    uint32_t Appearance; /* model row; K1 keeps the low byte; 0 or more; 2da:placeables.modelname */
    int16_t CurrentHP; /* current hit points, not clamped; 0 to 32767 */
    uint8_t Static; /* scenery only; forces Plot; 0 to 1; bool */
    uint8_t Useable; /* can be used; 0 to 1; bool */
    uint8_t HasInventory; /* is a container; 0 to 1; bool */
    uint8_t PartyInteract; /* party member may act for the player; 0 to 1; bool */
    uint8_t BodyBag; /* container left when destroyed; 0 to 255; 2da:bodybag */
    uint8_t Type; /* NWN category, always 0; 0 to 0; not read */
    uint8_t IsComputer; /* marks a terminal, always 0; 0 to 1; bool */
    const char *OnEndDialogue; /* script: any conversation in the area ended; res:ncs */
    const char *OnInvDisturbed; /* script: contents changed; res:ncs */
    const char *OnUsed; /* script: used; res:ncs */
    const char *OnFailToOpen; /* script: could not be opened; read by K2 only; res:ncs */
    struct rq_utp_ItemList *ItemList; /* contents; whole items in saves; struct:UTI */
    uint32_t ItemList_count;
    uint8_t GroundPile; /* read, then forced to 1; 1 to 1; bool; saved games only */
    uint8_t Open; /* open; 0 to 1; bool; saved games only */
    uint8_t DieWhenEmpty; /* vanishes once emptied; 0 to 1; bool; saved games only */
    uint8_t LightState; /* light on; 0 to 1; bool; saved games only */
    int32_t Animation; /* current animation number; enum:animation; saved games only */
    uint8_t IsBodyBag; /* left by a dead creature; 0 to 1; bool; saved games only */
    uint8_t IsBodyBagVisible; /* bag model is drawn; 0 to 1; bool; saved games only */
    uint8_t IsCorpse; /* stands for the corpse; 0 to 1; bool; saved games only */
    struct {
        bool Tag, LocName, Description, Comment, PaletteID, AutoRemoveKey, CloseLockDC;
        bool Conversation, Faction, Plot, Invulnerable, Min1HP, KeyRequired, Lockable, Locked;
        bool OpenLockDC, KeyName, TrapDetectable, TrapDetectDC, TrapDisarmable, DisarmDC;
        bool TrapFlag, TrapOneShot, TrapType, HP, Hardness, Fort, Ref, Will, OnClosed, OnDamaged;
        bool OnDeath, OnDisarm, OnHeartbeat, OnLock, OnMeleeAttacked, OnOpen, OnSpellCastAt;
        bool OnTrapTriggered, OnUnlock, OnUserDefined, OnDialog, NotBlastable, OpenLockDiff;
        bool OpenLockDiffMod, OwnerDemolitions, PCLevelAtSpawn, ObjectId, EffectList, VarTable;
        bool SWVarTable, ActionList, Commandable, TemplateResRef, Interruptable, PortraitId;
        bool Portrait, AnimationState, Appearance, CurrentHP, Static, Useable, HasInventory;
        bool PartyInteract, BodyBag, Type, IsComputer, OnEndDialogue, OnInvDisturbed, OnUsed;
        bool OnFailToOpen, ItemList, GroundPile, Open, DieWhenEmpty, LightState, Animation;
        bool IsBodyBag, IsBodyBagVisible, IsCorpse;
    } has;
};

/* UTP /ItemList[]/ */
struct rq_utp_ItemList {
    struct rq_typed typed;
    struct rq_uti *uti; /* the fields that it shares with that */
    const char *InventoryRes; /* item blueprint carried; res:uti */
    uint16_t Repos_PosX; /* grid column, unused; not read */
    uint16_t Repos_Posy; /* grid row, unused; not read */
    uint16_t Repos_PosY; /* grid row, tool spelling; not read */
    uint8_t Dropable; /* falls to the loot on death; 0 to 1; bool */
    struct {
        bool InventoryRes, Repos_PosX, Repos_Posy, Repos_PosY, Dropable;
    } has;
};

/* UTS / */
struct rq_uts {
    struct rq_typed typed;
    const char *Tag; /* script name; def:tag:sound */
    struct rq_typed_locstring LocName; /* toolset name; strref; not read */
    const char *TemplateResRef; /* own resref; file name decides; self:uts; not read */
    uint8_t Active; /* plays from the start; 0 to 1; bool */
    uint8_t Continuous; /* seamless loop of one wave; 0 to 1; bool */
    uint8_t Looping; /* keeps playing; 0 to 1; bool */
    uint8_t Positional; /* heard from a place; 0 to 1; bool */
    uint8_t RandomPosition; /* each wave from a random place; 0 to 1; bool */
    uint8_t Random; /* picks waves at random; 0 to 1; bool */
    float Elevation; /* height above the position; not read */
    float MaxDistance; /* silent beyond, metres; 0 or more */
    float MinDistance; /* full volume within, metres; 0 or more */
    float RandomRangeX; /* random place range x; 0 or more */
    float RandomRangeY; /* random place range y; 0 or more */
    uint32_t Interval; /* pause between waves, milliseconds */
    uint32_t IntervalVrtn; /* random part of the pause */
    float PitchVariation; /* random pitch change, octaves; 0 to 1 */
    uint8_t Priority; /* sound priority group; 0 to 255; 2da:prioritygroups; not read */
    uint32_t Hours; /* hours it plays, with Times 0; flags:hours */
    uint8_t Times; /* when it plays; 0 to 3; enum:soundtimes */
    uint8_t Volume; /* loudness; 0 to 127 */
    uint8_t VolumeVrtn; /* random loudness change; 0 to 127 */
    struct rq_uts_Sounds *Sounds; /* waves; entries without Sound are skipped; 1 or more */
    uint32_t Sounds_count;
    uint8_t PaletteID; /* toolset folder; 0 to 255; palette; not read */
    const char *Comment; /* designer note; not read */
    float FixedVariance; /* variance factor; 0 or more; saved games only */
    uint32_t ObjectId; /* run-time object number; object; saved games only */
    struct rq_effect *EffectList; /* active effects; struct:@EFFECT; saved games only */
    uint32_t EffectList_count;
    struct rq_var *VarTable; /* NWN named locals, empty; struct:@VAR; saved games only */
    uint32_t VarTable_count;
    struct rq_swvars *SWVarTable; /* local booleans and numbers; struct:@SWVARS; saved games only */
    struct rq_action *ActionList; /* queued actions; struct:@ACTION; saved games only */
    uint32_t ActionList_count;
    uint8_t Commandable; /* accepts new actions; 0 to 1; bool; saved games only */
    struct {
        bool Tag, LocName, TemplateResRef, Active, Continuous, Looping, Positional;
        bool RandomPosition, Random, Elevation, MaxDistance, MinDistance, RandomRangeX;
        bool RandomRangeY, Interval, IntervalVrtn, PitchVariation, Priority, Hours, Times;
        bool Volume, VolumeVrtn, Sounds, PaletteID, Comment, FixedVariance, ObjectId, EffectList;
        bool VarTable, SWVarTable, ActionList, Commandable;
    } has;
};

/* UTS /Sounds[]/ */
struct rq_uts_Sounds {
    struct rq_typed typed;
    const char *Sound; /* wave to play; res:wav */
    struct {
        bool Sound;
    } has;
};

/* UTT / */
struct rq_utt {
    struct rq_typed typed;
    const char *Tag; /* script name; instance tag comes from the GIT; def:tag:trigger */
    const char *TemplateResRef; /* own resref; file name decides; self:utt; not read */
    struct rq_typed_locstring LocalizedName; /* name; strref */
    uint8_t AutoRemoveKey; /* key is used up; 0 to 1; bool */
    uint32_t Faction; /* faction row; traps fire at its enemies; 2da:repute */
    uint8_t Cursor; /* mouse cursor row; 0 to 255; 2da:cursors */
    float HighlightHeight; /* height of the highlight; 0 or less becomes 0.1; 0 or more */
    const char *KeyName; /* tag of a key item, unused in practice; tag:item */
    const char *LinkedToModule; /* target module; taken from the GIT; res:mod|rim */
    const char *LinkedTo; /* target tag; taken from the GIT; tag:door|waypoint */
    uint8_t LinkedToFlags; /* kind of target; taken from the GIT; 0 to 2; enum:linkflags */
    uint16_t LoadScreenID; /* load picture of its transition; 0 to 65535; 2da:loadscreens */
    uint16_t PortraitId; /* portrait row; 0 to 65535; 2da:portraits.baseresref */
    const char *Portrait; /* portrait texture when PortraitId gives none; res:tpc|tga */
    int32_t Type; /* plain, transition or trap; 0 to 2; enum:triggertype */
    uint8_t TrapDetectable; /* trap can be found; 0 to 1; bool */
    uint8_t TrapDetectDC; /* difficulty to find; computed instead; 0 to 255; not read */
    uint8_t TrapDisarmable; /* trap can be disarmed; 0 to 1; bool */
    uint8_t DisarmDC; /* difficulty to disarm; computed instead; 0 to 255; not read */
    uint8_t TrapFlag; /* trapped; Type 2 decides; 0 to 1; bool */
    uint8_t TrapOneShot; /* trap vanishes after firing; 0 to 1; bool */
    uint8_t TrapType; /* trap row; 0 to 255; 2da:traps */
    const char *OnDisarm; /* script: trap disarmed; res:ncs */
    const char *OnTrapTriggered; /* script: trap fired; empty takes the traps row's; res:ncs */
    const char *OnClick; /* script: clicked; res:ncs */
    const char *ScriptHeartbeat; /* script: heartbeat; res:ncs */
    const char *ScriptOnEnter; /* script: creature entered; res:ncs */
    const char *ScriptOnExit; /* script: creature left; res:ncs */
    const char *ScriptUserDefine; /* script: user event signalled; res:ncs */
    uint8_t PaletteID; /* toolset folder; 0 to 255; palette; not read */
    const char *Comment; /* designer note; not read */
    uint8_t PartyRequired; /* whole party needed, never read; 0 to 1; bool; not read */
    uint32_t ObjectId; /* run-time object number; object; saved games only */
    uint32_t CreatorId; /* who laid the mine; object; saved games only */
    int32_t OwnerDemolitions; /* demolitions rank of the trap's owner (K2); saved games only */
    uint8_t SetByPlayerParty; /* mine laid by the party; 0 to 1; bool; saved games only */
    struct rq_effect *EffectList; /* active effects; struct:@EFFECT; saved games only */
    uint32_t EffectList_count;
    struct rq_var *VarTable; /* NWN named locals, empty; struct:@VAR; saved games only */
    uint32_t VarTable_count;
    struct rq_swvars *SWVarTable; /* local booleans and numbers; struct:@SWVARS; saved games only */
    struct rq_action *ActionList; /* queued actions; struct:@ACTION; saved games only */
    uint32_t ActionList_count;
    uint8_t Commandable; /* accepts new actions; 0 to 1; bool; saved games only */
    struct {
        bool Tag, TemplateResRef, LocalizedName, AutoRemoveKey, Faction, Cursor, HighlightHeight;
        bool KeyName, LinkedToModule, LinkedTo, LinkedToFlags, LoadScreenID, PortraitId;
        bool Portrait, Type, TrapDetectable, TrapDetectDC, TrapDisarmable, DisarmDC, TrapFlag;
        bool TrapOneShot, TrapType, OnDisarm, OnTrapTriggered, OnClick, ScriptHeartbeat;
        bool ScriptOnEnter, ScriptOnExit, ScriptUserDefine, PaletteID, Comment, PartyRequired;
        bool ObjectId, CreatorId, OwnerDemolitions, SetByPlayerParty, EffectList, VarTable;
        bool SWVarTable, ActionList, Commandable;
    } has;
};

/* UTW / */
struct rq_utw {
    struct rq_typed typed;
    uint8_t Appearance; /* toolset marker; 0 to 255; 2da:waypoint; not read */
    const char *LinkedTo; /* unused link; tag:waypoint; not read */
    const char *LinkedToModule; /* unused link, some K1 files; res:mod|rim; not read */
    const char *TemplateResRef; /* own resref; file name decides; self:utw; not read */
    const char *Tag; /* script name; def:tag:waypoint */
    struct rq_typed_locstring LocalizedName; /* name; strref */
    struct rq_typed_locstring Description; /* toolset text; strref; not read */
    uint8_t HasMapNote; /* has a map pin; 0 to 1; bool */
    struct rq_typed_locstring MapNote; /* pin text; read if HasMapNote; strref */
    uint8_t MapNoteEnabled; /* pin is shown; read if HasMapNote; 0 to 1; bool */
    uint8_t PaletteID; /* toolset folder; 0 to 255; palette; not read */
    const char *Comment; /* designer note; not read */
    uint32_t ObjectId; /* run-time object number, from the GIT; object; saved games only */
    float ZOrientation; /* facing z; -1 to 1; dir; saved games only */
    struct rq_effect *EffectList; /* active effects; struct:@EFFECT; saved games only */
    uint32_t EffectList_count;
    struct rq_var *VarTable; /* NWN named locals, empty; struct:@VAR; saved games only */
    uint32_t VarTable_count;
    struct rq_swvars *SWVarTable; /* local booleans and numbers; struct:@SWVARS; saved games only */
    struct rq_action *ActionList; /* queued actions; struct:@ACTION; saved games only */
    uint32_t ActionList_count;
    uint8_t Commandable; /* accepts new actions; 0 to 1; bool; saved games only */
    struct {
        bool Appearance, LinkedTo, LinkedToModule, TemplateResRef, Tag, LocalizedName;
        bool Description, HasMapNote, MapNote, MapNoteEnabled, PaletteID, Comment, ObjectId;
        bool ZOrientation, EffectList, VarTable, SWVarTable, ActionList, Commandable;
    } has;
};

/* ---- functions: see the top of this header ----------------------------------------- */

RQ_API bool rq_are_get(struct rq_doc *doc, struct rq_are *are, struct rq_error *err);
RQ_API bool rq_are_put(struct rq_doc *doc, const struct rq_are *are,
                       struct rq_error *err);
RQ_API bool rq_bic_get(struct rq_doc *doc, struct rq_bic *bic, struct rq_error *err);
RQ_API bool rq_bic_put(struct rq_doc *doc, const struct rq_bic *bic,
                       struct rq_error *err);
RQ_API bool rq_dlg_get(struct rq_doc *doc, struct rq_dlg *dlg, struct rq_error *err);
RQ_API bool rq_dlg_put(struct rq_doc *doc, const struct rq_dlg *dlg,
                       struct rq_error *err);
RQ_API bool rq_fac_get(struct rq_doc *doc, struct rq_fac *fac, struct rq_error *err);
RQ_API bool rq_fac_put(struct rq_doc *doc, const struct rq_fac *fac,
                       struct rq_error *err);
RQ_API bool rq_git_get(struct rq_doc *doc, struct rq_git *git, struct rq_error *err);
RQ_API bool rq_git_put(struct rq_doc *doc, const struct rq_git *git,
                       struct rq_error *err);
RQ_API bool rq_gui_get(struct rq_doc *doc, struct rq_gui *gui, struct rq_error *err);
RQ_API bool rq_gui_put(struct rq_doc *doc, const struct rq_gui *gui,
                       struct rq_error *err);
RQ_API bool rq_gvt_get(struct rq_doc *doc, struct rq_gvt *gvt, struct rq_error *err);
RQ_API bool rq_gvt_put(struct rq_doc *doc, const struct rq_gvt *gvt,
                       struct rq_error *err);
RQ_API bool rq_ifo_get(struct rq_doc *doc, struct rq_ifo *ifo, struct rq_error *err);
RQ_API bool rq_ifo_put(struct rq_doc *doc, const struct rq_ifo *ifo,
                       struct rq_error *err);
RQ_API bool rq_inv_get(struct rq_doc *doc, struct rq_inv *inv, struct rq_error *err);
RQ_API bool rq_inv_put(struct rq_doc *doc, const struct rq_inv *inv,
                       struct rq_error *err);
RQ_API bool rq_itp_get(struct rq_doc *doc, struct rq_itp *itp, struct rq_error *err);
RQ_API bool rq_itp_put(struct rq_doc *doc, const struct rq_itp *itp,
                       struct rq_error *err);
RQ_API bool rq_jrl_get(struct rq_doc *doc, struct rq_jrl *jrl, struct rq_error *err);
RQ_API bool rq_jrl_put(struct rq_doc *doc, const struct rq_jrl *jrl,
                       struct rq_error *err);
RQ_API bool rq_nfo_get(struct rq_doc *doc, struct rq_nfo *nfo, struct rq_error *err);
RQ_API bool rq_nfo_put(struct rq_doc *doc, const struct rq_nfo *nfo,
                       struct rq_error *err);
RQ_API bool rq_pt_get(struct rq_doc *doc, struct rq_pt *pt, struct rq_error *err);
RQ_API bool rq_pt_put(struct rq_doc *doc, const struct rq_pt *pt,
                       struct rq_error *err);
RQ_API bool rq_pth_get(struct rq_doc *doc, struct rq_pth *pth, struct rq_error *err);
RQ_API bool rq_pth_put(struct rq_doc *doc, const struct rq_pth *pth,
                       struct rq_error *err);
RQ_API bool rq_utc_get(struct rq_doc *doc, struct rq_utc *utc, struct rq_error *err);
RQ_API bool rq_utc_put(struct rq_doc *doc, const struct rq_utc *utc,
                       struct rq_error *err);
RQ_API bool rq_utd_get(struct rq_doc *doc, struct rq_utd *utd, struct rq_error *err);
RQ_API bool rq_utd_put(struct rq_doc *doc, const struct rq_utd *utd,
                       struct rq_error *err);
RQ_API bool rq_ute_get(struct rq_doc *doc, struct rq_ute *ute, struct rq_error *err);
RQ_API bool rq_ute_put(struct rq_doc *doc, const struct rq_ute *ute,
                       struct rq_error *err);
RQ_API bool rq_uti_get(struct rq_doc *doc, struct rq_uti *uti, struct rq_error *err);
RQ_API bool rq_uti_put(struct rq_doc *doc, const struct rq_uti *uti,
                       struct rq_error *err);
RQ_API bool rq_utm_get(struct rq_doc *doc, struct rq_utm *utm, struct rq_error *err);
RQ_API bool rq_utm_put(struct rq_doc *doc, const struct rq_utm *utm,
                       struct rq_error *err);
RQ_API bool rq_utp_get(struct rq_doc *doc, struct rq_utp *utp, struct rq_error *err);
RQ_API bool rq_utp_put(struct rq_doc *doc, const struct rq_utp *utp,
                       struct rq_error *err);
RQ_API bool rq_uts_get(struct rq_doc *doc, struct rq_uts *uts, struct rq_error *err);
RQ_API bool rq_uts_put(struct rq_doc *doc, const struct rq_uts *uts,
                       struct rq_error *err);
RQ_API bool rq_utt_get(struct rq_doc *doc, struct rq_utt *utt, struct rq_error *err);
RQ_API bool rq_utt_put(struct rq_doc *doc, const struct rq_utt *utt,
                       struct rq_error *err);
RQ_API bool rq_utw_get(struct rq_doc *doc, struct rq_utw *utw, struct rq_error *err);
RQ_API bool rq_utw_put(struct rq_doc *doc, const struct rq_utw *utw,
                       struct rq_error *err);

/* NOLINTEND(clang-analyzer-optin.performance.Padding) */
/* clang-format on */

#ifdef __cplusplus
}
#endif

#endif
