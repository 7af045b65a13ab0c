/* A small game and edits of everything in it: the mods that are made of two versions, and what becomes of three versions.
 * What is said of each, and the bytes that come out, are held to tests/contract/changes.txt, a line for each
 * file of the game; see said.h. property.patch_create proves that mods are right, and tests/cli/merge.sh has
 * what is right of merges by hand; here is that each edit gives just what it should. */
#include "core/bytes.h"
#include "core/file.h"
#include "core/fs.h"
#include "edits.h"
#include "said.h"
#include "support/demo_copy.h"

#include <reliquary/game.h>
#include <reliquary/merge.h>
#include <reliquary/nwscript.h>
#include <reliquary/patch.h>

static const char root[] = RQ_BUILD_DIR "/changes";

/* ---- the game ---- */

#define GFF(type, fields)                                                                          \
    "{\"format\":\"gff\",\"version\":1,\"type\":\"" type "\",\"encoding\":\"cp1252\",\"layout\":"  \
    "\"depth-first\",\"root\":{\"id\":4294967295,\"fields\":[" fields "]}}"
#define STRUCT(id, fields) "{\"id\":" id ",\"fields\":[" fields "]}"
#define LINK(id, to)       STRUCT(id, "[\"Index\",\"dword\"," to "],[\"Active\",\"resref\",\"x\"]")

static const char creature[] = GFF(
    "UTC ",
    "[\"Tag\",\"string\",\"keeper\"],[\"Appearance_Type\",\"word\",2],[\"FirstName\","
    "\"locstring\",{\"strref\":2,\"texts\":[[0,\"He\"],[3,\"Er\"]]}],[\"Conversation\","
    "\"resref\",\"Talk\"],[\"Float\",\"float\",0.5],[\"Place\",\"vector\",[1,2,3]],"
    "[\"Turn\",\"orientation\",[0,0,1,0]],[\"Void\",\"void\",\"AAEC\"],[\"Long\","
    "\"dword64\",\"7\"],[\"Small\",\"struct\"," STRUCT(
        "5",
        "[\"In\",\"short\",-4]") "],"
                                 "[\"ItemList\",\"list\",[" STRUCT(
                                     "0",
                                     "[\"InventoryRes\",\"resref\",\"lamp\"],[\"N\","
                                     "\"byte\",1]") "," STRUCT("1",
                                                               "[\"InventoryRes\",\"resref\",\"rope\"],[\"N\",\"byte\",2]") "," STRUCT("2",
                                                                                                                                       "[\"InventoryRes\",\"resref\",\"oil\"],[\"N\",\"byte\",3]") "]],"
                                                                                                                                                                                                   "[\"Twice\",\"int\",1],[\"Twice\",\"int\",2]");

static const char dialog[] = GFF(
    "DLG ",
    "[\"EntryList\",\"list\",[" STRUCT("0", "[\"Comment\",\"string\",\"a\"],[\"RepliesList\",\"list\",[" LINK("0", "0") "," LINK("1", "1") "]]") "," STRUCT(
        "1",
        "[\"Comment\",\"string\",\"b\"],[\"RepliesList\",\"list\",[" LINK(
            "0",
            "1") "]]") "," STRUCT("2",
                                  "[\"Comment\",\"string\",\"c\"],[\"RepliesList\",\"list\",[]]") "]],"
                                                                                                  "[\"ReplyList\",\"list\",[" STRUCT(
                                                                                                      "0",
                                                                                                      "[\"Comment\",\"string\",\"r\"],[\"EntriesList\",\"list\",[" LINK(
                                                                                                          "0",
                                                                                                          "1") "]]") "," STRUCT("1",
                                                                                                                                "[\"Comment\",\"string\",\"s\"],[\"EntriesList\",\"list\",[" LINK(
                                                                                                                                    "0",
                                                                                                                                    "2") "]]") "]],"
                                                                                                                                               "[\"StartingList\",\"list\",[" LINK(
                                                                                                                                                   "0",
                                                                                                                                                   "0") "," LINK("1",
                                                                                                                                                                 "2") "]]");

static const char looks[] =
    "{\"format\":\"twoda\",\"version\":1,\"form\":\"binary\",\"layout\":\"first_use\",\"columns\":"
    "[\"label\",\"string_ref\",\"normalhead\",\"race\"],\"rows\":[{\"label\":\"0\",\"cells\":["
    "\"man\",\"1\",\"0\",null]},{\"label\":\"1\",\"cells\":[\"woman\",\"2\",\"1\",\"x\"]},{\"label\":"
    "\"2\",\"cells\":[\"droid\",null,\"2\",\"y\"]}]}";
static const char heads[] =
    "{\"format\":\"twoda\",\"version\":1,\"form\":\"binary\",\"layout\":\"first_use\",\"columns\":"
    "[\"head\",\"x\"],\"rows\":[{\"label\":\"0\",\"cells\":[\"h0\",\"a\"]},{\"label\":\"1\",\"cells\":"
    "[\"h1\",\"b\"]}]}";
static const char portraits[] =
    "{\"format\":\"twoda\",\"version\":1,\"form\":\"binary\",\"layout\":\"first_use\",\"columns\":"
    "[\"baseresref\",\"appearancenumber\"],\"rows\":[{\"label\":\"0\",\"cells\":[\"po_0\",\"0\"]},"
    "{\"label\":\"1\",\"cells\":[\"po_1\",\"2\"]},{\"label\":\"2\",\"cells\":[\"po_2\",\"3\"]}]}";
