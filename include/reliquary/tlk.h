/* TLK: the talk table of KotOR, every text of the game by its number (StrRef). See
 * docs/formats/tlk.md.
 *
 *     struct rq_tlk_found found;
 *     if (rq_tlk_get(map.bytes, strref, &found)) use(found.text.data, found.text.size);
 */
#ifndef RELIQUARY_TLK_H
#define RELIQUARY_TLK_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_TLK_HEADER(F, A, T)                                                                     \
    A(T, text, type, 4, "TLK, blank padded", RQ_HIDDEN)                                            \
    A(T, text, version, 4, "V3.0; with any other an entry has no sound_length", RQ_HIDDEN)         \
    F(T, u32, language, "0 English to 5 Polish, 128 to 131 Asian; decides the code page")          \
    F(T, u32, string_count, "number of strings", RQ_DERIVED)                                       \
    F(T, u32, text_base, "where the texts start", RQ_POINTER)

RQ_RECORD_STRUCT(rq_tlk_header, RQ_TLK_HEADER, 20);

/* A hole is a number that no string has: the game's own tables have such entries, empty otherwise. */
enum { RQ_TLK_TEXT = 1, RQ_TLK_SOUND = 2, RQ_TLK_LENGTH = 4, RQ_TLK_HOLE = 0x8000 };

#define RQ_TLK_ENTRY(F, A, T)                                                                      \
    F(T, u32, flags, "1 has a text, 2 has a sound, 4 has a sound length; 0x8000 hole")             \
    A(T, text, sound, 16, "name of the sound, NUL padded")                                         \
    F(T, u32, volume_variance, "not used by the game", RQ_OPTIONAL)                                \
    F(T, u32, pitch_variance, "not used by the game", RQ_OPTIONAL)                                 \
    F(T, u32, text_offset, "of the text, from text_base", RQ_POINTER)                              \
    F(T, u32, text_size, "bytes of text, no NUL", RQ_DERIVED)                                      \
    F(T, f32, sound_length, "seconds; only in V3.0", RQ_HIDDEN)

RQ_RECORD_STRUCT(rq_tlk_entry, RQ_TLK_ENTRY, 40);

/* text_offset and text_size of the entry are as read: writing works them out from the text,
 * unless the entry has no text (flag 1 clear) and they point outside of the file: those are
 * kept as they are. */
struct rq_tlk_string {
    struct rq_tlk_entry entry;
    struct rq_bytes text;
    bool outside;
};

/* Texts stand behind the table without gaps, in the order of the strings. */
enum rq_tlk_layout {
    RQ_TLK_UNSETTLED,
    RQ_TLK_IN_ORDER,      /* an empty text has the place where it would stand */
    RQ_TLK_IN_ORDER_ZERO, /* an empty text has offset 0 */
    RQ_TLK_SHARED,        /* as in order, but of equal texts only the first is there */
    RQ_TLK_SHARED_ZERO,
    RQ_TLK_EXPLICIT, /* texts where they stood */
};

struct rq_tlk {
    char version[4]; /* V3.0; entries of any other have no sound_length */
    uint32_t language;
    size_t string_count;
    struct rq_tlk_string *strings; /* by StrRef */
    enum rq_tlk_layout layout;
    struct rq_tlk_places *places; /* of RQ_TLK_EXPLICIT */
};

/* What rq_tlk_get finds. The text is in the code page of the language, and empty when the
 * string has none (flag 1 clear). */
struct rq_tlk_found {
    struct rq_tlk_entry entry;
    struct rq_bytes text;
};

/* Looks one string up in a file, without reading the others: as the game does by the low 24 bits of
 * the number. False for -1, when the bytes are no talk table, when it has no such string, or when the
 * string's text is not in it. */
RQ_API bool rq_tlk_get(struct rq_bytes file, uint32_t strref, struct rq_tlk_found *found);

/* The code page of a talk table's texts; page is that of languages that have none of their own
 * (fan translations keep language 0). */
RQ_API enum rq_codepage rq_tlk_page(uint32_t language, enum rq_codepage page);

#ifdef __cplusplus
}
#endif

#endif
