/* What the room of mods refuses as a whole, with all of the error: code, place and both texts. None of them stands at a place
 * in a file: the offset is 0. */
#include "core/fs.h"
#include "support/install.h"
#include "support/refused.h"

#include <reliquary/gff.h>
#include <reliquary/merge.h>
#include <reliquary/patch.h>

static void begin(const char *name)
{
    snprintf(root, sizeof root, "%s/errors-%s", RQ_BUILD_DIR, name);
    rq_fs_remove(root);
    REQUIRE(rq_make_folder(root, NULL));
}

static const char *below(const char *name)
{
    return check_below(root, name);
}

static const char set_tag[] = "[GFFList]\nFile0=x.utc\n[x.utc]\nTag=t\n";

/* ---- opening ---- */

static void test_open(void)
{
    begin("open");
    REQUIRE(put_text("game/chitin.key", "x") && put_text("mod/tslpatchdata/changes.ini", set_tag) &&
            put_text("empty/a.txt", "x") && put_text("other/tslpatchdata/a.txt", "x") &&
            put_text("redguard/ABOUT.TXT", "1.0\r\n\r\nx\r\n"));
    const char *mod = below("mod"), *game = below("game"), *gone = below("gone");
    REFUSED(rq_patch_open(gone, game, NULL, &err), RQ_IO, gone, "there is no such folder");
    REFUSED(rq_patch_open(mod, gone, NULL, &err), RQ_IO, gone, "there is no such folder");
    REFUSED(rq_patch_open(below("empty/a.txt"), game, NULL, &err), RQ_IO, below("empty/a.txt"),
            "there is no such folder");
    REFUSED(rq_patch_open(mod, below("empty"), NULL, &err), RQ_IO, below("empty"),
            "is no game: it has no swkotor.exe, swkotor2.exe or chitin.key");
    REFUSED(rq_patch_open(below("empty"), game, NULL, &err), RQ_IO, below("empty"),
            "is no mod: it has no tslpatchdata with a changes.ini");
    REFUSED(rq_patch_open(below("other"), game, NULL, &err), RQ_IO, below("other"),
            "there is no changes.ini in its tslpatchdata");
    char *found = rq_path_full(below("mod/tslpatchdata")); /* as the system writes it */
    REQUIRE(found != NULL);
    REFUSED(rq_patch_open(mod, game, &(struct rq_patch_options){.choice = "1"}, &err), RQ_USAGE,
            found, "has no namespaces.ini with choices");
    free(found);
    put_text("mod/tslpatchdata/namespaces.ini", "[Namespaces]\na=one\n[one]\nName=First\n");
    REFUSED(rq_patch_open(mod, game, &(struct rq_patch_options){.choice = "2"}, &err), RQ_USAGE,
            "namespaces.ini", "offers no choice \"2\"");
    put_text("mod/tslpatchdata/namespaces.ini", "[Namespaces]\na=two\n[one]\nName=First\n");
    REFUSED(rq_patch_open(mod, game, NULL, &err), RQ_CORRUPT, "namespaces.ini",
            "has no [Namespaces] with a section that is there");
    rq_fs_remove(root);
}

static void test_commit(void)
{
    struct rq_error none = {0};
    begin("commit");
    REQUIRE(put_text("game/chitin.key", "x"));
    put_text("mod/tslpatchdata/changes.ini",
             "[Settings]\nWindowCaption=A mod\nRequired=gone.utc\n");
    struct rq_patch *patch = rq_patch_open(below("mod"), below("game"), NULL, &none);
    REQUIRE(patch && rq_patch_summary(patch)->stopped);
    REFUSED(rq_patch_commit(patch, &err), RQ_USAGE, "A mod",
            "can't be installed, see its messages");
    rq_patch_close(patch);
    rq_fs_remove(root);
}

/* ---- what is installed ---- */

