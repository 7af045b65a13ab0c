/* Trees of expressions and statements. */
#include "script/nwscript/nss.h"

/* ---- what both have ---- */

struct nss_node *nss_node(struct nss_parser *p, unsigned kind, uint32_t at, uint32_t size)
{
    struct nss_node *node = rq_arena_get(p->arena, 1, sizeof *node);
    if (!node) {
        nss_no_memory(p);
        return &p->none;
    }
    node->kind = (uint8_t)kind;
    node->at = at;
    node->size = size;
    return node;
}

static struct nss_node *node_here(struct nss_parser *p, unsigned kind)
{
    return nss_node(p, kind, p->token.at, p->token.size);
}

static struct nss_node *wrong_node(struct nss_parser *p)
{
    return node_here(p, NSS_N_WRONG);
}

bool nss_deeper(struct nss_parser *p)
{
    if (p->nesting < NSS_MOST_NESTING) {
        p->nesting++;
        return true;
    }
    nss_wrong(p, &p->token, "", "this is nested more than %d levels deep", NSS_MOST_NESTING);
    return false;
}

bool nss_take(struct nss_parser *p, unsigned kind)
{
    if (p->token.kind != kind)
        return false;
    nss_next(p);
    return true;
}

bool nss_need(struct nss_parser *p, unsigned kind, const char *what)
{
    if (p->panic)
        return false; /* recovery looks for the end of the statement */
    if (nss_take(p, kind))
        return true;
    nss_expected(p, what);
    /* What follows a missing ";" on another line is a statement of its own. */
    if (kind == NSS_T_SEMICOLON && nss_on_new_line(p))
        p->panic = false;
    return false;
}

static unsigned word_of(const struct nss_parser *p)
{
    return p->token.kind == NSS_T_NAME && p->token.name ? p->token.name->word : NSS_W_NONE;
}

/* The range of the text that a tree stands for, and how deep it is. */
static struct nss_node *span(struct nss_parser *p, struct nss_node *node)
{
    const struct nss_node *parts[] = {node->a, node->b, node->c};
    for (size_t i = 0; i < 3; i++)
        if (parts[i] && parts[i]->depth >= node->depth)
            node->depth = (uint16_t)(parts[i]->depth + 1);
    if (node->depth > NSS_MOST_DEPTH) {
        const struct nss_token here = {.at = node->at, .size = node->size};
        nss_wrong(p, &here, "split it into several statements",
                  "this expression has more than %d parts", NSS_MOST_DEPTH);
        return wrong_node(p);
    }
    return node;
}

/* ---- expressions ---- */

static void note_call(struct nss_parser *p, struct nss_name *name)
{
    struct nss_calls *calls = p->calls;
    if (!calls)
        return;
    struct nss_name **names =
        rq_arena_more(p->arena, &calls->names, calls->count, &calls->room, sizeof(void *));
    if (!names) {
        nss_no_memory(p);
        return;
    }
    calls->names[calls->count++] = name;
}

/* Behind the name of a function, at "(". */
static struct nss_node *parse_call(struct nss_parser *p, const struct nss_token *name)
{
    struct nss_node *call = nss_node(p, NSS_N_CALL, name->at, name->size);
    struct nss_node **last = &call->a;
    call->name = name->name;
    nss_next(p);
    while (p->token.kind != NSS_T_CLOSE && !p->panic) {
        *last = nss_parse_value(p);
        if ((*last)->depth >= call->depth)
            call->depth = (uint16_t)((*last)->depth + 1);
        last = &(*last)->next;
        if (!nss_take(p, NSS_T_COMMA))
            break;
        if (p->token.kind == NSS_T_CLOSE)
            nss_expected(p, "an argument");
    }
    nss_need(p, NSS_T_CLOSE, "\",\" or \")\" after an argument");
    note_call(p, call->name);
    return call;
}

