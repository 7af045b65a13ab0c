/* ask_studio: requests to the service of the studio. The input is text, a request a line: G or P, the path with its query, and
 * behind a tab the body. They are asked of a small game in a temporary folder, made anew for each input. Whatever they are, the
 * service answers without a fault of its own, and nothing is written but in the game and in the folder of state. */
#include "core/file.h"
#include "core/fs.h"
#include "core/sum.h"
#include "service/service.h"
#include "support/install.h"

#include <reliquary/blueprint.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_REQUESTS = 24 };

static char around[256], game[300], state[300];
static struct rq_out creature;

static void demand(bool held, const char *what, const char *why)
{
    if (held)
        return;
    fprintf(stderr, "studio: %s (%s)\n", what, why);
    abort();
}

/* ---- the game ---- */

static void save(const char *folder, const char *name, struct rq_bytes bytes)
{
    char path[700];
    struct rq_error err = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    demand(rq_make_folder(folder, &err) && rq_file_save(path, bytes, RQ_SAVE_REPLACE, &err), path,
           err.text);
}

static void save_text(const char *folder, const char *name, const char *text)
{
    save(folder, name, (struct rq_bytes){(const uint8_t *)text, strlen(text)});
}

static void make_game(void)
{
    static const char table[] = "2DA V2.0\n\nlabel name\n0 Harbour 1\n1 Quay 2\n";
    char override[400], modules[400];
    struct rq_out module = {0};
    snprintf(override, sizeof override, "%s/override", game);
    snprintf(modules, sizeof modules, "%s/modules", game);
    rq_fs_remove(game);
    rq_fs_remove(state);
    save_text(game, "swkotor.exe", "");
    save(override, "guard.utc", rq_out_bytes(&creature));
    save_text(override, "places.2da", table);
    save_text(override, "note.txi", "blending additive\n");
    make_erf_of(&module, "keeper", 2027, rq_out_bytes(&creature));
    save(modules, "m.mod", rq_out_bytes(&module));
    rq_out_free(&module);
}

static void clean_up(void)
{
    rq_fs_remove(around);
    rq_out_free(&creature);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    struct rq_error err = {0};
    const char *memory = rq_path_kind("/dev/shm", NULL) == RQ_PATH_FOLDER ? "/dev/shm" : "/tmp";
    struct rq_doc *doc =
        rq_blueprint_new("utc", &(struct rq_blueprint_options){.name = "guard"}, &err);
    (void)argc, (void)argv;
    demand(doc && rq_doc_write(doc, &creature, &err), "no creature", err.text);
    rq_doc_free(doc);
    snprintf(around, sizeof around, "%s/reliquary-fuzz-%ld", memory, (long)getpid());
    snprintf(game, sizeof game, "%s/game", around);
    snprintf(state, sizeof state, "%s/state", around);
    rq_fs_remove(around);
    save_text(around, "outside.utc", "mine");
    atexit(clean_up);
    return 0;
}

/* Names and bytes of all that is in neither folder. */
static uint64_t sum_outside(void)
{
    struct rq_walk walk = {0};
    uint64_t sum = 0;
    demand(rq_walk_add(&walk, around, NULL), "the folder can't be read", around);
    for (size_t i = 0; i < walk.count; i++) {
        const char *name = walk.items[i].relative;
        struct rq_map map;
        if (strncmp(name, "game/", 5) == 0 || strncmp(name, "state/", 6) == 0)
            continue;
        sum = rq_sum(sum, name, strlen(name));
        if (!rq_map_open(&map, walk.items[i].path, NULL))
            continue;
        sum = rq_sum(sum, map.bytes.data, map.bytes.size);
        rq_map_close(&map);
    }
    rq_walk_free(&walk);
    return sum;
}

/* ---- requests ---- */

/* The sum that the last plan gave, in place of "@" in a query: so that some applies succeed. */
static char plan[24];

static void keep_plan(const struct rq_response *response)
{
    static const char start[] = "{\"sum\":\"";
    size_t size = sizeof start - 1;
    if (response->body.size > size + 16 && memcmp(response->body.data, start, size) == 0)
        snprintf(plan, sizeof plan, "%.16s", (const char *)response->body.data + size);
}

static void ask(struct rq_service *service, struct rq_bytes line)
{
    struct rq_out path = {0}, query = {0};
    const uint8_t *tab = memchr(line.data, '\t', line.size);
    size_t head = tab ? (size_t)(tab - line.data) : line.size;
    struct rq_out *to = &path;
    for (size_t i = 1; i < head; i++) {
        if (line.data[i] == '?' && to == &path)
            to = &query;
        else if (line.data[i] == '@' && to == &query)
            rq_put_str(to, plan);
        else
            rq_put8(to, line.data[i]);
    }
    rq_put8(&path, 0);
    rq_put8(&query, 0);
    struct rq_request request = {
        line.data[0] == 'P' ? RQ_POST : RQ_GET,
        (const char *)path.data,
        (const char *)query.data,
        {line.data + head + (tab != NULL), line.size - head - (tab != NULL)}};
    struct rq_response response = {0};
    /* It would give out folders of the machine, and games in them could be opened. */
    if (strcmp(request.path, "/api/places") != 0) {
        rq_service_answer(service, &request, &response);
        demand(response.status >= 200 && response.status < 500, "a fault of the service",
               request.path);
        keep_plan(&response);
        rq_response_free(&response);
    }
    rq_out_free(&path);
    rq_out_free(&query);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rq_error err = {0};
    make_game();
    snprintf(plan, sizeof plan, "0");
    uint64_t before = sum_outside();
    struct rq_service *service =
        rq_service_open(&(struct rq_service_options){.state = state}, &err);
    demand(service && rq_service_open_game(service, game, &err) == 1, "the game", err.text);
    for (size_t at = 0, count = 0; at < size && count < MOST_REQUESTS; count++) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t line = end ? (size_t)(end - data) - at : size - at;
        if (line)
            ask(service, (struct rq_bytes){data + at, line});
        at += line + 1;
    }
    rq_service_close(service);
    demand(sum_outside() == before, "something was written outside", around);
    return 0;
}
