/* NDB: what a debugger needs to know of a compiled script of KotOR. See docs/nwscript-debug.md.
 *
 *     struct rq_ndb *ndb = rq_ndb_open(text, &err);
 *     for (size_t i = 0; ndb && i < ndb->line_count; i++)
 *         printf("%s:%u\n", ndb->files[ndb->lines[i].file], ndb->lines[i].line);
 *     rq_ndb_close(ndb);
 *
 * All offsets are of the NCS file, its head included; an end is the first byte behind.
 */
#ifndef RELIQUARY_NDB_H
#define RELIQUARY_NDB_H

#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* kind: 'i' int, 'f' float, 's' string, 'o' object, 'v' void, 'e' a structure of the engine, 't' a struct, '?'
 * anything else. */
struct rq_ndb_type {
    char kind;
    uint32_t number; /* of 'e' and 't' */
};

struct rq_ndb_field {
    struct rq_ndb_type type;
    const char *name;
};

/* A vector is the struct of that name, with x, y and z. Fields have structs of smaller numbers. */
struct rq_ndb_struct {
    const char *name;
    struct rq_ndb_field *fields;
    uint32_t field_count;
    uint32_t size; /* bytes on the stack */
};

/* "#loader" calls the rest; "#globals" makes the global variables. */
struct rq_ndb_function {
    uint32_t start, end; /* 0xFFFFFFFF: it has no code */
    struct rq_ndb_type type;
    const char *name;
    struct rq_ndb_type *params;
    uint32_t param_count;
};

/* A variable whose range begins inside of #globals is global, wherever it ends. */
struct rq_ndb_variable {
    uint32_t start, end;
    uint32_t
        place; /* bytes above the base of its function: the value that it returns, parameters from the last to
                       the first, variables */
    struct rq_ndb_type type;
    const char *name; /* "#retval": what the function returns */
};

struct rq_ndb_line {
    uint32_t file, line; /* line 1 is the first */
    uint32_t start, end;
};

struct rq_ndb {
    const char **files; /* names without path and extension; the script itself first */
    struct rq_ndb_struct *structs;
    struct rq_ndb_function *functions;
    struct rq_ndb_variable *variables;
    struct rq_ndb_line *lines;
    uint32_t file_count, struct_count, function_count, variable_count, line_count;
};

/* Reads the text of an NDB file. NULL with err filled: it is none, or says something else than it has. */
RQ_API struct rq_ndb *rq_ndb_open(struct rq_bytes text, struct rq_error *err);
RQ_API void rq_ndb_close(struct rq_ndb *ndb); /* of rq_ndb_open; may be NULL */

/* Appends the file. */
RQ_API void rq_ndb_put(const struct rq_ndb *ndb, struct rq_out *out);

/* Bytes of a value on the stack. */
RQ_API uint32_t rq_ndb_size(const struct rq_ndb *ndb, struct rq_ndb_type type);
/* The function, or the line, of an instruction; NULL: none. */
RQ_API const struct rq_ndb_function *rq_ndb_function_at(const struct rq_ndb *ndb, uint32_t offset);
RQ_API const struct rq_ndb_line *rq_ndb_line_at(const struct rq_ndb *ndb, uint32_t offset);
RQ_API const struct rq_ndb_function *rq_ndb_function_named(const struct rq_ndb *ndb,
                                                           const char *name);
/* Whether the variable is one of the script as a whole. */
RQ_API bool rq_ndb_is_global(const struct rq_ndb *ndb, const struct rq_ndb_variable *variable);

#ifdef __cplusplus
}
#endif

#endif
