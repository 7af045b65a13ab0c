/* The columns of fields.def in words, for a person. */
#include "core/bytes.h"
#include "core/text.h"

#include <reliquary/blueprint.h>
#include <stdio.h>

struct words {
    const char *code, *text;
};

static const char *find_words(const struct words *table, size_t count, const char *code,
                              size_t size)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(table[i].code) == size && memcmp(table[i].code, code, size) == 0)
            return table[i].text;
    return NULL;
}

#define FIND(table, code, size) find_words(table, sizeof(table) / sizeof(table)[0], code, size)

static const struct words titles[] = {
    {"ARE", "an area: map, light, fog, grass, scripts"},
    {"BIC", "a character of a player: UTC and more"},
    {"DLG", "a conversation"},
    {"FAC", "factions and what they think of each other"},
    {"GIT", "what stands in an area"},
    {"GUI", "a screen of the interface"},
    {"GVT", "global variables of a saved game"},
    {"IFO", "a module"},
    {"INV", "the party's items in a saved game"},
    {"ITP", "a palette of the toolset"},
    {"JRL", "the journal"},
    {"NFO", "what the list of saved games shows"},
    {"PT", "the party in a saved game"},
    {"PTH", "the points that creatures walk along"},
    {"UTC", "a creature"},
    {"UTD", "a door"},
    {"UTE", "an encounter"},
    {"UTI", "an item"},
    {"UTM", "a store"},
    {"UTP", "a placeable object"},
    {"UTS", "a sound"},
    {"UTT", "a trigger"},
    {"UTW", "a waypoint"},
    {"*", "what editors leave at the root of any file"},
    {"@ACTION", "an action in the queue of an object (saved games)"},
    {"@AOE", "an area effect (saved games)"},
    {"@COMBATINFO", "numbers of a fighter (saved games)"},
    {"@COMBATROUND", "a round of combat (saved games)"},
    {"@EFFECT", "an effect on an object (saved games)"},
    {"@EVENT", "an event in the queue of a module (saved games)"},
    {"@FOLLOW", "who follows whom (saved games)"},
    {"@SITUATION", "a script that waits to go on (saved games)"},
    {"@SWVARS", "local variables of an object (saved games)"},
    {"@VAR", "named local variables of NWN, never used"},
};

const char *rq_schema_title(const struct rq_schema *schema)
{
    const char *title = FIND(titles, schema->kind, strlen(schema->kind));
    return title ? title : "";
}

/* In the order of trust for defaults: readers of other tools stand below the engine. */
static const struct words sources[] = {
    {"S", "the list of fields that these tables began with"},
    {"ZL", "study of K1's engine by zlang, counted on a full install"},
    {"ZL-", "it is not in the complete list of labels that K1's loader reads (zlang)"},
    {"AN", "notes on the loaders of the engine (Andastra)"},
    {"PKr", "notes from the disassembled engine in PyKotor"},
    {"PKr-", "it is not in the loader that PyKotor's notes describe"},
    {"PK", "PyKotor's reader, which is not the engine"},
    {"RE", "reone's reader, which is not the engine"},
    {"MR", "a fork of reone"},
    {"JS", "KotOR.js"},
    {"JS+MR", "KotOR.js and a fork of reone"},
    {"SF", "a study of saved games"},
    {"AS", "a study of full installs of both games"},
    {"GR", "an audit of K2's files"},
    {"LD", "limits of rows that a patcher of the executable knows"},
    {"BW", "BioWare's documents of Neverwinter Nights"},
    {"O", "an earlier table, unconfirmed"},
    {"V", "measured in real files"},
    {"V:nosave", "files on disk have it, and no saved object does"},
};

const char *rq_field_source(const char *code)
{
    const char *text = FIND(sources, code, strlen(code));
    return text ? text : "";
}

