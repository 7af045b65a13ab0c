/* SOUP: the scripts of Redguard, as text and at work. See docs/soup.md and docs/soup-vm.md.
 *
 *     struct rq_soup_names *names = rq_soup_names_new(def, &err);
 *     const struct rq_soup_how how = {.names = names, .style = RQ_SOUP_FLAT};
 *     rq_soup_texts(map, &how, save, ctx, NULL, &err);
 *     rq_soup_put(map, sources, count, &how, show, ctx, &out, &err);
 *     rq_soup_names_free(names);
 *
 *     struct rq_soup_machine *m = rq_soup_open_actor(map, actor, NULL, &err);
 *     if (m && rq_soup_take_world(m, json, &err))
 *         while (rq_soup_tick(m))
 *             if (rq_soup_ticks(m) == 500) break;
 *     rq_soup_put_world(m, &out, &err);
 *     rq_soup_close(m);
 */
#ifndef RELIQUARY_SOUP_H
#define RELIQUARY_SOUP_H

#include <reliquary/def.h>
#include <reliquary/rgm.h>
#include <reliquary/script.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- text ----------------------------------------------------------------------- */

/* What functions, flags, references, attributes and groups of animations are called. */
struct rq_soup_names;

/* The names of a SOUP386.DEF; NULL: those of functions and flags that the library knows. def is not
 * needed afterwards. NULL with err filled without memory. */
RQ_API struct rq_soup_names *rq_soup_names_new(const struct rq_def *def, struct rq_error *err);
RQ_API void rq_soup_names_free(struct rq_soup_names *names); /* names may be NULL */

/* What else a game knows of a number, for comments: appends it as UTF-8, or nothing. */
struct rq_soup_notes {
    void *ctx;
    void (*line)(void *ctx, const char key[5], struct rq_out *out); /* subtitle of a dialogue */
    void (*item)(void *ctx, int32_t number, struct rq_out *out);
    void (*map)(void *ctx, int32_t number, struct rq_out *out);
};

enum rq_soup_style {
    RQ_SOUP_FLAT,       /* one statement an instruction, with labels */
    RQ_SOUP_STRUCTURED, /* if, else, while and loop; labels where they are needed */
    RQ_SOUP_RMM,        /* the script text of redguard-mod-manager */
    RQ_SOUP_RGPRE,      /* the listing of rgpre; it can't be read back */
};

struct rq_soup_how {
    const struct rq_soup_names *names; /* NULL: those that the library knows */
    const struct rq_soup_notes *notes; /* or NULL */
    enum rq_soup_style style;
    const char *file;  /* name of the map, for the head of a text; or NULL */
    const char *actor; /* only this one, or all of that name; NULL: all */
};

/* The text of an actor. name is its name with "#2" behind that of the second of the same name; file
 * is the same as the name of a file, without extension: no two of a map are equal, whatever the case.
 * reason is not NULL when the style can't express the script: text is empty then. All are valid
 * during the call. False ends rq_soup_texts. */
typedef bool rq_soup_text_fn(void *ctx, const char *name, const char *file, struct rq_bytes text,
                             const char *reason);

/* Calls fn with the text of each actor of a map, in their order. Texts come back to the same bytes. Those
 * of RQ_SOUP_STRUCTURED and RQ_SOUP_RMM are read again to make sure: the first are printed flat when
 * they do not, the second are refused. *count (may be NULL) is the number of calls. False with err filled
 * when the document is no map, or without memory. */
RQ_API bool rq_soup_texts(struct rq_doc *map, const struct rq_soup_how *how, rq_soup_text_fn *fn,
                          void *ctx, size_t *count, struct rq_error *err);

/* The names of a game's SOUP386.DEF, and what its ENGLISH.RTX, ITEM.INI and WORLD.INI say of numbers. */
struct rq_soup_game {
    struct rq_soup_names *names;
    struct rq_soup_notes notes;
    struct rq_soup_files *files; /* that the notes are in */
};

struct rq_game;

