/* Gives a creature of KotOR one more level of its last class, and a feat:
 *
 *     level_up IN.utc FEAT OUT.utc
 *
 * The fields have their names, as in `reliquary fields UTC`. */
#include <reliquary/blueprints.h>
#include <reliquary/reliquary.h>
#include <stdio.h>
#include <stdlib.h>

/* The feats that it has, and one more behind them. */
static bool add_feat(struct rq_utc *utc, uint16_t feat, struct rq_utc_FeatList **feats)
{
    uint32_t count = utc->FeatList_count;
    *feats = calloc((size_t)count + 1, sizeof **feats);
    if (!*feats)
        return false;
    for (uint32_t i = 0; i < count; i++)
        (*feats)[i] = utc->FeatList[i];
    (*feats)[count].Feat = feat;
    (*feats)[count].has.Feat = true;
    utc->FeatList = *feats;
    utc->FeatList_count = count + 1;
    utc->has.FeatList = true;
    return true;
}

static bool level_up(struct rq_doc *doc, uint16_t feat, struct rq_error *err)
{
    struct rq_utc utc;
    struct rq_utc_FeatList *feats = NULL;
    if (!rq_utc_get(doc, &utc, err))
        return false;
    if (utc.ClassList_count)
        utc.ClassList[utc.ClassList_count - 1].ClassLevel++;
    bool fine = add_feat(&utc, feat, &feats) && rq_utc_put(doc, &utc, err);
    free(feats);
    return fine;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: level_up IN.utc FEAT OUT.utc\n");
        return 2;
    }
    struct rq_error err = {0};
    struct rq_map map = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = NULL;
    if (rq_map_open(&map, argv[1], &err))
        doc = rq_doc_read(map.bytes, NULL, &err);
    if (doc && level_up(doc, (uint16_t)strtoul(argv[2], NULL, 10), &err) &&
        rq_doc_write(doc, &out, &err))
        rq_file_save(argv[3], (struct rq_bytes){out.data, out.size}, RQ_SAVE_REPLACE, &err);
    if (err.code)
        fprintf(stderr, "%s: %s: %s\n", argv[1], err.where, err.text);
    rq_out_free(&out);
    rq_doc_free(doc);
    rq_map_close(&map);
    return err.code ? 1 : 0;
}