static const char talk[] =
    "{\"format\":\"tlk\",\"version\":1,\"language\":0,\"layout\":\"in_order\",\"strings\":["
    "{\"strref\":0,\"flags\":1,\"text\":\"none\"},{\"strref\":1,\"flags\":1,\"text\":\"man\"},"
    "{\"strref\":2,\"flags\":7,\"sound\":\"snd\",\"volume_variance\":4,\"pitch_variance\":1,"
    "\"sound_length\":2.5,\"text\":\"woman\"}]}";
static const char voice[] =
    "{\"format\":\"ssf\",\"version\":1,\"sounds\":[{\"sound\":\"battle_cry_1\","
    "\"strref\":1},{\"sound\":\"battle_cry_2\",\"strref\":-1},{\"sound\":"
    "\"battle_cry_3\",\"strref\":3}]}";
static const char module[] =
    "{\"format\":\"erf\",\"version\":1,\"type\":\"MOD \",\"build_year\":1,\"build_day\":2,"
    "\"description_strref\":0,\"zero_description_offset\":false,\"descriptions\":[[0,\"Mine\"],[3,\"Ours\"]],\"resources\":[{\"name\":\"a.utc\",\"document\":"
    "{\"format\":\"gff\",\"version\":1,\"type\":\"UTC \",\"encoding\":\"cp1252\",\"layout\":"
    "\"depth-first\",\"root\":{\"id\":4294967295,\"fields\":[[\"Tag\",\"string\",\"a\"]]}}},"
    "{\"name\":\"b.txt\",\"data\":\"AAEC\"}]}";
static const char settings[] = "; a text\r\n[one]\r\na=1\r\nb=2\r\n\r\n[two]\r\na=3\r\nc=4\r\n";

static const struct sample {
    const char *path, *json;
} samples[] = {{"override/keeper.utc", creature},
               {"override/talk.dlg", dialog},
               {"override/appearance.2da", looks},
               {"override/heads.2da", heads},
               {"override/portraits.2da", portraits},
               {"dialog.tlk", talk},
               {"dialogf.tlk", talk},
               {"override/voice.ssf", voice},
               {"modules/m.mod", module}};
enum { SAMPLES = sizeof samples / sizeof samples[0], MOST = 120 };

/* All versions of a file, the first is as it was. */
static struct versions {
    struct rq_out files[MOST];
    size_t places[MOST]; /* that were edited */
    size_t count;
} all[SAMPLES];

static void put(const char *folder, const char *name, struct rq_bytes bytes)
{
    char path[900];
    snprintf(path, sizeof path, "%s/%s/%s", root, folder, name);
    *strrchr(path, '/') = 0;
    REQUIRE(rq_make_folder(path, NULL));
    path[strlen(path)] = '/';
    CHECK(check_write(path, bytes.data, bytes.size));
}

static void put_text(const char *folder, const char *name, const char *text)
{
    put(folder, name, (struct rq_bytes){(const uint8_t *)text, strlen(text)});
}

static const char *below(const char *name)
{
    return check_below(root, name);
}

static bool write_json(struct rq_out *file, struct rq_bytes json)
{
    struct rq_doc *doc = rq_doc_from_json(json, NULL, NULL);
    bool fine = doc && rq_doc_write(doc, file, NULL);
    rq_doc_free(doc);
    return fine;
}

/* A second edit, elsewhere in the text. */
static void edit_again(struct rq_out *text, size_t turn)
{
    struct rq_out places = {0}, once = *text;
    collect(&places, (char *)once.data);
    size_t count = places.size / sizeof(struct edit_place);
    *text = (struct rq_out){0};
    if (count) {
        struct edit_place at;
        memcpy(&at, places.data + (turn * 13 + 5) % count * sizeof at, sizeof at);
        put_edited(text, (char *)once.data, at, (turn + VALUES) % EDITS);
    } else {
        rq_put8(text, 0);
    }
    rq_out_free(&places);
    rq_out_free(&once);
}

/* An edit that gives a file, and another than the one before, is a version. */
static void add_version(struct versions *v, const struct rq_out *text, size_t place)
{
    struct rq_out file = {0};
    if (v->count < MOST && write_json(&file, (struct rq_bytes){text->data, text->size - 1}) &&
        !rq_same(rq_out_bytes(&file), rq_out_bytes(&v->files[0])) &&
        !rq_same(rq_out_bytes(&file), rq_out_bytes(&v->files[v->count - 1]))) {
        v->places[v->count] = place;
        v->files[v->count++] = file;
    } else
        rq_out_free(&file);
}