/* Reads what there is of these files; names are those that the library knows where there is no
 * SOUP386.DEF. game must outlive it. False with err filled when a file is damaged, or without memory. */
RQ_API bool rq_soup_game_open(struct rq_soup_game *g, const struct rq_game *game,
                              struct rq_error *err);
RQ_API void rq_soup_game_close(struct rq_soup_game *g);

/* Appends the head of a text of redguard-mod-manager: the map (its file's name), and the numbers of its worlds. game may be
 * NULL. */
RQ_API void rq_soup_rmm_head(const struct rq_game *game, const char *map, struct rq_out *out);

/* A text, as it was read from a file. */
struct rq_soup_source {
    const char *file; /* its path, for problems */
    struct rq_bytes text;
};

/* Appends the file of a map with the actors of the texts in place of its own; what refers to something
 * that moved follows. Texts that say what the map has already give its own bytes. fn (may be NULL) is
 * told of everything that is wrong with the texts. False with err filled then, when a text names no
 * actor of the map or one that another named, or when the map can't take it. The style RQ_SOUP_RMM
 * reads that of redguard-mod-manager, any other ours. */
RQ_API bool rq_soup_put(struct rq_doc *map, const struct rq_soup_source *sources, size_t count,
                        const struct rq_soup_how *how, rq_script_problem_fn *fn, void *ctx,
                        struct rq_out *out, struct rq_error *err);

/* ---- machine ------------------------------------------------------------------
 *
 * One script with its variables, its two threads, and the small world that its functions act on.
 * Thread 0 starts at script_pc; where that is not 0, thread 1 starts at 0. A tick gives every thread
 * one instruction, thread 0 first, and then moves the tasks on by one. Every run is bounded by what
 * the caller asks for; the machine takes some MiB at most, whatever the script does. */

struct rq_soup_machine;

enum rq_soup_state {
    RQ_SOUP_RUNS,    /* also while it waits for a task */
    RQ_SOUP_ENDED,   /* End: thread.pc is where it would go on */
    RQ_SOUP_ENDINT,  /* Endint outside of thread 1 */
    RQ_SOUP_GUARDED, /* only what rq_soup_run says: it came to its limit */
    RQ_SOUP_FAULT,   /* thread.why says what the machine can't do */
};

struct rq_soup_thread {
    enum rq_soup_state state;
    uint32_t pc;     /* of the next instruction, from the start of the script */
    bool waits;      /* for a task */
    size_t depth;    /* Gosubs that have not returned */
    const char *why; /* "End", "division by zero" ...; "" while it runs */
};

/* How a function is called. */
enum rq_soup_dispatch {
    RQ_SOUP_AS_TASK,      /* the thread waits until it is done */
    RQ_SOUP_AS_MULTITASK, /* goes on beside the script */
    RQ_SOUP_AS_FUNCTION,  /* gives a value at once */
};

struct rq_soup_call {
    unsigned thread;
    uint32_t pc;
    enum rq_soup_dispatch dispatch;
    const char *object; /* "Me", "Player", "Camera", a name, "#12" by number; UTF-8 */
    unsigned function;
    const char *name;
    const int32_t *args;
    size_t count;
    int32_t value;
    uint32_t ticks; /* until it is done */
    bool recorded;  /* nothing was done: what the function means is not known */
    bool answered;  /* value or ticks come from "answers" of the world */
};

/* What the machine reports while it works; text is valid during the call. step comes after each
 * instruction, with the instruction and its values: "var2 = var2:6 + 1 -> 7". */
struct rq_soup_watch {
    void *ctx;
    void (*step)(void *ctx, unsigned thread, uint32_t pc, const char *text);
    void (*call)(void *ctx, const struct rq_soup_call *call);
};

struct rq_soup_options {
    const struct rq_alloc *alloc;
    const struct rq_def *def; /* SOUP386.DEF: names of references and attributes; or NULL */
    bool has_start;           /* start in place of the script's own */
    uint32_t start;           /* where thread 0 starts */
    const int32_t *locals;    /* in place of the first variables; at most 256 */
    size_t local_count;
};

