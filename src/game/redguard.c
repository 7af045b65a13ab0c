#include "game/redguard.h"

#include <stdio.h>

struct rq_doc *rq_redguard_read(const struct rq_env *env, const char *name, const char *format,
                                const struct rq_alloc *alloc)
{
    struct rq_error ignored = {0};
    struct rq_bytes bytes;
    struct rq_options options = {
        .name = name, .format = rq_format_by_name(format), .alloc = alloc, .env = env};
    if (!env || !env->get(env->ctx, name, &bytes))
        return NULL;
    return rq_doc_read(bytes, &options, &ignored);
}

bool rq_redguard_world(const struct rq_env *env, int number, const char *file,
                       struct rq_world *world)
{
    struct rq_doc *doc = rq_redguard_read(env, "WORLD.INI", "ini", NULL);
    const struct rq_ini *ini = doc ? doc->root : NULL;
    if (ini && number < 0 && file)
        number = rq_world_of_file(ini, file);
    bool found = ini && number >= 0 && rq_world_read(ini, number, world);
    rq_doc_free(doc);
    return found;
}

/* ---- models ---- */

struct rq_models_rob {
    struct rq_models_rob *next;
    const char *name;
    struct rq_doc *doc; /* NULL: it could not be read */
};

void rq_model_name(const char *name, size_t size, char plain[RQ_MODEL_NAME])
{
    size_t n = 0;
    for (size_t i = 0; i < size && name[i] && name[i] != '.'; i++) {
        char c = name[i];
        if (c == '\\' || c == '/')
            n = 0;
        else if (n + 1 < RQ_MODEL_NAME)
            plain[n++] = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    }
    while (n && plain[n - 1] == ' ')
        n--;
    plain[n] = 0;
}

static struct rq_models_rob *open_rob(struct rq_models *models, const char *name)
{
    for (struct rq_models_rob *rob = models->robs; rob; rob = rob->next)
        if (rq_casecmp(rob->name, name) == 0)
            return rob;
    struct rq_models_rob *rob = rq_arena_get(models->arena, 1, sizeof *rob);
    char *kept = rq_arena_text(models->arena, name, strlen(name));
    if (!rob || !kept)
        return NULL;
    rob->name = kept;
    rob->doc = rq_redguard_read(models->env, name, "rob", models->arena->alloc);
    rob->next = models->robs;
    models->robs = rob;
    return rob;
}

static bool segment_fits(const struct rq_rob_segment *segment, const char *name)
{
    char plain[RQ_MODEL_NAME];
    rq_model_name(segment->header.name, sizeof segment->header.name, plain);
    /* Names of segments have eight letters at most. */
    return segment->data.size && strncmp(plain, name, sizeof segment->header.name) == 0 && plain[0];
}

static bool find_segment(const struct rq_models *models, const struct rq_models_rob *rob,
                         const char *name, struct rq_models_found *found)
{
    const struct rq_rob *root = rob && rob->doc ? rob->doc->root : NULL;
    for (size_t i = 0; root && i < root->segment_count; i++) {
        const struct rq_rob_segment *segment = &root->segments[i];
        if (!segment_fits(segment, name))
            continue;
        struct rq_error ignored = {0};
        struct rq_options options = {.format = rq_format_by_name("model3d"),
                                     .alloc = models->arena->alloc};
        found->doc = rq_doc_read(segment->data, &options, &ignored);
        found->source = rob->name;
        found->segment = &segment->header;
        return found->doc != NULL;
    }
    return false;
}

/* Every ROB of the environment; its order of names makes the answer the same every time. */
static void open_all(struct rq_models *models)
{
    const struct rq_env *env = models->env;
    const char *name;
    for (size_t i = 0; env->name && (name = env->name(env->ctx, i)); i++)
        if (rq_glob("*.ROB", name))
            open_rob(models, name);
    models->all_open = true;
}

static bool find_in_robs(struct rq_models *models, const char *name, struct rq_models_found *found)
{
    char own[RQ_MODEL_NAME + 8];
    snprintf(own, sizeof own, "%s.ROB", models->map ? models->map : "");
    if (models->map && find_segment(models, open_rob(models, own), name, found))
        return true;
    if (!models->all_open)
        open_all(models);
    for (const struct rq_models_rob *rob = models->robs; rob; rob = rob->next)
        if (find_segment(models, rob, name, found))
            return true;
    return false;
}

static bool find_file(const struct rq_models *models, const char *name, size_t letters,
                      struct rq_models_found *found)
{
    static const char *const extensions[] = {"3DC", "3D"};
    for (size_t i = 0; i < 2; i++) {
        char file[RQ_MODEL_NAME + 8];
        snprintf(file, sizeof file, "%.*s.%s", (int)letters, name, extensions[i]);
        found->doc = rq_redguard_read(models->env, file, "model3d", models->arena->alloc);
        if (found->doc) {
            found->source = rq_arena_text(models->arena, file, strlen(file));
            return true;
        }
    }
    return false;
}

struct rq_models_found rq_models_find(struct rq_models *models, const char *name, size_t size)
{
    struct rq_models_found found = {0};
    char plain[RQ_MODEL_NAME];
    rq_model_name(name, size, plain);
    if (!plain[0] || !models->env)
        return found;
    /* A name of more than eight letters can only be a file cut off at eight: DOS had no more. */
    bool is_there = find_file(models, plain, RQ_MODEL_NAME, &found) ||
                    (strlen(plain) > 8 && find_file(models, plain, 8, &found)) ||
                    find_in_robs(models, plain, &found);
    if (is_there)
        found.model = found.doc->root;
    return found;
}

void rq_models_close(struct rq_models *models)
{
    for (struct rq_models_rob *rob = models->robs; rob; rob = rob->next)
        rq_doc_free(rob->doc);
    models->robs = NULL;
}

/* ---- actors ---- */

void rq_object_model(const struct rq_rgm *map, const struct rq_rgm_object *object,
                     char name[RQ_MODEL_NAME])
{
    rq_model_name(object->model, sizeof object->model, name);
    if (name[0])
        return;
    long actor = rq_rgm_actor_find(map, object->script, sizeof object->script);
    size_t count = 0;
    const struct rq_rgm_model *models =
        actor < 0 ? NULL : rq_rgm_actor_raan(map, (size_t)actor, &count);
    if (models && count)
        rq_model_name((const char *)models[0].path.data, models[0].path.size, name);
    if (!name[0])
        rq_model_name(object->script, sizeof object->script, name);
}

unsigned rq_actor_skin(const struct rq_rgm *map, size_t actor)
{
    const struct rq_rgm_actor *head = rq_rgm_actor(map, actor);
    const struct rq_rgm_extra *extra = rq_rgm_actor_raex(map, actor);
    if (head && head->texture_id > 0)
        return (unsigned)head->texture_id;
    return extra && extra->texture_id < 1000 ? extra->texture_id : 0;
}
