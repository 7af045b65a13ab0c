/* Sound sets: xoreos-tools' XML has every sound (<ssf><sound id label strref>), PyKotor's XML and
 * JSON have the 28 that the game reads. */
#include "dialect/parts.h"

#include <reliquary/ssf.h>
#include <stdio.h>

enum { SOUNDS_MOST = 4096 };

/* xoreos-tools' names, which differ from those of PyKotor, which are ours in capitals. */
static const char *const xoreos_names[RQ_SSF_NAMED] = {
    "BattleCry1", "BattleCry2",   "BattleCry3", "BattleCry4",   "BattleCry5",   "BattleCry6",
    "Selected1",  "Selected2",    "Selected3",  "GruntAttack1", "GruntAttack2", "GruntAttack3",
    "Pain1",      "Pain2",        "NearDeath",  "Death",        "Critical",     "WeaponSucks",
    "FoundMine",  "DisabledMine", "Hide",       "Search",       "PickLock",     "CanDo",
    "CantDo",     "Single",       "Group",      "Poisoned",
};

static void pykotor_name(size_t sound, char text[32])
{
    const char *name = rq_ssf_name(sound);
    size_t i = 0;
    for (; name && name[i] && i < 31; i++)
        text[i] = (char)(name[i] >= 'a' && name[i] <= 'z' ? name[i] - 'a' + 'A' : name[i]);
    text[i] = 0;
}

static uint32_t sound_at(const struct rq_ssf *ssf, size_t i)
{
    return i < ssf->sound_count ? ssf->sounds[i] : UINT32_MAX;
}

static void lose_set(struct rq_writing *w)
{
    const struct rq_ssf *ssf = w->doc->root;
    if (ssf->gap.size || ssf->tail.size)
        rq_lose(w, RQ_LOST_stray_bytes, NULL);
    if (!w->pykotor)
        return;
    if (ssf->sound_count != RQ_SSF_ALL)
        rq_lose(w, RQ_LOST_sounds, NULL);
    for (size_t i = RQ_SSF_NAMED; i < ssf->sound_count; i++)
        if (ssf->sounds[i] != UINT32_MAX)
            rq_lose(w, RQ_LOST_sounds, &(struct rq_spot){NULL, "sound", (int64_t)i});
}

void rq_ssf_write_xml(struct rq_writing *w)
{
    const struct rq_ssf *ssf = w->doc->root;
    size_t count = w->pykotor ? RQ_SSF_NAMED : ssf->sound_count;
    lose_set(w);
    rq_xml_open(&w->xml, w->pykotor ? "xml" : "ssf");
    for (size_t i = 0; i < count; i++) {
        char name[32];
        uint32_t strref = sound_at(ssf, i);
        pykotor_name(i, name);
        rq_xml_open(&w->xml, "sound");
        rq_writing_number(w, "id", (int64_t)i);
        if (w->pykotor)
            rq_xml_attr(&w->xml, "label", name);
        else if (i < RQ_SSF_NAMED && count == RQ_SSF_ALL)
            rq_xml_attr(&w->xml, "label", xoreos_names[i]);
        if (w->pykotor)
            rq_writing_number(w, "strref", (int32_t)strref);
        else if (strref != UINT32_MAX)
            rq_writing_number(w, "strref", strref);
        rq_writing_text(w, (struct rq_bytes){0}, NULL);
        rq_xml_close(&w->xml);
    }
    rq_xml_close(&w->xml);
}

void rq_ssf_write_json(struct rq_writing *w)
{
    const struct rq_ssf *ssf = w->doc->root;
    struct rq_json *j = &w->json;
    lose_set(w);
    rq_json_object(j);
    rq_json_key(j, "sounds");
    rq_json_array(j);
    for (size_t i = 0; i < RQ_SSF_NAMED; i++) {
        char name[32], number[24];
        pykotor_name(i, name);
        rq_json_object_row(j);
        snprintf(number, sizeof number, "%zu", i);
        rq_json_key(j, "id");
        rq_json_str(j, number);
        rq_json_key(j, "label");
        rq_json_str(j, name);
        snprintf(number, sizeof number, "%d", (int32_t)sound_at(ssf, i));
        rq_json_key(j, "strref");
        rq_json_str(j, number);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    rq_json_end_object(j);
}

/* ---- and back ---- */

/* Sounds that are not named are not set. A set of PyKotor's stands for a whole file. */
static bool make_sounds(struct rq_reading *r, size_t count, bool whole)
{
    struct rq_ssf *ssf = r->doc->root;
    if (whole && count < RQ_SSF_ALL)
        count = RQ_SSF_ALL;
    ssf->sounds = rq_reading_get(r, count, sizeof *ssf->sounds);
    ssf->sound_count = ssf->sounds ? count : 0;
    for (size_t i = 0; i < ssf->sound_count; i++)
        ssf->sounds[i] = UINT32_MAX;
    return ssf->sounds != NULL;
}

void rq_ssf_read_xml(struct rq_reading *r)
{
    struct rq_ssf *ssf = r->doc->root;
    struct rq_xr *xr = &r->xr, copy = r->xr;
    size_t count = 0;
    bool whole = rq_xr_is(xr, "xml");
    copy.arena = NULL;
    while (rq_xr_child(&copy)) {
        struct rq_str id = rq_xr_attr(&copy, "id");
        if (!rq_xr_is(&copy, "sound"))
            rq_xr_unknown(&copy);
        size_t number = (size_t)rq_reading_unsigned(r, id.text ? id : (struct rq_str){"", 0},
                                                    SOUNDS_MOST, "id");
        count = number >= count ? number + 1 : count;
        rq_xr_text(&copy);
    }
    if (!rq_reading_ok(r) || !make_sounds(r, count, whole))
        return;
    while (rq_xr_child(xr)) {
        size_t number = (size_t)rq_reading_unsigned(r, rq_xr_attr(xr, "id"), SOUNDS_MOST, "id");
        struct rq_str strref = rq_xr_attr(xr, "strref");
        if (strref.text)
            ssf->sounds[number] = rq_reading_u32(r, strref, "strref");
        if (rq_xr_text(xr).size)
            rq_reading_bad(r, "an SSF V1.1 holds no file names; this is one of another game");
    }
}

static void take_sound(struct rq_reading *r)
{
    struct rq_ssf *ssf = r->doc->root;
    struct rq_jr *jr = &r->jr;
    struct rq_str key;
    uint64_t number = UINT64_MAX;
    uint32_t strref = UINT32_MAX;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "id"))
            number = rq_jr_unsigned(jr, SOUNDS_MOST);
        else if (rq_str_is(key, "strref"))
            strref = (uint32_t)rq_jr_signed(jr, INT32_MIN, UINT32_MAX);
        else if (rq_str_is(key, "label"))
            rq_jr_skip(jr);
        else
            rq_jr_unknown(jr, key);
    }
    if (rq_jr_ok(jr) && number >= ssf->sound_count)
        rq_jr_bad(jr, "a sound has an \"id\" below %zu", ssf->sound_count);
    if (rq_jr_ok(jr))
        ssf->sounds[number] = strref;
}

void rq_ssf_read_json(struct rq_reading *r)
{
    struct rq_jr *jr = &r->jr;
    struct rq_str key;
    while (rq_jr_key(jr, &key)) {
        if (!rq_str_is(key, "sounds")) {
            rq_jr_unknown(jr, key);
            return;
        }
        if (!make_sounds(r, rq_jr_length(jr), true))
            return;
        rq_jr_array(jr);
        while (rq_jr_more(jr))
            take_sound(r);
    }
}