static struct nss_node *parse_vector(struct nss_parser *p)
{
    struct nss_node *vector = node_here(p, NSS_N_VECTOR);
    nss_next(p);
    vector->a = nss_parse_choice(p);
    nss_need(p, NSS_T_COMMA, "\",\" in a vector");
    vector->b = nss_parse_choice(p);
    nss_need(p, NSS_T_COMMA, "\",\" in a vector");
    vector->c = nss_parse_choice(p);
    nss_need(p, NSS_T_UNSQUARE, "\"]\" after a vector");
    vector->size = p->last_end - vector->at;
    return span(p, vector);
}

static struct nss_node *parse_name(struct nss_parser *p)
{
    struct nss_token name = p->token;
    unsigned word = word_of(p);
    struct nss_node *node;
    if (word == NSS_W_OBJECT_SELF || word == NSS_W_OBJECT_INVALID) {
        node = node_here(p, NSS_N_OBJECT);
        node->number = word == NSS_W_OBJECT_INVALID;
        nss_next(p);
        return node;
    }
    if (word != NSS_W_NONE) {
        nss_expected(p, "a value");
        return wrong_node(p);
    }
    nss_next(p);
    if (p->token.kind == NSS_T_OPEN)
        return parse_call(p, &name);
    node = nss_node(p, NSS_N_NAME, name.at, name.size);
    node->name = name.name;
    return node;
}

static struct nss_node *parse_primary(struct nss_parser *p)
{
    struct nss_node *node;
    switch (p->token.kind) {
    case NSS_T_INT:
    case NSS_T_FLOAT:
        node = node_here(p, p->token.kind == NSS_T_INT ? NSS_N_INT : NSS_N_FLOAT);
        node->number = p->token.number;
        nss_next(p);
        return node;
    case NSS_T_STRING:
        node = node_here(p, NSS_N_STRING);
        node->text = p->token.text;
        nss_next(p);
        return node;
    case NSS_T_NAME: return parse_name(p);
    case NSS_T_SQUARE: return parse_vector(p);
    case NSS_T_OPEN: {
        uint32_t at = p->token.at;
        nss_next(p);
        node = nss_parse_value(p);
        nss_need(p, NSS_T_CLOSE, "\")\"");
        node->parens = true;
        node->at = at;
        node->size = p->last_end - at;
        return node;
    }
    default: nss_expected(p, "a value"); return wrong_node(p);
    }
}

static struct nss_node *parse_postfix(struct nss_parser *p)
{
    struct nss_node *node = parse_primary(p);
    while (!p->panic) {
        unsigned kind = p->token.kind;
        if (kind != NSS_T_DOT && kind != NSS_T_INCREMENT && kind != NSS_T_DECREMENT)
            break;
        struct nss_node *outer =
            nss_node(p, kind == NSS_T_DOT ? NSS_N_MEMBER : NSS_N_AFTER, node->at, 0);
        outer->op = (uint8_t)kind;
        outer->a = node;
        nss_next(p);
        if (kind == NSS_T_DOT) {
            outer->name = p->token.name;
            nss_need(p, NSS_T_NAME, "the name of a member after \".\"");
        }
        outer->size = p->last_end - outer->at;
        node = span(p, outer);
    }
    return node;
}

static struct nss_node *parse_unary(struct nss_parser *p)
{
    unsigned kind = p->token.kind;
    bool step = kind == NSS_T_INCREMENT || kind == NSS_T_DECREMENT;
    if (!step && kind != NSS_T_SUB && kind != NSS_T_NOT && kind != NSS_T_TILDE)
        return parse_postfix(p);
    if (!nss_deeper(p))
        return wrong_node(p);
    struct nss_node *node = node_here(p, step ? NSS_N_BEFORE : NSS_N_UNARY);
    node->op = (uint8_t)kind;
    nss_next(p);
    node->a = parse_unary(p);
    node->size = p->last_end - node->at;
    p->nesting--;
    return span(p, node);
}

