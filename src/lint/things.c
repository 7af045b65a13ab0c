/* Rules of doors, placeables, encounters, sounds, triggers and waypoints. */
#include "lint/lint.h"

/* Whether the game has no portrait by this number: the field Portrait counts then. */
static bool is_no_portrait(int64_t number)
{
    return number >= 0xFFFE;
}

/* ---- doors and placeables ---- */

void rq_lint_utp_appearance_truncated(struct rq_lint_file *f)
{
    int64_t look = rq_lint_number(f->at, "Appearance", 0);
    if (f->version == 1 && look > 255)
        rq_lint_tell(f, "Appearance", "the engine keeps %u", (unsigned)(look & 0xFF));
}

void rq_lint_static_without_plot(struct rq_lint_file *f)
{
    if (rq_lint_number(f->at, "Static", 0) == 1 && !rq_lint_number(f->at, "Plot", 0))
        rq_lint_tell(f, "Plot", "the object is static");
}

static bool has_trap_script(const struct rq_lint_file *f)
{
    struct rq_bytes script = rq_lint_text(f->at, "OnTrapTriggered");
    return script.size && !rq_lint_is(script, "null") && !rq_lint_is(script, "default");
}

void rq_lint_trap_script_default(struct rq_lint_file *f)
{
    if (f->version == 1 && rq_lint_number(f->at, "TrapFlag", 0) == 1 && !has_trap_script(f))
        rq_lint_tell(f, "OnTrapTriggered", "the trap runs no script");
}

void rq_lint_utd_portrait_default(struct rq_lint_file *f)
{
    int64_t portrait = rq_lint_number(f->at, "PortraitId", -1);
    if (f->version == 1 && (portrait == 0 || is_no_portrait(portrait)))
        rq_lint_tell(f, "PortraitId", "the engine takes 558");
}

void rq_lint_hp_bounds(struct rq_lint_file *f)
{
    int64_t most = rq_lint_number(f->at, "HP", 0);
    if (rq_lint_number(f->at, "CurrentHP", 0) > most)
        rq_lint_tell(f, "CurrentHP", "HP is %lld", (long long)most);
}

void rq_lint_utd_key_missing(struct rq_lint_file *f)
{
    if (rq_lint_number(f->at, "KeyRequired", 0) == 1 && !rq_lint_text(f->at, "KeyName").size)
        rq_lint_tell(f, "KeyName", "the door needs a key, and none is named");
}

void rq_lint_utp_static_missing(struct rq_lint_file *f)
{
    if (!rq_lint_field(f->at, "Static"))
        rq_lint_tell(f, "", "Static is not there: it is %d, since Useable is %lld",
                     !rq_lint_number(f->at, "Useable", 0),
                     (long long)rq_lint_number(f->at, "Useable", 0));
}

void rq_lint_utp_static_useable(struct rq_lint_file *f)
{
    if (rq_lint_number(f->at, "Static", 0) == 1 && rq_lint_number(f->at, "Useable", 0) == 1)
        rq_lint_tell(f, "Useable", "the object is static");
}

void rq_lint_utp_fail_to_open(struct rq_lint_file *f)
{
    if (f->version == 1 && rq_lint_text(f->at, "OnFailToOpen").size)
        rq_lint_tell(f, "OnFailToOpen", "only doors of the first game have this script");
}

void rq_lint_utp_items_no_inventory(struct rq_lint_file *f)
{
    uint32_t count;
    rq_lint_list(f->at, "ItemList", &count);
    if (count && !rq_lint_number(f->at, "HasInventory", 0))
        rq_lint_tell(f, "ItemList", "HasInventory is 0");
}

/* ---- encounters ---- */

void rq_lint_ute_active_empty(struct rq_lint_file *f)
{
    uint32_t count;
    rq_lint_list(f->at, "CreatureList", &count);
    if (rq_lint_number(f->at, "Active", 0) == 1 && !count)
        rq_lint_tell(f, "CreatureList", "Active is 1");
}

void rq_lint_ute_area_list_overrun(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *areas = rq_lint_list(f->at, "AreaList", &count);
    int64_t room = rq_lint_number(f->at, "AreaListMaxSize", 0);
    if (areas && count > room)
        rq_lint_tell(f, "AreaList", "AreaListMaxSize is %lld", (long long)room);
}

void rq_lint_ute_difficulty_dead(struct rq_lint_file *f)
{
    int64_t index = rq_lint_number(f->at, "DifficultyIndex", -1);
    int64_t rows = rq_lint_rows(f, "encdifficulty");
    if (f->version == 1 && rq_lint_number(f->at, "Difficulty", 0) && index >= 0 &&
        (rows < 0 || index < rows))
        rq_lint_tell(f, "Difficulty", "DifficultyIndex %lld decides", (long long)index);
}

