/* Scripts as text, for the journal and for requests. */
#ifndef RQ_SERVICE_SCRIPT_H
#define RQ_SERVICE_SCRIPT_H

#include <reliquary/game.h>

/* Appends the file that a script in a text form gives: an NCS from NWScript ("source") or its listing
 * ("listing"); a map of Redguard with the actors of the text. base is the file as it is; data NULL: there is none. Problems of the text are
 * in err->text, the first one. */
bool service_compile(const struct rq_game *game, const char *name, struct rq_bytes base,
                     const char *form, struct rq_bytes text, struct rq_out *out,
                     struct rq_error *err);

#endif