/* One edit each, those of whole elements first; then two. */
static void make_versions(const struct sample *sample, struct versions *v)
{
    struct rq_out places = {0};
    CHECK(write_json(&v->files[v->count++],
                     (struct rq_bytes){(const uint8_t *)sample->json, strlen(sample->json)}));
    collect(&places, sample->json);
    size_t count = places.size / sizeof(struct edit_place);
    for (size_t turn = 0; turn < 2 * EDITS * count; turn++) {
        struct rq_out text = {0};
        struct edit_place at;
        bool again = turn >= EDITS * count;
        if (!again && v->count > MOST - 40)
            continue;
        memcpy(&at, places.data + turn % count * sizeof at, sizeof at);
        put_edited(&text, sample->json, at, (turn / count + VALUES) % EDITS);
        if (again)
            edit_again(&text, turn);
        add_version(v, &text, turn % count);
        rq_out_free(&text);
    }
    rq_out_free(&places);
    check_note("%s", sample->path);
    CHECK(v->count > 20);
}

/* ---- mods ---- */

static void tell_message(void *ctx, const struct rq_patch_message *m)
{
    said(ctx, "%d %s: %s", m->level, m->file, m->text);
}

static void tell_files(struct said *s, const char *folder)
{
    struct rq_walk walk = {0};
    if (rq_path_kind(folder, NULL) != RQ_PATH_NONE)
        CHECK(rq_walk_add(&walk, folder, NULL));
    for (size_t i = 0; i < walk.count; i++) {
        struct rq_map map = {0};
        CHECK(!walk.items[i].size || rq_map_open(&map, walk.items[i].path, NULL));
        said(s, "%s: %zu %016llx", walk.items[i].relative, map.bytes.size,
             (unsigned long long)hash_of(map.bytes.data, map.bytes.size));
        if (s->show && strcmp(walk.items[i].relative, "changes.ini") == 0)
            fwrite(map.bytes.data, 1, map.bytes.size, s->show);
        rq_map_close(&map);
    }
    rq_walk_free(&walk);
}

static void tell_mod(struct said *s, const char *title)
{
    struct rq_patch_create_options options = {.title = title, .message = tell_message, .ctx = s};
    struct rq_patch_made made = {0};
    struct rq_error err = {0};
    rq_fs_remove(below("mod"));
    if (!rq_patch_create(below("old"), below("new"), below("mod"), &options, &made, &err))
        said(s, "! %s %s", rq_code_name(err.code), err.text);
    said(s, "%zu changes, %zu whole, %zu missed, %zu files", made.changes, made.whole, made.missed,
         made.files);
    tell_files(s, below("mod"));
}

/* ---- merges ---- */

static void tell_conflict(void *ctx, const struct rq_merge_conflict *c)
{
    said(ctx, "%s: %s | %s | %s", c->path, c->base ? c->base : "-", c->a ? c->a : "-",
         c->b ? c->b : "-");
}

static void tell_merge(struct said *s, const char *base, const char *a, const char *b,
                       size_t choice)
{
    struct rq_merge_options options = {
        .choice = (enum rq_merge_choice)choice, .conflict = tell_conflict, .ctx = s};
    struct rq_merged merged = {0};
    struct rq_error err = {0};
    rq_fs_remove(below("out"));
    if (!rq_merge(below(base), below(a), below(b), choice ? below("out") : NULL, &options, &merged,
                  &err))
        said(s, "! %s %s", rq_code_name(err.code), err.text);
    said(s, "%zu files, %zu merged, %zu conflicts", merged.files, merged.merged, merged.conflicts);
    tell_files(s, below("out"));
}

/* ---- cases by hand ---- */

static void put_hash(struct rq_out *lines, const struct said *s, const char *what, const char *path)
{
    rq_putf(lines, "%016llx %s %s\n", (unsigned long long)s->hash, what, path);
}

/* A file of the old game, of the new one, of a third that is merged with it, or of all. A script (.ncs) is compiled of
 * the text; a file that is told as JSON is made of it; below "m.mod/" are entries of an archive. */
struct file {
    char side; /* 'o', 'n', 't' or 'b' */
    const char *path, *text;
};

static const char source[] = "#include \"inc\"\nvoid main() { int n = Twice(2); }\n";
static const char include[] = "int Twice(int n) { return n * 2; }\n";
static const char token[] = "void main() { string s = \"#2DAMEMORY1#\"; }\n";
static const char plain[] = "void main() { int n = 1; n = n + 1; }\n";
static const char items[] = "2DA V2.0\n\n label name\n0 lamp 1\n";

static const char heads1[] = "2DA V2.0\n\n head\n0 h0\n";
static const char heads2[] = "2DA V2.0\n\n head\n0 h0\n1 h1\n2 h2\n";
static const char looks1[] = "2DA V2.0\n\n label normalhead string_ref\n0 man 0 1\n";
static const char looks2[] =
    "2DA V2.0\n\n label normalhead string_ref\n0 man 2 3\n1 woman 1 4\n2 woman 0 5\n";
static const char faces1[] = "2DA V2.0\n\n baseresref appearancenumber\n0 po 0\n";
static const char faces2[] = "2DA V2.0\n\n baseresref appearancenumber\n0 po 1\n1 pu 2\n";
static const char feats1[] = "2DA V2.0\n\n label successor\n0 a 0\n";
static const char feats2[] = "2DA V2.0\n\n label successor\n0 a 1\n1 b 2\n2 c 1\n";

#define TALK(more)                                                                                 \
    "{\"format\":\"tlk\",\"version\":1,\"language\":0,\"layout\":\"in_order\",\"strings\":["       \
    "{\"strref\":0,\"flags\":1,\"text\":\"none\"},{\"strref\":1,\"flags\":1,\"text\":\"man\"},"    \
    "{\"strref\":2,\"flags\":1,\"text\":\"x\"}" more "]}"
