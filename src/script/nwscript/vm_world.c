/* The world of the machine, as JSON in and out:
 *
 *     {"self": "door1", "time": 0,
 *      "globals": {"numbers": {"K_PLOT": 3}, "booleans": {"K_DONE": true}, "strings": {}},
 *      "objects": {"door1": {"tag": "man26_door", "numbers": {"2": 5}, "booleans": {}}},
 *      "answers": {"GetIsPC": true, "Random": [{"args": [6], "value": 4}]},
 *      "scripts": {"k_other": "TkNTIFYxLjBC..."}}
 */
#include "core/text.h"
#include "script/nwscript/vm.h"

#include <stdio.h>

static const char *const kinds[] = {"numbers", "booleans", "strings"};
enum { KINDS = sizeof kinds / sizeof kinds[0], NUMBERS = 0, BOOLEANS, STRINGS };

static struct rq_bytes kept(struct rq_ncs_vm *vm, struct rq_bytes text)
{
    char *copy = rq_arena_text(&vm->arena, text.size ? (const char *)text.data : "", text.size);
    return (struct rq_bytes){(const uint8_t *)copy, copy ? text.size : 0};
}

uint32_t rq_nvm_object(struct rq_ncs_vm *vm, struct rq_bytes name)
{
    if (!name.size)
        return OBJECT_INVALID;
    for (uint32_t i = 0; i < vm->object_count; i++)
        if (rq_nvm_same(vm->objects[i].name, name))
            return i;
    struct object *objects = rq_arena_more(&vm->arena, &vm->objects, vm->object_count,
                                           &vm->object_room, sizeof *objects);
    struct rq_bytes copy = kept(vm, name);
    if (!objects || !copy.data)
        return OBJECT_INVALID;
    objects[vm->object_count] = (struct object){.name = copy, .tag = copy};
    return vm->object_count++;
}

struct variable *rq_nvm_variable(struct rq_ncs_vm *vm, struct variables *in, const char *kind,
                                 struct rq_bytes name, bool make)
{
    for (uint32_t i = 0; i < in->count; i++)
        if (strcmp(in->items[i].kind, kind) == 0 && rq_nvm_same(in->items[i].name, name))
            return &in->items[i];
    if (!make)
        return NULL;
    struct variable *items =
        rq_arena_more(&vm->arena, &in->items, in->count, &in->room, sizeof *items);
    struct rq_bytes copy = kept(vm, name);
    if (!items || !copy.data)
        return NULL;
    items[in->count] =
        (struct variable){.kind = kind, .name = copy, .text = {(const uint8_t *)"", 0}};
    return &items[in->count++];
}

const struct answer *rq_nvm_answer(const struct rq_ncs_vm *vm, const char *routine,
                                   struct rq_bytes args)
{
    struct rq_bytes name = {(const uint8_t *)routine, strlen(routine)};
    for (uint32_t i = 0; i < vm->answer_count; i++) {
        const struct answer *a = &vm->answers[i];
        if (rq_nvm_same(a->routine, name) && (a->any || rq_same(a->args, args)))
            return a;
    }
    return NULL;
}

void rq_nvm_put_cell(const struct rq_ncs_vm *vm, struct rq_json *j, const struct cell *cell)
{
    static const char *const made[] = {"effect", "event", "location", "talent"};
    char text[32];
    switch (cell->type) {
    case RQ_NCS_INT: rq_json_i64(j, cell->i); break;
    case RQ_NCS_FLOAT: rq_json_f32(j, cell->f); break;
    case RQ_NCS_STRING:
        rq_json_text(j, RQ_CP1252,
                     cell->text.data ? cell->text : (struct rq_bytes){(const uint8_t *)"", 0});
        break;
    case RQ_NCS_OBJECT:
        if (cell->object < vm->object_count)
            rq_json_utf8(j, vm->objects[cell->object].name);
        else
            rq_json_str(j, "");
        break;
    default:
        snprintf(text, sizeof text, "%s %u", made[(cell->type - RQ_NCS_EFFECT) & 3], cell->made);
        rq_json_str(j, text);
    }
}

/* ---- in ---- */

static struct rq_bytes bytes_of(struct rq_str s)
{
    return (struct rq_bytes){(const uint8_t *)s.text, s.size};
}

static void take_variables(struct rq_ncs_vm *vm, struct rq_jr *jr, struct variables *in, int kind)
{
    struct rq_str name;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &name)) {
        struct variable *v = rq_nvm_variable(vm, in, kinds[kind], bytes_of(name), true);
        if (!v) {
            rq_jr_bad(jr, "out of memory");
            return;
        }
        if (kind == BOOLEANS)
            v->number = rq_jr_bool(jr);
        else if (kind == NUMBERS)
            v->number = (int32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
        else
            v->text = kept(vm, rq_jr_text(jr, RQ_CP1252));
    }
}