/* Operators of this level and those that bind tighter. */
static struct nss_node *parse_binary(struct nss_parser *p, unsigned level)
{
    struct nss_node *left = parse_unary(p);
    while (!p->panic && p->token.kind < NSS_SIGN_COUNT) {
        unsigned kind = p->token.kind, here = nss_signs[kind].level;
        if (here < level || here <= NSS_P_CHOICE)
            break;
        struct nss_node *node = nss_node(p, NSS_N_BINARY, left->at, 0);
        node->op = (uint8_t)kind;
        nss_next(p);
        node->a = left;
        node->b = parse_binary(p, here + 1);
        node->size = p->last_end - node->at;
        left = span(p, node);
    }
    return left;
}

struct nss_node *nss_parse_choice(struct nss_parser *p)
{
    struct nss_node *node = parse_binary(p, NSS_P_OR);
    if (p->panic || p->token.kind != NSS_T_QUESTION)
        return node;
    if (!nss_deeper(p))
        return wrong_node(p);
    struct nss_node *choice = nss_node(p, NSS_N_CHOICE, node->at, 0);
    choice->a = node;
    nss_next(p);
    choice->b = nss_parse_value(p);
    nss_need(p, NSS_T_COLON, "\":\" of ?:");
    choice->c = nss_parse_choice(p);
    choice->size = p->last_end - choice->at;
    p->nesting--;
    return span(p, choice);
}

struct nss_node *nss_parse_value(struct nss_parser *p)
{
    if (!nss_deeper(p))
        return wrong_node(p);
    struct nss_node *node = nss_parse_choice(p);
    unsigned kind = p->token.kind;
    if (!p->panic && kind < NSS_SIGN_COUNT && nss_signs[kind].level == NSS_P_ASSIGN) {
        struct nss_node *assign = nss_node(p, NSS_N_ASSIGN, node->at, 0);
        assign->op = (uint8_t)kind;
        assign->a = node;
        nss_next(p);
        assign->b = nss_parse_value(p);
        assign->size = p->last_end - assign->at;
        node = span(p, assign);
    }
    p->nesting--;
    return node;
}

/* ---- statements ---- */

static struct nss_node *parse_statement(struct nss_parser *p);

/* To the end of the statement, or to where the next can begin. */
static void recover(struct nss_parser *p)
{
    p->panic = false;
    for (;;) {
        unsigned word = word_of(p);
        if (p->token.kind == NSS_T_END || p->token.kind == NSS_T_FINISH ||
            p->token.kind == NSS_T_BEGIN || nss_take(p, NSS_T_SEMICOLON) ||
            (word != NSS_W_NONE && word < NSS_W_STRUCT))
            break;
        p->panic = true; /* one problem is enough */
        nss_next(p);
        p->panic = false;
    }
}

/* A statement that stands alone below if or a loop has its own block. */
static struct nss_node *parse_body(struct nss_parser *p)
{
    bool outer = p->in_switch_block;
    p->in_switch_block = false;
    struct nss_node *body = parse_statement(p);
    p->in_switch_block = outer;
    if (body->kind == NSS_S_LOCAL) {
        struct nss_node *block = nss_node(p, NSS_S_BLOCK, body->at, body->size);
        block->a = body;
        return block;
    }
    return body;
}

static struct nss_node *parse_condition(struct nss_parser *p, const char *after)
{
    if (!nss_need(p, NSS_T_OPEN, after))
        return wrong_node(p);
    struct nss_node *node = nss_parse_value(p);
    nss_need(p, NSS_T_CLOSE, "\")\" after the condition");
    return node;
}

/* A chain of else-if is read in a loop: it may be long. */
static struct nss_node *parse_if(struct nss_parser *p)
{
    struct nss_node *first = NULL, **last = &first;
    for (;;) {
        struct nss_node *node = *last = node_here(p, NSS_S_IF);
        nss_next(p);
        node->a = parse_condition(p, "\"(\" after if");
        if (p->panic)
            break;
        node->b = parse_body(p);
        if (p->panic || word_of(p) != NSS_W_ELSE)
            break;
        nss_next(p);
        last = &node->c;
        if (word_of(p) != NSS_W_IF) {
            *last = parse_body(p);
            break;
        }
    }
    return first;
}

static struct nss_node *parse_while(struct nss_parser *p)
{
    struct nss_node *node = node_here(p, NSS_S_WHILE);
    nss_next(p);
    node->a = parse_condition(p, "\"(\" after while");
    if (!p->panic)
        node->b = parse_body(p);
    return node;
}