static const char talk1[] = TALK("");
static const char talk2[] = TALK(",{\"strref\":3,\"flags\":1,\"text\":\"new\"},{\"strref\":4,"
                                 "\"flags\":7,\"sound\":\"snd\",\"sound_length\":2.5,\"text\":"
                                 "\"newer\"}");
static const char talk3[] = TALK(",{\"strref\":3,\"flags\":1,\"text\":\"man\"}");
static const char talk4[] =
    TALK(",{\"strref\":3,\"flags\":1,\"text\":\"new\"},{\"strref\":4,"
         "\"flags\":1,\"text\":\"other\"},{\"strref\":5,\"flags\":1,\"text\":"
         "\"last\"}");
static const char changed[] =
    "{\"format\":\"tlk\",\"version\":1,\"language\":0,\"layout\":\"in_order\",\"strings\":["
    "{\"strref\":0,\"flags\":1,\"text\":\"none\"},{\"strref\":1,\"flags\":1,\"text\":\"he\"},"
    "{\"strref\":2,\"flags\":1,\"text\":\"x\"}]}";
static const char name1[] = GFF("UTC ", "[\"Tag\",\"string\",\"a\"],[\"FirstName\",\"locstring\","
                                        "{\"strref\":1}],[\"Appearance_Type\",\"word\",0]");
static const char name2[] = GFF("UTC ", "[\"Tag\",\"string\",\"b\"],[\"FirstName\",\"locstring\","
                                        "{\"strref\":4}],[\"Appearance_Type\",\"word\",2]");
static const char name3[] = GFF("UTC ", "[\"Tag\",\"string\",\"c\"],[\"FirstName\",\"locstring\","
                                        "{\"strref\":5}],[\"Appearance_Type\",\"word\",1]");
static const char doubled[] =
    GFF("UTC ", "[\"Tag\",\"string\",\"a\"],[\"FirstName\",\"locstring\",{\"strref\":1}],"
                "[\"Appearance_Type\",\"word\",0],[\"S\",\"struct\",{\"id\":1,\"fields\":["
                "[\"A\",\"int\",1],[\"B\",\"int\",1],[\"A\",\"int\",1]]}]");
static const char raw[] =
    GFF("UTC ", "[\"Tag\",\"string\",\"a\"],[\"FirstName\",\"locstring\",{\"strref\":1}],"
                "[\"Appearance_Type\",\"word\",0],[\"V\",\"void\",\"AAEC\"]");
static const char letters[] =
    GFF("UTC ", "[\"Tag\",\"string\",\"a\"],[\"FirstName\",\"locstring\",{\"strref\":1,"
                "\"texts\":[[0,\"\303\251t\303\251\"]]}],[\"Appearance_Type\",\"word\",0]");

