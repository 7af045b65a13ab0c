/* RGM: a map of Redguard with its actors and their scripts. See docs/formats/rgm.md.
 *
 *     struct rq_rgm *map = rq_doc_root(doc, "rgm");
 *     const struct rq_rgm_section *s = rq_rgm_section(map, RQ_RGM_MPOB);
 *     for (size_t i = 0; s && i < s->count; i++)
 *         use(s->objects[i].model, s->objects[i].pos[0] / 256.0);
 *
 *     size_t n;
 *     const struct rq_rgm_group *groups = rq_rgm_actor_groups(map, actor, &n);
 *
 * Sections stand in file order and hold flat arrays. What of them belongs to an actor is
 * said by offsets in its RAHD record: the functions at the end look that up.
 */
#ifndef RELIQUARY_RGM_H
#define RELIQUARY_RGM_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- records of fixed size ---------------------------------------------------- */

/* RAHD: one for each actor (script). Offsets count bytes from the start of the section. */
#define RQ_RGM_ACTOR(F, A, T)                                                                      \
    F(T, x32, unknown_00, "the game keeps a pointer here")                                         \
    A(T, text, name, 9, "of the script, MPOB refers to it")                                        \
    F(T, i32, instances, "objects of MPOB with this script")                                       \
    F(T, i32, unknown_11, "the game counts instances here")                                        \
    F(T, u32, ranm_length, "bytes of the name in RANM, with its NUL", RQ_DERIVED)                  \
    F(T, u32, ranm_offset, "in RANM", RQ_POINTER)                                                  \
    F(T, u32, raat_offset, "in RAAT", RQ_POINTER)                                                  \
    F(T, u32, raan_count, "models in RAAN", RQ_DERIVED)                                            \
    F(T, u32, raan_length, "bytes of them", RQ_DERIVED)                                            \
    F(T, u32, raan_offset, "in RAAN", RQ_POINTER)                                                  \
    F(T, u32, ragr_max_group, "highest group of animations")                                       \
    F(T, u32, ragr_offset, "in RAGR", RQ_POINTER)                                                  \
    F(T, u32, unknown_35, "0")                                                                     \
    F(T, u32, unknown_39, "0")                                                                     \
    F(T, u32, rafs_index, "record of RAFS", RQ_POINTER)                                            \
    F(T, u32, rasb_count, "strings of the script", RQ_DERIVED)                                     \
    F(T, u32, rasb_length, "bytes of their offsets, or 0")                                         \
    F(T, u32, rasb_offset, "in RASB", RQ_POINTER)                                                  \
    F(T, u32, rasc_length, "bytes of the script", RQ_DERIVED)                                      \
    F(T, u32, rasc_offset, "in RASC", RQ_POINTER)                                                  \
    F(T, u32, script_pc, "where thread 0 starts, from the start of the script", RQ_POINTER)        \
    F(T, u32, rahk_length, "bytes of hooks", RQ_DERIVED)                                           \
    F(T, u32, rahk_offset, "in RAHK", RQ_POINTER)                                                  \
    F(T, u32, ralc_count, "locations", RQ_DERIVED)                                                 \
    F(T, u32, ralc_length, "bytes of them", RQ_DERIVED)                                            \
    F(T, u32, ralc_offset, "in RALC", RQ_POINTER)                                                  \
    F(T, u32, raex_length, "bytes of extra data", RQ_DERIVED)                                      \
    F(T, u32, raex_offset, "in RAEX", RQ_POINTER)                                                  \
    F(T, u32, rava_count, "variables of one instance", RQ_DERIVED)                                 \
    F(T, u32, rava_length, "bytes of variables", RQ_DERIVED)                                       \
    F(T, u32, rava_offset, "in RAVA", RQ_POINTER)                                                  \
    F(T, u32, unknown_81, "rava_offset of an instance, in memory")                                 \
    F(T, u32, frame_count, "not certain")                                                          \
    F(T, i32, mpsz_normal, "record of MPSZ, -1: none", RQ_POINTER)                                 \
    F(T, i32, mpsz_combat, "the same, in combat", RQ_POINTER)                                      \
    F(T, i32, mpsz_dead, "the same, when dead", RQ_POINTER)                                        \
    F(T, i16, unknown_95, "")                                                                      \
    F(T, i16, unknown_97, "-1 or a value of RAEX")                                                 \
    F(T, i16, unknown_99, "-1")                                                                    \
    F(T, i16, texture_id, "bank that replaces the model's, or 0")                                  \
    F(T, i32, ravc_offset, "in RAVC, -1: none", RQ_POINTER)                                        \
    F(T, i32, ravc_count, "spheres in RAVC", RQ_DERIVED)

