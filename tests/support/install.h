/* Small games, laid down by hand from the specifications of their archives. */
#ifndef TESTS_SUPPORT_INSTALL_H
#define TESTS_SUPPORT_INSTALL_H

#include "core/bytes.h"
#include "core/file.h"
#include "support/check.h"

#include <reliquary/game.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- archives of one resource, x.txt, with the content that is given ---- */

static inline void put_padded(struct rq_out *out, const char *text, size_t size)
{
    size_t n = strlen(text);
    rq_put(out, text, n);
    rq_put_zeros(out, size - n);
}

/* ERF V1.0 (also MOD): 160 bytes of header, a key of 24, a place of 8, the data. */
static inline void make_erf_of(struct rq_out *out, const char *resref, uint16_t type,
                               struct rq_bytes content)
{
    const uint32_t words[] = {0, 0, 1, 160, 160, 184, 103, 308, UINT32_MAX};
    rq_put(out, "ERF V1.0", 8);
    for (size_t i = 0; i < 9; i++)
        rq_put32(out, words[i]);
    rq_put_zeros(out, 116);
    put_padded(out, resref, 16);
    rq_put32(out, 0);
    rq_put16(out, type);
    rq_put16(out, 0);
    rq_put32(out, 192);
    rq_put32(out, (uint32_t)content.size);
    rq_put(out, content.data, content.size);
}

static inline void make_erf(struct rq_out *out, const char *content)
{
    make_erf_of(out, "x", 10, (struct rq_bytes){(const uint8_t *)content, strlen(content)});
}

/* RIM V1.0: 120 bytes of header, a key of 32, the data. */
static inline void make_rim(struct rq_out *out, const char *content)
{
    rq_put(out, "RIM V1.0", 8);
    rq_put32(out, 0);
    rq_put32(out, 1);
    rq_put32(out, 120);
    rq_put_zeros(out, 100);
    put_padded(out, "X", 16); /* names have no case */
    rq_put32(out, 10);
    rq_put32(out, 0);
    rq_put32(out, 152);
    rq_put32(out, (uint32_t)strlen(content));
    rq_put(out, content, strlen(content));
}

/* BIF V1 of one resource, and the KEY V1 that names it. */
static inline void make_bif(struct rq_out *out, const char *content)
{
    rq_put(out, "BIFFV1  ", 8);
    rq_put32(out, 1);
    rq_put32(out, 0);
    rq_put32(out, 20);
    rq_put32(out, 0);
    rq_put32(out, 36);
    rq_put32(out, (uint32_t)strlen(content));
    rq_put32(out, 10);
    rq_put(out, content, strlen(content));
}

static inline void make_key(struct rq_out *out, const char *content)
{
    static const char name[] = "data\\one.bif";
    const uint32_t words[] = {1, 1, 64, 64 + 12 + sizeof name, 103, 308};
    (void)content;
    rq_put(out, "KEY V1  ", 8);
    for (size_t i = 0; i < 6; i++)
        rq_put32(out, words[i]);
    rq_put_zeros(out, 32);
    rq_put32(out, 48);
    rq_put32(out, 76);
    rq_put16(out, sizeof name);
    rq_put16(out, 1);
    rq_put(out, name, sizeof name);
    put_padded(out, "x", 16);
    rq_put16(out, 10);
    rq_put32(out, 0);
}

static inline void make_loose(struct rq_out *out, const char *content)
{
    rq_put(out, content, strlen(content));
}

/* ---- files ---- */

struct place {
    const char *path;
    void (*make)(struct rq_out *out, const char *content);
};

static char root[512];

/* A file of the game. */
static inline bool put_bytes(const char *relative, struct rq_bytes bytes)
{
    struct rq_error err = {0};
    char folder[2048];
    char *path = rq_path_join(root, relative);
    snprintf(folder, sizeof folder, "%.*s", (int)(rq_path_base(path) - path), path);
    bool fine = rq_make_folder(folder, &err) && rq_file_save(path, bytes, RQ_SAVE_REPLACE, &err);
    CHECK_STR(err.text, "");
    free(path);
    return fine;
}

static inline bool put_text(const char *relative, const char *text)
{
    return put_bytes(relative, (struct rq_bytes){(const uint8_t *)text, strlen(text)});
}

/* With its own path as content. A BIF comes with its key. */
static inline bool put_place(const struct place *place)
{
    struct rq_out out = {0};
    place->make(&out, place->path);
    bool fine = put_bytes(place->path, rq_out_bytes(&out));
    rq_out_free(&out);
    if (place->make == make_bif)
        return fine && put_place(&(const struct place){"chitin.key", make_key});
    return fine;
}

static inline void clear(void)
{
    struct rq_walk walk = {0};
    struct rq_error err = {0};
    if (rq_path_kind(root, NULL) == RQ_PATH_FOLDER && rq_walk_add(&walk, root, &err))
        for (size_t i = 0; i < walk.count; i++)
            rq_remove_file(walk.items[i].path);
    rq_walk_free(&walk);
}

static inline void start(const char *name)
{
    snprintf(root, sizeof root, "%s", check_temp(name));
}

#endif