/* What stands before the first ":" of a ref, %s is what stands behind it. */
static const struct words refs[] = {
    {"res", "the name of a resource: %s"},
    {"self", "the name of its own file: %s"},
    {"2da", "a row of the table %s"},
    {"pos", "the place in the list is %s"},
    {"enum", "one of the values of %s"},
    {"flags", "bits of %s"},
    {"tag", "the tag of an object: %s"},
    {"list", "an element of %s"},
    {"struct", "a whole object: the fields of %s"},
    {"def", "makes what others refer to: %s"},
    {"strref", "a text, or its number in the talk table"},
    {"quest", "the tag of a quest of the journal"},
    {"questentry", "the number of an entry of that quest"},
    {"global", "the name of a global variable"},
    {"script-param", "an argument of the script beside it"},
    {"object", "the number of an object while the game runs"},
    {"gameday", "a day of the game's calendar"},
    {"gametime", "a time of the game's day"},
    {"filetime", "a time as Windows counts it"},
    {"token", "the number of a token in texts"},
    {"node", "the name of a node of the model"},
    {"event", "the name of an event of an animation"},
    {"palette", "a folder of the toolset's palette"},
    {"ncs", "compiled script"},
    {"bits", "bits without names"},
    {"bytes", "bytes without a known structure"},
    {"floats", "a row of floats"},
    {"color", "a colour"},
    {"coord", "a place in the area"},
    {"dir", "a direction"},
    {"angle", "an angle"},
    {"quat", "a turn as a quaternion"},
    {"bool", "0 or 1"},
    {"text", "free text"},
};

/* "a|b+c" as words: "a or b, with c beside it". */
static void put_choice(struct rq_out *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '|')
            rq_put_str(out, " or ");
        else if (*text == '+')
            rq_put_str(out, ", perhaps with a file beside it: ");
        else
            rq_put8(out, (uint8_t)*text);
    }
}

static void put_behind(struct rq_out *out, const char *kind, const char *behind)
{
    if (strcmp(kind, "pos") == 0 && strncmp(behind, "2da:", 4) == 0)
        rq_putf(out, "the row of the table %s", behind + 4);
    else if (strcmp(kind, "pos") == 0 && strncmp(behind, "enum:", 5) == 0)
        rq_putf(out, "the value of %s", behind + 5);
    else if (strcmp(kind, "2da") == 0 && *behind == '@')
        rq_putf(out, "whose name stands in %s", behind + 1);
    else if (strncmp(behind, "2da:", 4) == 0)
        rq_putf(out, "the rows of the table %s, bit n for row n", behind + 4);
    else if (strncmp(behind, "tag:", 4) == 0)
        rq_putf(out, "the tag of a %s", behind + 4);
    else
        put_choice(out, behind);
}

bool rq_field_ref_text(const struct rq_field *field, struct rq_out *text)
{
    char kind[16];
    size_t size = strcspn(field->ref, ":");
    const char *behind = field->ref + size + (field->ref[size] == ':');
    snprintf(kind, sizeof kind, "%.*s", (int)size, field->ref);
    const char *words = FIND(refs, kind, strlen(kind)), *gap = words ? strstr(words, "%s") : NULL;
    if (!words)
        rq_put_str(text, field->ref);
    else
        rq_put(text, words, gap ? (size_t)(gap - words) : strlen(words));
    if (gap)
        put_behind(text, kind, behind);
    return !text->failed;
}

/* Defaults that are no plain value. */
static const struct words defaults[] = {
    {"", "not known"},
    {"\"\"", "the empty text"},
    {"required", "none: without it the file does not load"},
    {"absent", "none: nothing is there"},
    {"empty", "nothing in it"},
    {"zeros", "zeros"},
    {"strref -1", "no text"},
};

static void put_default(struct rq_out *out, const struct rq_field *f)
{
    const char *words = FIND(defaults, f->absent, strlen(f->absent));
    if (words)
        rq_put_str(out, words);
    else if (f->absent[0] == '=')
        rq_putf(out, "as %s", f->absent + 1);
    else
        rq_put_str(out, f->absent);
    if (f->absent_source[0])
        rq_putf(out, " (%s: %s)", f->absent_source, rq_field_source(f->absent_source));
}

static void put_games(struct rq_out *out, const struct rq_field *f)
{
    static const char *const words[] = {"not known", "no", "yes", ""};
    if (f->k1 == f->k2)
        rq_put_str(out, f->k1 == RQ_FIELD_YES ? "K1 and K2" : "not known");
    else if (f->k1 == RQ_FIELD_NO && f->k2 == RQ_FIELD_YES)
        rq_put_str(out, "K2 only");
    else
        rq_putf(out, "K1 %s, K2 %s", words[f->k1], words[f->k2]);
}

static void put_dead(struct rq_out *out, const struct rq_field *f)
{
    static const char *const words[] = {"not known", "yes", "no: it is ignored",
                                        "K1 ignores it, K2 reads it"};
    rq_put_str(out, words[f->dead]);
    if (f->dead_source[0])
        rq_putf(out, " (%s: %s)", f->dead_source, rq_field_source(f->dead_source));
}

