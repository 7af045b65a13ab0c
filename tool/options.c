#include "core/fs.h"
#include "core/text.h"
#include "mod.h"
#include "save.h"

#include <stdio.h>
#include <stdlib.h>

struct option {
    const char *name; /* with "_" for "-" */
    char letter;
    const char *argument;
    const char *help;
};

#define OPTION_ROW(name, letter, argument, help) {#name, letter, argument, help},
static const struct option options[OPTION_COUNT] = {OPTIONS(OPTION_ROW)};
#undef OPTION_ROW

/* Where an option of a verb takes something else than elsewhere. */
static const struct special {
    const char *verb;
    enum option_id id;
    struct option option;
} specials[] = {
    {"convert",
     OPT_as,
     {"as", 0, "voice|sfx",
      "with --to wav: make a voice or a sound effect of KotOR of an MP3 or WAV"}},
};
enum { SPECIALS = sizeof specials / sizeof specials[0] };

static const struct option *option_of(const struct verb *verb, int id)
{
    for (size_t i = 0; i < SPECIALS; i++)
        if (specials[i].id == (enum option_id)id && strcmp(specials[i].verb, verb->name) == 0)
            return &specials[i].option;
    return &options[id];
}

/* "all-levels" and "all_levels" are one. */
static bool same_name(const char *name, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if ((text[i] == '-' ? '_' : text[i]) != name[i] || name[i] == 0)
            return false;
    return name[size] == 0;
}

/* "all_levels" as it is typed: "all-levels". */
static const char *dashed(const char *name, char text[32])
{
    size_t i = 0;
    for (; name[i] && i < 31; i++)
        text[i] = name[i] == '_' ? '-' : name[i];
    text[i] = 0;
    return text;
}

static bool takes(const struct verb *verb, int id)
{
    return verb->options >> id & 1 || id == OPT_help;
}

static int find_option(const struct verb *verb, const char *text, size_t size)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (takes(verb, i) && same_name(options[i].name, text, size))
            return i;
    return -1;
}

static int find_letter(const struct verb *verb, char letter)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (takes(verb, i) && options[i].letter == letter)
            return i;
    return -1;
}

/* The name that is nearest to a word; NULL: none is near. */
struct nearest {
    const char *word;
    size_t size;
    const char *best;
    size_t distance;
};

static void try_name(struct nearest *n, const char *name)
{
    size_t distance = rq_distance(n->word, n->size, name, strlen(name));
    /* Of three letters two others are another word. */
    if (distance <= RQ_NEAR && distance * 2 < strlen(name) &&
        (!n->best || distance < n->distance)) {
        n->best = name;
        n->distance = distance;
    }
}

void complain_verb(const char *word)
{
    struct nearest n = {.word = word, .size = strlen(word)};
    for (size_t i = 0; i < verb_count; i++)
        try_name(&n, verbs[i].name);
    if (n.best)
        complain("there is no verb %s; did you mean %s? reliquary --help lists them", word, n.best);
    else
        complain("there is no verb %s; reliquary --help lists them", word);
}

static bool wrong(const struct verb *verb, const char *what, const char *word)
{
    complain("%s%s%s; see reliquary %s --help", what, word ? " " : "", word ? word : "",
             verb->name);
    return false;
}

/* An option that no verb or only others take. */
static bool wrong_option(const struct verb *verb, const char *word)
{
    size_t size = word[1] == '-' ? strcspn(word + 2, "=") : 0;
    struct nearest n = {.word = word + 2, .size = size};
    for (int i = 0; size && i < OPTION_COUNT; i++) {
        if (same_name(options[i].name, word + 2, size)) {
            complain("%s takes no %.*s; see reliquary %s --help", verb->name, (int)size + 2, word,
                     verb->name);
            return false;
        }
        if (takes(verb, i))
            try_name(&n, options[i].name);
    }
    if (!n.best)
        return wrong(verb, "no such option:", word);
    char name[32];
    dashed(n.best, name);
    complain("no such option: %s; did you mean --%s? see reliquary %s --help", word, name,
             verb->name);
    return false;
}

