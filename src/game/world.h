/* A map of Redguard and its ground as one scene, and what a scene has no place for as JSON. */
#ifndef RQ_GAME_WORLD_H
#define RQ_GAME_WORLD_H

#include "core/json.h"
#include "formats/format.h"

#include <reliquary/engine.h>
#include <reliquary/rgm.h>
#include <reliquary/wld.h>

struct rq_world_parts {
    const char *name;         /* stem of the map: its own ROB is searched first */
    const struct rq_rgm *map; /* or NULL */
    const struct rq_wld *wld; /* or NULL */
    enum rq_codepage page;    /* of the map's text */
    bool no_markers;          /* leave out nodes that have nothing to show */
    struct rq_bytes extras;   /* of the scene: a JSON value, or empty */

    const struct rq_world *entry; /* of WORLD.INI: its light, sky and waves; or NULL */
    const struct rq_ini *items;   /* ITEM.INI; or NULL: nobody holds anything */
    int item; /* of it, that `actor` (NULL: every actor) holds; -1: what scripts say */
    const char *actor;
    bool has_hold; /* hold it here; else in the hand when it was asked for, at the hip when not */
    enum rq_attach_to hold;
};

/* Whether the game has such a scene for documents of the format: maps and grounds. */
bool rq_world_shows(const struct rq_format *format);

/* Nodes: "terrain", "water", "sky", "sun" and "sun disc"; B_000_NAME for objects, S000_NAME for static ones, R000_000_NAME for links
 * of ropes, F000_ for flats, L000 for lights, M000 for markers, numbered as in their sections.
 * Each model stands once in the scene, however often it is placed. */
bool rq_world_scene(const struct rq_world_parts *parts, const struct rq_view *view,
                    struct rq_scene *scene);

/* Members of an open object: an entry of WORLD.INI with its light, fog, sky, water, and the entries
 * of the same map. */
void rq_world_entry_json(struct rq_json *j, const struct rq_world *world, const struct rq_env *env);

/* Members of an open object, by SURFACE.INI: "ground", the textures of a WLD (or NULL) and what they
 * are to walk on; "surfaces", each with the sounds that are another one on it. */
void rq_world_surfaces_json(struct rq_json *j, const struct rq_wld *wld, const struct rq_env *env);

/* Appends a JSON object: the entry, the surfaces, actors with models, groups and decoded commands, extra data, attributes,
 * locations, hooks, collision volumes and a listing of the script; markers, walk maps. */
bool rq_world_json(const struct rq_world_parts *parts, const struct rq_env *env, struct rq_out *out,
                   struct rq_error *err);

#endif