static void put_creature(const char *path, int64_t number)
{
    struct rq_out out = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    REQUIRE(gff != NULL);
    memcpy(gff->type, "UTC ", 4);
    rq_gff_add_string(doc, gff->root, "Tag", "old", NULL);
    rq_gff_add_int(doc, gff->root, "Number", number, NULL);
    CHECK(rq_doc_write(doc, &out, NULL));
    put_bytes(path, rq_out_bytes(&out));
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void note_record(void *ctx, const struct rq_patch_record *record)
{
    rq_putf(ctx, "%s %s %zu;", record->id, record->title, record->files);
}

static bool install(const char *instructions)
{
    struct rq_error err = {0};
    put_text("mod/tslpatchdata/changes.ini", instructions);
    struct rq_patch *patch = rq_patch_open(below("mod"), below("game"), NULL, &err);
    bool fine = patch && rq_patch_commit(patch, &err);
    CHECK_STR(err.text, "");
    rq_patch_close(patch);
    return fine;
}

static void check_records(struct rq_out *out, const char *expected)
{
    rq_put8(out, 0);
    CHECK_STR((const char *)out->data, expected);
    rq_out_cut(out, 0);
}

static void test_undo(void)
{
    struct rq_out blockers = {0}, undone = {0};
    struct rq_error none = {0};
    begin("undo");
    REQUIRE(put_text("game/chitin.key", "x"));
    put_creature("game/override/x.utc", 1);
    const char *game = below("game");
#define UNDO(which) rq_patch_undo(game, which, true, note_record, note_record, &blockers, &err)
    REFUSED(UNDO(NULL), RQ_USAGE, game, "has no mod that could be undone");
    REFUSED(UNDO("first"), RQ_USAGE, game, "has no mod first that could be undone");
    REQUIRE(install("[Settings]\nWindowCaption=First\n[GFFList]\nFile0=x.utc\n[x.utc]\nTag=a\n"));
    REQUIRE(install("[Settings]\nWindowCaption=Second\n[GFFList]\nFile0=x.utc\n[x.utc]\nTag=b\n"));
    REQUIRE(install("[Settings]\nWindowCaption=Third\n[GFFList]\nFile0=x.utc\n[x.utc]\nTag=c\n"));
    CHECK(rq_patch_records(game, note_record, &undone, &none));
    check_records(&undone, "000001 First 1;000002 Second 1;000003 Third 1;");
    REFUSED(UNDO("fourth"), RQ_USAGE, game, "has no mod fourth that could be undone");
    CHECK_INT(blockers.size, 0);
    REFUSED(UNDO("FIRST"), RQ_USAGE, game,
            "what was installed later changed the same files: undo that first");
    check_records(&blockers, "000002 Second 1;000003 Third 1;");
    REFUSED(UNDO("000002"), RQ_USAGE, game,
            "what was installed later changed the same files: undo that first");
    check_records(&blockers, "000003 Third 1;");
    CHECK(rq_patch_undo(game, NULL, true, note_record, note_record, &undone, &none));
    check_records(&undone, "000003 Third 1;");
    REFUSED(rq_patch_records(below("gone"), note_record, &undone, &err), RQ_IO, below("gone"),
            "there is no such folder");
    REFUSED(rq_patch_undo(below("gone"), NULL, true, note_record, note_record, &undone, &err),
            RQ_IO, below("gone"), "there is no such folder");
#undef UNDO
    rq_out_free(&blockers);
    rq_out_free(&undone);
    rq_fs_remove(root);
}

/* ---- made and merged ---- */

static void test_create(void)
{
    struct rq_patch_made made;
    begin("create");
    REQUIRE(put_text("a/x.2da", "x") && put_text("b/x.2da", "y"));
    const char *a = below("a"), *b = below("b"), *gone = below("gone");
    REFUSED(rq_patch_create(gone, b, NULL, NULL, &made, &err), RQ_IO, gone,
            "there is no such file or folder");
    REFUSED(rq_patch_create(a, gone, NULL, NULL, &made, &err), RQ_IO, gone,
            "there is no such file or folder");
    REFUSED(rq_patch_create(a, below("b/x.2da"), NULL, NULL, &made, &err), RQ_USAGE,
            below("b/x.2da"), "both have to be files, or both folders");
    REFUSED(rq_patch_create(below("a/x.2da"), b, NULL, NULL, &made, &err), RQ_USAGE, b,
            "both have to be files, or both folders");
    REFUSED(rq_patch_create_redguard(gone, b, NULL, NULL, &made, &err), RQ_IO, gone,
            "there is no such folder");
    REFUSED(rq_patch_create_redguard(a, gone, NULL, NULL, &made, &err), RQ_IO, gone,
            "there is no such folder");
    CHECK_INT(made.changes + made.whole + made.missed + made.files, 0);
    rq_fs_remove(root);
}

/* SSF V1.1: a header of 12 bytes, then numbers. */
static void put_sounds(const char *path, uint32_t count, uint32_t first)
{
    uint8_t file[12 + 41 * 4] = "SSF V1.1";
    rq_set32(file + 8, 12);
    rq_set32(file + 12, first);
    put_bytes(path, (struct rq_bytes){file, 12 + (size_t)count * 4});
}

/* Fields F0, F1, ... in a GFF; the first has a value of its own. */
static void put_fields(const char *path, uint32_t count, uint8_t first)
{
    struct rq_out out = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    REQUIRE(gff != NULL);
    memcpy(gff->type, "UTC ", 4);
    for (uint32_t i = 0; i < count; i++) {
        char label[16];
        snprintf(label, sizeof label, "F%u", i);
        CHECK(rq_gff_add_byte(doc, gff->root, label, i ? 9 : first, NULL));
    }
    CHECK(rq_doc_write(doc, &out, NULL));
    put_bytes(path, rq_out_bytes(&out));
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void note_conflict(void *ctx, const struct rq_merge_conflict *c)
{
    rq_putf(ctx, "%s: %s, %s, %s;", c->path, c->base ? c->base : "-", c->a ? c->a : "-",
            c->b ? c->b : "-");
}

static void merges(size_t merged, const char *conflicts)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    struct rq_merged m;
    const struct rq_merge_options options = {.conflict = note_conflict, .ctx = &out};
    CHECK(rq_merge(below("a"), below("b"), below("c"), NULL, &options, &m, &err));
    CHECK_STR(err.text, "");
    CHECK_INT(m.merged, merged);
    rq_put8(&out, 0);
    CHECK_STR((const char *)out.data, conflicts);
    rq_out_free(&out);
}

/* What can't be merged by its values is a conflict as a whole, which says why. */
static void test_whole_conflicts(void)
{
    begin("conflicts");
    put_sounds("a/x.ssf", 40, 1);
    put_sounds("b/x.ssf", 40, 2);
    put_sounds("c/x.ssf", 41, 1);
    merges(0, "x.ssf: 172 bytes (x.ssf: has another number of sounds), 172 bytes, 176 bytes;");
    put_sounds("b/x.ssf", 41, 1);
    put_sounds("c/x.ssf", 40, 2);
    merges(0, "x.ssf: 172 bytes (x.ssf: has another number of sounds), 176 bytes, 172 bytes;");
    put_sounds("b/x.ssf", 40, 1);
    merges(0, "");
    rq_fs_remove(root);
}

/* 4096 fields of a struct are compared, more are not. The sizes: 56 bytes of header, 12 of the struct, for each field 12, its
 * label of 16 and its index of 4, which a single field has not. */
static void test_many_fields(void)
{
    begin("fields");
    put_fields("a/x.utc", 4096, 1);
    put_fields("b/x.utc", 1, 2);
    put_fields("c/x.utc", 1, 3);
    merges(1, "x.utc/F0: 1, 2, 3;");
    put_fields("a/x.utc", 4097, 1);
    merges(0,
           "x.utc: 131172 bytes (x.utc: a struct has more than 4096 fields), 96 bytes, 96 bytes;");
    put_fields("a/x.utc", 1, 1);
    put_fields("b/x.utc", 4097, 2);
    merges(0,
           "x.utc: 96 bytes (x.utc: a struct has more than 4096 fields), 131172 bytes, 96 bytes;");
    rq_fs_remove(root);
}

static bool merge(const char *base, const char *a, const char *b, struct rq_merged *merged,
                  struct rq_error *err)
{
    return rq_merge(below(base), below(a), below(b), NULL, NULL, merged, err);
}

static void test_merge(void)
{
    struct rq_merged m;
    begin("merge");
    REQUIRE(put_text("a/x.txt", "x") && put_text("b/x.txt", "x") && put_text("c/x.txt", "x"));
    REFUSED(merge("gone", "b", "c", &m, &err), RQ_IO, below("gone"),
            "there is no such file or folder");
    REFUSED(merge("a", "gone", "c", &m, &err), RQ_IO, below("gone"),
            "there is no such file or folder");
    REFUSED(merge("a", "b", "gone", &m, &err), RQ_IO, below("gone"),
            "there is no such file or folder");
    REFUSED(merge("a", "b", "c/x.txt", &m, &err), RQ_USAGE, below("a"),
            "all three have to be files, or all folders");
    REFUSED(merge("a/x.txt", "b", "c", &m, &err), RQ_USAGE, below("a/x.txt"),
            "all three have to be files, or all folders");
    REFUSED(merge("a/x.txt", "b/x.txt", "c", &m, &err), RQ_USAGE, below("a/x.txt"),
            "all three have to be files, or all folders");
    CHECK_INT(m.files + m.merged + m.conflicts, 0);
    rq_fs_remove(root);
}

TESTS(test_open, test_commit, test_undo, test_create, test_merge, test_whole_conflicts,
      test_many_fields)