bool rq_field_range_text(const struct rq_field *f, struct rq_out *text)
{
    if (f->min != INT64_MIN && f->min == f->max)
        rq_putf(text, "%lld", (long long)f->min);
    else if (f->min != INT64_MIN && f->max != INT64_MAX)
        rq_putf(text, "%lld to %lld", (long long)f->min, (long long)f->max);
    else if (f->min != INT64_MIN)
        rq_putf(text, "%lld or more", (long long)f->min);
    return !text->failed;
}

const struct rq_named_value *rq_field_values(const struct rq_field *field, size_t *count)
{
    const char *ref = strncmp(field->ref, "pos:", 4) == 0 ? field->ref + 4 : field->ref;
    *count = 0;
    if (strncmp(ref, "enum:", 5) == 0)
        return rq_named_values(ref + 5, count);
    return strncmp(ref, "flags:", 6) == 0 ? rq_named_values(ref + 6, count) : NULL;
}

static void put_id(struct rq_out *out, const struct rq_field *f)
{
    if (strcmp(f->id, "index") == 0)
        rq_put_str(out, "the place in the list");
    else
        put_choice(out, f->id);
}

/* Values that mean "nothing". */
static void put_nothing(struct rq_out *out, const struct rq_field *f)
{
    if (strcmp(f->nothing, "\"\"") == 0)
        rq_put_str(out, "the empty text");
    else
        put_choice(out, f->nothing);
}

static void put_where(struct rq_out *out, const struct rq_field *f)
{
    static const char *const words[] = {"files on disk and saved games", "files on disk only",
                                        "saved games only"};
    rq_put_str(out, words[f->where]);
}

static void put_type(struct rq_out *out, const struct rq_field *f)
{
    put_choice(out, f->type);
}

static void put_meaning(struct rq_out *out, const struct rq_field *f)
{
    rq_put_str(out, f->meaning);
}

static void put_range(struct rq_out *out, const struct rq_field *f)
{
    rq_field_range_text(f, out);
    if (out->size && (f->types & 1u << RQ_GFF_LIST))
        rq_put_str(out, " elements");
}

static void put_ref(struct rq_out *out, const struct rq_field *f)
{
    rq_field_ref_text(f, out);
}

static const struct line {
    const char *key;
    void (*put)(struct rq_out *out, const struct rq_field *f);
} lines[] = {
    {"meaning", put_meaning}, {"type", put_type},       {"games", put_games},
    {"where", put_where},     {"default", put_default}, {"range", put_range},
    {"nothing", put_nothing}, {"refers to", put_ref},   {"struct id", put_id},
    {"is read", put_dead},
};

bool rq_field_explain(const struct rq_field *field, rq_explain_fn *fn, void *ctx,
                      struct rq_error *err)
{
    struct rq_out text = {0};
    bool fine = true;
    for (size_t i = 0; fine && i < sizeof lines / sizeof lines[0]; i++) {
        text.size = 0;
        lines[i].put(&text, field);
        bool any = text.size > 0;
        rq_put8(&text, 0);
        fine = !text.failed || rq_fail_out(err, &text);
        if (fine && any)
            fn(ctx, lines[i].key, (const char *)text.data);
    }
    rq_out_free(&text);
    return fine;
}

/* ---- names that were mistyped ---- */

const char *rq_schema_near(const struct rq_schema *schema, const char *label)
{
    const char *best = NULL;
    size_t least = RQ_NEAR + 1;
    for (; schema; schema = schema->also)
        for (const struct rq_field *f = schema->fields; f->label; f++) {
            size_t d = rq_distance(label, strlen(label), f->label, strlen(f->label));
            if (d < least) {
                least = d;
                best = f->label;
            }
        }
    return best;
}

const char *rq_schema_near_kind(const char *kind)
{
    const char *best = NULL;
    size_t least = RQ_NEAR + 1;
    for (size_t i = 0; i < rq_schema_count(); i++) {
        const struct rq_schema *s = rq_schema_at(i);
        bool is_root = strcmp(s->path, "/") == 0;
        size_t d = is_root ? rq_distance(kind, strlen(kind), s->kind, strlen(s->kind)) : least;
        if (d < least) {
            least = d;
            best = s->kind;
        }
    }
    return best;
}
