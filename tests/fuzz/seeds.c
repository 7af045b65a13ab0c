/* Writes the samples of tests/property/samples.h as seeds of the fast fuzz targets:
 * fuzz_seeds FOLDER makes FOLDER/<format>/sample-<number>. A second file stands behind the first
 * with its size, as fuzz.c splits them. */
#include "property/samples.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

struct seeds {
    const char *folder;
    int number;
};

static void give_up(const char *path)
{
    perror(path);
    exit(1);
}

static void write_seed(void *ctx, const struct sample *sample)
{
    struct seeds *seeds = ctx;
    const uint8_t tail[] = {W(sample->companion.size)};
    size_t tail_size = sample->companion.data ? sizeof tail : 0;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", seeds->folder, sample->format);
    if (mkdir(path, 0777) && errno != EEXIST)
        give_up(path);
    snprintf(path, sizeof path, "%s/%s/sample-%02d", seeds->folder, sample->format,
             seeds->number++);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(sample->data, 1, sample->size, file) != sample->size ||
        fwrite(sample->companion.data, 1, sample->companion.size, file) != sample->companion.size ||
        fwrite(tail, 1, tail_size, file) != tail_size)
        give_up(path);
    if (fclose(file))
        give_up(path);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: fuzz_seeds FOLDER\n");
        return 2;
    }
    struct seeds seeds = {.folder = argv[1]};
    each_sample(write_seed, &seeds);
    return 0;
}