static const struct hand_case {
    const char *name;
    struct file files[8];
} cases[] = {
    {"nothing", {{'b', "override/x.txt", "x"}}},
    {"one name in three folders",
     {{'n', "override/x.txt", "x"}, {'n', "streamwaves/X.txt", "y"}, {'n', "x.txt", "z"}}},
    {"one text in two folders", {{'n', "override/x.txt", "x"}, {'n', "modules/x.txt", "x"}}},
    {"no file any more", {{'b', "override/y.txt", "y"}, {'o', "override/x.txt", "x"}}},
    {"an empty file", {{'o', "override/x.txt", "x"}, {'n', "override/x.txt", ""}}},
    {"a program", {{'o', "swkotor.exe", "x"}, {'n', "swkotor.exe", "y"}, {'n', "b.exe", "z"}}},
    {"the second game", {{'b', "override/x.txt", "x"}, {'n', "swkotor2.exe", "x"}}},
    {"a script with an include",
     {{'b', "override/inc.nss", include},
      {'n', "override/s.nss", source},
      {'n', "override/s.ncs", source}}},
    {"a script and an include that is new",
     {{'o', "override/s.ncs", plain},
      {'n', "override/inc.nss", include},
      {'n', "override/s.nss", source},
      {'n', "override/s.ncs", source}}},
    {"a script in a folder that is no game",
     {{'n', "inc.nss", include}, {'n', "s.nss", source}, {'n', "s.ncs", source}}},
    {"a script outside of Override",
     {{'b', "override/x.txt", "x"}, {'n', "scripts/s.nss", plain}, {'n', "scripts/s.ncs", plain}}},
    {"an include in Override",
     {{'b', "override/inc.nss", include}, {'n', "s.nss", source}, {'n', "s.ncs", source}}},
    {"a script with what is no token",
     {{'b', "override/x.txt", "x"},
      {'n', "override/s.nss", token},
      {'n', "override/s.ncs", token}}},
    {"a script that gives other bytes",
     {{'b', "override/x.txt", "x"},
      {'n', "override/s.nss", token},
      {'n', "override/s.ncs", plain}}},
    {"a source that is an include",
     {{'b', "override/x.txt", "x"},
      {'n', "override/s.nss", include},
      {'n', "override/s.ncs", plain}}},
    {"two sources of a name",
     {{'b', "override/x.txt", "x"},
      {'n', "override/s.nss", plain},
      {'n', "override/s.ncs", plain},
      {'n', "modules/s.nss", include}}},
    {"a script in an archive",
     {{'o', "modules/m.mod/s.ncs", plain},
      {'n', "modules/m.mod/s.ncs", source},
      {'n', "override/s.nss", source},
      {'b', "override/inc.nss", include}}},
    {"a script in an archive without its source",
     {{'o', "modules/m.mod/s.ncs", plain}, {'n', "modules/m.mod/s.ncs", source}}},
    {"one name in an archive and outside",
     {{'o', "modules/m.mod/a.utc", name1},
      {'n', "modules/m.mod/a.utc", name2},
      {'o', "override/a.utc", name1},
      {'n', "override/a.utc", name3}}},
    {"rows that refer to rows",
     {{'o', "override/heads.2da", heads1},
      {'n', "override/heads.2da", heads2},
      {'o', "override/appearance.2da", looks1},
      {'n', "override/appearance.2da", looks2},
      {'o', "override/portraits.2da", faces1},
      {'n', "override/portraits.2da", faces2}}},
    {"rows that refer to rows of their table",
     {{'o', "override/feat.2da", feats1}, {'n', "override/feat.2da", feats2}}},
    {"a creature that refers to a row and a string",
     {{'o', "override/appearance.2da", looks1},
      {'n', "override/appearance.2da", looks2},
      {'o', "dialog.tlk", talk1},
      {'n', "dialog.tlk", talk2},
      {'o', "override/a.utc", name1},
      {'n', "override/a.utc", name2},
      {'t', "override/a.utc", name3}}},
    {"new strings of both talk tables",
     {{'o', "dialog.tlk", talk1},
      {'n', "dialog.tlk", talk2},
      {'t', "dialog.tlk", talk4},
      {'o', "dialogf.tlk", talk1},
      {'n', "dialogf.tlk", talk4},
      {'t', "dialogf.tlk", talk2}}},
    {"a string that is there already",
     {{'o', "dialog.tlk", talk1}, {'n', "dialog.tlk", talk3}, {'t', "dialog.tlk", talk1}}},
    {"a string that changed, and one more",
     {{'o', "dialog.tlk", talk1}, {'n', "dialog.tlk", changed}, {'t', "dialog.tlk", talk4}}},
    {"no talk table for women any more",
     {{'o', "dialog.tlk", talk1}, {'n', "dialog.tlk", talk2}, {'o', "dialogf.tlk", talk1}}},
    {"a talk table for women that is new",
     {{'o', "dialog.tlk", talk1}, {'n', "dialog.tlk", changed}, {'n', "dialogf.tlk", talk1}}},
    {"fewer strings",
     {{'o', "dialog.tlk", talk4}, {'n', "dialog.tlk", talk2}, {'t', "dialog.tlk", talk1}}},
    {"a struct with a field twice",
     {{'o', "override/a.utc", name1}, {'n', "override/a.utc", doubled}}},
    {"a new field of bytes", {{'o', "override/a.utc", name1}, {'n', "override/a.utc", raw}}},
    {"letters beyond ASCII", {{'o', "override/a.utc", name1}, {'n', "override/a.utc", letters}}},
    {"a table as text", {{'o', "override/i.2da", items}, {'n', "override/i.2da", "2DA V2.b\n"}}},
    {"a table of text and one row",
     {{'o', "override/i.2da", items},
      {'n', "override/i.2da", "2DA V2.0\n\n label name\n0 lamp 1\n1 lamp 2\n2 oil 3\n"}}},
    {"a table outside of Override",
     {{'o', "i.2da", items}, {'n', "i.2da", "2DA V2.0\n\n a\n0 1\n"}}},
    {"no talk table before", {{'b', "override/x.txt", "x"}, {'n', "dialog.tlk", "TLK V3.0"}}},
    {"a talk table for women alone",
     {{'b', "override/x.txt", "x"}, {'o', "dialogf.tlk", "x"}, {'n', "dialogf.tlk", "TLK V3.0"}}},
    {"an archive that is cut",
     {{'o', "modules/m.mod", "MOD V1.0"}, {'n', "modules/m.mod", "MOD V1.0x"}}},
    {"a set of sounds that is cut",
     {{'o', "override/s.ssf", "SSF V1.1"}, {'n', "override/s.ssf", "SSF V1.1x"}}},
    {"fields that are cut",
     {{'o', "override/s.utc", "UTC V3.2"}, {'n', "override/s.utc", "UTC V3.2x"}}},
    {"another format", {{'o', "override/s.utc", "text"}, {'n', "override/s.utc", "UTC V3.2x"}}},
};

static bool find_include(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    (void)ctx, (void)name;
    *text = (struct rq_bytes){(const uint8_t *)include, strlen(include)};
    *path = "inc.nss";
    return true;
}

static void put_entry(const char *folder, const char *path, struct rq_bytes bytes)
{
    const char *name = strstr(path, ".mod/") + 5;
    char mod[100], where[700];
    struct rq_out made = {0};
    struct rq_error err = {0};
    snprintf(mod, sizeof mod, "%.*s", (int)(name - 1 - path), path);
    CHECK(write_json(&made, (struct rq_bytes){(const uint8_t *)module, strlen(module)}));
    put(folder, mod, rq_out_bytes(&made));
    rq_out_free(&made);
    snprintf(where, sizeof where, "%s/%s/%s", root, folder, mod);
    struct rq_archive *archive = rq_archive_open(where, NULL, NULL, &err);
    REQUIRE(archive);
    CHECK(rq_archive_put(archive, name, bytes, &err) && rq_archive_save(archive, &err));
}

