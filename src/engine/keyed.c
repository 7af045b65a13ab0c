#include "engine/keyed.h"

#include "core/text.h"

#include <stdio.h>

const struct rq_ini_line *rq_keyed_find(const struct rq_ini *ini, const char *key, int number)
{
    char name[64];
    snprintf(name, sizeof name, "%s[%d]", key, number);
    return rq_ini_find(ini, NULL, name, NULL);
}

void rq_keyed_name(struct rq_bytes value, char name[RQ_KEYED_NAME])
{
    size_t start = value.size;
    while (start && value.data[start - 1] != '\\' && value.data[start - 1] != '/')
        start--;
    size_t size = value.size - start;
    if (size >= RQ_KEYED_NAME)
        size = RQ_KEYED_NAME - 1;
    if (size)
        memcpy(name, value.data + start, size);
    name[size] = 0;
}

void rq_keyed_numbers(struct rq_bytes value, int32_t *numbers, size_t count)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        while (at < value.size && !(value.data[at] >= '0' && value.data[at] <= '9'))
            at++;
        if (at == value.size)
            return;
        bool minus = at && value.data[at - 1] == '-';
        int64_t v = 0;
        for (; at < value.size && value.data[at] >= '0' && value.data[at] <= '9'; at++)
            v = v < INT32_MAX ? v * 10 + (value.data[at] - '0') : v;
        v = v < INT32_MAX ? v : INT32_MAX;
        numbers[i] = (int32_t)(minus ? -v : v);
    }
}

int rq_keyed_index(struct rq_bytes name, const char *key)
{
    size_t size = strlen(key), at = size + 1;
    int number = 0;
    if (name.size < size + 3 || name.data[size] != '[' || name.data[name.size - 1] != ']')
        return -1;
    for (size_t i = 0; i < size; i++)
        if (rq_lower((char)name.data[i]) != key[i])
            return -1;
    for (; at + 1 < name.size; at++) {
        if (name.data[at] < '0' || name.data[at] > '9' || number >= RQ_KEYED_MOST / 10)
            return -1;
        number = number * 10 + (name.data[at] - '0');
    }
    return number;
}
