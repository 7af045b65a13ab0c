/* Trees of files: includes, globals, functions, structs. */
#include "core/text.h"
#include "script/nwscript/nss.h"

static unsigned word_of(const struct nss_parser *p)
{
    return p->token.kind == NSS_T_NAME && p->token.name ? p->token.name->word : NSS_W_NONE;
}

/* Spellings of types that only nwscript.nss of the first game has, in routine 767. */
static unsigned old_spelling(const struct nss_parser *p)
{
    if (!p->is_nwscript || p->token.kind != NSS_T_NAME || !p->token.name)
        return NSS_WRONG;
    if (strcmp(p->token.name->text, "INT") == 0)
        return NSS_INT;
    return strcmp(p->token.name->text, "OBJECT_ID") == 0 ? NSS_OBJECT : NSS_WRONG;
}

bool nss_at_type(const struct nss_parser *p)
{
    unsigned word = word_of(p);
    return word == NSS_W_TYPE || word == NSS_W_STRUCT || word == NSS_W_CONST ||
           old_spelling(p) != NSS_WRONG;
}

struct nss_type nss_parse_type(struct nss_parser *p)
{
    struct nss_type type = {NSS_WRONG, NULL};
    unsigned word = word_of(p), old = old_spelling(p);
    if (word == NSS_W_TYPE || old != NSS_WRONG) {
        type.kind = word == NSS_W_TYPE ? p->token.name->type_kind : (uint8_t)old;
        nss_next(p);
    } else if (word == NSS_W_STRUCT) {
        nss_next(p);
        type = (struct nss_type){NSS_STRUCT, p->token.name};
        if (p->token.kind != NSS_T_NAME || type.name->word) {
            nss_expected(p, "the name of a struct");
            type.kind = NSS_WRONG;
        } else {
            nss_next(p);
        }
    } else {
        nss_expected(p, "a type");
    }
    return type;
}

static struct nss_decl *new_decl(struct nss_parser *p, unsigned kind)
{
    struct nss_decl *decl = rq_arena_get(p->arena, 1, sizeof *decl);
    if (!decl) {
        nss_no_memory(p);
        return NULL;
    }
    decl->kind = (uint8_t)kind;
    decl->file = p->file;
    decl->at = p->token.at;
    decl->size = p->token.size;
    return decl;
}

static struct nss_param *new_param(struct nss_parser *p, struct nss_decl *decl)
{
    struct nss_param *params =
        rq_arena_more(p->arena, &decl->params, decl->count, &decl->room, sizeof *params);
    if (!params) {
        nss_no_memory(p);
        return NULL;
    }
    params[decl->count] = (struct nss_param){.at = p->token.at, .size = p->token.size};
    return &params[decl->count++];
}

/* ---- directives ---- */

/* #define ENGINE_STRUCTURE_0 effect: the names of the engine's own types. */
static void parse_define(struct nss_parser *p)
{
    static const char start[] = "ENGINE_STRUCTURE_";
    if (!p->is_nwscript) {
        nss_wrong(p, &p->token, "use a variable, or const int NAME = 1;",
                  "#define is only for nwscript.nss");
        return;
    }
    nss_next(p);
    const struct nss_name *key = p->token.name;
    if (!nss_need(p, NSS_T_NAME, "a name after #define"))
        return;
    if (p->token.kind == NSS_T_NAME && strncmp(key->text, start, sizeof start - 1) == 0) {
        unsigned number = (unsigned)(key->text[sizeof start - 1] - '0');
        if (number > 3 || key->size != sizeof start)
            nss_expected(p, "ENGINE_STRUCTURE_0 to ENGINE_STRUCTURE_3");
        else if (!p->token.name->word || p->token.name->word == NSS_W_TYPE) {
            p->token.name->word = NSS_W_TYPE;
            p->token.name->type_kind = (uint8_t)(NSS_EFFECT + number);
        }
    }
    nss_next(p);
}

