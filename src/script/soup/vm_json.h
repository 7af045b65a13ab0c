/* What the members of the world are called in JSON, once for both ways. */
#ifndef RQ_SCRIPT_SOUP_VM_JSON_H
#define RQ_SCRIPT_SOUP_VM_JSON_H

#include "core/json.h"
#include "script/soup/vm.h"

enum member_type { M_BOOL, M_BYTE, M_INT, M_PLACE, M_KEY };

struct member {
    const char *name; /* NULL: behind the last */
    size_t offset;
    int32_t usual; /* is not written */
    uint8_t type;  /* enum member_type; M_PLACE: three numbers. M_KEY: four letters, or a number */
};

extern const struct member rq_soup_object_members[], rq_soup_world_members[];

/* By enum task_kind and enum waiting. */
extern const char *const rq_soup_task_kinds[TASK_SHEATH + 1];
extern const char *const rq_soup_waits[WAIT_ALL + 1];

#endif
