/* What becomes of damaged files, of edited JSON, of values that are set and of converted files, held to
 * tests/contract/damage.txt: every message with its code, place and hint, every finding, fact,
 * difference and byte. hostile.c looks for crashes in such files; here nothing may change unseen.
 *
 * A line of damage.txt is the hash of all that was said about one sample, or about all files of a
 * format that are below $RQ_DEMO_DIR, how often something was made of it and how often it was refused,
 * and what was done with which sample. When that changed on purpose: RQ_BLESS=1 property_damage. RQ_SHOW=FOLDER writes what is hashed, a file for each line, to be
 * compared with what the program of another commit writes. */
#include "record.h"

/* ---- files of the demo ---- */

struct tally {
    uint64_t hash;
    size_t made, refused;
};

static void visit_file(struct record *r, const struct rq_found *found, struct tally *tally)
{
    struct rq_map map, second = {0};
    char path[512];
    if (!CHECK(rq_map_open(&map, found->path, NULL)))
        return;
    const struct rq_format *format = rq_format_detect(map.bytes, found->relative);
    size_t index = 0;
    while (index < rq_format_count() && rq_format_at(index) != format)
        index++;
    if (format) {
        const char *companion = rq_format_companion(format);
        snprintf(path, sizeof path, "%.*s%s", (int)(strlen(found->path) - 3), found->path,
                 companion ? companion : "");
        bool pair = companion && rq_map_open(&second, path, NULL);
        struct sample sample = {found->relative, format->info.name, map.bytes.data, map.bytes.size,
                                second.bytes};
        struct tally *t = &tally[index];
        r->said.hash = t->hash, r->made = t->made, r->refused = t->refused;
        said(&r->said, "---- %s", found->relative);
        visit_sample(r, &sample);
        *t = (struct tally){r->said.hash, r->made, r->refused};
        if (pair)
            rq_map_close(&second);
    }
    rq_map_close(&map);
}

static void visit_demo(struct record *r, const char *folder)
{
    struct rq_walk walk = {0};
    struct tally tally[64] = {0};
    REQUIRE(rq_format_count() <= 64);
    CHECK(rq_walk_add(&walk, folder, NULL));
    r->joined = true;
    r->share = 40;
    r->said.show = said_file("demo");
    for (size_t i = 0; i < walk.count; i++)
        if (walk.items[i].size && walk.items[i].size <= 65536)
            visit_file(r, &walk.items[i], tally);
    for (size_t i = 0; i < rq_format_count(); i++)
        if (tally[i].made + tally[i].refused)
            rq_putf(&r->lines, "%016llx %zu %zu demo: %s\n", (unsigned long long)tally[i].hash,
                    tally[i].made, tally[i].refused, rq_format_at(i)->info.name);
    if (r->said.show)
        fclose(r->said.show);
    rq_walk_free(&walk);
}

static void test_samples(void)
{
    struct record r = {.share = 1};
    const char *demo = getenv("RQ_DEMO_DIR");
    each_sample(visit_sample, &r);
    if (demo && rq_path_kind(demo, NULL) == RQ_PATH_FOLDER)
        visit_demo(&r, demo);
    else
        SKIP_PART("RQ_DEMO_DIR names no folder");
    said_compare("damage", &r.lines, is_packed);
    rq_out_free(&r.lines);
}

TESTS(test_samples)
