/* The engine behind the record tables of reliquary/record.h. */
#ifndef RQ_CORE_RECORD_H
#define RQ_CORE_RECORD_H

#include "core/bytes.h"
#include "core/json.h"
#include "core/text.h"

bool rq_rec_read(struct rq_cur *c, const struct rq_rec *rec, void *record);
void rq_rec_write(struct rq_out *out, const struct rq_rec *rec, const void *record);

/* count records that stand one after another, each of struct_size bytes in memory; in one move
 * where file and memory look the same. */
bool rq_recs_read(struct rq_cur *c, const struct rq_rec *rec, size_t struct_size, size_t count,
                  void *records);
void rq_recs_write(struct rq_out *out, const struct rq_rec *rec, size_t struct_size, size_t count,
                   const void *records);

/* Tells the dump of a record that was read by hand. */
void rq_rec_note(struct rq_cur *c, const struct rq_rec *rec, const uint8_t *at);

/* The fields as members of the object that is open. A bytes, text or optional field that is all
 * zero is left out, and so is one that is marked as derived, pointer or hidden.
 * What follows the NUL of a text that is not zero (memory of the program that wrote it) is a member
 * of its own, NAME_rest. */
void rq_rec_json(struct rq_json *j, const struct rq_rec *rec, const void *record,
                 enum rq_codepage page);

/* The fields that have a bit in picked, whatever they are marked as: for records whose derived
 * fields can have other values, which have to stay. */
void rq_rec_json_picked(struct rq_json *j, const struct rq_rec *rec, const void *record,
                        enum rq_codepage page, uint64_t picked);
/* Those that are marked as derived or pointer instead, for layouts that keep them; and back, true
 * when it was taken. */
void rq_rec_words_json(struct rq_json *j, const struct rq_rec *rec, const void *record,
                       enum rq_codepage page);
bool rq_rec_take_word(struct rq_jr *jr, const struct rq_rec *rec, void *record,
                      enum rq_codepage page, struct rq_str key);

/* Sets to zero what rq_rec_json leaves out when it is zero. */
void rq_rec_clear(const struct rq_rec *rec, void *record);

/* One value of a kind in memory, and its bytes there. */
size_t rq_kind_size(enum rq_kind kind);
void rq_kind_json(struct rq_json *j, enum rq_kind kind, const void *value);
void rq_kind_take(struct rq_jr *jr, enum rq_kind kind, void *value);

/* Takes the member `key` if the record has such a field, and it is one of those that
 * rq_rec_json prints: true when it was taken. The value errors go to the reader. */
bool rq_rec_take(struct rq_jr *jr, const struct rq_rec *rec, void *record, enum rq_codepage page,
                 struct rq_str key);

/* The same for any field: its number, or -1. */
int rq_rec_take_any(struct rq_jr *jr, const struct rq_rec *rec, void *record, enum rq_codepage page,
                    struct rq_str key);

#endif