/* RAFS: not decoded. */
#define RQ_RGM_SPHERE(F, A, T) A(T, u8, data, 11, "of a sphere")

/* RALC: distances from the object's place. */
#define RQ_RGM_LOCATION(F, A, T) A(T, i32, offset, 3, "x, y, z")

/* RAEX: names from the game's console. */
#define RQ_RGM_EXTRA(F, A, T)                                                                      \
    A(T, i16, grip, 2, "vertices of the hand")                                                     \
    A(T, i16, scabbard, 2, "vertices of the hip")                                                  \
    F(T, i16, anim_frame, "as frame_count of RAHD")                                                \
    F(T, u16, texture_id, "bank that replaces the model's")                                        \
    F(T, i16, v_vertex, "")                                                                        \
    F(T, i16, v_size, "")                                                                          \
    F(T, i16, taunt_id, "first taunt")                                                             \
    F(T, i16, unknown_12, "")                                                                      \
    F(T, i16, unknown_14, "as unknown_97 of RAHD")                                                 \
    F(T, i16, unknown_16, "")                                                                      \
    F(T, i16, range_min, "of combat, 256 units")                                                   \
    F(T, i16, range_ideal, "of combat")                                                            \
    F(T, i16, range_max, "of combat")

/* RAAT: one byte for each attribute of SOUP386.DEF. */
#define RQ_RGM_ATTRIBUTES(F, A, T) A(T, u8, values, 256, "by number of the attribute")

/* RAVC: a sphere around a vertex. */
#define RQ_RGM_COLLISION(F, A, T)                                                                  \
    A(T, i8, offset, 3, "x, y, z")                                                                 \
    F(T, u16, vertex, "of the model")                                                              \
    F(T, u32, radius, "")

/* MPOB: an object with a script. */
#define RQ_RGM_OBJECT(F, A, T)                                                                     \
    F(T, u32, id, "")                                                                              \
    F(T, u8, type, "1 model, 2 audio, 3 flat, 4 light object, 5 sound, 6 light")                   \
    F(T, u8, active, "")                                                                           \
    A(T, text, script, 9, "name of a RAHD record")                                                 \
    A(T, text, model, 9, "or nothing: the first of the actor's RAAN")                              \
    F(T, u8, is_static, "")                                                                        \
    F(T, u8, unknown_19, "")                                                                       \
    A(T, i32, pos, 3, "x, y, z, 24.8 fixed point")                                                 \
    A(T, u32, angle, 3, "x, y, z, 2048 to a turn")                                                 \
    F(T, u16, texture, "bank << 7 | image")                                                        \
    F(T, i16, intensity, "of a light")                                                             \
    F(T, i16, radius, "of a light")                                                                \
    F(T, i16, model_id, "")                                                                        \
    F(T, i16, world_id, "")                                                                        \
    A(T, i16, rgb, 3, "of a light")

/* MPRP: a rope. */
#define RQ_RGM_ROPE(F, A, T)                                                                       \
    F(T, u32, id, "")                                                                              \
    A(T, i32, pos, 3, "of its upper end, 24.8 fixed point")                                        \
    F(T, i32, angle_y, "")                                                                         \
    F(T, i32, type, "")                                                                            \
    F(T, i32, swing, "")                                                                           \
    F(T, i32, speed, "")                                                                           \
    F(T, i16, length, "links")                                                                     \
    A(T, text, static_model, 9, "at its lower end, or nothing")                                    \
    A(T, text, rope_model, 9, "a link")                                                            \
    A(T, i32, unknown_34, 7, "")