static struct nss_node *parse_do(struct nss_parser *p)
{
    struct nss_node *node = node_here(p, NSS_S_DO);
    nss_next(p);
    node->b = parse_body(p);
    if (p->panic)
        return node;
    if (word_of(p) != NSS_W_WHILE) {
        nss_expected(p, "while after the body of do");
        return node;
    }
    nss_next(p);
    node->a = parse_condition(p, "\"(\" after while");
    nss_need(p, NSS_T_SEMICOLON, "\";\" after do ... while (...)");
    return node;
}

static struct nss_node *parse_for(struct nss_parser *p)
{
    struct nss_node *node = node_here(p, NSS_S_FOR);
    nss_next(p);
    if (!nss_need(p, NSS_T_OPEN, "\"(\" after for"))
        return node;
    if (nss_at_type(p)) {
        nss_wrong(p, &p->token, "declare it in front of the loop",
                  "for can't declare a variable in NWScript");
        while (p->token.kind != NSS_T_CLOSE && p->token.kind != NSS_T_BEGIN &&
               p->token.kind != NSS_T_FINISH && p->token.kind != NSS_T_END)
            nss_next(p);
        return node;
    }
    if (p->token.kind != NSS_T_SEMICOLON)
        node->a = nss_parse_value(p);
    nss_need(p, NSS_T_SEMICOLON, "\";\" after the start of for");
    if (p->token.kind != NSS_T_SEMICOLON && !p->panic)
        node->b = nss_parse_value(p);
    nss_need(p, NSS_T_SEMICOLON, "\";\" after the condition of for");
    if (p->token.kind != NSS_T_CLOSE && !p->panic)
        node->c = nss_parse_value(p);
    nss_need(p, NSS_T_CLOSE, "\")\" after for (...; ...; ...");
    if (!p->panic)
        node->d = parse_body(p);
    return node;
}

static struct nss_node *parse_switch(struct nss_parser *p)
{
    struct nss_node *node = node_here(p, NSS_S_SWITCH);
    struct nss_node *outer = p->switch_now, **outer_last = p->last_case;
    bool outer_block = p->in_switch_block;
    nss_next(p);
    node->a = parse_condition(p, "\"(\" after switch");
    if (p->panic)
        return node;
    if (p->token.kind != NSS_T_BEGIN) {
        nss_expected(p, "\"{\" after switch (...)");
        return node;
    }
    p->switch_now = node;
    p->last_case = &node->c;
    p->in_switch_block = true;
    node->b = nss_parse_block(p);
    p->switch_now = outer;
    p->last_case = outer_last;
    p->in_switch_block = outer_block;
    return node;
}

static struct nss_node *parse_case(struct nss_parser *p)
{
    struct nss_node *node = node_here(p, NSS_S_CASE);
    bool is_default = word_of(p) == NSS_W_DEFAULT;
    if (!p->in_switch_block)
        nss_wrong(p, &p->token, "", "%s has to stand directly in the block of a switch",
                  p->token.name->text);
    nss_next(p);
    if (!is_default && !p->panic) {
        node->a = nss_parse_choice(p);
        node->size = p->last_end - node->at;
    }
    nss_need(p, NSS_T_COLON, is_default ? "\":\" after default" : "\":\" after the value of case");
    if (p->last_case && !p->panic) {
        *p->last_case = node;
        p->last_case = &node->c;
    }
    return node;
}

static struct nss_node *parse_return(struct nss_parser *p)
{
    struct nss_node *node = node_here(p, NSS_S_RETURN);
    nss_next(p);
    if (p->token.kind != NSS_T_SEMICOLON)
        node->a = nss_parse_value(p);
    nss_need(p, NSS_T_SEMICOLON, "\";\" after return");
    return node;
}

static struct nss_node *parse_jump(struct nss_parser *p, unsigned kind)
{
    struct nss_node *node = node_here(p, kind);
    nss_next(p);
    nss_need(p, NSS_T_SEMICOLON,
             kind == NSS_S_BREAK ? "\";\" after break" : "\";\" after continue");
    return node;
}

