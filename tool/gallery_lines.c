/* What is said in a file, with the voice that says it. */
#include "core/json.h"
#include "formats/format.h"
#include "gallery.h"

#include <reliquary/blueprints.h>
#include <reliquary/rtx.h>
#include <reliquary/tlk.h>
#include <stdio.h>
#include <stdlib.h>

/* voice: the name of a sound without extension, as the game has it; file: which of the input's files it is. */
struct line {
    const char *who, *voice;
    struct rq_bytes text; /* UTF-8 */
    size_t file;
    bool has_file;
};

static void put_line(struct rq_json *j, const struct line *line)
{
    bool voice = line->voice && line->voice[0];
    if (!line->text.size && !voice)
        return;
    rq_json_object_row(j);
    rq_json_key(j, "text");
    rq_json_utf8(j, line->text);
    if (line->who && line->who[0]) {
        rq_json_key(j, "who");
        rq_json_str(j, line->who);
    }
    if (voice) {
        rq_json_key(j, "voice");
        rq_json_str(j, line->voice);
    }
    if (line->has_file) {
        rq_json_key(j, "file");
        rq_json_u64(j, line->file);
    }
    rq_json_end_object(j);
}

/* ---- dialogues of KotOR ---- */

struct dialogue {
    struct rq_json *json;
    const struct rq_game *game; /* or NULL */
    struct rq_out text;
};

/* As info says texts: that of the first language, else what the talk table has, else its number. */
static void put_said(struct dialogue *d, const char *who, const struct rq_typed_locstring *said,
                     const char *sound, const char *voice)
{
    struct rq_error err = {0};
    rq_out_cut(&d->text, 0);
    if (said->count && said->texts[0].text)
        rq_put(&d->text, said->texts[0].text, strlen(said->texts[0].text));
    else if (said->strref != UINT32_MAX &&
             (!d->game ||
              !rq_game_talk(d->game, said->strref, false, RQ_CP_DEFAULT, &d->text, &err)))
        rq_putf(&d->text, "StrRef %u", said->strref);
    put_line(d->json, &(struct line){.who = who,
                                     .voice = sound && sound[0] ? sound : voice,
                                     .text = rq_out_bytes(&d->text)});
}

static void put_dialogue(struct rq_json *j, const struct rq_game *game, struct rq_doc *doc)
{
    struct rq_error err = {0};
    struct rq_dlg dlg;
    struct dialogue d = {.json = j, .game = game};
    if (!rq_dlg_get(doc, &dlg, &err))
        return;
    for (size_t i = 0; i < dlg.EntryList_count; i++) {
        const struct rq_dlg_EntryList *e = &dlg.EntryList[i];
        put_said(&d, e->Speaker, &e->Text, e->Sound, e->VO_ResRef);
    }
    for (size_t i = 0; i < dlg.ReplyList_count; i++) {
        const struct rq_dlg_ReplyList *r = &dlg.ReplyList[i];
        put_said(&d, "player", &r->Text, r->Sound, r->VO_ResRef);
    }
    rq_out_free(&d.text);
}

/* ---- texts of one code page ---- */

static void put_talk(struct rq_json *j, const struct rq_doc *doc, const struct rq_tlk *tlk)
{
    enum rq_codepage page = rq_tlk_page(tlk->language, doc->page);
    struct rq_out text = {0};
    for (size_t i = 0; i < tlk->string_count; i++) {
        const struct rq_tlk_string *string = &tlk->strings[i];
        char voice[sizeof string->entry.sound + 1] = {0}, number[32];
        if (string->entry.flags & RQ_TLK_SOUND)
            memcpy(voice, string->entry.sound, sizeof string->entry.sound);
        snprintf(number, sizeof number, "StrRef %zu", i);
        rq_out_cut(&text, 0);
        rq_text_decode(&text, page, string->text);
        put_line(j, &(struct line){.who = number, .voice = voice, .text = rq_out_bytes(&text)});
    }
    rq_out_free(&text);
}

/* Of the files from `from` on, the next that is a sound; made->count: none. */
static size_t next_sound(const struct made *made, size_t from)
{
    while (from < made->count && strcmp(rq_path_extension(made->files[from].name), "wav") != 0)
        from++;
    return from;
}

/* Its sounds are files in the order of the entries, when it became sounds at all. */
static void put_rtx(struct rq_json *j, const struct rq_doc *doc, const struct rq_rtx *rtx,
                    const struct made *made)
{
    struct rq_out text = {0};
    size_t file = next_sound(made, 0);
    for (size_t i = 0; i < rtx->entry_count; i++) {
        const struct rq_rtx_entry *entry = &rtx->entries[i];
        struct line line = {.has_file = entry->has_sound && file < made->count, .file = file};
        char tag[sizeof entry->tag + 1] = {0};
        if (line.has_file)
            file = next_sound(made, file + 1);
        memcpy(tag, entry->tag, sizeof entry->tag);
        rq_out_cut(&text, 0);
        rq_text_decode(&text, doc->page, entry->text);
        line.who = tag;
        line.text = rq_out_bytes(&text);
        put_line(j, &line);
    }
    rq_out_free(&text);
}

char *gallery_lines(const struct rq_game *game, struct rq_doc *doc, const struct made *made)
{
    const char *format = doc->format->info.name;
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = true};
    rq_json_array(&j);
    size_t empty = out.size;
    if (strcmp(format, "gff") == 0)
        put_dialogue(&j, game, doc);
    else if (strcmp(format, "tlk") == 0)
        put_talk(&j, doc, doc->root);
    else if (strcmp(format, "rtx") == 0)
        put_rtx(&j, doc, doc->root, made);
    bool some = out.size > empty;
    rq_json_end_array(&j);
    char *lines = some ? need_text("%s", whole_text(&out)) : NULL;
    rq_out_free(&out);
    return lines;
}
