/* CHT: which cheats of Redguard are on. See docs/formats/cht.md. */
#ifndef RELIQUARY_CHT_H
#define RELIQUARY_CHT_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 0 is off; the console can set any other number. */
#define RQ_CHT(F, A, T)                                                                            \
    F(T, u32, oracle, "lists the cheats")                                                          \
    F(T, u32, nodemarker, "shows the network of ways")                                             \
    F(T, u32, moonraker, "passes over parts of the player's fighting and moving")                  \
    F(T, u32, task, "the scheduler of behaviour")                                                  \
    F(T, u32, animation, "the state machine of animations")                                        \
    F(T, u32, magiccarpet, "no falling")                                                           \
    F(T, u32, savecheats, "writes this file")                                                      \
    F(T, u32, drevil, "no death")                                                                  \
    F(T, u32, drno, "other actors do less")                                                        \
    F(T, u32, goldfinger, "no damage after the first hit")                                         \
    F(T, u32, neversaydie, "nothing")                                                              \
    F(T, u32, oddjob, "nothing")                                                                   \
    F(T, u32, yeahbaby, "up and down through surfaces")                                            \
    A(T, u32, unused, 51, "slots without a cheat: 0", RQ_OPTIONAL)

RQ_RECORD_STRUCT(rq_cht_slots, RQ_CHT, 256);

struct rq_cht {
    struct rq_cht_slots slots;
    struct rq_bytes trailing; /* nothing in every file */
};

#ifdef __cplusplus
}
#endif

#endif