/* A list of variables: a statement for each, chained by next. */
static struct nss_node *parse_locals(struct nss_parser *p)
{
    struct nss_node *first = NULL, **last = &first;
    bool constant = word_of(p) == NSS_W_CONST;
    if (constant)
        nss_next(p);
    struct nss_type type = nss_parse_type(p);
    do {
        struct nss_node *node = *last = node_here(p, NSS_S_LOCAL);
        last = &node->next;
        node->type = type;
        node->constant = constant;
        node->name = p->token.name;
        if (p->token.kind != NSS_T_NAME || node->name->word) {
            nss_expected(p, "the name of a variable");
            break;
        }
        nss_next(p);
        if (p->token.kind == NSS_T_OPEN) {
            nss_wrong(p, &p->token, "is a } missing further up?",
                      "a function can't stand inside of a function");
            break;
        }
        if (nss_take(p, NSS_T_SET))
            node->a = nss_parse_value(p);
    } while (!p->panic && nss_take(p, NSS_T_COMMA));
    nss_need(p, NSS_T_SEMICOLON, "\";\" after a declaration");
    return first;
}

static struct nss_node *parse_value_statement(struct nss_parser *p)
{
    struct nss_node *node = node_here(p, NSS_S_VALUE);
    node->a = nss_parse_value(p);
    node->size = p->last_end > node->at ? p->last_end - node->at : node->size;
    nss_need(p, NSS_T_SEMICOLON, "\";\" at the end of a statement");
    return node;
}

static struct nss_node *parse_word(struct nss_parser *p, unsigned word)
{
    switch (word) {
    case NSS_W_IF: return parse_if(p);
    case NSS_W_WHILE: return parse_while(p);
    case NSS_W_DO: return parse_do(p);
    case NSS_W_FOR: return parse_for(p);
    case NSS_W_SWITCH: return parse_switch(p);
    case NSS_W_CASE:
    case NSS_W_DEFAULT: return parse_case(p);
    case NSS_W_BREAK: return parse_jump(p, NSS_S_BREAK);
    case NSS_W_CONTINUE: return parse_jump(p, NSS_S_CONTINUE);
    case NSS_W_RETURN: return parse_return(p);
    case NSS_W_ELSE:
        nss_wrong(p, &p->token, "", "this else has no if");
        nss_next(p);
        return wrong_node(p);
    default: return nss_at_type(p) ? parse_locals(p) : parse_value_statement(p);
    }
}

static struct nss_node *parse_statement(struct nss_parser *p)
{
    struct nss_node *node;
    if (!nss_deeper(p))
        return wrong_node(p);
    if (p->token.kind == NSS_T_BEGIN) {
        bool outer = p->in_switch_block;
        p->in_switch_block = false;
        node = nss_parse_block(p);
        p->in_switch_block = outer;
    } else if (p->token.kind == NSS_T_SEMICOLON) {
        node = node_here(p, NSS_S_EMPTY);
        nss_next(p);
    } else {
        node = parse_word(p, word_of(p));
    }
    p->nesting--;
    return node;
}

struct nss_node *nss_parse_block(struct nss_parser *p)
{
    struct nss_node *block = node_here(p, NSS_S_BLOCK), **last = &block->a;
    nss_next(p);
    while (p->token.kind != NSS_T_FINISH && p->token.kind != NSS_T_END) {
        uint32_t at = p->token.at;
        *last = parse_statement(p);
        while (*last)
            last = &(*last)->next;
        if (p->panic)
            recover(p);
        /* Where nothing can be made of a token, it is left out. */
        if (p->token.at == at && p->token.kind != NSS_T_FINISH && p->token.kind != NSS_T_END)
            nss_next(p);
    }
    block->end = p->token.at;
    if (!nss_take(p, NSS_T_FINISH)) {
        struct nss_token open = {.at = block->at, .size = 1};
        nss_wrong(p, &open, "", "this \"{\" has no \"}\"");
    }
    return block;
}
