/* Documents described once: which members an object has in JSON, and where each stands in its
 * struct. From one table come the JSON of a document and the way back.
 *
 *     static const struct rq_member members[] = {
 *         {RQ_RECORD(rq_lip, header, rq_lip_header_rec)},
 *         {RQ_LIST("keys", rq_lip, keys, key_count, key_shape)},
 *         {RQ_MEMBER("trailing", rq_lip, trailing, BYTES)},
 *     };
 *     const struct rq_shape shape = {RQ_SHAPE("lip", rq_lip, RQ_IN_LINES, members)};
 *
 * Members come out in the order of the table and are taken in any order. What JSON leaves out is
 * as in a new document, or zero where the writer leaves zero out.
 */
#ifndef RQ_CORE_SHAPE_H
#define RQ_CORE_SHAPE_H

#include "core/json.h"
#include "core/record.h"

struct rq_shape;

/* What a description is applied with; hooks get it. */
struct rq_shaper {
    void *doc;             /* struct rq_doc, for hooks of formats */
    enum rq_codepage page; /* of text that has none of its own */
    struct rq_json *j;     /* while JSON is written, */
    struct rq_jr *jr;      /* while it is read */
    struct rq_error *err;
    const struct rq_member *member; /* that a hook, `only` or `when` is called for */
    void *outer;  /* the struct that holds the list of the element at hand; NULL: no list */
    size_t index; /* of that element */
    size_t room;  /* what hooks may still spend on documents inside of this one, in bytes */
};

/* How a member stands in its struct, and what it is in JSON. */
enum rq_member_kind {
    RQ_AS_RECORD, /* rec: the fields of a record are members of this object themselves */
    RQ_AS_PICKED, /* the same for those that have a bit in the unsigned at count_at */
    RQ_AS_INLINE, /* shape: the members of a struct in the struct, likewise */
    RQ_AS_BEHIND, /* shape: of a struct behind a pointer, likewise; NULL has no members */
    RQ_AS_VALUE,  /* value: a number of that kind */
    RQ_AS_SIZE,   /* uint64_t that fits 32 bits: a place or size in the file */
    RQ_AS_STRREF, /* uint32_t: a number of the talk table, -1 for none */
    RQ_AS_INDEX,  /* uint32_t: left out when it is the element's place in its list */
    RQ_AS_BOOL,   /* bool */
    RQ_AS_NOT,    /* bool that JSON states the other way round: no_end as "end": false */
    RQ_AS_CHOICE, /* names, count: a bool, number or enum by name; an empty name is no choice */
    RQ_AS_BYTES,  /* struct rq_bytes as base64, left out when empty, or as flag or `when` say */
    RQ_AS_TEXT,   /* struct rq_bytes as text of the code page */
    RQ_AS_ZTEXT,  /* the same for text that NUL ends in the file, and so can't hold one */
    RQ_AS_FIXED,  /* `count` letters in the struct, zero padded, as text of the code page */
    RQ_AS_STRING, /* const char *, UTF-8; NULL is left out */
    RQ_AS_PART,   /* shape: a struct in the struct */
    RQ_AS_BRANCH, /* shape: a pointer to a struct, left out when NULL */
    RQ_AS_LIST,   /* shape: a pointer to `count_at` elements, on one line when row is true */
    RQ_AS_ARRAY,  /* shape: `count` elements in the struct; as many in JSON */
    RQ_AS_BLOCK,  /* shape: a pointer to `count` elements, left out when NULL; as many in JSON */
    RQ_AS_VALUES, /* value: a pointer to `count_at` numbers, on one line */
    RQ_AS_VECTOR, /* value: `count` numbers in the struct, on one line; as many in JSON */
    RQ_AS_HOOK,   /* put, take */
};

