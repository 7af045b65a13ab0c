/* [SSFList]: the sounds of creatures. */
#include "core/text.h"
#include "patch/parts.h"

#include <reliquary/ssf.h>
#include <stdio.h>

/* As TSLPatcher names them, in the order of the file; the last twelve are Unknown(29) to Unknown(40). */
static const char *const names[RQ_SSF_NAMED] = {
    "Battlecry 1", "Battlecry 2",  "Battlecry 3",     "Battlecry 4",    "Battlecry 5",
    "Battlecry 6", "Selected 1",   "Selected 2",      "Selected 3",     "Attack 1",
    "Attack 2",    "Attack 3",     "Pain 1",          "Pain 2",         "Low health",
    "Death",       "Critical hit", "Target immune",   "Place mine",     "Disarm mine",
    "Stealth on",  "Search",       "Pick lock start", "Pick lock fail", "Pick lock done",
    "Leave party", "Rejoin party", "Poisoned"};

const char *ssf_sound(size_t sound, char room[16])
{
    if (sound < RQ_SSF_NAMED)
        return names[sound];
    snprintf(room, 16, "Unknown(%u)", (unsigned)(sound + 1) % 1000);
    return room;
}

static size_t sound_of(const char *name)
{
    char room[16];
    for (size_t i = 0; i < RQ_SSF_ALL; i++)
        if (rq_casecmp(ssf_sound(i, room), name) == 0)
            return i;
    return RQ_SSF_ALL;
}

static void set_sound(struct rq_patch *p, struct res *r, struct rq_ssf *ssf,
                      const struct ini_key *key)
{
    size_t sound = sound_of(key->name);
    uint32_t strref;
    if (sound == RQ_SSF_ALL) {
        tell(p, RQ_PATCH_WARNING, key->line, "\"%s\" is no sound of an SSF", key->name);
    } else if (sound >= ssf->sound_count) {
        tell(p, RQ_PATCH_ERROR, key->line, "%s has only %zu sounds", r->name, ssf->sound_count);
    } else if (token_number(p, key->line, key->value, &strref)) {
        ssf->sounds[sound] = strref;
        r->changed = true;
        wrote(p, r, key->line, key->value, "%zu", sound);
    }
}

void ssf_list(struct rq_patch *p, struct ini_section *section)
{
    struct op_list list;
    op_list_open(p, &list, section);
    for (uint32_t i = 0; i < section->count; i++) {
        struct op op;
        if (!op_read(p, &list, ini_at(&p->ini, section, i), &op))
            continue;
        if (!op.section) {
            tell(p, RQ_PATCH_ERROR, op.key->line, "there is no section [%s]", op.name);
            continue;
        }
        struct res *r = op_base(p, &op, "ssf");
        struct rq_doc *doc = r ? plan_doc(p, op.key->line, r, "ssf") : NULL;
        if (!doc)
            continue;
        tell(p, RQ_PATCH_NOTE, op.key->line, "patching %s", r->key);
        for (uint32_t k = 0; k < op.section->count; k++)
            if (ini_at(&p->ini, op.section, k)->name[0] != '!')
                set_sound(p, r, rq_doc_root(doc, "ssf"), ini_at(&p->ini, op.section, k));
        op_check_override(p, &op, r);
    }
}