static void put_file(const char *folder, const struct file *f)
{
    struct rq_nss_options options = {.game = 1, .include = find_include};
    struct rq_bytes text = {(const uint8_t *)f->text, strlen(f->text)};
    struct rq_out out = {0};
    if (strstr(f->path, ".ncs"))
        CHECK(rq_nss_compile(text, "s.nss", &options, &out, NULL, NULL));
    else if (f->text[0] == '{')
        CHECK(write_json(&out, text));
    else
        rq_put_bytes(&out, text);
    if (strstr(f->path, ".mod/"))
        put_entry(folder, f->path, rq_out_bytes(&out));
    else
        put(folder, f->path, rq_out_bytes(&out));
    rq_out_free(&out);
}

static void empty(const char *folder)
{
    rq_fs_remove(below(folder));
    CHECK(rq_make_folder(below(folder), NULL));
}

static void try_cases(struct rq_out *lines, FILE *show)
{
    static const char *const sides[] = {"old", "new", "third"};
    struct said s = {hash_of("", 0), show};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_note("%s", cases[i].name);
        said(&s, "---- %s", cases[i].name);
        for (size_t side = 0; side < 3; side++) {
            empty(sides[side]);
            for (const struct file *f = cases[i].files; f->path; f++)
                if (f->side == sides[side][0] || f->side == 'b')
                    put_file(sides[side], f);
        }
        tell_mod(&s, i % 2 ? "\360\237\224\246 of \303\251t\303\251" : NULL); /* beyond 16 bits */
        for (size_t choice = 0; choice < 3; choice++)
            tell_merge(&s, "old", "new", "third", choice);
        tell_merge(&s, "third", "new", "old", 2);
    }
    put_hash(lines, &s, "of", "cases by hand");
}

/* Files in Override that were made of those in the game's archives. */
static void try_base(struct rq_out *lines, FILE *show)
{
    static const char *const names[] = {"guard.utc", "lantern.uti", "dock.utw"};
    const char *demo = getenv("RQ_DEMO_DIR");
    struct rq_game_options options = {.family = "kotor", .version = 1};
    struct said s = {hash_of("", 0), show};
    char path[700];
    if (!demo) {
        SKIP_PART("RQ_DEMO_DIR is not set");
        return;
    }
    for (size_t side = 0; side < 2; side++) {
        const char *to = side ? "new" : "old";
        struct rq_map map = {0};
        empty(to);
        snprintf(path, sizeof path, "%s/%s/data", root, to);
        char from[700];
        snprintf(from, sizeof from, "%s/kotor/data", demo);
        CHECK(copy_folder(from, path, 1));
        snprintf(from, sizeof from, "%s/kotor/chitin.key", demo);
        REQUIRE(rq_map_open(&map, from, NULL));
        put(to, "chitin.key", map.bytes);
        rq_map_close(&map);
    }
    struct rq_game *game = rq_game_open(below("old"), &options, NULL);
    REQUIRE(game);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct rq_resource found = {0};
        struct rq_bytes bytes = {0};
        struct rq_out out = {0};
        struct rq_options how = {.name = names[i]};
        REQUIRE(rq_game_find(game, names[i], &found) && rq_game_bytes(game, &found, &bytes, NULL));
        struct rq_doc *doc = rq_doc_read(bytes, &how, NULL);
        CHECK(doc && rq_doc_set(doc, "Tag", "changed", NULL) && rq_doc_write(doc, &out, NULL));
        snprintf(path, sizeof path, "override/%s", names[i]);
        put("new", path, rq_out_bytes(&out));
        rq_doc_free(doc);
        rq_out_free(&out);
        said(&s, "---- %s of the game", names[i]);
        tell_mod(&s, "Made");
    }
    rq_game_close(game);
    put_hash(lines, &s, "of", "what the game has");
}

/* Lists of elements in all sorts of orders; a small letter is the element with another value. */
static void try_orders(struct rq_out *lines, const char *name, FILE *show,
                       void (*put_list)(struct rq_out *out, const char *order))
{
    static const char *const orders[] = {"ABCDEF",  "",       "ACDEF",   "BCDEF",
                                         "ABCDE",   "AbCDEF", "XABCDEF", "ABXCDEF",
                                         "ABCDEFX", "BACDEF", "ABxCdEF", "ABYXCDF"};
    enum { ORDERS = sizeof orders / sizeof orders[0] };
    struct said s = {hash_of("", 0), show};
    struct rq_out files[ORDERS] = {{0}};
    for (size_t i = 0; i < ORDERS; i++)
        put_list(&files[i], orders[i]);
    for (size_t i = 0; i < ORDERS * ORDERS; i++) {
        check_note("%s: %s, %s", name, orders[i / ORDERS], orders[i % ORDERS]);
        said(&s, "---- %s: %s, %s", name, orders[i / ORDERS], orders[i % ORDERS]);
        put("l/old", name, rq_out_bytes(&files[i % 7 == 6 ? i % ORDERS / 2 : 0]));
        put("l/a", name, rq_out_bytes(&files[i / ORDERS]));
        put("l/b", name, rq_out_bytes(&files[i % ORDERS]));
        tell_merge(&s, "l/old", "l/a", "l/b", i % 3);
    }
    for (size_t i = 0; i < ORDERS; i++)
        rq_out_free(&files[i]);
    rq_fs_remove(below("l"));
    put_hash(lines, &s, "orders of", name);
}