/* "-" is a file, and -5 a number. */
static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] && !(word[1] >= '0' && word[1] <= '9');
}

/* --rule may be given more than once: a comma is put between. */
static bool add_rules(struct args *args)
{
    size_t size = strlen(args->rules), more = strlen(args->values[OPT_rule]);
    if (size + more + 2 > sizeof args->rules)
        return wrong(args->verb, "too many rules:", args->values[OPT_rule]);
    snprintf(args->rules + size, sizeof args->rules - size, "%s%s", size ? "," : "",
             args->values[OPT_rule]);
    args->values[OPT_rule] = args->rules;
    return true;
}

/* One option at argv[*at]; moves over its argument. */
static bool parse_option(struct args *args, int argc, char **argv, int *at)
{
    const char *word = argv[*at], *value = NULL;
    int id;
    if (word[1] == '-') {
        size_t size = strcspn(word + 2, "=");
        id = find_option(args->verb, word + 2, size);
        value = word[2 + size] == '=' ? word + 3 + size : NULL;
    } else {
        id = find_letter(args->verb, word[1]);
        value = word[2] ? word + 2 : NULL;
    }
    if (id < 0)
        return wrong_option(args->verb, word);
    if (!options[id].argument) {
        if (value)
            return wrong(args->verb, "takes no value:", word);
        args->values[id] = "";
        return true;
    }
    if (!value && *at + 1 < argc)
        value = argv[++*at];
    if (!value)
        return wrong(args->verb, "needs a value:", word);
    args->values[id] = value;
    if (id == OPT_include && args->include_count == MOST_INCLUDES)
        return wrong(args->verb, "too many folders:", value);
    if (id == OPT_include)
        args->includes[args->include_count++] = value;
    return id != OPT_rule || add_rules(args);
}

/* "hand|hip", but not "NAME|N". */
static bool is_choice(const char *argument)
{
    return argument && strchr(argument, '|') && argument[0] >= 'a' && argument[0] <= 'z';
}

/* In any case, as the words themselves are compared. */
static bool is_one_of(const char *list, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = list; *at; at += strcspn(at, "|"), at += *at == '|') {
        size_t i = 0;
        while (i < size && rq_lower(at[i]) == rq_lower(word[i]) && word[i] != '|')
            i++;
        if (i == size && (at[i] == '|' || !at[i]))
            return true;
    }
    return false;
}

/* Options that are numbers, and what they may be. */
static const struct number {
    enum option_id id;
    unsigned long least, most;
} numbers[] = {
    {OPT_jobs, 1, 9999},       {OPT_scale, 1, 9999},       {OPT_count, 1, 1000000},
    {OPT_seed, 0, UINT32_MAX}, {OPT_frame, 0, UINT32_MAX}, {OPT_port, 0, 65535},
};

static bool check_numbers(const struct args *args)
{
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const struct number *n = &numbers[i];
        const char *text = args->values[n->id];
        if (!text)
            continue;
        /* Ten digits can't overflow where unsigned long has 64 bits; where it has 32, strtoul
         * stops at the most. */
        unsigned long value = strtoul(text, NULL, 10);
        if (text[0] && !text[strspn(text, "0123456789")] && strlen(text) <= 10 &&
            value >= n->least && value <= n->most)
            continue;
        complain("--%s: a number from %lu to %lu expected, not \"%s\"; see reliquary %s --help",
                 options[n->id].name, n->least, n->most, text, args->verb->name);
        return false;
    }
    return true;
}

/* An option whose argument lists its words takes one of them. */
static bool check_choices(const struct args *args)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        const char *text = args->values[i], *list = option_of(args->verb, i)->argument;
        if (!text || !is_choice(list) || is_one_of(list, text))
            continue;
        char name[32];
        complain("--%s knows %s, not %s; see reliquary %s --help", dashed(options[i].name, name),
                 list, text, args->verb->name);
        return false;
    }
    return true;
}

