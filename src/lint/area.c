/* Rules of areas (ARE), of what stands in them (GIT), and of modules (IFO). */
#include "lint/lint.h"

#include <stdio.h>

/* ---- ARE ---- */

static const char *const weather[] = {"ChanceRain", "ChanceSnow", "ChanceLightning", "WindPower"};
enum { WEATHER = sizeof weather / sizeof weather[0], INTERIOR = 1 };

void rq_lint_are_weather_truncated(struct rq_lint_file *f)
{
    for (size_t i = 0; i < WEATHER; i++) {
        int64_t value = rq_lint_number(f->at, weather[i], 0);
        if (value < 0 || value > 255) {
            rq_lint_tell(f, weather[i], "the engine keeps %u", (unsigned)(value & 0xFF));
            rq_lint_fix(f, "%u", (unsigned)(value & 0xFF));
        }
    }
}

void rq_lint_are_interior_weather(struct rq_lint_file *f)
{
    bool interior = (rq_lint_number(f->at, "Flags", 0) & INTERIOR) != 0;
    for (size_t i = 0; interior && i < WEATHER; i++)
        if (rq_lint_number(f->at, weather[i], 0)) {
            rq_lint_tell(f, weather[i], "the area is an interior");
            rq_lint_fix(f, "0");
        }
}

void rq_lint_are_grass_default(struct rq_lint_file *f)
{
    if (rq_lint_field(f->at, "Grass_TexName") && !rq_lint_text(f->at, "Grass_TexName").size)
        rq_lint_tell(f, "Grass_TexName", "no texture is named");
}

void rq_lint_are_fog_negative(struct rq_lint_file *f)
{
    static const char *const labels[] = {"SunFogNear", "SunFogFar", "MoonFogNear", "MoonFogFar"};
    for (size_t i = 0; i < 4; i++)
        if (rq_lint_real(f->at, labels[i], 0) < 0) {
            rq_lint_tell(f, labels[i], "a distance below 0");
            rq_lint_fix(f, "0");
        }
}

void rq_lint_are_alphatest_default(struct rq_lint_file *f)
{
    if (!rq_lint_field(f->at, "AlphaTest"))
        rq_lint_tell(f, "", "AlphaTest is not there: 0.2, not 0");
}

static const struct rq_gff_struct *struct_of(const struct rq_gff_struct *s, const char *label)
{
    const struct rq_gff_field *v = rq_lint_field(s, label);
    return v && v->type == RQ_GFF_STRUCT ? v->v.child : NULL;
}

void rq_lint_are_mapzoom_default(struct rq_lint_file *f)
{
    const struct rq_gff_struct *map = struct_of(f->at, "Map");
    if (map && !rq_lint_field(map, "MapZoom"))
        rq_lint_tell(f, "Map", "MapZoom is not there: 1, not 0");
}

void rq_lint_are_map_without_texture(struct rq_lint_file *f)
{
    char name[80];
    snprintf(name, sizeof name, "lbl_map%s", f->base);
    struct rq_bytes texture = {(const uint8_t *)name, strlen(name)};
    if (struct_of(f->at, "Map") && !f->saved && !rq_lint_exists(f, texture, "tpc|tga"))
        rq_lint_tell(f, "Map", "there is no texture %s", name);
}

void rq_lint_are_minigame_type(struct rq_lint_file *f)
{
    const struct rq_gff_struct *game = struct_of(f->at, "MiniGame");
    int64_t type = game ? rq_lint_number(game, "Type", 0) : 1;
    if (type != 1 && type != 2)
        rq_lint_tell(f, "MiniGame/Type", "neither 1, a race, nor 2, a turret");
}

void rq_lint_are_minigame_bump_plane(struct rq_lint_file *f)
{
    const struct rq_gff_struct *game = struct_of(f->at, "MiniGame");
    if (game && rq_lint_number(game, "Bump_Plane", 0) > 3)
        rq_lint_tell(f, "MiniGame/Bump_Plane", "planes are 0 to 3");
}

void rq_lint_are_minigame_incomplete(struct rq_lint_file *f)
{
    static const char *const parts[] = {"Player", "Enemies", "Obstacles"};
    const struct rq_gff_struct *game = struct_of(f->at, "MiniGame");
    for (size_t i = 0; game && i < 3; i++)
        if (!rq_lint_field(game, parts[i]))
            rq_lint_tell(f, "MiniGame", "%s is not there", parts[i]);
}