static unsigned number_of(char letter)
{
    return letter >= 'a' ? (unsigned)letter - 'a' + 101 : (unsigned)letter - 'A' + 1;
}

static char large(char letter)
{
    return (char)(letter >= 'a' ? letter - 32 : letter);
}

static void put_lines(struct rq_out *out, const char *order)
{
    rq_put_str(out, "[one]\n");
    for (; *order; order++)
        rq_putf(out, "%c=%u\n", large(*order), number_of(*order));
}

static void put_rows(struct rq_out *out, const char *order)
{
    rq_put_str(out, "2DA V2.0\n\n label n\n");
    for (size_t i = 0; order[i]; i++)
        rq_putf(out, "%zu %c %u\n", i, large(order[i]), number_of(order[i]));
}

static void put_items(struct rq_out *out, const char *order)
{
    struct rq_out json = {0};
    rq_put_str(&json, "{\"format\":\"gff\",\"version\":1,\"type\":\"UTC \",\"encoding\":\"cp1252\","
                      "\"layout\":\"depth-first\",\"root\":{\"id\":4294967295,\"fields\":[[\"L\","
                      "\"list\",[");
    for (size_t i = 0; order[i]; i++)
        rq_putf(&json, "%s{\"id\":%zu,\"fields\":[[\"Tag\",\"string\",\"%c\"],[\"N\",\"int\",%u]]}",
                i ? "," : "", i, large(order[i]), number_of(order[i]));
    rq_put_str(&json, "]]]}}");
    CHECK(write_json(out, rq_out_bytes(&json)));
    rq_out_free(&json);
}

/* Lines of a dialog: each leads to the reply of its letter, the last way starts at the last line. */
static void put_dialog(struct rq_out *out, const char *order)
{
    struct rq_out json = {0};
    size_t count = strlen(order);
    rq_put_str(&json,
               "{\"format\":\"gff\",\"version\":1,\"type\":\"DLG \",\"encoding\":\"cp1252\","
               "\"layout\":\"depth-first\",\"root\":{\"id\":4294967295,\"fields\":[[\"EntryList\","
               "\"list\",[");
    for (size_t i = 0; i < count; i++)
        rq_putf(
            &json,
            "%s{\"id\":%zu,\"fields\":[[\"Comment\",\"string\",\"%c\"],[\"RepliesList\",\"list\",["
            "{\"id\":0,\"fields\":[[\"Index\",\"dword\",%zu]]}]]]}",
            i ? "," : "", i, large(order[i]), count - 1 - i);
    rq_put_str(&json, "]],[\"ReplyList\",\"list\",[");
    for (size_t i = 0; i < count; i++)
        rq_putf(
            &json,
            "%s{\"id\":%zu,\"fields\":[[\"Comment\",\"string\",\"%u\"],[\"EntriesList\",\"list\",["
            "{\"id\":0,\"fields\":[[\"Index\",\"dword\",%zu]]}]]]}",
            i ? "," : "", i, number_of(order[i]), (i + 1) % count);
    rq_put_str(&json, "]],[\"StartingList\",\"list\",[");
    if (count)
        rq_putf(&json, "{\"id\":0,\"fields\":[[\"Index\",\"dword\",%zu]]}", count - 1);
    rq_put_str(&json, "]]]}}");
    CHECK(write_json(out, rq_out_bytes(&json)));
    rq_out_free(&json);
}

/* A creature with a field, and a struct (or no struct: the root) of so many fields. */
static void put_fields(const char *folder, const char *label, unsigned count, unsigned value)
{
    struct rq_out json = {0}, file = {0};
    rq_put_str(&json, "{\"format\":\"gff\",\"version\":1,\"type\":\"UTC \",\"encoding\":"
                      "\"cp1252\",\"layout\":\"depth-first\",\"root\":{\"id\":0,\"fields\":[");
    rq_put_str(&json, *label ? "[\"Tag\",\"int\",1]" : "");
    if (*label && count)
        rq_putf(&json, ",[\"%s\",\"struct\",{\"id\":1,\"fields\":[", label);
    for (unsigned i = 0; i < count; i++)
        rq_putf(&json, "%s[\"F%u\",\"byte\",%u]", i ? "," : "", i, i == 9 ? value : 0);
    rq_put_str(&json, *label && count ? "]}]]}}" : "]}}");
    CHECK(write_json(&file, rq_out_bytes(&json)));
    put(folder, "override/f.utc", rq_out_bytes(&file));
    rq_out_free(&file);
    rq_out_free(&json);
}