/* MPSO: an object that never moves. */
#define RQ_RGM_STATIC(F, A, T)                                                                     \
    F(T, u32, id, "")                                                                              \
    A(T, text, model, 12, "")                                                                      \
    A(T, i32, pos, 3, "x, y, z, whole units")                                                      \
    A(T, i32, matrix, 9, "rotation by rows, 4.28 fixed point")                                     \
    A(T, u8, unknown_40, 2, "0")

/* MPSL: a light. */
#define RQ_RGM_LIGHT(F, A, T)                                                                      \
    F(T, u32, id, "the top byte looks like a pointer of the editor")                               \
    F(T, i32, world_id, "of WORLD.INI")                                                            \
    A(T, i32, pos, 3, "x, y, z, whole units")                                                      \
    F(T, i16, radius, "")                                                                          \
    F(T, i16, intensity, "")                                                                       \
    A(T, i16, rgb, 3, "")                                                                          \
    A(T, u8, channels, 8, "0 to 7, or zeros")                                                      \
    A(T, u8, unknown_26, 4, "0")

/* MPSF: a flat picture. */
#define RQ_RGM_FLAT(F, A, T)                                                                       \
    F(T, u32, id, "")                                                                              \
    F(T, i32, unknown_04, "")                                                                      \
    A(T, i32, pos, 3, "x, y, z, whole units")                                                      \
    F(T, u16, texture, "bank << 7 | image")                                                        \
    F(T, i16, unknown_16, "")

/* MPMK: a marker. */
#define RQ_RGM_MARKER(F, A, T)                                                                     \
    A(T, i32, pos, 3, "x, y, z, whole units")                                                      \
    F(T, u8, flag, "")

/* MPSZ: the box around a model; total = negative + positive. */
#define RQ_RGM_BOX(F, A, T)                                                                        \
    A(T, i32, total, 3, "x, y, z")                                                                 \
    A(T, i32, center, 3, "")                                                                       \
    A(T, i32, negative, 3, "")                                                                     \
    A(T, i32, positive, 3, "")                                                                     \
    F(T, u8, flag, "")

/* WDNM: maps of nodes that actors walk between. */
#define RQ_RGM_WALK(F, A, T)                                                                       \
    F(T, u32, length, "bytes of the map", RQ_DERIVED)                                              \
    F(T, u32, node_count, "nodes of the map", RQ_DERIVED)                                          \
    F(T, u32, node_count_dup, "node_count again")                                                  \
    A(T, i32, pos, 3, "x, y, z, whole units")                                                      \
    F(T, u32, radius, "")

#define RQ_RGM_NODE(F, A, T)                                                                       \
    F(T, u32, length, "bytes of the node", RQ_DERIVED)                                             \
    F(T, u16, x, "")                                                                               \
    F(T, i16, y, "")                                                                               \
    F(T, u16, z, "")                                                                               \
    F(T, u8, unknown_0a, "")                                                                       \
    F(T, u8, route_count, "routes of the node", RQ_DERIVED)

#define RQ_RGM_ROUTE(F, A, T)                                                                      \
    F(T, u16, target, "node of the same map")                                                      \
    F(T, u16, cost, "")