static bool add_path(struct args *args, const char *path)
{
    const char **paths = rq_arena_more(&args->arena, &args->paths, (uint32_t)args->count,
                                       &args->room, sizeof *paths);
    if (!paths)
        return wrong(args->verb, "no memory for", path);
    args->paths[args->count++] = path;
    return true;
}

#if defined(_WIN32)

/* The word of a verb's usage that an argument stands for; one with dots stands for all that follow. */
static const char *word_at(const char *words, size_t place, size_t *size)
{
    const char *word = words + strspn(words, "[");
    for (;; place--) {
        *size = strcspn(word, " .]");
        const char *end = word + *size;
        const char *next = end + strcspn(end, " ") + strspn(end + strcspn(end, " "), " [|");
        if (place == 0 || *end == '.' || !*next)
            return word;
        word = next;
    }
}

static bool takes_files(const struct verb *verb, size_t place)
{
    size_t size;
    const char *word = word_at(verb->arguments, place, &size);
    /* "FOLDER|FILE" is the last of its words. */
    for (size_t i = size; i > 0; i--)
        if (word[i - 1] == '|') {
            word += i;
            size -= i;
            break;
        }
    /* A PATH behind another word is one inside of that. */
    return rq_word_in(place ? "FILE SLOT B" : "PATH DIR FILE FOLDER ARCHIVE MAP GAME A", word,
                      size);
}

/* cmd and PowerShell leave * and ? to the program. No file of Windows has one of them in its name: where a verb
 * takes files, such an argument is a pattern, in quotes or not. The C library's own expansion would take the
 * patterns of entries (list ARCHIVE *.utc) for files too, and knows no UTF-8. */
static bool add_argument(struct args *args, size_t place, const char *path)
{
    struct rq_out found = {0};
    bool fine = true;
    if (strpbrk(path, "*?") && takes_files(args->verb, place))
        fine = rq_fs_expand(path, &found);
    for (size_t at = 0; fine && at < found.size; at += strlen((char *)found.data + at) + 1) {
        const char *name = (char *)found.data + at;
        const char *kept = rq_arena_text(&args->arena, name, strlen(name));
        fine = kept && add_path(args, kept);
    }
    if (fine && !found.size)
        fine = add_path(args, path);
    rq_out_free(&found);
    return fine;
}

#else

static bool add_argument(struct args *args, size_t place, const char *path)
{
    (void)place;
    return add_path(args, path);
}

#endif

bool parse_args(struct args *args, int argc, char **argv)
{
    bool only_paths = false;
    size_t place = 0;
    /* Also where none is given there is a first one, NULL. */
    args->room = (uint32_t)argc + 1;
    args->paths = rq_arena_get(&args->arena, args->room, sizeof *args->paths);
    if (!args->paths)
        return wrong(args->verb, "no memory for arguments", NULL);
    for (int i = 0; i < argc; i++) {
        if (!only_paths && strcmp(argv[i], "--") == 0)
            only_paths = true;
        else if (!only_paths && is_option(argv[i])) {
            if (!parse_option(args, argc, argv, &i))
                return false;
        } else if (!add_argument(args, place++, argv[i])) {
            return false;
        }
    }
    if (given(args, OPT_help))
        return true;
    if (args->count < args->verb->least)
        return wrong(args->verb, "needs", args->verb->arguments);
    if (args->verb->most && args->count > args->verb->most)
        return wrong(args->verb, "too many arguments:", args->paths[args->verb->most]);
    if (given(args, OPT_through) && strcmp(args->values[OPT_through], "json") != 0)
        return wrong(args->verb, "--through knows only json, not", args->values[OPT_through]);
    return check_choices(args) && check_numbers(args);
}

unsigned jobs_of(const struct args *args)
{
    return given(args, OPT_jobs) ? (unsigned)strtol(args->values[OPT_jobs], NULL, 10) : 0;
}

static void print_option(const struct option *o)
{
    char left[64];
    char name[32];
    snprintf(left, sizeof left, "%s%c%s--%s%s%s", o->letter ? "-" : " ",
             o->letter ? o->letter : ' ', o->letter ? ", " : "  ", dashed(o->name, name),
             o->argument ? " " : "", o->argument ? o->argument : "");
    printf("  %-24s %s\n", left, o->help);
}

