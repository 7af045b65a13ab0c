/* The samples that hold files (archives.h). What is said is held to tests/contract/archives.txt; see damage.c. */
#include "archives.h"

static void test_archives(void)
{
    struct record r = {.share = 1, .more = 3, .apt = true};
    each_sample(visit_archive, &r);
    said_compare("archives", &r.lines, is_packed);
    rq_out_free(&r.lines);
}

TESTS(test_archives)