RQ_RECORD_STRUCT(rq_rgm_actor, RQ_RGM_ACTOR, 165);
RQ_RECORD_STRUCT(rq_rgm_sphere, RQ_RGM_SPHERE, 11);
RQ_RECORD_STRUCT(rq_rgm_location, RQ_RGM_LOCATION, 12);
RQ_RECORD_STRUCT(rq_rgm_extra, RQ_RGM_EXTRA, 30);
RQ_RECORD_STRUCT(rq_rgm_attributes, RQ_RGM_ATTRIBUTES, 256);
RQ_RECORD_STRUCT(rq_rgm_collision, RQ_RGM_COLLISION, 9);
RQ_RECORD_STRUCT(rq_rgm_object, RQ_RGM_OBJECT, 66);
RQ_RECORD_STRUCT(rq_rgm_rope, RQ_RGM_ROPE, 80);
RQ_RECORD_STRUCT(rq_rgm_static, RQ_RGM_STATIC, 66);
RQ_RECORD_STRUCT(rq_rgm_light, RQ_RGM_LIGHT, 42);
RQ_RECORD_STRUCT(rq_rgm_flat, RQ_RGM_FLAT, 24);
RQ_RECORD_STRUCT(rq_rgm_marker, RQ_RGM_MARKER, 13);
RQ_RECORD_STRUCT(rq_rgm_box, RQ_RGM_BOX, 49);
RQ_RECORD_STRUCT(rq_rgm_walk_record, RQ_RGM_WALK, 28);
RQ_RECORD_STRUCT(rq_rgm_node_record, RQ_RGM_NODE, 12);
RQ_RECORD_STRUCT(rq_rgm_route, RQ_RGM_ROUTE, 4);

/* ---- records of any size ------------------------------------------------------ */

/* RAST and RANM: NUL-terminated strings, end to end. */
struct rq_rgm_text {
    uint32_t offset;       /* in the section; derived */
    struct rq_bytes bytes; /* without the NUL */
};

/* RAAN: a model of an actor and how many of its frames count. */
struct rq_rgm_model {
    uint32_t offset; /* in the section; derived */
    uint32_t face_count;
    uint8_t frame_count;
    uint8_t type; /* 'c' or 's' */
    struct rq_bytes path;
};

/* RAGR: a command of an animation, 24 bits: opcode in the low 4, then the parameters of the
 * opcode's layout from low to high. */
enum { RQ_RGM_PARAMS = 3 };

struct rq_rgm_command {
    uint8_t opcode;
    uint8_t rest; /* the bits that the layout leaves over */
    int32_t params[RQ_RGM_PARAMS];
};

struct rq_rgm_command_info {
    const char *name; /* "ShowFrame" */
    unsigned count;   /* parameters */
    uint8_t bits[RQ_RGM_PARAMS];
    uint8_t is_signed[RQ_RGM_PARAMS];
    const char *params[RQ_RGM_PARAMS];
};

/* Of the 16 opcodes; NULL beyond. ShowFrame has one parameter, the frame: it counts through
 * the frames of all models of the actor, in the order of RAAN. */
RQ_API const struct rq_rgm_command_info *rq_rgm_command_info(unsigned opcode);
RQ_API struct rq_rgm_command rq_rgm_command_of(uint32_t bits);
RQ_API uint32_t rq_rgm_command_bits(const struct rq_rgm_command *command);

struct rq_rgm_group {
    uint32_t offset; /* in the section; derived */
    bool end;        /* the word 0 that ends an actor's groups; nothing else is set */
    uint16_t group;  /* 0 to 177 */
    uint16_t speed;  /* low byte: countdown of each frame */
    uint16_t type;   /* 0 may be interrupted, 1 not, 2 no return to panic */
    size_t count;    /* commands */
    struct rq_rgm_command *commands;
    struct rq_bytes raw; /* in place of all those, when the size does not fit the count */
};

struct rq_rgm_node {
    struct rq_rgm_node_record record;
    struct rq_rgm_route *routes; /* record.route_count */
};

struct rq_rgm_walk {
    struct rq_rgm_walk_record record;
    struct rq_rgm_node *nodes; /* record.node_count */
};

/* ---- scripts ------------------------------------------------------------------ */

/* How the bytes after an opcode are laid out. Where "by mode" stands, what follows depends on
 * where the opcode stands: see enum rq_soup_mode. */