static void print_kinds(void)
{
    printf("\nKinds (reliquary formats tells which of them a format becomes):\n");
    for (size_t i = 0; i < rq_file_kind_count(); i++)
        printf("  %-12s %s\n", rq_file_kind_at(i)->name, rq_file_kind_at(i)->title);
}

void print_help(const struct verb *verb)
{
    if (verb) {
        printf("usage: reliquary %s [options] %s\n\n%s\n\nOptions:\n", verb->name, verb->arguments,
               verb->summary);
        for (int i = 0; i < OPTION_COUNT; i++)
            if (takes(verb, i))
                print_option(option_of(verb, i));
        if (verb->run == run_diff)
            print_mod_kinds(true);
        else if (verb->options & TAKES(to))
            print_kinds();
        if (verb->run == run_save)
            save_print_paths();
        printf("\nExamples:\n%s", verb->examples);
        return;
    }
    printf("usage: reliquary VERB [options] ARGUMENTS\n\n"
           "Reads, shows, converts, checks and rewrites the data of Redguard (1998) and\n"
           "Knights of the Old Republic (2003), byte for byte.\n\n");
    for (size_t i = 0; i < verb_count; i++)
        printf("  %-11s %s\n", verbs[i].name, verbs[i].summary);
    printf("\n  reliquary VERB --help    options and examples of a verb\n"
           "  reliquary --version      version, and what it was built with\n\n"
           "Start with:\n"
           "  reliquary demo playground          makes two small games to play with\n"
           "  reliquary info playground/kotor    says what is in them\n");
}