static void check_stealth(struct rq_lint_file *f, const struct rq_gff_struct *s, const char *path)
{
    int64_t most = rq_lint_number(s, "StealthXPMax", 0);
    if (rq_lint_field(s, "StealthXPMax") && rq_lint_number(s, "StealthXPCurrent", 0) > most) {
        rq_lint_tell(f, path, "more than StealthXPMax, %lld", (long long)most);
        rq_lint_fix(f, "%lld", (long long)most);
    }
}

void rq_lint_are_stealth_xp(struct rq_lint_file *f)
{
    check_stealth(f, f->at, "StealthXPCurrent");
}

/* ---- GIT ---- */

void rq_lint_git_stealth_xp(struct rq_lint_file *f)
{
    const struct rq_gff_struct *area = struct_of(f->at, "AreaProperties");
    if (area)
        check_stealth(f, area, "AreaProperties/StealthXPCurrent");
}

void rq_lint_git_camera_limit(struct rq_lint_file *f)
{
    uint32_t count;
    rq_lint_list(f->at, "CameraList", &count);
    if (count > 50)
        rq_lint_tell(f, "CameraList", "%u cameras, 50 at most", count);
}

void rq_lint_git_camera_duplicate_id(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *cameras = rq_lint_list(f->at, "CameraList", &count);
    for (uint32_t i = 1; i < count && i <= 1000; i++) {
        int64_t id = rq_lint_number(&cameras[i], "CameraID", -1);
        uint32_t k = 0;
        while (k < i && (id < 0 || rq_lint_number(&cameras[k], "CameraID", -1) != id))
            k++;
        if (k < i)
            rq_lint_tell_element(f, "CameraList", i, "CameraID", "camera %u has it, too", k);
    }
}

void rq_lint_git_interior_weather(struct rq_lint_file *f)
{
    char name[80];
    bool set = rq_lint_number(f->at, "CurrentWeather", 255) != 255 ||
               rq_lint_number(f->at, "WeatherStarted", 0) != 0;
    snprintf(name, sizeof name, "%s.are", f->base);
    struct rq_doc *doc = set ? rq_lint_beside(f, name) : NULL;
    const struct rq_gff_struct *area = rq_lint_root(doc, "ARE");
    if (area && (rq_lint_number(area, "Flags", 0) & INTERIOR))
        rq_lint_tell(f, "CurrentWeather", "the area is an interior");
    rq_doc_free(doc);
}

void rq_lint_git_volume_truncated(struct rq_lint_file *f)
{
    static const char *const labels[] = {"AmbientSndDayVol", "AmbientSndNitVol"};
    const struct rq_gff_struct *area = struct_of(f->at, "AreaProperties");
    for (size_t i = 0; area && i < 2; i++) {
        char path[64];
        int64_t value = rq_lint_number(area, labels[i], 0);
        snprintf(path, sizeof path, "AreaProperties/%s", labels[i]);
        if (value < 0 || value > 255) {
            rq_lint_tell(f, path, "the engine keeps %u", (unsigned)(value & 0xFF));
            rq_lint_fix(f, "%u", (unsigned)(value & 0xFF));
        }
    }
}

void rq_lint_git_generated_type(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *sounds = rq_lint_list(f->at, "SoundList", &count);
    for (uint32_t i = 0; i < count; i++) {
        int64_t type = rq_lint_number(&sounds[i], "GeneratedType", 0);
        if (type > 255) {
            rq_lint_tell_element(f, "SoundList", i, "GeneratedType", "more than 255");
            rq_lint_fix(f, "%u", (unsigned)(type & 0xFF));
        }
    }
}

/* Lists whose elements look along a vector. */
static const char *const turned[] = {"StoreList", "WaypointList", "Creature List", "List",
                                     "AreaEffectList"};
enum { TURNED = sizeof turned / sizeof turned[0] };