enum rq_soup_layout {
    RQ_SOUP_PLAIN,    /* nothing */
    RQ_SOUP_CALL,     /* u16 function, u8 count (none for function 0), values */
    RQ_SOUP_IF,       /* conditions, u32 end of the block */
    RQ_SOUP_JUMP,     /* u32 target */
    RQ_SOUP_FLAG,     /* u16 flag, by mode */
    RQ_SOUP_NUMBER,   /* i32 */
    RQ_SOUP_VARIABLE, /* u8 variable, by mode */
    RQ_SOUP_STEP,     /* object, u16 reference */
    RQ_SOUP_DOT,      /* object, u16 reference, by mode */
    RQ_SOUP_BYTE,     /* u8 */
    RQ_SOUP_OBJECT,   /* object, [u8 dispatch as a statement], call */
    RQ_SOUP_RETURNED, /* u8, u32 end of the block */
};

/* code, name, text, layout, what it may be: 1 a statement, 2 a value, 3 both */
#define RQ_SOUP_OPS(X)                                                                             \
    X(0x00, TASK, "Task", CALL, 3)                                                                 \
    X(0x01, MULTITASK, "Multitask", CALL, 3)                                                       \
    X(0x02, FUNCTION, "Function", CALL, 3)                                                         \
    X(0x03, IF_, "If", IF, 1)                                                                      \
    X(0x04, GOTO, "Goto", JUMP, 1)                                                                 \
    X(0x05, END, "End", JUMP, 1)                                                                   \
    X(0x06, FLAG_, "Flag", FLAG, 3)                                                                \
    X(0x07, NUMERIC, "Numeric", NUMBER, 3)                                                         \
    X(0x0A, LOCALVAR, "LocalVar", VARIABLE, 3)                                                     \
    X(0x0F, INCREMENT, "ObjDot++", STEP, 1)                                                        \
    X(0x10, DECREMENT, "ObjDot--", STEP, 1)                                                        \
    X(0x11, GOSUB, "Gosub", JUMP, 1)                                                               \
    X(0x12, RETURN, "Return", PLAIN, 1)                                                            \
    X(0x13, ENDINT, "Endint", PLAIN, 1)                                                            \
    X(0x14, OBJECTDOT, "ObjectDot", DOT, 3)                                                        \
    X(0x15, STRING, "String", NUMBER, 3)                                                           \
    X(0x16, NUMERICALT, "NumericAlt", NUMBER, 3)                                                   \
    X(0x17, ANCHOR, "Anchor", BYTE, 1)                                                             \
    X(0x19, OBJDOTTASK, "ObjDotTask", OBJECT, 3)                                                   \
    X(0x1A, OBJDOTFUNC, "ObjDotFunc", OBJECT, 3)                                                   \
    X(0x1B, TASKPAUSE, "TaskPause", JUMP, 1)                                                       \
    X(0x1E, SCRIPTRV, "ScriptRV", RETURNED, 1)

enum rq_soup_op {
#define RQ_SOUP_OP_ENUM(code, name, text, layout, use) RQ_SOUP_OP_##name = code,
    RQ_SOUP_OPS(RQ_SOUP_OP_ENUM)
#undef RQ_SOUP_OP_ENUM
};

enum rq_soup_mode {
    RQ_SOUP_MAIN,    /* a statement: flags, variables and references are assigned a formula */
    RQ_SOUP_LHS,     /* left of a comparison: an operator byte follows */
    RQ_SOUP_RHS,     /* right of one: an operator byte follows, not for references */
    RQ_SOUP_PARAM,   /* argument of a call: padded to five bytes */
    RQ_SOUP_FORMULA, /* nothing follows */
};

enum rq_soup_object {
    RQ_SOUP_ME = 0,
    RQ_SOUP_PLAYER = 1,
    RQ_SOUP_CAMERA = 2,
    RQ_SOUP_NAMED = 4,  /* by a string of the actor */
    RQ_SOUP_HELD = 0xA, /* by a variable */
};

/* A statement's operation or a value; fields that its layout does not have are 0. */
struct rq_soup_value {
    uint8_t op;         /* enum rq_soup_op */
    uint8_t object;     /* enum rq_soup_object */
    uint8_t index;      /* string or variable of the object; else 0 */
    uint8_t dispatch;   /* statements of ObjDotTask and ObjDotFunc: 0, 1, 2 as the opcodes */
    uint8_t oper;       /* the operator byte after it, where the mode has one */
    uint8_t more;       /* the byte after operators 10 and 11 */
    uint8_t link;       /* conditions: comparison after lhs, conjunction after rhs */
    uint8_t padding[3]; /* of arguments: 0 */
    uint16_t id;        /* function, flag, variable, reference */
    int32_t number;     /* Numeric, NumericAlt, String; Anchor, ScriptRV: the byte */
    uint32_t count;     /* of args */

