/* libsquish for the benchmark, which is C. */
#include <squish.h>

extern "C" void bench_squish(const unsigned char *rgba, int width, int height, int dxt5,
                             void *blocks)
{
    squish::CompressImage(rgba, width, height, blocks,
                          (dxt5 ? squish::kDxt5 : squish::kDxt1) | squish::kColourRangeFit);
}
