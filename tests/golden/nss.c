/* What is said about wrong scripts, word for word: line:column+width, message, hint, id of a warning. Read by eye
 * for whether a modder knows at once what to change. */
#include "core/bytes.h"
#include "support/check.h"

#include <reliquary/nwscript.h>
#include <stdio.h>
#include <stdlib.h>

static void note(void *ctx, const struct rq_script_problem *p)
{
    struct rq_out *told = ctx;
    rq_putf(told, "%zu:%zu+%zu: %s%s%s", p->line, p->column, p->width, p->message,
            *p->hint ? "; " : "", p->hint);
    rq_putf(told, *p->id ? " [%s]\n" : "\n", p->id);
    CHECK_STR(p->file, "x.nss");
    CHECK((p->severity == RQ_WARNING) == (*p->id != 0));
}

static void told_with(const char *source, const char *silent, const char *expected)
{
    struct rq_out told = {0}, out = {0};
    struct rq_error err = {0};
    const struct rq_nss_options options = {
        .game = 1, .ctx = &told, .problem = note, .silent = silent};
    check_note("%s", source);
    bool fine = rq_nss_compile((struct rq_bytes){(const uint8_t *)source, strlen(source)}, "x.nss",
                               &options, &out, NULL, &err);
    rq_put8(&told, 0);
    CHECK_STR((const char *)told.data, expected);
    /* Every line without an id is an error. */
    bool errors = false;
    for (const char *line = expected; *line; line = strchr(line, '\n') + 1)
        errors |= strchr(line, '\n')[-1] != ']';
    CHECK(fine == !errors);
    CHECK((out.size > 0) == fine);
    CHECK_INT(err.code, fine ? RQ_OK : RQ_CORRUPT);
    rq_out_free(&told);
    rq_out_free(&out);
}

static void wrong(const char *source, const char *expected)
{
    told_with(source, NULL, expected);
}

static void test_names(void)
{
    wrong("void main()\n"
          "{\n"
          "    object oDoor = GetObjectByTga(\"door\");\n"
          "}\n",
          "3:20+14: there is no function GetObjectByTga; did you mean GetObjectByTag?\n");
    wrong("void main()\n"
          "{\n"
          "    int nCount = 3;\n"
          "    if (nCuont == 3)\n"
          "        PrintString(\"three\");\n"
          "}\n",
          "4:9+6: there is no variable or constant nCuont; did you mean nCount?\n");
    wrong(
        "#include \"no_such_file\"\n"
        "void main()\n"
        "{\n"
        "    FunctionOfTheInclude();\n"
        "}\n",
        "1:10+14: there is no include no_such_file; -I names folders with includes, --game the game that has them\n");
    wrong("#define X 5\n"
          "int nGlobal = nLater;\n"
          "int nLater = 3;\n"
          "int Check(int nGlobal)\n"
          "{\n"
          "    int nUnused;\n"
          "    if (nGlobal > 3)\n"
          "        return TRUE;\n"
          "}\n"
          "void main()\n"
          "{\n"
          "    int i = Check(1);\n"
          "    else i = 2;\n"
          "    switch (i)\n"
          "    {\n"
          "        int k = 1;\n"
          "        case 1:\n"
          "        {\n"
          "            int m = k;\n"
          "            break;\n"
          "        }\n"
          "        case 2:\n"
          "            PrintInteger(k);\n"
          "    }\n"
          "}\n",
          "1:2+6: #define is only for nwscript.nss; use a variable, or const int NAME = 1;\n"
          "13:5+4: this else has no if\n"
          "2:15+6: the global nLater is declared further down; move its declaration up\n"
          "4:15+7: nGlobal hides the global of the same name [shadowed]\n"
          "4:5+5: Check can end without returning int [missing-return]\n");
    wrong(
        "void main()\n"
        "{\n"
        "    int n = Random;\n"
        "    int k = n(3);\n"
        "    float f = 1.0;\n"
        "    f++;\n"
        "    if (!\"text\") return;\n"
        "    vector v = [n, 0.0, 0.0];\n"
        "    n = n ? 1 : \"two\";\n"
        "}\n",
        "3:13+6: Random is a function; Random(...) calls it\n"
        "4:13+1: n is a variable or constant, not a function\n"
        "6:5+3: ++ is only for int, and this is float\n"
        "7:9+7: ! can't be used with string; StringToInt(...) makes an int of a string\n"
        "8:16+13: [x, y, z] takes only float numbers such as 1.0; Vector(x, y, z) makes one of variables\n"
        "9:17+5: the second value of ?: has to be int, but this is string; StringToInt(...) makes an int of a string\n");
}

