/* Lines of text, as the formats that are text keep them: in their parts, so that one of them can
 * change and all other bytes stay. */
#ifndef RELIQUARY_LINE_H
#define RELIQUARY_LINE_H

#include <reliquary/reliquary.h>

enum rq_line_end { RQ_LINE_CRLF, RQ_LINE_LF, RQ_LINE_CR, RQ_LINE_NO_END };

#endif
