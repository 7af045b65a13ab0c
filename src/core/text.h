/* Code pages: UTF-8 outside, the original bytes inside, without loss.
 *
 * Single-byte pages are bijections on all 256 bytes: bytes that a page leaves undefined
 * map to U+0080..U+009F of the same value where that is free (as WHATWG has it for
 * windows-1252), else to U+F700 + byte. In multi-byte pages (932, 936, 949, 950) a byte
 * that does not decode, or whose character would encode to other bytes, becomes
 * U+F700 + byte. Encoding turns all of these back.
 */
#ifndef RQ_CORE_TEXT_H
#define RQ_CORE_TEXT_H

#include "core/bytes.h"

/* Reads one code point; returns its length, 0 for broken UTF-8. */
size_t rq_utf8_get(const uint8_t *p, size_t size, uint32_t *code);
size_t rq_utf8_put(uint8_t *p, uint32_t code);

/* Makes a line that may hold bytes of a file fit for a terminal and for JSON: '?' in place
 * of each control character and of each byte that is not UTF-8. */
void rq_text_clean(char *text);

/* ASCII only, as the games compare names. */
int rq_casecmp(const char *a, const char *b);
char rq_lower(char c);

/* How many letters have to be put in, taken out or changed to make one name of the other; ASCII case
 * is ignored. More than RQ_NEAR is far, and not counted further. */
enum { RQ_NEAR = 2 };
size_t rq_distance(const char *a, size_t a_size, const char *b, size_t b_size);

/* Glob with * and ?, ignoring ASCII case; ? is one letter of UTF-8. */
bool rq_glob(const char *pattern, const char *text);

/* The first byte that is no blank and no part of a byte order mark; 0: there is none. */
uint8_t rq_text_first(struct rq_bytes text);

/* True when word is one of the blank-separated words of list. */
bool rq_word_in(const char *list, const char *word, size_t size);

#endif