static void test_syntax(void)
{
    wrong("void main()\n"
          "{\n"
          "    int n = 1\n"
          "    PrintInteger(n);\n"
          "}\n",
          "3:14+1: expected \";\" after a declaration\n");
    wrong(
        "void main()\n"
        "{\n"
        "    PrintString(\"open);\n"
        "    PrintString(\"fine\");\n"
        "}\n",
        "3:17+7: this string has no end; \" closes it; a string can't go over the end of a line\n");
    wrong("void main()\n"
          "{\n"
          "    for (int i = 0; i < 3; i++)\n"
          "        PrintInteger(i);\n"
          "}\n",
          "3:10+3: for can't declare a variable in NWScript; declare it in front of the loop\n");
    wrong("void main()\n"
          "{\n"
          "    if (GetFirstPC())\n"
          "    {\n"
          "        PrintString(\"PC\");\n"
          "    }\n"
          "    else if (TRUE\n"
          "        PrintString(\"x\");\n"
          "}\n",
          "7:18+1: expected \")\" after the condition\n");
    wrong("void main()\n"
          "{\n"
          "    PrintString(\"a\");\n"
          "\n"
          "void Other()\n"
          "{\n"
          "}\n",
          "5:11+1: a function can't stand inside of a function; is a } missing further up?\n"
          "2:1+1: this \"{\" has no \"}\"\n");
    wrong("void main()\n"
          "{\n"
          "    int i = 99999999999;\n"
          "    int @ = 3;\n"
          "    int 3abc = 4;\n"
          "    x++;\n"
          "    \"a\"++;\n"
          "}\n"
          "/* no end\n",
          "3:13+11: this number has more than 32 bits; the largest int is 2147483647\n"
          "4:9+1: this letter has no meaning here\n"
          "5:9+4: this is neither a number nor a name; names begin with a letter\n"
          "9:1+2: this comment has no end; */ closes it\n");
    wrong("struct pair { int a; int b; }\n"
          "void main()\n"
          "{\n"
          "    struct pair p;\n"
          "    p.a = 1;\n"
          "}\n",
          "1:30+1: expected \";\" after the } of a struct\n");
    wrong("void main()\n"
          "{\n"
          "    int n = 1;\n"
          "    switch (n)\n"
          "    {\n"
          "        case 1\n"
          "            PrintString(\"one\");\n"
          "            break;\n"
          "        {\n"
          "            case 2: break;\n"
          "        }\n"
          "    }\n"
          "    case 3: n = 2;\n"
          "}\n",
          "6:15+1: expected \":\" after the value of case\n"
          "10:13+4: case has to stand directly in the block of a switch\n"
          "13:5+4: case has to stand directly in the block of a switch\n");
    wrong("void main()\n"
          "{\n"
          "    int n = (1 + 2 * ;\n"
          "    n = 5 5;\n"
          "    n = * 3;\n"
          "    PrintInteger(n,);\n"
          "}\n",
          "3:22+1: expected a value, not ;\n"
          "4:11+1: expected \";\" at the end of a statement, not 5\n"
          "5:9+1: expected a value, not *\n"
          "6:20+1: expected an argument, not )\n");
    wrong(
        "PrintString(\"outside\");\n"
        "void main()\n"
        "{\n"
        "    string s = 'text';\n"
        "    if (true) s = \"x\";\n"
        "}\n",
        "1:1+11: expected #include, a type or struct, not PrintString; statements stand inside of functions\n"
        "4:16+1: this letter has no meaning here; strings stand in double quotes: \"text\"\n");
    wrong("#include k_inc_utility\n"
          "#include \"\"\n"
          "#import \"x\"\n"
          "void main() { }\n"
          "}\n",
          "1:10+13: expected the name of a file in quotes after #include, not k_inc_utility\n"
          "2:10+2: there can be no include of this name; names have 1 to 16 letters\n"
          "3:2+6: expected include after #, not import\n"
          "5:1+1: this \"}\" has no \"{\"\n");
}

