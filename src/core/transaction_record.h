/* What a transaction keeps of a change: the lists of its record, and the file `manifest` that holds them. */
#ifndef RQ_CORE_TRANSACTION_RECORD_H
#define RQ_CORE_TRANSACTION_RECORD_H

#include "core/json.h"
#include "core/transaction.h"

/* True for a path of plain names: not empty, not absolute, no "..", no drive. */
bool rq_txn_is_inside(const char *target);

/* These are NULL or false without memory. add_made and add_emptied take NULL for a folder that there was no memory for. */
struct rq_txn_change *rq_txn_add_change(struct rq_arena *arena, struct rq_txn_record *r);
bool rq_txn_add_made(struct rq_arena *arena, struct rq_txn_record *r, const char *folder);
bool rq_txn_add_emptied(struct rq_arena *arena, struct rq_txn_record *r, const char *folder);

void rq_txn_put_manifest(struct rq_out *out, const struct rq_txn_record *r);
/* folder is the one of the record. Whether all was fine is in the context of jr. */
void rq_txn_take_manifest(struct rq_jr *jr, const char *folder, struct rq_txn_record *r);

#endif