/* The square of the length of the vector that an element looks along; 1 when it has none. */
static double looks_along(const struct rq_gff_struct *s)
{
    double x = rq_lint_real(s, "XOrientation", 0), y = rq_lint_real(s, "YOrientation", 0),
           z = rq_lint_real(s, "ZOrientation", 0);
    bool has = rq_lint_field(s, "XOrientation") && rq_lint_field(s, "YOrientation");
    return has ? x * x + y * y + z * z : 1;
}

void rq_lint_git_zero_orientation(struct rq_lint_file *f)
{
    for (size_t k = 0; k < TURNED; k++) {
        uint32_t count;
        const struct rq_gff_struct *s = rq_lint_list(f->at, turned[k], &count);
        for (uint32_t i = 0; i < count; i++)
            if (looks_along(&s[i]) == 0)
                rq_lint_tell_element(f, turned[k], i, "XOrientation", "it looks nowhere: 0, 0, 0");
    }
}

void rq_lint_git_nonunit_orientation(struct rq_lint_file *f)
{
    for (size_t k = 0; k < TURNED; k++) {
        uint32_t count;
        const struct rq_gff_struct *s = rq_lint_list(f->at, turned[k], &count);
        for (uint32_t i = 0; i < count; i++) {
            double square = looks_along(&s[i]);
            if (square != 0 && (square < 0.999 || square > 1.001))
                rq_lint_tell_element(f, turned[k], i, "XOrientation",
                                     "the square of the length of the vector is %.3f", square);
        }
    }
}

/* Which labels hold the position, by list: doors and placeables have others than the rest. */
static const struct {
    const char *list;
    const char *wanted, *wrong;
} positions[] = {
    {"Creature List", "XPosition", "X"},
    {"List", "XPosition", "X"},
    {"WaypointList", "XPosition", "X"},
    {"StoreList", "XPosition", "X"},
    {"Door List", "X", "XPosition"},
    {"Placeable List", "X", "XPosition"},
    {"AreaEffectList", "PositionX", "XPosition"},
};

void rq_lint_git_position_labels(struct rq_lint_file *f)
{
    for (size_t k = 0; k < sizeof positions / sizeof positions[0]; k++) {
        uint32_t count;
        const struct rq_gff_struct *s = rq_lint_list(f->at, positions[k].list, &count);
        for (uint32_t i = 0; i < count; i++) {
            if (rq_lint_field(&s[i], positions[k].wanted))
                continue;
            bool other = rq_lint_field(&s[i], positions[k].wrong) != NULL;
            rq_lint_tell_element(f, positions[k].list, i, other ? positions[k].wrong : "",
                                 "the engine asks for %s", positions[k].wanted);
        }
    }
}

void rq_lint_git_waypoint_inline(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *s = rq_lint_list(f->at, "WaypointList", &count);
    for (uint32_t i = 0; i < count; i++)
        if (!rq_lint_text(&s[i], "Tag").size)
            rq_lint_tell_element(f, "WaypointList", i, "Tag", "it has no tag of its own");
}

/* Templates are read for each trigger: of a damaged list that names one large file over and over not
 * all are looked at. The areas of the game have some hundred. */
enum { MOST_TRIGGERS = 2000 };

static const struct rq_gff_struct *triggers_of(const struct rq_lint_file *f, uint32_t *count)
{
    const struct rq_gff_struct *s = rq_lint_list(f->at, "TriggerList", count);
    *count = *count < MOST_TRIGGERS ? *count : MOST_TRIGGERS;
    return s;
}

/* The Type of the trigger's template beside the file; -1: it is not there. */
static int64_t trigger_type(const struct rq_lint_file *f, const struct rq_gff_struct *trigger)
{
    char name[80];
    struct rq_bytes resref = rq_lint_text(trigger, "TemplateResRef");
    if (rq_lint_field(trigger, "Type"))
        return rq_lint_number(trigger, "Type", -1);
    snprintf(name, sizeof name, "%.*s.utt", (int)(resref.size < 64 ? resref.size : 64),
             resref.size ? (const char *)resref.data : "");
    struct rq_doc *doc = rq_lint_beside(f, name);
    const struct rq_gff_struct *utt = rq_lint_root(doc, "UTT");
    int64_t type = utt ? rq_lint_number(utt, "Type", 0) : -1;
    rq_doc_free(doc);
    return type;
}