void rq_lint_ute_cr_order(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *creatures = rq_lint_list(f->at, "CreatureList", &count);
    for (uint32_t i = 1; i < count; i++) {
        double before = rq_lint_real(&creatures[i - 1], "CR", 0);
        if (rq_lint_real(&creatures[i], "CR", 0) < before) {
            rq_lint_tell_element(f, "CreatureList", i, "CR", "less than %g before it", before);
            return;
        }
    }
}

/* ---- sounds ---- */

void rq_lint_uts_no_sounds(struct rq_lint_file *f)
{
    uint32_t count, named = 0;
    const struct rq_gff_struct *sounds = rq_lint_list(f->at, "Sounds", &count);
    for (uint32_t i = 0; i < count; i++)
        named += rq_lint_text(&sounds[i], "Sound").size > 0;
    if (!named)
        rq_lint_tell(f, "Sounds", "none has a name");
}

/* ---- triggers ---- */

enum { TRANSITION = 1, TRAP = 2 };

void rq_lint_utt_trap_script_default(struct rq_lint_file *f)
{
    int64_t row = rq_lint_number(f->at, "TrapType", 0);
    struct rq_bytes script = rq_lint_cell(f, "traps", row, "trapscript");
    if (f->version != 1 || rq_lint_number(f->at, "Type", 0) != TRAP || has_trap_script(f))
        return;
    rq_lint_tell(f, "OnTrapTriggered", "the script of row %lld of traps.2da runs%s%.*s",
                 (long long)row, script.size ? ": " : "",
                 (int)(script.size < 16 ? script.size : 16),
                 script.size ? (const char *)script.data : "");
}

void rq_lint_utt_portrait(struct rq_lint_file *f)
{
    if (is_no_portrait(rq_lint_number(f->at, "PortraitId", 0)) &&
        !rq_lint_text(f->at, "Portrait").size)
        rq_lint_tell(f, "PortraitId", "no portrait, and Portrait is empty");
}

void rq_lint_utt_trap_type(struct rq_lint_file *f)
{
    int64_t type = rq_lint_number(f->at, "Type", 0);
    if (rq_lint_number(f->at, "TrapFlag", 0) == 1 && type != TRAP)
        rq_lint_tell(f, "TrapFlag", "Type is %lld, traps are of type %d", (long long)type, TRAP);
}

void rq_lint_utt_highlight_height(struct rq_lint_file *f)
{
    const struct rq_gff_field *v = rq_lint_field(f->at, "HighlightHeight");
    if (v && v->type == RQ_GFF_FLOAT && rq_lint_real(f->at, "HighlightHeight", 1) <= 0)
        rq_lint_tell(f, "HighlightHeight", "the engine takes 0.1");
}

void rq_lint_utt_onclick_overwritten(struct rq_lint_file *f)
{
    if (!rq_lint_field(f->at, "OnClick") && rq_lint_text(f->at, "ScriptOnEnter").size)
        rq_lint_tell(f, "ScriptOnEnter", "OnClick is not there: this script is taken for it, too");
}

/* Of triggers in a GIT the same fields count. */
void rq_lint_utt_git_only(struct rq_lint_file *f)
{
    static const char *const labels[] = {"LinkedTo", "LinkedToModule"};
    for (size_t i = 0; f->version == 1 && !f->path_size && i < 2; i++)
        if (rq_lint_text(f->at, labels[i]).size)
            rq_lint_tell(f, labels[i], "only the trigger in the area's GIT counts");
}

void rq_lint_utt_trap_dc_dead(struct rq_lint_file *f)
{
    static const char *const labels[] = {"TrapDetectDC", "DisarmDC"};
    for (size_t i = 0; f->version == 1 && i < 2; i++)
        if (rq_lint_number(f->at, labels[i], 0))
            rq_lint_tell(f, labels[i], "traps.2da decides");
}

/* ---- waypoints ---- */

void rq_lint_utw_tag_empty(struct rq_lint_file *f)
{
    if (!rq_lint_text(f->at, "Tag").size)
        rq_lint_tell(f, "Tag", "no script can find the waypoint");
}

void rq_lint_utw_map_note_missing(struct rq_lint_file *f)
{
    if (rq_lint_number(f->at, "HasMapNote", 0) == 1 && !rq_lint_has_text(f->at, "MapNote"))
        rq_lint_tell(f, "HasMapNote", "there is no text in MapNote");
}

void rq_lint_utw_map_note_gated(struct rq_lint_file *f)
{
    if (!rq_lint_number(f->at, "HasMapNote", 0) && rq_lint_has_text(f->at, "MapNote"))
        rq_lint_tell(f, "MapNote", "HasMapNote is 0");
}