struct rq_member {
    const char *name;
    size_t at;         /* offset in the struct */
    size_t count_at;   /* offset of the number of elements, */
    size_t count_size; /* and its size: 1, 2, 4 or 8 bytes; of a choice that of the field */
    size_t count;
    const struct rq_shape *shape;
    const struct rq_rec *rec;
    const char *const *names;
    size_t flag_at;
    size_t tag_at;
    enum rq_member_kind kind;
    enum rq_kind value;
    enum rq_codepage page; /* RQ_CP_DEFAULT: the document's */
    int tag;         /* of a union: the enum at tag_at has this value, which is not 0; see RQ_TAG */
    bool optional;   /* left out when 0, false or an empty list */
    bool required;   /* an object without it is refused */
    bool first;      /* of the first member: an object that starts with another is refused */
    bool row;        /* of a list: its elements stand on one line */
    bool outer;      /* stands in s->outer instead: what of it belongs to this element */
    bool flagged;    /* the bool at flag_at says whether it is there */
    const void *arg; /* for hooks that several formats share: what differs */

    /* The member belongs to some objects only, by what came before it (a tag): for others it does
     * not exist, in neither direction. */
    bool (*only)(const struct rq_shaper *s, const void *object);
    /* Writing leaves it out when this says so; reading takes it always. */
    bool (*when)(const struct rq_shaper *s, const void *object);
    /* RQ_AS_HOOK. put writes key and value, or nothing; NULL: it is only taken. take reads the
     * value, and reports errors to s->jr; NULL: it is only written. */
    bool (*put)(struct rq_shaper *s, const void *object);
    void (*take)(struct rq_shaper *s, void *object);
};

enum rq_shape_style {
    RQ_IN_LINES, /* an object, a member a line */
    RQ_IN_ROW,   /* an object on one line */
    RQ_AS_TUPLE, /* an array on one line: the values in the order of the table, without keys */
    RQ_AS_ITEM,  /* the value of the one member, without key or brackets */
};

struct rq_shape {
    const char *name; /* of one such thing, for messages */
    size_t size;      /* of the struct */
    enum rq_shape_style style;
    const struct rq_member *members;
    size_t count;
    /* Sets what is not zero in a new object, before members are taken. */
    void (*start)(struct rq_shaper *s, void *object);
    /* Looks at an object whose members have been taken; reports errors to s->jr. */
    void (*finish)(struct rq_shaper *s, void *object);

    /* Where JSON says other things than the struct does (flags for what is there, one of two
     * fields), the members, start and finish are of another struct, the form: filled from the
     * object before it is written, and put back into it, which starts as zeros, after it was
     * taken. form_size is 0 for others, and RQ_FORM_SIZE at most. fill returns false after an
     * error that it put into s->err; put_back reports errors to s->jr. Not of the document. */
    size_t form_size;
    bool (*fill)(struct rq_shaper *s, const void *object, void *form);
    void (*put_back)(struct rq_shaper *s, void *form, void *object);
};

enum { RQ_FORM_SIZE = 256 };

/* Rows of the tables: {RQ_VALUE("unused", rq_erf_resource, key.unused, u16), .optional = true}. f
 * is the field of struct T, number the field with the count of its elements. */
#define RQ_RECORD(T, f, table) .kind = RQ_AS_RECORD, .at = offsetof(struct T, f), .rec = &(table)
/* The struct is the record. */
#define RQ_FIELDS(table) .kind = RQ_AS_RECORD, .rec = &(table)
#define RQ_PICKED(T, f, bits, table)                                                               \
    .kind = RQ_AS_PICKED, .at = offsetof(struct T, f), .rec = &(table),                            \
    .count_at = offsetof(struct T, bits)
#define RQ_INLINE(T, f, s)       .kind = RQ_AS_INLINE, .at = offsetof(struct T, f), .shape = &(s)
#define RQ_BEHIND(T, f, s)       .kind = RQ_AS_BEHIND, .at = offsetof(struct T, f), .shape = &(s)
#define RQ_MEMBER(key, T, f, as) .name = key, .kind = RQ_AS_##as, .at = offsetof(struct T, f)
#define RQ_VALUE(key, T, f, k)   RQ_MEMBER(key, T, f, VALUE), .value = RQ_KIND_##k
#define RQ_PART(key, T, f, s)    RQ_MEMBER(key, T, f, PART), .shape = &(s)
#define RQ_BRANCH(key, T, f, s)  RQ_MEMBER(key, T, f, BRANCH), .shape = &(s)
#define RQ_COUNTED(T, number)                                                                      \
    .count_at = offsetof(struct T, number), .count_size = sizeof(((struct T *)0)->number)