static void test_types(void)
{
    wrong(
        "void main()\n"
        "{\n"
        "    PrintString(5);\n"
        "    DelayCommand(2, ActionRandomWalk());\n"
        "}\n",
        "3:17+1: argument 1 (sString) of PrintString has to be string, but this is int; IntToString(...) makes a string of an int\n"
        "4:18+1: argument 1 (fSeconds) of DelayCommand has to be float, but this is int; IntToFloat(...) makes a float of an int; a float number has a point: 1.0\n");
    wrong("void main()\n"
          "{\n"
          "    GetObjectByTag();\n"
          "    GetObjectByTag(\"a\", 1, 2);\n"
          "}\n",
          "3:5+14: GetObjectByTag takes 1 to 2 arguments, not 0; it takes string sTag, int nNth\n"
          "4:5+14: GetObjectByTag takes 1 to 2 arguments, not 3; it takes string sTag, int nNth\n");
    wrong("struct point { int x; int y; };\n"
          "void main()\n"
          "{\n"
          "    struct point p;\n"
          "    p.z = 3;\n"
          "    vector v = [1.0, 2.0, 3.0];\n"
          "    v.w = 1.0;\n"
          "    struct pont q;\n"
          "}\n",
          "5:5+3: struct point has no member z\n"
          "7:5+3: vector has no member w; a vector has x, y and z\n"
          "8:17+1: there is no struct pont; did you mean point?\n");
    wrong("void main()\n"
          "{\n"
          "    int n = 1;\n"
          "    int n = 2;\n"
          "    TRUE = 3;\n"
          "    n + 1 = 4;\n"
          "}\n",
          "4:9+1: there is a variable n in this block already\n"
          "5:5+4: TRUE is a constant and can't get a value\n"
          "6:5+5: only a variable can get a value\n");
    wrong(
        "void main()\n"
        "{\n"
        "    int n = 5;\n"
        "    string s = \"count: \" + n;\n"
        "    float f = n;\n"
        "    int k = 1.5;\n"
        "    object o = \"tag\";\n"
        "}\n",
        "4:16+13: + can't be used with string and int; IntToString(...) makes a string of an int\n"
        "5:15+1: the value of the variable has to be float, but this is int; IntToFloat(...) makes a float of an int; a float number has a point: 1.0\n"
        "6:13+3: the value of the variable has to be int, but this is float; FloatToInt(...) makes an int of a float\n"
        "7:16+5: the value of the variable has to be object, but this is string; GetObjectByTag(...) finds an object by its tag\n");
    wrong(
        "int StartingConditional()\n"
        "{\n"
        "    if (GetIsObjectValid(OBJECT_SELF) == TRUE)\n"
        "        return \"yes\";\n"
        "    return GetFirstPC();\n"
        "}\n"
        "void main() { }\n",
        "1:5+19: a script can't have both main and StartingConditional; leave one of them out\n"
        "4:16+5: what is returned has to be int, but this is string; StringToInt(...) makes an int of a string\n"
        "5:12+10: what is returned has to be int, but this is object; GetIsObjectValid(...) says whether there is such an object\n");
}