static struct nss_decl *parse_include(struct nss_parser *p)
{
    char lower[64];
    nss_next(p);
    struct nss_decl *decl = new_decl(p, NSS_D_INCLUDE);
    if (!decl)
        return NULL;
    struct rq_bytes name = p->token.text;
    if (p->token.kind != NSS_T_STRING) {
        nss_expected(p, "the name of a file in quotes after #include");
        return NULL;
    }
    if (!name.size || name.size >= sizeof lower) {
        nss_wrong(p, &p->token, "names have 1 to 16 letters",
                  "there can be no include of this name");
        return NULL;
    }
    for (size_t i = 0; i < name.size; i++)
        lower[i] = rq_lower((char)name.data[i]);
    /* Some write the extension; it is not part of the name. */
    if (name.size > 4 && memcmp(lower + name.size - 4, ".nss", 4) == 0)
        name.size -= 4;
    decl->name = nss_intern(p->c, lower, name.size);
    if (!decl->name)
        nss_no_memory(p);
    nss_next(p);
    return decl;
}

static struct nss_decl *parse_directive(struct nss_parser *p)
{
    nss_next(p);
    if (p->token.kind == NSS_T_NAME && p->token.name) {
        if (strcmp(p->token.name->text, "include") == 0)
            return parse_include(p);
        if (strcmp(p->token.name->text, "define") == 0) {
            parse_define(p);
            return NULL;
        }
    }
    nss_expected(p, "include after #");
    return NULL;
}

/* ---- declarations ---- */

/* struct NAME { ... }; with the name taken already. */
static struct nss_decl *parse_struct(struct nss_parser *p, struct nss_decl *decl)
{
    decl->kind = NSS_D_STRUCT;
    nss_next(p);
    while (!p->panic && p->token.kind != NSS_T_FINISH && p->token.kind != NSS_T_END) {
        struct nss_type type = nss_parse_type(p);
        do {
            struct nss_param *member = new_param(p, decl);
            if (!member)
                return NULL;
            member->type = type;
            member->name = p->token.name;
            nss_need(p, NSS_T_NAME, "the name of a member");
        } while (!p->panic && nss_take(p, NSS_T_COMMA));
        nss_need(p, NSS_T_SEMICOLON, "\";\" after a member");
    }
    nss_need(p, NSS_T_FINISH, "\"}\" after the members of a struct");
    decl->broken = p->panic;
    nss_need(p, NSS_T_SEMICOLON, "\";\" after the } of a struct");
    return decl;
}

static void parse_params(struct nss_parser *p, struct nss_decl *decl)
{
    nss_next(p);
    while (!p->panic && p->token.kind != NSS_T_CLOSE) {
        struct nss_type type = nss_parse_type(p);
        if (type.kind == NSS_VOID && p->token.kind == NSS_T_CLOSE && !decl->count)
            break;
        struct nss_param *param = p->panic ? NULL : new_param(p, decl);
        if (!param)
            return;
        param->type = type;
        if (p->token.kind == NSS_T_NAME && !p->token.name->word) {
            param->name = p->token.name;
            nss_next(p);
        } else if (p->token.kind != NSS_T_COMMA && p->token.kind != NSS_T_CLOSE) {
            nss_expected(p, "the name of a parameter");
        }
        if (nss_take(p, NSS_T_SET)) {
            struct nss_node *initial = nss_parse_choice(p);
            decl->params[decl->count - 1].initial = initial;
        }
        if (!nss_take(p, NSS_T_COMMA))
            break;
        if (p->token.kind == NSS_T_CLOSE)
            nss_expected(p, "a parameter");
    }
    nss_need(p, NSS_T_CLOSE, "\",\" or \")\" after a parameter");
}

static void parse_function(struct nss_parser *p, struct nss_decl *decl)
{
    decl->kind = NSS_D_FUNCTION;
    parse_params(p, decl);
    if (p->panic) {
        decl->broken = true;
        return;
    }
    if (nss_take(p, NSS_T_SEMICOLON)) {
        decl->prototype = true;
        return;
    }
    if (p->token.kind != NSS_T_BEGIN) {
        nss_expected(p, "\"{\" or \";\" after the parameters of a function");
        decl->broken = true;
        return;
    }
    size_t errors = p->file->errors;
    p->calls = &decl->calls;
    decl->value = nss_parse_block(p);
    p->calls = NULL;
    decl->broken = p->file->errors != errors;
}

