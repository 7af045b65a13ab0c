/* The structs of reliquary/blueprints.h, from the same tables as the header: it does not compile
 * against a header that lacks a member, or has one of another size. */
#include "blueprint/typed.h"

#include <stddef.h>

#define RQ_TYPED_C_TYPE(kind, c_type) typedef c_type c_type_of_##kind;
RQ_TYPED_KINDS(RQ_TYPED_C_TYPE)
#undef RQ_TYPED_C_TYPE

/* Each table stands in a function, so that FIELD can name the struct that it belongs to. */
#define SCHEMA(name, kind, path, also)                                                             \
    static const struct rq_typed_member *members_of_##name(void)                                   \
    {                                                                                              \
        typedef struct rq_##name self;                                                             \
        static const struct rq_typed_member members[] = {
#define MEMBER(member, kind, count)                                                                \
    {offsetof(self, member), offsetof(self, has.member), count,                                    \
     RQ_TYPED_##kind + 0 * sizeof(struct {                                                         \
                           _Static_assert(sizeof(((self *)0)->member) == sizeof(c_type_of_##kind), \
                                          #member);                                                \
                           char some;                                                              \
                       }),                                                                         \
     sizeof(c_type_of_##kind)},
#define FIELD(member, type, ...)   MEMBER(member, type, 0)
#define STRUCT(member, label, ...) MEMBER(member, STRUCT, 0)
#define LIST(member, label, ...)   MEMBER(member, LIST, offsetof(self, member##_count))
#define END(name)                                                                                  \
    {                                                                                              \
        0, 0, 0, 0, sizeof(self) != 0                                                              \
    }                                                                                              \
    }                                                                                              \
    ;                                                                                              \
    return members;                                                                                \
    }
#include "blueprint/fields.def"

#define SCHEMA(name, kind, path, also) {sizeof(struct rq_##name), members_of_##name},

/* In the order of rq_schema_at. */
static const struct {
    size_t size;
    const struct rq_typed_member *(*members)(void);
} structs[] = {
#include "blueprint/fields.def"
};

struct rq_typed_shape rq_typed_shape(const struct rq_schema *schema)
{
    size_t i = (size_t)(schema - rq_schema_at(0));
    /* The pointer to shared fields stands behind the header in all structs that have one. */
    return (struct rq_typed_shape){.schema = schema,
                                   .size = structs[i].size,
                                   .also = schema->also ? offsetof(struct rq_bic, utc) : 0,
                                   .members = structs[i].members()};
}

/* Of the fields with more than one type there are these four. */
static enum rq_typed_kind kind_of_several(uint32_t types)
{
    if (types & 1u << RQ_GFF_STRUCT)
        return RQ_TYPED_PARAMETER;
    if (types & 1u << RQ_GFF_STRING)
        return RQ_TYPED_CELL;
    return types & 1u << RQ_GFF_BYTE ? RQ_TYPED_INT_BYTE : RQ_TYPED_FLOAT_INT;
}

enum rq_typed_kind rq_typed_kind_of(const struct rq_field *field)
{
    static const struct {
        uint32_t types;
        enum rq_typed_kind kind;
    } kinds[] = {
#define SINGLE(name) {1u << RQ_GFF_##name, RQ_TYPED_##name}
        SINGLE(BYTE),   SINGLE(CHAR),    SINGLE(WORD),        SINGLE(SHORT),
        SINGLE(DWORD),  SINGLE(INT),     SINGLE(FLOAT),       SINGLE(STRING),
        SINGLE(RESREF), SINGLE(DWORD64), SINGLE(LOCSTRING),   SINGLE(VOID),
        SINGLE(STRUCT), SINGLE(LIST),    SINGLE(ORIENTATION), SINGLE(VECTOR),
#undef SINGLE
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i].types == field->types)
            return kinds[i].kind;
    return kind_of_several(field->types);
}

const struct rq_schema *rq_typed_root(struct rq_doc *doc, const char *kind, struct rq_error *err)
{
    const struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    const struct rq_schema *wanted = rq_schema_root(kind);
    char type[5] = "";
    if (gff)
        memcpy(type, gff->type, 4);
    if (gff && rq_schema_root(type) == wanted)
        return wanted;
    rq_fail(err, RQ_USAGE, 0, "gff", "a %s is needed, and this is %s%.4s", kind,
            gff ? "a GFF of the type " : "no GFF", type);
    return NULL;
}

/* ---- the public functions ---- */

#define TYPED(name, kind)                                                                          \
    bool rq_##name##_get(struct rq_doc *doc, struct rq_##name *name, struct rq_error *err)         \
    {                                                                                              \
        return rq_typed_get(doc, kind, name, err);                                                 \
    }                                                                                              \
    bool rq_##name##_put(struct rq_doc *doc, const struct rq_##name *name, struct rq_error *err)   \
    {                                                                                              \
        return rq_typed_put(doc, kind, name, err);                                                 \
    }

TYPED(are, "ARE")
TYPED(bic, "BIC")
TYPED(dlg, "DLG")
TYPED(fac, "FAC")
TYPED(git, "GIT")
TYPED(gui, "GUI")
TYPED(gvt, "GVT")
TYPED(ifo, "IFO")
TYPED(inv, "INV")
TYPED(itp, "ITP")
TYPED(jrl, "JRL")
TYPED(nfo, "NFO")
TYPED(pt, "PT")
TYPED(pth, "PTH")
TYPED(utc, "UTC")
TYPED(utd, "UTD")
TYPED(ute, "UTE")
TYPED(uti, "UTI")
TYPED(utm, "UTM")
TYPED(utp, "UTP")
TYPED(uts, "UTS")
TYPED(utt, "UTT")
TYPED(utw, "UTW")