static void test_functions(void)
{
    wrong("int Twice(int n)\n"
          "{\n"
          "    return;\n"
          "}\n"
          "void main()\n"
          "{\n"
          "    return 1;\n"
          "}\n",
          "7:12+1: main is void and can't return a value\n"
          "3:5+6: Twice has to return int\n");
    wrong(
        "void Foo(int n);\n"
        "void Foo(string s)\n"
        "{\n"
        "}\n"
        "int Bar() { return 1; }\n"
        "int Bar() { return 2; }\n"
        "void PrintString(string s) { }\n"
        "void main()\n"
        "{\n"
        "    Foo(1);\n"
        "}\n",
        "2:17+1: parameter 1 of Foo is string here, but int where it was declared; it was declared in x.nss\n"
        "6:5+3: Bar is defined already; the first is in x.nss\n"
        "7:6+11: PrintString is a function of the engine already; the first is in nwscript.nss\n");
    wrong(
        "void Helper();\n"
        "void main()\n"
        "{\n"
        "    Helper();\n"
        "    DelayCommand(1.0, Random(3));\n"
        "    AssignCommand(OBJECT_SELF, 5);\n"
        "}\n",
        "4:5+6: Helper is declared, but has no body\n"
        "5:23+6: an action can't return a value, but Random returns int; call it in a void function of your own, and give that\n"
        "6:32+1: an action has to be a call of a function\n");
    wrong("int main()\n"
          "{\n"
          "    return 1;\n"
          "}\n",
          "1:5+4: main has another form than the engine needs; the engine calls void main()\n");
    wrong("void Act(action a) { }\n"
          "void f(int a, int a) { }\n"
          "void v;\n"
          "const int N = Random(3);\n"
          "const int M;\n"
          "void main()\n"
          "{\n"
          "    void x;\n"
          "    int r = f(1, 2);\n"
          "    DelayCommand(1.0, f(1, 2);\n"
          "}\n",
          "10:30+1: expected \",\" or \")\" after an argument, not ;\n"
          "3:6+1: a variable can't be void or an action\n"
          "4:15+6: a constant needs a value that is a number, a string or another constant\n"
          "5:11+1: a constant needs a value that is a number, a string or another constant\n"
          "2:12+1: there is a variable a in this block already\n"
          "1:17+1: a parameter can't be void or an action\n");
}

static void test_statements(void)
{
    wrong("void main()\n"
          "{\n"
          "    int n = Random(3);\n"
          "    switch (n)\n"
          "    {\n"
          "        case 1: break;\n"
          "        case 1: break;\n"
          "        case n: break;\n"
          "        default: break;\n"
          "        default: break;\n"
          "    }\n"
          "    break;\n"
          "    continue;\n"
          "}\n",
          "7:9+6: this switch has a case for 1 already\n"
          "8:14+1: a case needs an int number or a constant; use if and == for anything else\n"
          "10:9+7: this switch has a default already\n"
          "12:5+5: break stands outside of a loop or switch\n"
          "13:5+8: this never runs [unreachable]\n"
          "13:5+8: continue stands outside of a loop\n");
    wrong(
        "void main()\n"
        "{\n"
        "    int n = 1;\n"
        "    if (n = 2) PrintString(\"two\");\n"
        "    n == 3;\n"
        "    while (n > 5);\n"
        "    return;\n"
        "    PrintString(\"never\");\n"
        "}\n",
        "4:9+5: this sets the variable and does not compare; == compares; (( )) if it is meant [assigned-condition]\n"
        "5:5+6: this statement does nothing; = sets a variable [no-effect]\n"
        "6:18+1: this ; is the whole body [empty-body]\n"
        "8:5+20: this never runs [unreachable]\n");
    wrong(
        "void main()\n"
        "{\n"
        "    int TRUE = 2;\n"
        "    int n = 3;\n"
        "    {\n"
        "        int n = TRUE;\n"
        "        PrintInteger(n);\n"
        "    }\n"
        "    while (n > 0)\n"
        "    {\n"
        "        int k = n;\n"
        "        if (k == 1)\n"
        "            break;\n"
        "        n--;\n"
        "    }\n"
        "}\n",
        "3:9+4: TRUE hides the constant of nwscript.nss of the same name [shadowed]\n"
        "6:13+1: n hides the variable further out of the same name [shadowed]\n"
        "13:13+5: 4 bytes of the blocks that are left stay on the stack; put the variables in front of it, or end the block first [leaking-break]\n");
}