/* A bare block of code, or the script of an actor with its strings, variables, attributes,
 * locations and the place of its first object. map and options->def must outlive the machine. NULL
 * when the code does not decode, or nothing starts where it should. */
RQ_API struct rq_soup_machine *rq_soup_open_code(struct rq_bytes code,
                                                 const struct rq_soup_options *options,
                                                 struct rq_error *err);
RQ_API struct rq_soup_machine *rq_soup_open_actor(const struct rq_rgm *map, size_t actor,
                                                  const struct rq_soup_options *options,
                                                  struct rq_error *err);
RQ_API void rq_soup_close(struct rq_soup_machine *machine);

/* NULL: nobody watches. The struct is copied. */
RQ_API void rq_soup_set_watch(struct rq_soup_machine *machine, const struct rq_soup_watch *watch);

/* Changes the world to what the JSON says and leaves the rest as it is; docs/soup-vm.md has the
 * form. After a failure only part of it may have been taken. */
RQ_API bool rq_soup_take_world(struct rq_soup_machine *machine, struct rq_bytes json,
                               struct rq_error *err);
/* Appends the whole world as JSON that rq_soup_take_world takes. */
RQ_API bool rq_soup_put_world(const struct rq_soup_machine *machine, struct rq_out *out,
                              struct rq_error *err);

/* Runs thread 0 alone until it stops, or for `most` instructions: RQ_SOUP_GUARDED, and a further
 * call goes on. Time that it waits for tasks passes at once. */
RQ_API enum rq_soup_state rq_soup_run(struct rq_soup_machine *machine, uint64_t most);

/* One tick; false when no thread was left to run, and nothing happened. */
RQ_API bool rq_soup_tick(struct rq_soup_machine *machine);

/* The next thread's part of a tick alone; -1 when none is left, else the thread, which may have
 * waited. */
RQ_API int rq_soup_step(struct rq_soup_machine *machine);

/* The thread that rq_soup_step takes next; -1: none. */
RQ_API int rq_soup_next(const struct rq_soup_machine *machine);

RQ_API size_t rq_soup_threads(const struct rq_soup_machine *machine); /* 1 or 2 */
RQ_API struct rq_soup_thread rq_soup_thread(const struct rq_soup_machine *machine, size_t thread);
/* Where the Gosub that is `level` below the innermost one returns to; false: there is none. */
RQ_API bool rq_soup_caller(const struct rq_soup_machine *machine, size_t thread, size_t level,
                           uint32_t *pc);
RQ_API bool rq_soup_is_start(const struct rq_soup_machine *machine, uint32_t pc);

RQ_API uint64_t rq_soup_steps_done(const struct rq_soup_machine *machine); /* instructions so far */
RQ_API uint64_t rq_soup_ticks(const struct rq_soup_machine *machine);
RQ_API int32_t *rq_soup_locals(struct rq_soup_machine *machine, size_t *count);
/* By number, 0 to 368; written: assigned since the machine was opened. False: no such flag. */
RQ_API bool rq_soup_get_flag(const struct rq_soup_machine *machine, unsigned flag, int32_t *value,
                             bool *written);
RQ_API bool rq_soup_set_flag(struct rq_soup_machine *machine, unsigned flag, int32_t value);

/* -1: no such name. NULL: no such number. */
RQ_API int rq_soup_flag_number(const char *name);
RQ_API const char *rq_soup_flag_name(unsigned flag);

/* What the machine does for a function, and who says that the game does so. */
struct rq_soup_function_info {
    const char *name;
    const char *kind;   /* "task", "multitask", "function" */
    unsigned params;    /* as SOUP386.DEF declares it */
    bool recorded;      /* calls are recorded and answered, nothing else */
    const char *source; /* "" : nobody says what it means */
};

/* 0 to 366; false beyond. */
RQ_API bool rq_soup_describe(unsigned function, struct rq_soup_function_info *info);

#ifdef __cplusplus
}
#endif

#endif
