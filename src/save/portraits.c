/* PORTRAIT0 to 2 of savenfo.res, which the list of saves shows: they follow from the party, from PortraitId and from
 * the alignment. */
#include "save/kotor.h"

#include <reliquary/game.h>
#include <reliquary/twoda.h>
#include <stdio.h>

enum { PLAYER = -1, NO_ROW = 0xFFFE };

/* The column of portraits.2da for GoodEvil up to a number. docs/saves.md has the evidence. */
static const struct {
    int most;
    const char *column;
} stages[] = {{10, "baseresrefvvve"},
              {20, "baseresrefvve"},
              {30, "baseresrefve"},
              {40, "baseresrefe"},
              {INT32_MAX, "baseresref"}};

static unsigned stage_of(int64_t alignment)
{
    unsigned stage = 0;
    while (alignment > stages[stage].most)
        stage++;
    return stage;
}

static struct save_face face_of(struct rq_kotor_save *save, int who)
{
    struct save_face face = {.who = who, .row = -1, .resref = ""};
    struct save_person person;
    if (!(who == PLAYER ? save_player(save, &person, NULL)
                        : save_companion(save, (unsigned)who, &person, NULL)))
        return face;
    face.row = save_number(person.s, "PortraitId", NO_ROW);
    face.stage = stage_of(save_number(person.s, "GoodEvil", 50));
    face.resref = face.row >= NO_ROW ? save_text(save, person.doc, person.s, "Portrait", NULL) : "";
    return face;
}

/* The leader comes first, the others behind him in the order player, first, second, which goes round. */
struct save_faces save_faces_now(struct rq_kotor_save *save)
{
    struct save_faces faces = {0};
    struct rq_doc *doc;
    uint32_t count, leader = 0;
    int party[SAVE_FACES] = {PLAYER};
    const struct rq_gff_struct *table = save_gff(save, "PARTYTABLE.res", &doc, NULL);
    const struct rq_gff_struct *members = save_elements(table, "PT_MEMBERS", &count);
    count = count < SAVE_FACES - 1 ? count : SAVE_FACES - 1;
    for (uint32_t i = 0; i < count; i++) {
        party[i + 1] = (int)save_number(&members[i], "PT_MEMBER_ID", SAVE_NPCS);
        if (save_number(&members[i], "PT_IS_LEADER", 0))
            leader = i + 1;
    }
    /* Who of the party is the player then, no source tells. */
    faces.known = table && save_number(table, "PT_CONTROLLED_NP", -1) == -1;
    faces.count = count + 1;
    for (uint32_t i = 0; i < faces.count; i++)
        faces.at[i] = face_of(save, party[(leader + i) % faces.count]);
    return faces;
}

static bool is_same(const struct save_face *a, const struct save_face *b)
{
    return a->who == b->who && a->row == b->row && a->stage == b->stage &&
           strcmp(a->resref, b->resref) == 0;
}

static const char *cell_text(struct rq_kotor_save *save, const struct rq_twoda *table, int64_t row,
                             const char *column)
{
    const struct rq_bytes *cell = rq_twoda_cell(table, (size_t)row, column);
    const char *text =
        cell && cell->size && cell->size <= 16
            ? rq_arena_printf(&save->arena, "%.*s", (int)cell->size, (const char *)cell->data)
            : NULL;
    return text && strcmp(text, "****") != 0 ? text : NULL;
}

/* The picture of a face; NULL, with a note, when it can't be told. */
static const char *picture(struct save_edit *e, const struct save_face *face, uint32_t index)
{
    struct rq_resource found = {0};
    if (face->row >= NO_ROW && *face->resref)
        return face->resref;
    if (!e->game) {
        save_note(
            e->save,
            "PORTRAIT%u of savenfo.res is left as it is: pass --game DIR, and it follows from "
            "portraits.2da",
            index);
        return NULL;
    }
    struct rq_doc *doc = rq_game_find(e->game, "portraits.2da", &found)
                             ? rq_game_read(e->game, &found, NULL, NULL)
                             : NULL;
    const struct rq_twoda *table = doc ? rq_doc_root(doc, "twoda") : NULL;
    const char *text = table && face->row >= 0
                           ? cell_text(e->save, table, face->row, stages[face->stage].column)
                           : NULL;
    if (!text && table && face->row >= 0)
        text = cell_text(e->save, table, face->row, "baseresref");
    if (!text)
        save_note(e->save,
                  "PORTRAIT%u of savenfo.res is left as it is: portraits.2da of the game has no "
                  "picture in row %lld",
                  index, (long long)face->row);
    rq_doc_free(doc);
    return text;
}

static bool put(struct save_edit *e, struct rq_doc *doc, struct rq_gff_struct *nfo, uint32_t index,
                const char *text)
{
    char label[20];
    snprintf(label, sizeof label, "PORTRAIT%u", index);
    bool there = rq_gff_has(nfo, label);
    if (there ? text && strcmp(save_text(e->save, doc, nfo, label, NULL), text) == 0 : !text)
        return true;
    save_find(e->save, "savenfo.res")->changed = true;
    return !text   ? rq_gff_remove(doc, nfo, label, e->err)
           : there ? rq_gff_set_resref(doc, nfo, label, text, e->err)
                   : rq_gff_add_resref(doc, nfo, label, text, e->err);
}

/* What is in savenfo.res stays with whom it belongs to; only a face that is new or another one is looked up. */
bool save_faces_follow(struct save_edit *e, const struct save_faces *was)
{
    struct save_faces now = save_faces_now(e->save);
    struct rq_doc *doc;
    struct rq_gff_struct *nfo = save_gff(e->save, "savenfo.res", &doc, NULL);
    const char *old[SAVE_FACES] = {0}, *text[SAVE_FACES] = {0};
    bool same = now.count == was->count;
    for (uint32_t i = 0; same && i < now.count; i++)
        same = is_same(&now.at[i], &was->at[i]);
    if (same || !nfo)
        return true;
    if (!now.known || !was->known) {
        save_note(e->save, "PORTRAIT0 to 2 of savenfo.res are left as they are: a companion stands "
                           "in for the player, and which portrait is whose is not known");
        return true;
    }
    for (uint32_t i = 0; i < SAVE_FACES; i++) {
        char label[20];
        snprintf(label, sizeof label, "PORTRAIT%u", i);
        old[i] = rq_gff_has(nfo, label) ? save_text(e->save, doc, nfo, label, NULL) : NULL;
    }
    for (uint32_t i = 0; i < now.count; i++) {
        uint32_t at = 0;
        while (at < was->count && was->at[at].who != now.at[i].who)
            at++;
        const char *kept = at < was->count ? old[at] : NULL;
        const char *found =
            at < was->count && is_same(&was->at[at], &now.at[i]) ? kept : picture(e, &now.at[i], i);
        text[i] = found ? found : kept;
    }
    bool fine = true;
    for (uint32_t i = 0; fine && i < SAVE_FACES; i++)
        fine = put(e, doc, nfo, i, text[i]);
    return fine;
}