const struct verb *find_verb(const char *name)
{
    for (size_t i = 0; i < verb_count; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    return NULL;
}

/* ---- completion, from the same tables ---- */

/* What --to takes, with a blank behind each. */
static void print_kind_names(void)
{
    for (size_t i = 0; i < rq_file_kind_count(); i++)
        printf("%s ", rq_file_kind_at(i)->name);
    for (size_t i = 0; i < rq_format_count(); i++) {
        const char *name = rq_format_describe(rq_format_at(i))->name;
        if (!rq_file_kind_by_name(name))
            printf("%s ", name);
    }
}

static bool has_values(const struct verb *verb, int id)
{
    return id == OPT_to || id == OPT_format || id == OPT_encoding || id == OPT_through ||
           id == OPT_dialect || is_choice(option_of(verb, id)->argument);
}

/* The words that an option of a verb takes, with a blank behind each. */
static void print_values(const struct verb *verb, int id)
{
    if (id == OPT_to && verb->run == run_diff)
        print_mod_kinds(false);
    else if (id == OPT_to)
        print_kind_names();
    else if (id == OPT_through)
        printf("json ");
    else if (id == OPT_dialect)
        printf("xoreos pykotor rmm rgpre ");
    else if (id == OPT_format)
        for (size_t i = 0; i < rq_format_count(); i++)
            printf("%s ", rq_format_describe(rq_format_at(i))->name);
    else if (id == OPT_encoding) {
        for (int page = RQ_CP1252; page <= RQ_CP950; page++)
            printf("%s ", rq_codepage_name((enum rq_codepage)page));
        printf("dxt1 dxt5 grey rgb rgba swizzled ");
    } else {
        for (const char *c = option_of(verb, id)->argument; c && *c; c++)
            putchar(*c == '|' ? ' ' : *c);
    }
}

static void print_option_name(int id)
{
    char name[32];
    fputs(dashed(options[id].name, name), stdout);
}

/* Names of files may have blanks: what compgen gives is taken line by line. */
static void complete_bash(void)
{
    printf("_reliquary() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words='");
    for (size_t i = 0; i < verb_count; i++)
        printf("%s ", verbs[i].name);
    printf("--help --version'\n    else\n        case ${COMP_WORDS[1]} in\n");
    for (size_t i = 0; i < verb_count; i++) {
        printf("        %s) words='", verbs[i].name);
        for (int k = 0; k < OPTION_COUNT; k++) {
            if (!takes(&verbs[i], k))
                continue;
            printf("--");
            print_option_name(k);
            putchar(' ');
        }
        printf("' ;;\n");
    }
    printf("        esac\n        case $cur in -*) ;; *) words= ;; esac\n    fi\n"
           "    case $before in\n");
    for (int k = 0; k < OPTION_COUNT; k++) {
        if (!has_values(&verbs[0], k))
            continue;
        printf("    --");
        print_option_name(k);
        printf(") words='");
        print_values(&verbs[0], k);
        printf("' ;;\n");
    }
    printf("    esac\n"
           "    [ \"${COMP_WORDS[1]} $before\" != 'diff --to' ] || words='");
    print_mod_kinds(false);
    printf("'\n");
    for (size_t i = 0; i < SPECIALS; i++) {
        printf("    [ \"${COMP_WORDS[1]} $before\" != '%s --", specials[i].verb);
        print_option_name(specials[i].id);
        printf("' ] || words='");
        print_values(find_verb(specials[i].verb), specials[i].id);
        printf("'\n");
    }
    printf("    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
           "    [ ${#COMPREPLY[@]} -gt 0 ] ||\n"
           "        mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n}\n"
           "complete -o filenames -F _reliquary reliquary\n");
}

/* Inside single quotes. In those of fish a backslash escapes; in those of zsh nothing does. */
static void print_quoted(const char *text, bool fish)
{
    for (; *text; text++) {
        if (fish && (*text == '\'' || *text == '\\'))
            putchar('\\');
        if (!fish && *text == '\'')
            printf("'\\'");
        putchar(*text);
    }
}

static void complete_zsh(void)
{
    printf("#compdef reliquary\n_reliquary() {\n    if (( CURRENT == 2 )); then\n"
           "        local -a verbs=(\n");
    for (size_t i = 0; i < verb_count; i++) {
        printf("            '%s:", verbs[i].name);
        print_quoted(verbs[i].summary, false);
        printf("'\n");
    }
    printf("        )\n        _describe verb verbs\n        return\n    fi\n"
           "    case $words[2] in\n");
    for (size_t i = 0; i < verb_count; i++) {
        printf("    %s) _arguments ", verbs[i].name);
        for (int k = 0; k < OPTION_COUNT; k++) {
            if (!takes(&verbs[i], k))
                continue;
            printf("'--");
            print_option_name(k);
            if (has_values(&verbs[i], k)) {
                printf(":value:(");
                print_values(&verbs[i], k);
                putchar(')');
            } else if (options[k].argument) {
                printf(":value:_files");
            }
            printf("' ");
        }
        printf("'*:file:_files' ;;\n");
    }
    printf("    esac\n}\n_reliquary \"$@\"\n");
}

static void complete_fish(void)
{
    for (size_t i = 0; i < verb_count; i++) {
        const struct verb *verb = &verbs[i];
        printf("complete -c reliquary -n __fish_use_subcommand -a %s -d '", verb->name);
        print_quoted(verb->summary, true);
        printf("'\n");
        for (int k = 0; k < OPTION_COUNT; k++) {
            if (!(verb->options >> k & 1))
                continue;
            printf("complete -c reliquary -n '__fish_seen_subcommand_from %s' -l ", verb->name);
            print_option_name(k);
            printf("%s ", options[k].argument ? " -r" : "");
            if (has_values(verb, k)) {
                printf("-x -a '");
                print_values(verb, k);
                printf("' ");
            }
            printf("-d '");
            print_quoted(option_of(verb, k)->help, true);
            printf("'\n");
        }
    }
}

int run_completion(const struct args *args)
{
    const char *shell = args->paths[0];
    if (strcmp(shell, "bash") == 0)
        complete_bash();
    else if (strcmp(shell, "zsh") == 0)
        complete_zsh();
    else if (strcmp(shell, "fish") == 0)
        complete_fish();
    else {
        complain("completion is for bash, zsh or fish, not %s", shell);
        return EXIT_USAGE;
    }
    return EXIT_FINE;
}
