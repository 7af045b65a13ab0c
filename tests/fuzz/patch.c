/* Instructions of a mod (changes.ini), planned on a small game with the sources that they can name; nothing is written.
 * import_changes. */
#include "core/file.h"
#include "patch/parts.h"

#include <reliquary/erf.h>
#include <reliquary/gff.h>
#include <reliquary/tlk.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char root[] = "/tmp/reliquary-fuzz-XXXXXX";
static struct rq_out creature, talk, module;
static struct mod_file files[8];
static size_t file_count;

static void demand(bool held, const char *what)
{
    if (held)
        return;
    fprintf(stderr, "patch: %s\n", what);
    abort();
}

static void give_text(const char *name, const char *text)
{
    files[file_count++] = (struct mod_file){name, {(const uint8_t *)text, strlen(text)}};
}

static void put(const char *name, struct rq_bytes bytes)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", root, name);
    *strrchr(path, '/') = 0;
    demand(rq_make_folder(path, NULL), "no folder");
    snprintf(path, sizeof path, "%s/%s", root, name);
    demand(rq_file_save(path, bytes, RQ_SAVE_NEW, NULL), "no file");
}

static void put_text(const char *name, const char *text)
{
    put(name, (struct rq_bytes){(const uint8_t *)text, strlen(text)});
}

static void make_creature(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, &err);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    static const float place[3] = {1, 2, 3};
    memcpy(gff->type, "UTC ", 4);
    rq_gff_add_string(doc, gff->root, "Tag", "old", &err);
    rq_gff_add_byte(doc, gff->root, "Small", 7, &err);
    rq_gff_add_dword(doc, gff->root, "Number", 7, &err);
    rq_gff_add_float(doc, gff->root, "Real", 1.0F, &err);
    rq_gff_add_resref(doc, gff->root, "Ref", "old", &err);
    rq_gff_add_vector(doc, gff->root, "Place", place, &err);
    rq_gff_add_locstring(doc, gff->root, "Name", UINT32_MAX, &err);
    rq_gff_add_list(doc, gff->root, "List", &err);
    rq_gff_add_struct(doc, gff->root, "List/-", 5, NULL, &err);
    demand(rq_doc_write(doc, &creature, &err), "no creature");
    rq_doc_free(doc);
}

static void make_talk(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("tlk"), NULL, &err);
    struct rq_tlk *tlk = rq_doc_root(doc, "tlk");
    static const char *const texts[] = {"one", "two"};
    struct rq_tlk_string strings[2] = {{.outside = false}, {.outside = false}};
    for (int i = 0; i < 2; i++) {
        strings[i].entry.flags = RQ_TLK_TEXT;
        strings[i].text = (struct rq_bytes){(const uint8_t *)texts[i], 3};
    }
    memcpy(tlk->version, "V3.0", 4);
    tlk->strings = strings;
    tlk->string_count = 2;
    demand(rq_doc_write(doc, &talk, &err), "no talk table");
    rq_doc_free(doc);
}

static void make_module(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("erf"), NULL, &err);
    struct rq_erf *erf = rq_doc_root(doc, "erf");
    memcpy(erf->header.type, "MOD ", 4);
    demand(rq_doc_put_entry(doc, "x.utc", rq_out_bytes(&creature), &err), "no entry");
    demand(rq_doc_write(doc, &module, &err), "no module");
    rq_doc_free(doc);
}

static void make_game(void)
{
    static uint8_t sounds[12 + 160] = "SSF V1.1\x0C";
    demand(mkdtemp(root) != NULL, "no folder");
    make_creature();
    make_talk();
    make_module();
    put("dialog.tlk", rq_out_bytes(&talk));
    put_text("swkotor.exe", "MZ");
    put_text("Override/x.2da", "2DA V2.0\n\n label num\n0 one 1\n1 two 5\n2 two ****\n");
    put("Override/x.utc", rq_out_bytes(&creature));
    put("Override/x.ssf", (struct rq_bytes){sounds, sizeof sounds});
    put_text("Override/x.ncs", "NCS V1.0B\0\0\0\x0D");
    put("modules/x.mod", rq_out_bytes(&module));
    files[file_count++] = (struct mod_file){"append.tlk", rq_out_bytes(&talk)};
    files[file_count++] = (struct mod_file){"y.utc", rq_out_bytes(&creature)};
    give_text("a.txt", "text");
    give_text("s.nss", "#include \"i\"\nvoid main() { int n = #2DAMEMORY1# + f(); }\n");
    give_text("i.nss", "int f() { return #StrRef0#; }\n");
    give_text("y.2da", "2DA V2.0\n\n label\n0 one\n");
}

/* Below the game: no part of the path is "..". */
static bool is_inside(const char *path)
{
    for (const char *at = path; at; at = strchr(at, '/') ? strchr(at, '/') + 1 : NULL)
        if (strncmp(at, "..", 2) == 0 && (!at[2] || at[2] == '/'))
            return false;
    return path[0] != '/';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rq_error err = {0};
    struct mod_memory memory = {
        .files = files, .instructions = {data, size}, .root = root, .game_number = 1};
    if (!file_count)
        make_game();
    memory.count = file_count;
    struct rq_patch *plan = mod_plan(&memory, &err);
    demand(plan || err.code == RQ_NO_MEMORY, "no plan");
    if (plan) {
        bool made, removed;
        const char *path;
        for (size_t i = 0; (path = rq_patch_file(plan, i, &made, &removed)); i++)
            demand(is_inside(path), "a path that leads out");
    }
    rq_patch_close(plan);
    return 0;
}