    /* Calls: arguments. Assignments: terms of the formula, each with its operator. If: lhs and
     * rhs in turn. */
    struct rq_soup_value *args;
};

struct rq_soup_instr {
    struct rq_soup_value main;
    uint32_t offset; /* from the start of the script; derived */
    uint32_t size;   /* without the block of an If; derived */
    uint32_t depth;  /* blocks around it; derived */
    bool is_target;  /* something leads here, or thread 0 starts here; derived */

    /* Where Goto, End, Gosub, TaskPause, If and ScriptRV lead. */
    bool has_target;
    int32_t to;      /* number of the instruction, or how many there are: the end; -1: see target */
    uint32_t target; /* from the start of the script; derived from to where to is not -1 */
};

struct rq_soup_script {
    size_t count;
    struct rq_soup_instr *instrs;
    uint32_t size;
    int32_t start; /* the instruction at script_pc; -1: there is none */
};

/* RASC: scripts, and what stands between them. */
struct rq_rgm_code {
    uint32_t offset; /* in the section; derived */
    int32_t actor;   /* the first of RAHD whose script it is; -1: nobody's */

    /* One of these: the instructions, or the bytes of a script that does not decode to the
     * last byte, and of what is nobody's. */
    struct rq_soup_script *script;
    struct rq_bytes raw;
};

/* ---- the file ----------------------------------------------------------------- */

/* Tag, type and member of each kind of section. */
#define RQ_RGM_KINDS(X)                                                                            \
    X(RAHD, struct rq_rgm_actor, actors)                                                           \
    X(RAFS, struct rq_rgm_sphere, spheres)                                                         \
    X(RAST, struct rq_rgm_text, texts)                                                             \
    X(RASB, uint32_t, words)                                                                       \
    X(RAVA, int32_t, variables)                                                                    \
    X(RASC, struct rq_rgm_code, code)                                                              \
    X(RAHK, uint32_t, hooks)                                                                       \
    X(RALC, struct rq_rgm_location, locations)                                                     \
    X(RAEX, struct rq_rgm_extra, extras)                                                           \
    X(RAAT, struct rq_rgm_attributes, attributes)                                                  \
    X(RAAN, struct rq_rgm_model, models)                                                           \
    X(RAGR, struct rq_rgm_group, groups)                                                           \
    X(RANM, struct rq_rgm_text, names)                                                             \
    X(RAVC, struct rq_rgm_collision, collisions)                                                   \
    X(MPOB, struct rq_rgm_object, objects)                                                         \
    X(MPRP, struct rq_rgm_rope, ropes)                                                             \
    X(MPSO, struct rq_rgm_static, statics)                                                         \
    X(MPSL, struct rq_rgm_light, lights)                                                           \
    X(MPSF, struct rq_rgm_flat, flats)                                                             \
    X(MPMK, struct rq_rgm_marker, markers)                                                         \
    X(MPSZ, struct rq_rgm_box, boxes)                                                              \
    X(WDNM, struct rq_rgm_walk, walks)

enum rq_rgm_kind {
    RQ_RGM_RAW, /* bytes is the payload: FLAT, an unknown tag, or one that does not fit */
#define RQ_RGM_KIND_ENUM(tag, type, member) RQ_RGM_##tag,
    RQ_RGM_KINDS(RQ_RGM_KIND_ENUM)
#undef RQ_RGM_KIND_ENUM
};

