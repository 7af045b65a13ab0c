/* studio: the local server and the user's browser at it. */
#include "core/text.h"
#include "tool.h"

#if defined(RQ_HAVE_STUDIO)

#include "demo/demo.h"
#include "server/server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static struct rq_server *running; /* for the handler of signals */

static void stop(int signal)
{
    (void)signal;
    rq_server_stop(running); /* NOLINT(bugprone-signal-handler,cert-sig30-c): sets a sig_atomic_t */
}

static void quit(void *ctx)
{
    (void)ctx;
    rq_server_stop(running);
}

static bool make_demo(const char *folder, struct rq_error *err)
{
    struct demo d = {.root = folder, .scale = 1, .mode = RQ_SAVE_REPLACE};
    if (demo_redguard(&d, 0) && demo_kotor(&d, 0) && demo_broken(&d))
        return true;
    *err = d.err;
    return false;
}

/* Where journals are kept: --state, or where the system wants such things. NULL without a home. */
static char *state_folder(const struct args *args)
{
#if defined(_WIN32)
    static const char *const homes[][2] = {{"LOCALAPPDATA", "Reliquary"}};
#else
    static const char *const homes[][2] = {{"XDG_STATE_HOME", "reliquary"},
                                           {"HOME", ".local/state/reliquary"}};
#endif
    if (given(args, OPT_state))
        return need_text("%s", args->values[OPT_state]);
    for (size_t i = 0; i < sizeof homes / sizeof homes[0]; i++) {
        char *home = rq_environment(homes[i][0]);
        char *folder = home ? need_path(home, homes[i][1]) : NULL;
        free(home);
        if (folder)
            return folder;
    }
    return NULL;
}

/* Opens what the command line names, in the address too: the page shows it first. */
static int open_first(const struct args *args, struct rq_service *service, unsigned *game)
{
    struct rq_error err = {0};
    *game = args->count ? rq_service_open_game(service, args->paths[0], &err) : 0;
    return !args->count || *game ? 0 : report(args->paths[0], &err, EXIT_UNREADABLE);
}

static int serve(const struct args *args, struct rq_service *service)
{
    struct rq_error err = {0};
    unsigned game;
    struct rq_server_options options = {.assets = args->values[OPT_assets]};
    if (given(args, OPT_port))
        options.port = (unsigned)strtoul(args->values[OPT_port], NULL, 10);
    int code = open_first(args, service, &game);
    if (code)
        return code;
    running = rq_server_open(service, &options, &err);
    if (!running)
        return report("studio", &err, EXIT_UNREADABLE);
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    char address[160];
    snprintf(address, sizeof address, game ? "%s&game=%u" : "%s", rq_server_address(running), game);
    bool shown = !given(args, OPT_no_browser) && rq_browser_open(address);
    printf("%s\n", address);
    fflush(stdout);
    if (!given(args, OPT_quiet))
        complain("the studio %s; Ctrl+C ends it",
                 shown ? "is open in your browser" : "waits for a browser at this address");
    rq_server_wait(running);
    /* A second signal ends the program at once: there is no server any more that the handler could stop. */
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    rq_server_close(running);
    return EXIT_FINE;
}

int run_studio(const struct args *args)
{
    struct rq_error err = {0};
    char *state = state_folder(args);
    if (!state) {
        complain("there is no home folder for the journal of edits; --state DIR names one");
        return EXIT_USAGE;
    }
    struct rq_service_options options = {.state = state, .make_demo = make_demo, .quit = quit};
    struct rq_service *service = rq_service_open(&options, &err);
    int code = service ? serve(args, service) : report(state, &err, EXIT_UNWRITTEN);
    rq_service_close(service);
    free(state);
    return code;
}

#else

int run_studio(const struct args *args)
{
    (void)args;
    complain(
        "this program was built without libmicrohttpd and has no studio; reliquary --version tells what it "
        "was built with");
    return EXIT_USAGE;
}

#endif