/* As many fields as a struct may have, and one more: in the root, in a struct, and in a struct that is new. */
static void try_fields(struct rq_out *lines, FILE *show)
{
    static const struct {
        const char *label;
        unsigned old, fresh, other;
    } rows[] = {{"", 4096, 4096, 4096},  {"", 4096, 4096, 4097},  {"", 4096, 4097, 4096},
                {"", 4097, 4096, 4096},  {"S", 4096, 4096, 4096}, {"S", 4096, 4096, 4097},
                {"S", 4096, 4097, 4096}, {"S", 4097, 4096, 4096}, {"S", 0, 4096, 0},
                {"S", 0, 4097, 5}};
    struct said s = {hash_of("", 0), show};
    rq_fs_remove(below("old"));
    rq_fs_remove(below("new"));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        put_fields("old", rows[i].label, rows[i].old, 1);
        put_fields("new", rows[i].label, rows[i].fresh, 2);
        put_fields("b", rows[i].label, rows[i].other, 3);
        check_note("fields, %zu", i);
        said(&s, "---- fields, %zu", i);
        tell_mod(&s, "Made");
        tell_merge(&s, "old", "new", "b", 1);
    }
    put_hash(lines, &s, "of", "many fields");
}

/* ---- the tests ---- */

static void put_game(const char *folder)
{
    for (size_t i = 0; i < SAMPLES; i++)
        put(folder, samples[i].path, rq_out_bytes(&all[i].files[0]));
    put_text(folder, "override/S.INI", settings);
}

/* The next version that has an edit at the same place, so that both sides change one thing. */
static size_t next_at_place(const struct versions *v, size_t i)
{
    for (size_t k = i + 1; k < v->count; k++)
        if (v->places[k] == v->places[i])
            return k;
    return (i + 1) % v->count;
}

static void try_sample(struct rq_out *lines, size_t n, FILE *show)
{
    const struct sample *sample = &samples[n];
    const struct versions *v = &all[n];
    struct said mods = {hash_of("", 0), show}, merges = mods;
    const char *slash = strrchr(sample->path, '/'), *file = slash ? slash + 1 : sample->path;
    for (size_t i = 0; i < v->count; i++) {
        check_note("%s, version %zu", sample->path, i);
        said(&mods, "---- %s, version %zu", sample->path, i);
        put("new", sample->path, rq_out_bytes(&v->files[i]));
        tell_mod(&mods, "Made");
        said(&merges, "---- merge %s, version %zu", sample->path, i);
        put("base", file, rq_out_bytes(&v->files[i % 5 == 4 ? i / 2 : 0]));
        put("a", file, rq_out_bytes(&v->files[i]));
        put("b", file, rq_out_bytes(&v->files[(i * 7 + 3) % v->count]));
        tell_merge(&merges, "base", "a", "b", i % 3);
        put("b", file, rq_out_bytes(&v->files[next_at_place(v, i)]));
        tell_merge(&merges, "base", "a", "b", (i + 1) % 3);
    }
    put("new", sample->path, rq_out_bytes(&v->files[0]));
    rq_fs_remove(below("base"));
    rq_fs_remove(below("a"));
    rq_fs_remove(below("b"));
    put_hash(lines, &mods, "mods of", sample->path);
    put_hash(lines, &merges, "merges of", sample->path);
}

/* Several files at once, so that what is new in one is named in another. */
static void try_together(struct rq_out *lines, FILE *show)
{
    struct said s = {hash_of("", 0), show};
    put_game("a");
    put_game("b");
    for (size_t n = 0; n < 100; n++) {
        check_note("together, %zu", n);
        said(&s, "---- together, %zu", n);
        for (size_t i = 0; i < SAMPLES; i++) {
            size_t turn = (n + 1) * (2 * i + 3), which = turn % 2 ? turn * 5 % all[i].count : 0;
            put(n % 4 == 3 ? "a" : "new", samples[i].path, rq_out_bytes(&all[i].files[which]));
            if (n % 4 == 3)
                put("b", samples[i].path,
                    rq_out_bytes(&all[i].files[turn % 3 ? turn * 11 % all[i].count : 0]));
        }
        if (n % 4 == 3)
            tell_merge(&s, "old", "a", "b", n / 4 % 3);
        else
            tell_mod(&s, "Made");
    }
    put_hash(lines, &s, "of", "several files");
}

static void test_changes(void)
{
    struct rq_out lines = {0};
    FILE *show = said_file("changes");
    rq_fs_remove(root);
    for (size_t i = 0; i < SAMPLES; i++)
        make_versions(&samples[i], &all[i]);
    put_game("old");
    put_game("new");
    for (size_t i = 0; i < SAMPLES; i++)
        try_sample(&lines, i, show);
    try_together(&lines, show);
    try_cases(&lines, show);
    try_base(&lines, show);
    try_fields(&lines, show);
    try_orders(&lines, "l.ini", show, put_lines);
    try_orders(&lines, "l.txt", show, put_lines);
    try_orders(&lines, "l.2da", show, put_rows);
    try_orders(&lines, "l.utc", show, put_items);
    try_orders(&lines, "l.dlg", show, put_dialog);
    if (show)
        fclose(show);
    check_note(" ");
    said_compare("changes", &lines, NULL);
    rq_out_free(&lines);
    for (size_t i = 0; i < SAMPLES; i++)
        for (size_t k = 0; k < all[i].count; k++)
            rq_out_free(&all[i].files[k]);
}

TESTS(test_changes)
