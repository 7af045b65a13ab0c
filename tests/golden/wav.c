#include "redguard.h"
static void test_x(void){}
TESTS(test_x)
