/* An installation of Redguard, seen through an environment: which model, map, ground and palette
 * a name means. */
#ifndef RQ_GAME_REDGUARD_H
#define RQ_GAME_REDGUARD_H

#include "formats/format.h"

#include <reliquary/engine.h>
#include <reliquary/model3d.h>
#include <reliquary/rgm.h>
#include <reliquary/rob.h>

/* The entry of WORLD.INI: by number, or (number -1) the first one with a file of this name. False
 * when there is no WORLD.INI or no such entry. */
bool rq_redguard_world(const struct rq_env *env, int number, const char *file,
                       struct rq_world *world);

/* Reads a file of the environment as a format; NULL when it is not there or can't be read. */
struct rq_doc *rq_redguard_read(const struct rq_env *env, const char *name, const char *format,
                                const struct rq_alloc *alloc);

/* Models by name, for one map. Remembers the ROBs that it has opened. */
struct rq_models {
    const struct rq_env *env;
    struct rq_arena *arena;
    const char *map; /* stem: its own ROB is searched first */
    struct rq_models_rob *robs;
    bool all_open; /* every ROB there is has been opened */
};

struct rq_models_found {
    struct rq_doc *doc; /* to be freed by the caller; NULL: no such model */
    const struct rq_model3d *model;
    const char *source;                          /* "fxart file" name or ROB that it is from */
    const struct rq_rob_segment_header *segment; /* when it is from a ROB; else NULL */
};

/* A name as in a record (up to size bytes or a NUL) in upper case, without folder and extension,
 * which may be cut off: "stone.3" is STONE. */
enum { RQ_MODEL_NAME = 64 };
void rq_model_name(const char *name, size_t size, char plain[RQ_MODEL_NAME]);

/* A .3DC file, then a .3D, then a segment of a ROB. */
struct rq_models_found rq_models_find(struct rq_models *models, const char *name, size_t size);
void rq_models_close(struct rq_models *models);

/* The name of an object's model: its own, or the first that its actor has, or its script's. In
 * name, as rq_model_name has it. */
void rq_object_model(const struct rq_rgm *map, const struct rq_rgm_object *object,
                     char name[RQ_MODEL_NAME]);

/* The bank that replaces the textures of an actor's model: that of RAHD, else that of RAEX; 0:
 * none. */
unsigned rq_actor_skin(const struct rq_rgm *map, size_t actor);

#endif
