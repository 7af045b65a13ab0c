/* Files with something wrong in each, for lint: the folder broken/ of the demo. Each file is called
 * after the rule that it is for, or stands in a folder of that name when the rule looks at more than
 * one file. All of them can be read, and come back byte for byte. */
#ifndef RQ_DEMO_BROKEN_H
#define RQ_DEMO_BROKEN_H

#include "demo/demo.h"

/* One file of broken.def and broken_reading.def; the columns are explained there. */
enum broken_how { BROKEN_GFF, BROKEN_TEXT, BROKEN_PATCH };

struct broken {
    enum broken_how how;
    const char *path, *a, *b;
};

/* Appends a GFF of that type ("UTC ") with the fields of the text: "label:TYPE=value" with ";" behind
 * each, in the order of the file. Paths are those of reliquary/gff.h; "List/-:STRUCT=2" adds an
 * element of number 2. */
bool broken_gff(const char *type, const char *fields, struct rq_out *out, struct rq_error *err);

#endif
