/* SSF V1.1: the sounds of a creature in KotOR. See docs/formats/ssf.md. */
#ifndef RELIQUARY_SSF_H
#define RELIQUARY_SSF_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_SSF_HEADER(F, A, T)                                                                     \
    A(T, text, type, 4, "SSF, blank padded", RQ_HIDDEN)                                            \
    A(T, text, version, 4, "V1.1", RQ_HIDDEN)                                                      \
    F(T, u32, table_offset, "where the sounds start: 12", RQ_POINTER)

RQ_RECORD_STRUCT(rq_ssf_header, RQ_SSF_HEADER, 12);

/* The sounds that the game asks for, in their order; scripts count from 1. */
#define RQ_SSF_SOUNDS(X)                                                                           \
    X(battle_cry_1)                                                                                \
    X(battle_cry_2)                                                                                \
    X(battle_cry_3)                                                                                \
    X(battle_cry_4)                                                                                \
    X(battle_cry_5)                                                                                \
    X(battle_cry_6)                                                                                \
    X(select_1)                                                                                    \
    X(select_2)                                                                                    \
    X(select_3)                                                                                    \
    X(attack_grunt_1)                                                                              \
    X(attack_grunt_2)                                                                              \
    X(attack_grunt_3)                                                                              \
    X(pain_grunt_1)                                                                                \
    X(pain_grunt_2)                                                                                \
    X(low_health)                                                                                  \
    X(dead)                                                                                        \
    X(critical_hit)                                                                                \
    X(target_immune)                                                                               \
    X(lay_mine)                                                                                    \
    X(disarm_mine)                                                                                 \
    X(begin_stealth)                                                                               \
    X(begin_search)                                                                                \
    X(begin_unlock)                                                                                \
    X(unlock_failed)                                                                               \
    X(unlock_success)                                                                              \
    X(separated_from_party)                                                                        \
    X(rejoined_party)                                                                              \
    X(poisoned)

enum rq_ssf_sound {
#define RQ_SSF_ENUM(name) RQ_SSF_##name,
    RQ_SSF_SOUNDS(RQ_SSF_ENUM)
#undef RQ_SSF_ENUM
        RQ_SSF_NAMED, /* 28: how many have a name */
    RQ_SSF_ALL = 40,  /* how many the game's own files have */
};

struct rq_ssf {
    struct rq_bytes gap;  /* between header and table; empty in every known file */
    size_t sound_count;   /* 40; the game reads 28 */
    uint32_t *sounds;     /* StrRefs; 0xFFFFFFFF: none */
    struct rq_bytes tail; /* up to 3 bytes that are not a whole number */
};

/* "battle_cry_1"; NULL from RQ_SSF_NAMED on. */
RQ_API const char *rq_ssf_name(size_t sound);

#ifdef __cplusplus
}
#endif

#endif