static bool take_kind(struct rq_ncs_vm *vm, struct rq_jr *jr, struct rq_str key,
                      struct variables *in)
{
    for (int kind = 0; kind < KINDS; kind++)
        if (rq_str_is(key, kinds[kind])) {
            take_variables(vm, jr, in, kind);
            return true;
        }
    return false;
}

static void take_object(struct rq_ncs_vm *vm, struct rq_jr *jr, struct rq_str name)
{
    struct rq_str key;
    uint32_t object = rq_nvm_object(vm, bytes_of(name));
    if (object == OBJECT_INVALID) {
        rq_jr_bad(jr, "an object needs a name");
        return;
    }
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "tag")) {
            struct rq_bytes tag = kept(vm, rq_jr_text(jr, RQ_CP1252));
            if (!tag.data)
                rq_jr_bad(jr, "out of memory");
            vm->objects[object].tag = tag;
        } else if (!take_kind(vm, jr, key, &vm->objects[object].locals)) {
            rq_jr_unknown(jr, key);
        }
    }
}

/* JSON text without blanks, as arguments are compared. */
static struct rq_bytes plain(struct rq_ncs_vm *vm, struct rq_bytes text)
{
    struct rq_out out = {0};
    bool quoted = false;
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = text.data[i];
        if (c == '"' && (!i || text.data[i - 1] != '\\'))
            quoted = !quoted;
        if (quoted || !strchr(" \t\r\n", c))
            rq_put8(&out, c);
    }
    struct rq_bytes copy = out.failed ? (struct rq_bytes){0} : kept(vm, rq_out_bytes(&out));
    rq_out_free(&out);
    return copy;
}

static void add_answer(struct rq_ncs_vm *vm, struct rq_jr *jr, struct answer answer)
{
    struct answer *answers = rq_arena_more(&vm->arena, &vm->answers, vm->answer_count,
                                           &vm->answer_room, sizeof *answers);
    if (!answers) {
        rq_jr_bad(jr, "out of memory");
        return;
    }
    answers[vm->answer_count++] = answer;
}

/* A value for every call, or a list of values by their arguments. */
static void take_answers(struct rq_ncs_vm *vm, struct rq_jr *jr, struct rq_str name)
{
    struct answer answer = {.routine = kept(vm, bytes_of(name)), .any = true};
    struct rq_str key;
    if (!answer.routine.data) {
        rq_jr_bad(jr, "out of memory");
        return;
    }
    if (!rq_routine_by_name(vm->game, (const char *)answer.routine.data)) {
        rq_jr_bad(jr, "the engine has no routine %.40s", (const char *)answer.routine.data);
        return;
    }
    if (rq_jr_peek(jr) != RQ_J_ARRAY) {
        answer.value = kept(vm, rq_jr_raw(jr));
        add_answer(vm, jr, answer);
        return;
    }
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        answer = (struct answer){.routine = answer.routine, .any = true};
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            if (rq_str_is(key, "args")) {
                answer.args = plain(vm, rq_jr_raw(jr));
                answer.any = false;
            } else if (rq_str_is(key, "value")) {
                answer.value = kept(vm, rq_jr_raw(jr));
            } else {
                rq_jr_unknown(jr, key);
            }
        }
        if (rq_jr_ok(jr))
            add_answer(vm, jr, answer);
    }
}

/* The bytes of an NCS file. */
static void take_script(struct rq_ncs_vm *vm, struct rq_jr *jr, struct rq_str name)
{
    struct world_script *all = rq_arena_more(&vm->arena, &vm->world_scripts, vm->world_script_count,
                                             &vm->world_script_room, sizeof *all);
    struct world_script s = {.name = kept(vm, bytes_of(name)), .file = rq_jr_base64(jr)};
    if (!rq_jr_ok(jr))
        return;
    if (s.file.size < RQ_NCS_HEAD || memcmp(s.file.data, rq_ncs_magic, 8) != 0) {
        rq_jr_bad(jr, "a script is a whole NCS file in base64");
        return;
    }
    struct rq_bytes code = {s.file.data + RQ_NCS_HEAD, s.file.size - RQ_NCS_HEAD};
    if (!all || !s.name.data || !rq_ncs_decode(code, &vm->arena, &s.ncs)) {
        rq_jr_bad(jr, "out of memory");
        return;
    }
    all[vm->world_script_count++] = s;
}