void rq_lint_git_trigger_geometry(struct rq_lint_file *f)
{
    uint32_t count, points;
    const struct rq_gff_struct *s = triggers_of(f, &count);
    for (uint32_t i = 0; i < count; i++) {
        rq_lint_list(&s[i], "Geometry", &points);
        if (points < 3 && trigger_type(f, &s[i]) != 2)
            rq_lint_tell_element(f, "TriggerList", i, points ? "Geometry" : "",
                                 "an outline of %u points", points);
    }
}

void rq_lint_git_encounter_geometry(struct rq_lint_file *f)
{
    uint32_t count, points;
    const struct rq_gff_struct *s = rq_lint_list(f->at, "Encounter List", &count);
    for (uint32_t i = 0; i < count; i++) {
        rq_lint_list(&s[i], "Geometry", &points);
        if (rq_lint_field(&s[i], "Geometry") && !points)
            rq_lint_tell_element(f, "Encounter List", i, "Geometry", "an outline without points");
    }
}

void rq_lint_git_encounter_default_box(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *s = rq_lint_list(f->at, "Encounter List", &count);
    for (uint32_t i = 0; i < count; i++)
        if (!rq_lint_field(&s[i], "Geometry"))
            rq_lint_tell_element(f, "Encounter List", i, "", "Geometry is not there");
}

void rq_lint_git_encounter_no_spawn(struct rq_lint_file *f)
{
    uint32_t count, points;
    const struct rq_gff_struct *s = rq_lint_list(f->at, "Encounter List", &count);
    for (uint32_t i = 0; i < count; i++) {
        rq_lint_list(&s[i], "SpawnPointList", &points);
        if (!points)
            rq_lint_tell_element(f, "Encounter List", i,
                                 rq_lint_field(&s[i], "SpawnPointList") ? "SpawnPointList" : "",
                                 "no place to appear at");
    }
}

/* Where a door or trigger leads. */
struct link {
    bool to, module;
    int64_t flags;
};

static struct link link_of(const struct rq_gff_struct *s)
{
    return (struct link){rq_lint_text(s, "LinkedTo").size != 0,
                         rq_lint_text(s, "LinkedToModule").size != 0,
                         rq_lint_number(s, "LinkedToFlags", 0)};
}

void rq_lint_git_transition_target(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *s = rq_lint_list(f->at, "Door List", &count);
    for (uint32_t i = 0; i < count; i++) {
        struct link link = link_of(&s[i]);
        if (link.flags && (!link.to || !link.module))
            rq_lint_tell_element(f, "Door List", i, "LinkedToFlags", "%s is empty",
                                 link.to ? "LinkedToModule" : "LinkedTo");
    }
    s = triggers_of(f, &count);
    for (uint32_t i = 0; i < count; i++) {
        struct link link = link_of(&s[i]);
        if (link.module && !link.to && trigger_type(f, &s[i]) == 1)
            rq_lint_tell_element(f, "TriggerList", i, "LinkedTo", "LinkedTo is empty");
    }
}

void rq_lint_git_trigger_no_module(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *s = triggers_of(f, &count);
    for (uint32_t i = 0; i < count; i++)
        if (!link_of(&s[i]).module && trigger_type(f, &s[i]) == 1)
            rq_lint_tell_element(f, "TriggerList", i, "LinkedToModule", "LinkedToModule is empty");
}

void rq_lint_git_link_flags(struct rq_lint_file *f)
{
    static const char *const lists[] = {"Door List", "TriggerList"};
    for (size_t k = 0; k < 2; k++) {
        uint32_t count;
        const struct rq_gff_struct *s = rq_lint_list(f->at, lists[k], &count);
        for (uint32_t i = 0; i < count; i++) {
            struct link link = link_of(&s[i]);
            if (link.to && !link.flags)
                rq_lint_tell_element(f, lists[k], i, "LinkedTo", "LinkedToFlags is 0");
        }
    }
}

/* Fields that say what an object is; a template has them, an element beside its template does not. */
static bool is_whole(const struct rq_gff_struct *s)
{
    return rq_lint_field(s, "Appearance") || rq_lint_field(s, "Appearance_Type") ||
           rq_lint_field(s, "GenericType") || rq_lint_field(s, "ClassList");
}