/* Globals, a function or a struct; further globals of a list by next. */
static struct nss_decl *parse_declaration(struct nss_parser *p)
{
    struct nss_decl *first = NULL, **last = &first;
    bool constant = word_of(p) == NSS_W_CONST, is_struct;
    if (constant)
        nss_next(p);
    is_struct = word_of(p) == NSS_W_STRUCT;
    struct nss_type type = nss_parse_type(p);
    if (is_struct && !constant && p->token.kind == NSS_T_BEGIN && type.name && !p->panic) {
        struct nss_decl *decl = new_decl(p, NSS_D_STRUCT);
        if (!decl)
            return NULL;
        decl->at = p->last_end - type.name->size;
        decl->size = type.name->size;
        decl->name = type.name;
        return parse_struct(p, decl);
    }
    do {
        struct nss_decl *decl = p->panic ? NULL : new_decl(p, NSS_D_GLOBAL);
        if (!decl)
            return first;
        decl->type = type;
        decl->name = p->token.name;
        decl->constant = constant;
        if (p->token.kind != NSS_T_NAME || decl->name->word) {
            nss_expected(p, "the name of a variable or function");
            return first;
        }
        *last = decl;
        last = &decl->next;
        nss_next(p);
        if (p->token.kind == NSS_T_OPEN && !constant && first == decl) {
            parse_function(p, decl);
            return first;
        }
        p->calls = &decl->calls;
        if (nss_take(p, NSS_T_SET))
            decl->value = nss_parse_value(p);
        p->calls = NULL;
        decl->broken = p->panic;
    } while (!p->panic && nss_take(p, NSS_T_COMMA));
    nss_need(p, NSS_T_SEMICOLON, "\";\" or \"(\" after a name");
    return first;
}

/* To where the next declaration can begin. */
static void recover(struct nss_parser *p)
{
    unsigned braces = 0;
    while (p->token.kind != NSS_T_END) {
        unsigned kind = p->token.kind;
        if (!braces &&
            (kind == NSS_T_HASH || (nss_at_type(p) && p->p > p->begin &&
                                    (p->token.at == 0 || p->begin[p->token.at - 1] == '\n'))))
            break;
        p->panic = true;
        nss_next(p);
        braces += kind == NSS_T_BEGIN;
        if (kind == NSS_T_FINISH && braces)
            braces--;
        if (!braces && (kind == NSS_T_FINISH || kind == NSS_T_SEMICOLON))
            break;
    }
    p->panic = false;
}

/* A token that no declaration begins with. */
static void wrong_outside(struct nss_parser *p)
{
    int size = (int)(p->token.size < 40 ? p->token.size : 40);
    if (p->token.kind == NSS_T_WRONG)
        p->panic = true; /* told already */
    else if (p->token.kind == NSS_T_FINISH)
        nss_wrong(p, &p->token, "", "this \"}\" has no \"{\"");
    else
        nss_wrong(p, &p->token, "statements stand inside of functions",
                  "expected #include, a type or struct, not %.*s", size,
                  (const char *)p->begin + p->token.at);
}

bool nss_parse(struct rq_nss_compiler *c, struct rq_arena *arena, struct nss_file *file,
               bool is_nwscript)
{
    static const uint8_t nothing[1];
    struct nss_parser p = {.c = c, .arena = arena, .file = file, .is_nwscript = is_nwscript};
    struct nss_decl **last = &file->first;
    struct nss_file *outer = c->file;
    c->file = file;
    p.begin = p.p = file->text.size ? file->text.data : nothing;
    p.end = p.begin + file->text.size;
    if (file->text.size > NSS_MOST_SOURCE) {
        const struct nss_token start = {.size = 1};
        nss_wrong(&p, &start, "", "this text has more than %d bytes", NSS_MOST_SOURCE);
        p.panic = false;
        p.end = p.begin;
    }
    if (p.end - p.begin >= 3 && memcmp(p.begin, "\xEF\xBB\xBF", 3) == 0)
        p.p += 3;
    nss_next(&p);
    while (p.token.kind != NSS_T_END && !c->no_memory) {
        uint32_t at = p.token.at;
        if (nss_take(&p, NSS_T_SEMICOLON))
            continue;
        if (p.token.kind == NSS_T_HASH)
            *last = parse_directive(&p);
        else if (nss_at_type(&p))
            *last = parse_declaration(&p);
        else
            wrong_outside(&p);
        while (*last)
            last = &(*last)->next;
        if (p.panic) {
            if (p.token.at == at && p.token.kind != NSS_T_END)
                nss_next(&p);
            recover(&p);
        }
        p.nesting = 0;
    }
    c->file = outer;
    return !c->no_memory;
}