static void take_member(struct rq_ncs_vm *vm, struct rq_jr *jr, struct rq_str key)
{
    struct rq_str name;
    if (rq_str_is(key, "self")) {
        vm->now.self = rq_nvm_object(vm, bytes_of(rq_jr_string(jr)));
    } else if (rq_str_is(key, "time")) {
        vm->time = rq_jr_f64(jr);
    } else if (rq_str_is(key, "globals")) {
        rq_jr_object(jr);
        while (rq_jr_key(jr, &name))
            if (!take_kind(vm, jr, name, &vm->globals))
                rq_jr_unknown(jr, name);
    } else if (rq_str_is(key, "objects")) {
        rq_jr_object(jr);
        while (rq_jr_key(jr, &name))
            take_object(vm, jr, name);
    } else if (rq_str_is(key, "answers")) {
        rq_jr_object(jr);
        while (rq_jr_key(jr, &name))
            take_answers(vm, jr, name);
    } else if (rq_str_is(key, "scripts")) {
        rq_jr_object(jr);
        while (rq_jr_key(jr, &name))
            take_script(vm, jr, name);
    } else {
        rq_jr_unknown(jr, key);
    }
}

bool rq_ncs_vm_take_world(struct rq_ncs_vm *vm, struct rq_bytes json, struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct rq_ctx ctx = {.err = err ? err : &ignored};
    struct rq_jr jr;
    struct rq_str key;
    size_t refusals = rq_memory_refusals();
    rq_jr_open(&jr, json, &vm->arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key))
        take_member(vm, &jr, key);
    return rq_jr_close(&jr) && rq_jr_ok(&jr) && rq_memory_lasted(refusals, err);
}

/* ---- out ---- */

static void put_kinds(struct rq_json *j, const struct variables *in)
{
    for (int kind = 0; kind < KINDS; kind++) {
        bool some = false;
        for (uint32_t i = 0; i < in->count; i++) {
            const struct variable *v = &in->items[i];
            if (strcmp(v->kind, kinds[kind]) != 0)
                continue;
            if (!some) {
                rq_json_key(j, kinds[kind]);
                rq_json_object(j);
            }
            some = true;
            rq_json_key(j, (const char *)v->name.data);
            if (kind == BOOLEANS)
                rq_json_bool(j, v->number);
            else if (kind == NUMBERS)
                rq_json_i64(j, v->number);
            else
                rq_json_text(j, RQ_CP1252, v->text);
        }
        if (some)
            rq_json_end_object(j);
    }
}

static void put_answers(const struct rq_ncs_vm *vm, struct rq_json *j)
{
    rq_json_key(j, "answers");
    rq_json_object(j);
    for (uint32_t i = 0; i < vm->answer_count; i++) {
        const struct answer *a = &vm->answers[i];
        bool first = !i || !rq_same(vm->answers[i - 1].routine, a->routine);
        bool last = i + 1 == vm->answer_count || !rq_same(vm->answers[i + 1].routine, a->routine);
        if (first) {
            rq_json_key(j, (const char *)a->routine.data);
            rq_json_array(j);
        }
        rq_json_object_row(j);
        if (!a->any) {
            rq_json_key(j, "args");
            rq_json_raw(j, a->args);
        }
        rq_json_key(j, "value");
        rq_json_raw(j, a->value.size ? a->value : (struct rq_bytes){(const uint8_t *)"null", 4});
        rq_json_end_object(j);
        if (last)
            rq_json_end_array(j);
    }
    rq_json_end_object(j);
}

bool rq_ncs_vm_put_world(const struct rq_ncs_vm *vm, struct rq_out *out, struct rq_error *err)
{
    struct rq_json j = {.out = out};
    rq_json_object(&j);
    rq_json_key(&j, "self");
    if (vm->now.self < vm->object_count)
        rq_json_utf8(&j, vm->objects[vm->now.self].name);
    else
        rq_json_str(&j, "");
    rq_json_key(&j, "time");
    rq_json_f64(&j, vm->time);
    rq_json_key(&j, "globals");
    rq_json_object(&j);
    put_kinds(&j, &vm->globals);
    rq_json_end_object(&j);
    rq_json_key(&j, "objects");
    rq_json_object(&j);
    for (uint32_t i = 0; i < vm->object_count; i++) {
        rq_json_key(&j, (const char *)vm->objects[i].name.data);
        rq_json_object(&j);
        rq_json_key(&j, "tag");
        rq_json_text(&j, RQ_CP1252, vm->objects[i].tag);
        put_kinds(&j, &vm->objects[i].locals);
        rq_json_end_object(&j);
    }
    rq_json_end_object(&j);
    put_answers(vm, &j);
    if (vm->world_script_count) {
        rq_json_key(&j, "scripts");
        rq_json_object(&j);
        for (uint32_t i = 0; i < vm->world_script_count; i++)
            rq_json_bytes(&j, (const char *)vm->world_scripts[i].name.data,
                          vm->world_scripts[i].file);
        rq_json_end_object(&j);
    }
    rq_json_end_object(&j);
    return !out->failed || rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
}