void rq_lint_git_usetemplates(struct rq_lint_file *f)
{
    static const char *const lists[] = {"Creature List", "Door List", "Placeable List"};
    bool templates = rq_lint_number(f->at, "UseTemplates", 0) != 0;
    for (size_t k = 0; !templates && !f->saved && k < 3; k++) {
        uint32_t count;
        const struct rq_gff_struct *s = rq_lint_list(f->at, lists[k], &count);
        if (count && !is_whole(s)) {
            rq_lint_tell_element(
                f, lists[k], 0, "TemplateResRef",
                "UseTemplates is 0 or not there, and elements name templates only");
            return;
        }
    }
}

/* ---- IFO ---- */

/* pifo.ifo of a transition autosave holds the player and nothing of a module. */
static bool is_transit(const struct rq_lint_file *f)
{
    return f->saved && strcmp(f->base, "pifo") == 0;
}

void rq_lint_ifo_area_list_empty(struct rq_lint_file *f)
{
    uint32_t count;
    rq_lint_list(f->at, "Mod_Area_list", &count);
    if (!count && !is_transit(f))
        rq_lint_tell(f, rq_lint_field(f->at, "Mod_Area_list") ? "Mod_Area_list" : "",
                     "the module has no area");
}

void rq_lint_ifo_area_list_multiple(struct rq_lint_file *f)
{
    uint32_t count;
    rq_lint_list(f->at, "Mod_Area_list", &count);
    if (count > 1)
        rq_lint_tell(f, "Mod_Area_list", "the module has %u areas", count);
}

void rq_lint_ifo_entry_dir_zero(struct rq_lint_file *f)
{
    bool has_y = rq_lint_field(f->at, "Mod_Entry_Dir_Y") != NULL;
    if (!has_y && !rq_lint_field(f->at, "Mod_Entry_Dir_X"))
        return; /* both absent: as meant */
    if (!has_y || (rq_lint_real(f->at, "Mod_Entry_Dir_X", 1) == 0 &&
                   rq_lint_real(f->at, "Mod_Entry_Dir_Y", 1) == 0))
        rq_lint_tell(f, has_y ? "Mod_Entry_Dir_Y" : "", "the direction is 0, 0, or half of it");
}

void rq_lint_ifo_xpscale_zero(struct rq_lint_file *f)
{
    if (rq_lint_number(f->at, "Mod_XPScale", 10) == 0)
        rq_lint_tell(f, "Mod_XPScale", "0");
}

void rq_lint_ifo_dawn_equals_dusk(struct rq_lint_file *f)
{
    if (!is_transit(f) &&
        rq_lint_number(f->at, "Mod_DawnHour", 0) == rq_lint_number(f->at, "Mod_DuskHour", 0))
        rq_lint_tell(f, "Mod_DawnHour", "the same as Mod_DuskHour");
}

void rq_lint_ifo_nwm_name(struct rq_lint_file *f)
{
    if (rq_lint_number(f->at, "Mod_IsNWMFile", 0) == 1 &&
        !rq_lint_text(f->at, "Mod_NWMResName").size)
        rq_lint_tell(f, "Mod_IsNWMFile", "Mod_NWMResName is empty");
}

void rq_lint_ifo_hak_ignored(struct rq_lint_file *f)
{
    if (rq_lint_text(f->at, "Mod_Hak").size)
        rq_lint_tell(f, "Mod_Hak", "a hak is named");
}

void rq_lint_ifo_equip_item_lost(struct rq_lint_file *f)
{
    if (rq_lint_text(f->at, "Mod_OnEquipItem").size)
        rq_lint_tell(f, "Mod_OnEquipItem", "a script is named");
}

void rq_lint_ifo_entry_area(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *areas = rq_lint_list(f->at, "Mod_Area_list", &count);
    struct rq_bytes entry = rq_lint_text(f->at, "Mod_Entry_Area");
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(entry.size < 32 ? entry.size : 32),
             entry.size ? (const char *)entry.data : "");
    uint32_t i = 0;
    while (i < count && !rq_lint_is(rq_lint_text(&areas[i], "Area_Name"), name))
        i++;
    if (count && i == count)
        rq_lint_tell(f, "Mod_Entry_Area", "Mod_Area_list does not have it");
}