/* The line of a problem, as it is shown. */
static void note_line(void *ctx, const struct rq_script_problem *p)
{
    struct rq_out *told = ctx;
    rq_put_bytes(told, p->from);
    rq_putf(told, "|%zu+%zu\n", p->column, p->width);
}

/* Columns count letters of UTF-8; bytes of a line that is none. */
static void test_places(void)
{
    static const char *const sources[][2] = {
        {"void main() { x(\"\xC3\xA4\"); y; }\r\n",
         "void main() { x(\"\xC3\xA4\"); y; }|15+1\nvoid main() { x(\"\xC3\xA4\"); y; }|23+1\n"},
        {"\xEF\xBB\xBFvoid main() { \xE4; }", "void main() { \xE4; }|15+1\n"},
        {"", ""},
        {"void main() {", "void main() {|13+1\n"},
    };
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        struct rq_out told = {0}, out = {0};
        const struct rq_nss_options options = {.game = 1, .ctx = &told, .problem = note_line};
        check_note("%zu", i);
        rq_nss_compile((struct rq_bytes){(const uint8_t *)sources[i][0], strlen(sources[i][0])},
                       "x.nss", &options, &out, NULL, NULL);
        rq_put8(&told, 0);
        CHECK_STR((const char *)told.data, sources[i][1]);
        rq_out_free(&told);
        rq_out_free(&out);
    }
}

/* A number or a sign as the last byte of the file. */
static void test_last_byte(void)
{
    static const char *const last[] = {"0x1F", "0x",   "0",  "1",  "1.",
                                       "1.5",  "1.5f", "1x", "\"", "/"};
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++) {
        struct rq_error err = {0};
        struct rq_out told = {0}, out = {0};
        struct check_guard guard;
        char source[64];
        const struct rq_nss_options options = {.game = 1, .ctx = &told, .problem = note_line};
        int size = snprintf(source, sizeof source, "int n = %s", last[i]);
        check_note("%s", source);
        REQUIRE(check_guard_make(source, (size_t)size, &guard));
        CHECK(!rq_nss_compile((struct rq_bytes){guard.data, guard.size}, "x.nss", &options, &out,
                              NULL, &err));
        CHECK_INT(err.code, RQ_CORRUPT);
        rq_put8(&told, 0);
        CHECK(strncmp((const char *)told.data, source, (size_t)size) == 0);
        rq_out_free(&told);
        rq_out_free(&out);
        check_guard_free(&guard);
    }
}

static bool give_nameless(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    (void)ctx;
    *text = (struct rq_bytes){(const uint8_t *)"int n = ;", 9};
    return strcmp(name, "inc_b") == 0 && *path == NULL;
}

static void note_file(void *ctx, const struct rq_script_problem *p)
{
    rq_putf(ctx, "%s:%zu:%zu\n", p->file, p->line, p->column);
}

/* An include that has no path is called what the source calls it. */
static void test_nameless_include(void)
{
    static const char source[] = "#include \"inc_b\"\nvoid main() { }";
    struct rq_out told = {0}, out = {0};
    const struct rq_nss_options options = {
        .game = 1, .ctx = &told, .include = give_nameless, .problem = note_file};
    CHECK(!rq_nss_compile((struct rq_bytes){(const uint8_t *)source, strlen(source)}, "x.nss",
                          &options, &out, NULL, NULL));
    rq_put8(&told, 0);
    CHECK_STR((const char *)told.data, "inc_b:1:9\n");
    rq_out_free(&told);
    rq_out_free(&out);
}

static void test_silent(void)
{
    wrong("void main() { PrintInteger(4294967295); PrintInteger(-2147483648); }",
          "1:28+10: this number becomes -1; the largest int is 2147483647 [large-number]\n");
    static const char source[] = "void main() { int n; 1; }";
    told_with(source, NULL,
              "1:22+1: this statement does nothing [no-effect]\n"
              "1:19+1: n is never used [unused-variable]\n");
    told_with(source, "no-effect", "1:19+1: n is never used [unused-variable]\n");
    told_with(source, "no-effect unused-variable", "");
    size_t count = 0;
    const char *about;
    while (rq_nss_warning_at(count, &about) && CHECK(strlen(about) > 10))
        count++;
    CHECK_INT(count, 10);
}

