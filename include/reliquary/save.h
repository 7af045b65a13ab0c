/* Saved games. A slot is a folder: of Redguard SAVEGAME.000 with a .SAV, the state of each map (.TSG) and the
 * logbook.
 *
 *     struct rq_error err = {0};
 *     struct rq_redguard_save *save = rq_redguard_save_open("SAVEGAME/SAVEGAME.000", &err);
 *     if (save) puts(save->title);
 *     rq_redguard_save_close(save);
 *
 * Nothing is changed on disk by what only reads. Pointers must not be NULL, except for err.
 */
#ifndef RELIQUARY_SAVE_H
#define RELIQUARY_SAVE_H

#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- finding slots ---------------------------------------------------------------- */

struct rq_slots;

/* All folders below a path, or the path itself, that hold a saved game, sorted by name. NULL with err filled
 * when the path can't be read. No slots is no error. */
RQ_API struct rq_slots *rq_slots_open(const char *path, struct rq_error *err);
RQ_API void rq_slots_close(struct rq_slots *slots); /* slots may be NULL */
RQ_API size_t rq_slots_count(const struct rq_slots *slots);
/* The folder, as given and what is below it; NULL beyond the last. And whose: "redguard" or "kotor". */
RQ_API const char *rq_slots_path(const struct rq_slots *slots, size_t index);
RQ_API const char *rq_slots_family(const struct rq_slots *slots, size_t index);

/* ---- Redguard --------------------------------------------------------------------- */

struct rq_redguard_save {
    const char
        *title; /* what the menu shows, UTF-8; "" when the .SAV has none that is understood */
    const char *version;
    bool understood;     /* the .SAV begins with an SVGM chunk of the known shape */
    uint32_t world;      /* number in WORLD.INI */
    const char *picture; /* name of a bitmap */
    size_t map_count;
    const char *const *maps; /* whose state is kept: "ISLAND", sorted */
    const char *logbook;     /* LOGBOOK.TXT as UTF-8; "" when there is none */
};

/* NULL with err filled when the folder has no .SAV, or one that can't be read. */
RQ_API struct rq_redguard_save *rq_redguard_save_open(const char *folder, struct rq_error *err);
RQ_API void rq_redguard_save_close(struct rq_redguard_save *save); /* save may be NULL */

#ifdef __cplusplus
}
#endif

#endif