#define RQ_LIST(key, T, f, number, s)                                                              \
    RQ_MEMBER(key, T, f, LIST), RQ_COUNTED(T, number), .shape = &(s)
#define RQ_VALUES(key, T, f, number, k)                                                            \
    RQ_MEMBER(key, T, f, VALUES), RQ_COUNTED(T, number), .value = RQ_KIND_##k
#define RQ_VECTOR(key, T, f, k)                                                                    \
    RQ_MEMBER(key, T, f, VECTOR),                                                                  \
        .value = RQ_KIND_##k, .count = sizeof(((struct T *)0)->f) / sizeof(((struct T *)0)->f[0])
#define RQ_ARRAY(key, T, f, s)                                                                     \
    RQ_MEMBER(key, T, f, ARRAY),                                                                   \
        .shape = &(s), .count = sizeof(((struct T *)0)->f) / sizeof(((struct T *)0)->f[0])
#define RQ_BLOCK(key, T, f, s, n) RQ_MEMBER(key, T, f, BLOCK), .shape = &(s), .count = (n)
#define RQ_FIXED(key, T, f)       RQ_MEMBER(key, T, f, FIXED), .count = sizeof(((struct T *)0)->f)
#define RQ_CHOICE(key, T, f, table)                                                                \
    RQ_MEMBER(key, T, f, CHOICE), .names = table, .count = sizeof(table) / sizeof(table)[0],       \
                                  .count_size = sizeof(((struct T *)0)->f)
#define RQ_HOOK(key, putter, taker) .name = key, .kind = RQ_AS_HOOK, .put = putter, .take = taker

/* Goes with any row: the bool `there` of struct T says whether the object has the member. */
#define RQ_IF(T, there) .flagged = true, .flag_at = offsetof(struct T, there)
/* Goes with any row: the member belongs to objects whose enum f is `is`. While an object is read
 * its enum is 0 until such a member comes; whether it may come then, `only` says. */
#define RQ_TAG(T, f, is) .tag = (is), .tag_at = offsetof(struct T, f)
/* Goes with a shape: its members are those of struct T, made of the object by filler. A struct
 * that is too large divides by zero, which does not compile. */
#define RQ_FORM(T, filler, taker)                                                                  \
    .form_size = sizeof(struct T) / (sizeof(struct T) <= RQ_FORM_SIZE), .fill = filler,            \
    .put_back = taker

/* struct rq_shape x = {RQ_SHAPE("key", rq_lip_key, RQ_AS_TUPLE, key_members), .finish = ...}; */
#define RQ_SHAPE(what, T, how, table)                                                              \
    .name = what, .size = sizeof(struct T), .style = how, .members = table,                        \
    .count = sizeof(table) / sizeof(table)[0]

/* For `when`: a member that is only taken, because another writes it; and bytes that are written
 * also when there are none. */
bool rq_member_never(const struct rq_shaper *s, const void *object);
bool rq_member_always(const struct rq_shaper *s, const void *object);

/* An element of a list of struct rq_bytes. */
extern const struct rq_shape rq_bytes_shape;

/* The members of the object that is open (as keys, or as elements of a tuple). False when a hook
 * failed: it has said why in s->err. */
bool rq_shape_put(struct rq_shaper *s, const struct rq_shape *shape, const void *object);

/* Takes members until the object that is open ends. object holds what members that are left out
 * are to have, see above. False: s->jr has the error. */
bool rq_shape_take(struct rq_shaper *s, const struct rq_shape *shape, void *object);

/* The same with the brackets: one whole value. */
bool rq_shape_put_value(struct rq_shaper *s, const struct rq_shape *shape, const void *object);
bool rq_shape_take_value(struct rq_shaper *s, const struct rq_shape *shape, void *object);

#endif