/* `many` copies of a text between two others. */
static char *repeat(const char *before, const char *text, size_t many, const char *after)
{
    struct rq_out out = {0};
    rq_put_str(&out, before);
    for (size_t i = 0; i < many; i++)
        rq_put_str(&out, text);
    rq_put_str(&out, after);
    rq_put8(&out, 0);
    return (char *)out.data;
}

static size_t count_errors(const char *source, struct rq_error *err)
{
    struct rq_out told = {0}, out = {0};
    const struct rq_nss_options options = {.game = 1, .ctx = &told, .problem = note};
    size_t lines = 0;
    *err = (struct rq_error){0};
    rq_nss_compile((struct rq_bytes){(const uint8_t *)source, strlen(source)}, "x.nss", &options,
                   &out, NULL, err);
    for (size_t i = 0; i < told.size; i++)
        lines += told.data[i] == '\n';
    rq_out_free(&told);
    rq_out_free(&out);
    return lines;
}

/* Structs in each other, which code has to go through. */
static void test_nested_structs(void)
{
    for (int many = 100; many <= 20000; many += 19900) {
        struct rq_out out = {0};
        struct rq_error err;
        rq_put_str(&out, "struct s0 { int a; };\n");
        for (int i = 1; i < many; i++)
            rq_putf(&out, "struct s%d { struct s%d a; };\n", i, i - 1);
        rq_putf(&out, "struct s%d g; void main() {}", many - 1);
        rq_put8(&out, 0);
        check_note("%d structs", many);
        CHECK_INT(count_errors((const char *)out.data, &err), many == 100 ? 0 : 20);
        CHECK_INT(err.code, many == 100 ? RQ_OK : RQ_CORRUPT);
        rq_out_free(&out);
    }
}

/* Depth, length and number of problems have limits; what is large, but sensible, compiles. */
static void test_limits(void)
{
    static const struct {
        const char *before, *text, *after;
        size_t many, errors;
        enum rq_code code;
    } cases[] = {
        {"void main() { PrintInteger(", "(", "", 100000, 1, RQ_CORRUPT},
        {"void main() { PrintInteger(", "-", "1); }", 100000, 1, RQ_CORRUPT},
        {"void main() ", "{", "", 100000, 1, RQ_CORRUPT},
        {"void main() { PrintInteger(1", " + 1", "); }", 100000, 1, RQ_CORRUPT},
        {"void main() { PrintInteger(1", " + 1", "); }", 900, 0, RQ_OK},
        {"void main() { if (1) ;", " else if (1) ;", "}", 20000, 100, RQ_OK}, /* empty-body */
        {"void main() {", "x;", "}", 1000, 20, RQ_CORRUPT},
        {"void main() {", " PrintString(\"a\");", "}", 20000, 0, RQ_OK},
        {"struct s { int a", ", a1", "; }; void main() {}", 70000, 1, RQ_CORRUPT},
        {"struct s { int a; vector v; }; struct s g; void main() {", " g = g;", "}", 20000, 0,
         RQ_OK},
        {"void main() { PrintString(\"", "0123456789", "\"); }", 6553, 0, RQ_OK},
        {"void main() { PrintString(\"", "0123456789", "\"); }", 6554, 1, RQ_CORRUPT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err;
        char *source = repeat(cases[i].before, cases[i].text, cases[i].many, cases[i].after);
        check_note("%s%s...", cases[i].before, cases[i].text);
        size_t errors = count_errors(source, &err);
        if (cases[i].errors == 1)
            CHECK(errors > 0);
        else
            CHECK_INT(errors, cases[i].errors);
        CHECK_INT(err.code, cases[i].code);
        free(source);
    }
}

TESTS(test_names, test_syntax, test_types, test_functions, test_statements, test_places,
      test_last_byte, test_nameless_include, test_silent, test_limits, test_nested_structs)