struct rq_rgm_section {
    char tag[4];
    enum rq_rgm_kind kind;
    uint64_t offset; /* of the payload in the file that it was read from */
    size_t count;    /* records */
    union {
        void *records;
#define RQ_RGM_KIND_MEMBER(tag, type, member) type *member;
        RQ_RGM_KINDS(RQ_RGM_KIND_MEMBER)
#undef RQ_RGM_KIND_MEMBER
    };
    struct rq_bytes bytes; /* RAW: the payload. RAHK: 37 bytes before the hooks, or none */
    uint32_t prefix;       /* RAHD: the word after the count, 0x0037801B */
    bool swapped;          /* MPSZ: flag first, positive before negative. MPMK: all flags last */
};

struct rq_rgm {
    size_t section_count;
    struct rq_rgm_section *sections; /* without END */
    bool no_end;
    struct rq_bytes tail; /* after "END ": nothing, or the size 0 */
};

/* The first section of a kind, or NULL. */
RQ_API const struct rq_rgm_section *rq_rgm_section(const struct rq_rgm *map, enum rq_rgm_kind kind);

/* ---- what belongs to an actor ---------------------------------------------------- */

/* All take the number of a RAHD record and give NULL or nothing where it, or what it refers to,
 * does not exist. Counts never pass the end of the section. */
RQ_API size_t rq_rgm_actor_count(const struct rq_rgm *map);
RQ_API const struct rq_rgm_actor *rq_rgm_actor(const struct rq_rgm *map, size_t actor);
/* By name, ignoring ASCII case: its number, or -1. size bytes of name count, up to a NUL. */
RQ_API long rq_rgm_actor_find(const struct rq_rgm *map, const char *name, size_t size);

RQ_API size_t rq_rgm_actor_strings(const struct rq_rgm *map, size_t actor);
RQ_API struct rq_bytes rq_rgm_actor_string(const struct rq_rgm *map, size_t actor, size_t index);
RQ_API struct rq_bytes rq_rgm_actor_name(const struct rq_rgm *map, size_t actor); /* RANM */
RQ_API const struct rq_rgm_model *rq_rgm_actor_raan(const struct rq_rgm *map, size_t actor,
                                                    size_t *count);
/* Without the one that ends them. */
RQ_API const struct rq_rgm_group *rq_rgm_actor_groups(const struct rq_rgm *map, size_t actor,
                                                      size_t *count);
/* Of the first instance; the others follow. */
RQ_API const int32_t *rq_rgm_actor_variables(const struct rq_rgm *map, size_t actor, size_t *count);
/* Script or raw bytes; NULL: no such part. */
RQ_API const struct rq_rgm_code *rq_rgm_actor_code(const struct rq_rgm *map, size_t actor);
RQ_API const struct rq_soup_script *rq_rgm_actor_script(const struct rq_rgm *map, size_t actor);
RQ_API const struct rq_rgm_extra *rq_rgm_actor_raex(const struct rq_rgm *map, size_t actor);
RQ_API const struct rq_rgm_attributes *rq_rgm_actor_attributes(const struct rq_rgm *map,
                                                               size_t actor);
RQ_API const struct rq_rgm_location *rq_rgm_actor_locations(const struct rq_rgm *map, size_t actor,
                                                            size_t *count);
RQ_API const uint32_t *rq_rgm_actor_hooks(const struct rq_rgm *map, size_t actor, size_t *count);
RQ_API const struct rq_rgm_collision *rq_rgm_actor_collisions(const struct rq_rgm *map,
                                                              size_t actor, size_t *count);

/* The actor's script as text, at the end of out: labels "#1F:", blocks indented, functions,
 * flags and strings by name. Nothing for an actor that does not exist. */
RQ_API void rq_soup_listing(struct rq_out *out, const struct rq_rgm *map, size_t actor,
                            enum rq_codepage page);

/* The four letters of the text in ENGLISH.RTX that a call asks for; false: it asks for none. */
RQ_API bool rq_soup_key(const struct rq_soup_value *call, char key[5]);

/* The last part of a path without folder and extension, "fxart\\CYRSA001.3DC" is "CYRSA001". */
RQ_API struct rq_bytes rq_rgm_model_stem(struct rq_bytes path);

#ifdef __cplusplus
}
#endif

#endif
