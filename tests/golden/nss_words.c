/* One small script for each thing that the compiler says, word for word, as golden.nss has them; and values of constants,
 * which are those of C on 32 bits: two scripts that have to become the same bytes. */
#include "core/bytes.h"
#include "support/check.h"

#include <reliquary/nwscript.h>
#include <stdio.h>

/* clang-format off */
static const struct {
    const char *source, *told;
} rows[] = {
    {"const float F = -1.5; const float G = F; void main() { PrintFloat(G); }",
     ""},
    /* FLT_MAX is 3.40282e38. */
    {"float F = 99999999999999999999999999999999999999999.0; void main() { }",
     "1:11+43: this number is too large for a float; the largest float is 3.4e38\n"},
    {"const int A = ~5; void main() { PrintInteger(A); }",
     ""},
    {"const string S = -\"x\"; void main() { }",
     "1:18+4: a constant needs a value that is a number, a string or another constant\n"},
    {"const int A = 1.5; void main() { }",
     "1:15+3: A is int, but its value is float\n"},
    {"const int A = GetModule(); void main() { }",
     "1:15+9: a constant needs a value that is a number, a string or another constant\n"},
    {"const string S = \"a\" + \"b\"; const string U = S + 1; void main() { }",
     "1:18+9: a constant needs a value that is a number, a string or another constant\n"
     "1:46+5: a constant needs a value that is a number, a string or another constant\n"},
    {"const int A = 5 / 0; void main() { }",
     "1:15+5: a constant needs a value that is a number, a string or another constant\n"},
    {"const int A = 5 % 0; void main() { }",
     "1:15+5: a constant needs a value that is a number, a string or another constant\n"},
    {"struct p { int a; }; struct p { int b; }; void main() { }",
     "1:29+1: p is declared already; the first is in x.nss\n"},
    {"struct p { void a; }; void main() { }",
     "1:17+1: a member can't be void or an action\n"},
    {"struct p { action a; }; void main() { }",
     "1:19+1: a member can't be void or an action\n"},
    {"struct p { int a; int a; }; void main() { }",
     "1:23+1: the struct has a member a already\n"},
    {"struct p { struct p q; }; void main() { }",
     "1:21+1: there is no struct p\n"},
    {"struct p { int a; struct p q; }; struct p v; void main() { struct p w; w.a = v.a; w.q = v.q; }",
     "1:28+1: there is no struct p\n"},
    {"struct p { struct q a; }; struct q { struct p a; }; struct q v; struct p F(struct q b) { return b.a; } void main() { F(v); }",
     "1:21+1: there is no struct q\n"},
    {"struct p { struct q a; }; void main() { }",
     "1:21+1: there is no struct q\n"},
    {"struct; void main() { }",
     "1:7+1: expected the name of a struct, not ;\n"},
    {"struct p v; void main() { }",
     "1:10+1: there is no struct p\n"},
    {"struct p { int a; } void main() { }",
     "1:21+4: expected \";\" after the } of a struct, not void\n"},
    {"int PrintString(int n) { return n; } void main() { }",
     "1:5+11: PrintString is a function of the engine already; the first is in nwscript.nss\n"},
    {"int TRUE = 1; void main() { }",
     "1:5+4: TRUE hides the constant of nwscript.nss of the same name [shadowed]\n"},
    {"int n; int n; void main() { }",
     "1:12+1: n is declared already; the first is in this script or an include\n"},
    {"int f() { return 1; } int f; void main() { }",
     "1:27+1: f is declared already; the first is in x.nss\n"},
    {"void v; void main() { }",
     "1:6+1: a variable can't be void or an action\n"},
    {"action a; void main() { }",
     "1:8+1: a variable can't be void or an action\n"},
    {"int f(int a); float f(int a) { return 1.0; } void main() { f(1); }",
     "1:21+1: f returns float here, but int where it was declared; it was declared in x.nss\n"},
    {"int f(int a); int f(int a, int b) { return 1; } void main() { f(1); }",
     "1:19+1: f has 2 parameters here, but 1 where it was declared; it was declared in x.nss\n"},
    {"int f(int a); int f(float a) { return 1; } void main() { f(1); }",
     "1:27+1: parameter 1 of f is float here, but int where it was declared; it was declared in x.nss\n"},
    {"int f(int a) { return 1; } int f(int a) { return 2; } void main() { f(1); }",
     "1:32+1: f is defined already; the first is in x.nss\n"},
    {"int f(int a = 1, int b); void main() { }",
     ""},
    {"int f(int a = \"x\") { return a; } void main() { f(); }",
     "1:48+1: the default of parameter a is no constant of its type; give the argument here\n"},
    {"int f(int a) { return a; } void main() { f(); f(1, 2); f(\"x\"); }",
     "1:42+1: f takes 1 argument, not 0; it takes int a\n"
     "1:47+1: f takes 1 argument, not 2; it takes int a\n"
     "1:58+3: argument 1 (a) of f has to be int, but this is string; StringToInt(...) makes an int of a string\n"},
    {"int f(int a, int b = 2) { return a; } void main() { f(); f(1, 2, 3); }",
     "1:53+1: f takes 1 to 2 arguments, not 0; it takes int a, int b\n"
     "1:58+1: f takes 1 to 2 arguments, not 3; it takes int a, int b\n"},
    {"void f() { } void main() { f(1); }",
     "1:28+1: f takes 0 arguments, not 1\n"},
    {"void f(float a = 1) { PrintFloat(a); } void main() { f(); }",
     ""},
    {"int f(int 5) { return 1; } void main() { }",
     "1:11+1: expected the name of a parameter, not 5\n"},
    {"int f(int a,) { return 1; } void main() { }",
     "1:13+1: expected a parameter, not )\n"},
    {"int f(int a { return 1; } void main() { }",
     "1:13+1: expected \",\" or \")\" after a parameter, not {\n"},
    {"int f(void) { return 1; } void main() { f(); }",
     ""},
    {"int f() = 5; void main() { }",
     "1:9+1: expected \"{\" or \";\" after the parameters of a function, not =\n"},
    {"int 5; void main() { }",
     "1:5+1: expected the name of a variable or function, not 5\n"},
    {"#include \"nwscript\" void main() { }",
     ""},
    {"#include 5",
     "1:10+1: expected the name of a file in quotes after #include, not 5\n"},
    {"#include \"a",
     "1:10+2: this string has no end; \" closes it; a string can't go over the end of a line\n"},
    {"#define",
     "1:2+6: #define is only for nwscript.nss; use a variable, or const int NAME = 1;\n"},
    {"#define ENGINE_NUM_STRUCTURES 5",
     "1:2+6: #define is only for nwscript.nss; use a variable, or const int NAME = 1;\n"},
    {"void main() { int n = true; }",
     "1:23+4: there is no variable or constant true; did you mean TRUE?\n"},
    {"void main() { int n = 0x; }",
     "1:23+2: hexadecimal digits are missing after 0x\n"},
    {"void main() { int n = 0x123456789; }",
     "1:23+11: this number has more than 32 bits\n"},
    {"void main() { int n = 99999999999; }",
     "1:23+11: this number has more than 32 bits; the largest int is 2147483647\n"},
    {"void main() { float f = 1.; float g = .5; float h = 1.5f; float i = 2f; PrintFloat(f + g + h + i); }",
     "1:39+1: expected a value, not .\n"},
    {"void main() { float f = 340282350000000000000000000000000000000.0; float g = 0.0000000000000000000000000000000000000000000000000001; PrintFloat(f + g); }",
     ""},
    {"void main() { string s = \"abc",
     "1:26+4: this string has no end; \" closes it; a string can't go over the end of a line\n"
     "1:13+1: this \"{\" has no \"}\"\n"},
    {"void main() { /* no end",
     "1:15+2: this comment has no end; */ closes it\n"},
    {"void main() { int n = 1 $ 2; }",
     "1:25+1: this letter has no meaning here\n"},
    {"void main() { int n = 1 @; }",
     "1:25+1: this letter has no meaning here\n"},
    {"void main() { int a b; }",
     "1:21+1: expected \";\" after a declaration, not b\n"},
    {"void main() { int a = ; }",
     "1:23+1: expected a value, not ;\n"},
    {"void main() { int a = (1; }",
     "1:25+1: expected \")\", not ;\n"},
    {"void main() { if 1 { } }",
     "1:18+1: expected \"(\" after if, not 1\n"},
    {"void main() { if (1) int n = 2; }",
     "1:26+1: n is never used [unused-variable]\n"},
    {"void main() { while (1) int n = 2; }",
     "1:29+1: n is never used [unused-variable]\n"},
    {"void main() { do { } }",
     "1:22+1: expected while after the body of do, not }\n"},
    {"void main() { do { } while 1; }",
     "1:28+1: expected \"(\" after while, not 1\n"},
    {"void main() { for (;;) ; }",
     "1:24+1: this ; is the whole body [empty-body]\n"},
    {"void main() { for (1; 2) ; }",
     "1:24+1: expected \";\" after the condition of for, not )\n"},
    {"void main() { switch 1 { } }",
     "1:22+1: expected \"(\" after switch, not 1\n"},
    {"void main() { switch (1) case 1: ; }",
     "1:26+4: expected \"{\" after switch (...), not case\n"
     "1:26+4: case has to stand directly in the block of a switch\n"},
    {"void main() { switch (1) { int n; } }",
     "1:32+1: n is never used [unused-variable]\n"},
    {"void main() { switch (1) { case 1: case 1: break; default: default: } }",
     "1:36+6: this switch has a case for 1 already\n"
     "1:60+7: this switch has a default already\n"},
    {"void main() { switch (\"a\") { case 1: } }",
     "1:23+3: the value of switch has to be int, but this is string; StringToInt(...) makes an int of a string\n"},
    {"void main() { case 1: }",
     "1:15+4: case has to stand directly in the block of a switch\n"},
    {"void main() { default: }",
     "1:15+7: default has to stand directly in the block of a switch\n"},
    {"void main() { break; }",
     "1:15+5: break stands outside of a loop or switch\n"},
    {"void main() { continue; }",
     "1:15+8: continue stands outside of a loop\n"},
    {"void main() { else }",
     "1:15+4: this else has no if\n"},
    {"int f() { } void main() { f(); }",
     "1:5+1: f can end without returning int [missing-return]\n"},
    {"int f() { return; } void main() { f(); }",
     "1:11+6: f has to return int\n"},
    {"int f() { while (1) { } } void main() { f(); }",
     ""},
    {"int f() { while (1) { break; } } void main() { f(); }",
     "1:5+1: f can end without returning int [missing-return]\n"},
    {"int f() { while (1) { if (1) { break; } } } void main() { f(); }",
     "1:5+1: f can end without returning int [missing-return]\n"},
    {"int f() { while (1) { if (1) ; else break; } } void main() { f(); }",
     "1:30+1: this ; is the whole body [empty-body]\n"
     "1:5+1: f can end without returning int [missing-return]\n"},
    {"int f() { do { break; } while (TRUE); } void main() { f(); }",
     "1:5+1: f can end without returning int [missing-return]\n"},
    {"int f() { do { } while (TRUE); } void main() { f(); }",
     ""},
    {"int f() { for (;;) { } } void main() { f(); }",
     ""},
    {"int f() { for (;1;) { { break; } } } void main() { f(); }",
     "1:5+1: f can end without returning int [missing-return]\n"},
    {"int f() { if (1) return 1; else return 2; } void main() { f(); }",
     ""},
    {"int f() { if (1) return 1; } void main() { f(); }",
     "1:5+1: f can end without returning int [missing-return]\n"},
    {"int f() { switch (1) { case 1: return 1; default: return 2; } } void main() { f(); }",
     ""},
    {"int f() { switch (1) { case 1: return 1; } } void main() { f(); }",
     "1:5+1: f can end without returning int [missing-return]\n"},
    {"int f() { switch (1) { } } void main() { f(); }",
     "1:5+1: f can end without returning int [missing-return]\n"},
    {"int f() { switch (1) { default: } } void main() { f(); }",
     "1:5+1: f can end without returning int [missing-return]\n"},
    {"int f() { switch (1) { case 1: d4(); default: return 2; ; } } void main() { f(); }",
     ""},
    {"int f() { switch (1) { case 1: break; default: return 2; } } void main() { f(); }",
     "1:5+1: f can end without returning int [missing-return]\n"},
    {"int f(int n); int f(string s, ; void main() { f(1); }",
     "1:31+1: expected a type, not ;\n"},
    {"int f(int n); int f(string s) { return + ; } void main() { f(1); }",
     "1:40+1: expected a value, not +\n"
     "1:28+1: parameter 1 of f is string here, but int where it was declared; it was declared in x.nss\n"},
    {"void f() { return 1; } void main() { f(); }",
     "1:19+1: f is void and can't return a value\n"},
    {"void main() { void v; action a; }",
     "1:20+1: a variable can't be void or an action\n"
     "1:30+1: a variable can't be void or an action\n"},
    {"void main() { int a; int a; { int a; } }",
     "1:26+1: there is a variable a in this block already\n"
     "1:35+1: a hides the variable further out of the same name [shadowed]\n"},
    {"void main() { struct p s; }",
     "1:24+1: there is no struct p\n"},
    {"struct p { int a; }; void main() { struct p s; s.b = 1; s = 1; s.a.b = 2; }",
     "1:48+3: struct p has no member b\n"
     "1:61+1: the new value has to be struct p, but this is int\n"
     "1:64+5: int has no member b; only structs and vectors have members\n"},
    {"struct p { int a; }; struct q { int a; }; void main() { struct p s; struct q t; s = t; if (s == t) ; if (s != s) ; }",
     "1:85+1: the new value has to be struct p, but this is struct q\n"
     "1:92+6: == can't be used with struct p and struct q\n"
     "1:100+1: this ; is the whole body [empty-body]\n"
     "1:114+1: this ; is the whole body [empty-body]\n"},
    {"struct p { int a; }; void main() { struct p s; s + s; -s; !s; s++; }",
     "1:48+5: + can't be used with struct p and struct p\n"
     "1:55+2: - can't be used with struct p\n"
     "1:59+2: ! can't be used with struct p\n"
     "1:63+3: ++ is only for int, and this is struct p\n"},
    {"void main() { vector v; v.x = 1.0; v.w = 2.0; v = v + v; v = v * 2.0; v = 2.0 * v; v = v / 2.0; v = v - v; v == v; v < v; -v; }",
     "1:36+3: vector has no member w; a vector has x, y and z\n"
     "1:108+6: this statement does nothing; = sets a variable [no-effect]\n"
     "1:116+5: < can't be used with vector and vector\n"
     "1:123+2: - can't be used with vector\n"},
    {"void main() { object o; o == OBJECT_SELF; o < o; o + o; -o; ~o; !o; o++; }",
     "1:25+16: this statement does nothing; = sets a variable [no-effect]\n"
     "1:43+5: < can't be used with object and object\n"
     "1:50+5: + can't be used with object and object\n"
     "1:57+2: - can't be used with object; GetIsObjectValid(...) says whether there is such an object\n"
     "1:61+2: ~ can't be used with object; GetIsObjectValid(...) says whether there is such an object\n"
     "1:65+2: ! can't be used with object; GetIsObjectValid(...) says whether there is such an object\n"
     "1:69+3: ++ is only for int, and this is object\n"},
    {"void main() { string s; s + s; s - s; s == s; s < s; !s; s += \"x\"; s -= \"x\"; s++; }",
     "1:25+5: this statement does nothing [no-effect]\n"
     "1:32+5: - can't be used with string and string\n"
     "1:39+6: this statement does nothing; = sets a variable [no-effect]\n"
     "1:47+5: < can't be used with string and string\n"
     "1:54+2: ! can't be used with string; StringToInt(...) makes an int of a string\n"
     "1:68+8: - can't be used with string and string\n"
     "1:78+3: ++ is only for int, and this is string\n"},
    {"void main() { float f; f % f; f & f; f << 1; ~f; !f; f++; f += 1; f %= 2.0; f == 1; }",
     "1:24+5: % can't be used with float and float\n"
     "1:31+5: & can't be used with float and float\n"
     "1:38+6: << can't be used with float and int; IntToFloat(...) makes a float of an int; a float number has a point: 1.0\n"
     "1:46+2: ~ can't be used with float; FloatToInt(...) makes an int of a float\n"
     "1:50+2: ! can't be used with float; FloatToInt(...) makes an int of a float\n"
     "1:54+3: ++ is only for int, and this is float\n"
     "1:67+8: % can't be used with float and float\n"
     "1:77+6: == can't be used with float and int; IntToFloat(...) makes a float of an int; a float number has a point: 1.0\n"},
    {"void main() { int n; n += 1.5; n -= 1; n *= 2; n /= 2; n %= 2; n = n ? 1 : 2; }",
     "1:22+8: += gives float here, but the variable is int; FloatToInt(...) makes an int of a float\n"},
    {"void main() { int n; n = n ? 1 : \"x\"; n = \"x\" ? 1 : 2; }",
     "1:34+3: the second value of ?: has to be int, but this is string; StringToInt(...) makes an int of a string\n"
     "1:43+3: the condition of ?: has to be int, but this is string; StringToInt(...) makes an int of a string\n"},
    {"void main() { 5 = 1; TRUE = 2; PrintString = 3; PrintString; main = 1; f; }",
     "1:15+1: only a variable can get a value\n"
     "1:22+4: TRUE is a constant and can't get a value\n"
     "1:32+11: PrintString is a function; PrintString(...) calls it\n"
     "1:49+11: PrintString is a function; PrintString(...) calls it\n"
     "1:62+4: main is a function; main(...) calls it\n"
     "1:72+1: there is no variable or constant f\n"},
    {"void main() { int n; n(); n.x = 1; n[1] = 2; }",
     "1:37+1: expected \";\" at the end of a statement, not [\n"},
    {"void main() { PrintString(\"a\" \"b\"); PrintString(\"a\",); PrintString(); }",
     "1:31+3: expected \",\" or \")\" after an argument, not \"b\"\n"
     "1:53+1: expected an argument, not )\n"},
    {"void main() { DelayCommand(1.0, 5); DelayCommand(1.0, PrintString(\"x\")); DelayCommand(1, main()); AssignCommand(OBJECT_SELF, f()); }",
     "1:33+1: an action has to be a call of a function\n"
     "1:87+1: argument 1 (fSeconds) of DelayCommand has to be float, but this is int; IntToFloat(...) makes a float of an int; a float number has a point: 1.0\n"
     "1:126+1: there is no function f\n"},
    {"void main() { talent t; effect e; event v; location l; e == e; e != t; e = t; }",
     "1:56+6: this statement does nothing; = sets a variable [no-effect]\n"
     "1:64+6: != can't be used with effect and talent\n"
     "1:76+1: the new value has to be effect, but this is talent\n"},
    {"const talent T = 1; void main() { }",
     "1:18+1: T is talent, but its value is int\n"},
    {"int StartingConditional() { } ",
     "1:5+19: StartingConditional can end without returning int [missing-return]\n"},
    {"void main(int n) { }",
     "1:6+4: main has another form than the engine needs; the engine calls void main()\n"},
    {"int main() { return 1; }",
     "1:5+4: main has another form than the engine needs; the engine calls void main()\n"},
    {"void StartingConditional() { }",
     "1:6+19: StartingConditional has another form than the engine needs; the engine calls int StartingConditional()\n"},
    {"void main() { } int StartingConditional() { return 1; }",
     "1:21+19: a script can't have both main and StartingConditional; leave one of them out\n"},
    {"int n = 1 void main() { }",
     "1:11+4: expected \";\" or \"(\" after a name, not void\n"},
    {"n = 1; void main() { }",
     "1:1+1: expected #include, a type or struct, not n; statements stand inside of functions\n"},
    {"} void main() { }",
     "1:1+1: this \"}\" has no \"{\"\n"},
    {"void main() { } }",
     "1:17+1: this \"}\" has no \"{\"\n"},
    {"void main() { int n = 1; n; n + 1; n == 2; n = 2 == 2; if (n = 1) ; while (n = 0) ; }",
     "1:26+1: this statement does nothing [no-effect]\n"
     "1:29+5: this statement does nothing [no-effect]\n"
     "1:36+6: this statement does nothing; = sets a variable [no-effect]\n"
     "1:60+5: this sets the variable and does not compare; == compares; (( )) if it is meant [assigned-condition]\n"
     "1:67+1: this ; is the whole body [empty-body]\n"
     "1:76+5: this sets the variable and does not compare; == compares; (( )) if it is meant [assigned-condition]\n"
     "1:83+1: this ; is the whole body [empty-body]\n"},
    {"void main() { int n; if (n); }",
     "1:28+1: this ; is the whole body [empty-body]\n"},
    {"void main() { return 1; } ",
     "1:22+1: main is void and can't return a value\n"},
    {"void main() { \"x\"; 5; ; { } }",
     "1:15+3: this statement does nothing [no-effect]\n"
     "1:20+1: this statement does nothing [no-effect]\n"},
    {"void main() { int n = 'a'; }",
     "1:23+1: this letter has no meaning here; strings stand in double quotes: \"text\"\n"},
    {"void main() { object o = OBJECT_INVALID; object p = 0; object q = 1; int n = OBJECT_SELF; }",
     "1:53+1: the value of the variable has to be object, but this is int\n"
     "1:67+1: the value of the variable has to be object, but this is int\n"
     "1:78+11: the value of the variable has to be int, but this is object; GetIsObjectValid(...) says whether there is such an object\n"},
};

/* The value of the constant A, and the same number as it is written. */
static const struct {
    const char *declared, *written;
} constants[] = {
    {"const int A = 6 - 2;", "4"},
    {"const int A = 6 + 2;", "8"},
    {"const int A = 6 * 2;", "12"},
    {"const int A = 5 | 2;", "7"},
    {"const int A = 6 & 3;", "2"},
    {"const int A = 6 ^ 3;", "5"},
    {"const int A = 3 << 2;", "12"},
    {"const int A = ~5;", "-6"},
    {"const int A = -5;", "-5"},
    {"const int A = (1 + 2) * 3;", "9"},
    {"const int B = 2; const int A = B * B + 1;", "5"},
    {"const int A = 0x10;", "16"},
    {"const int A = 0xFFFFFFFF;", "-1"},
    {"const int A = 2147483647;", "0x7fffffff"},
    {"const int A = TRUE;", "1"},
};
/* clang-format on */

static void note(void *ctx, const struct rq_script_problem *p)
{
    rq_putf(ctx, "%zu:%zu+%zu: %s%s%s", p->line, p->column, p->width, p->message,
            *p->hint ? "; " : "", p->hint);
    rq_putf(ctx, *p->id ? " [%s]\n" : "\n", p->id);
}

static void compile(const char *source, struct rq_out *told, struct rq_out *code)
{
    struct rq_error err = {0};
    const struct rq_nss_options options = {.game = 1, .ctx = told, .problem = note, .debug = true};
    check_note("%s", source);
    bool fine = rq_nss_compile((struct rq_bytes){(const uint8_t *)source, strlen(source)}, "x.nss",
                               &options, code, NULL, &err);
    CHECK((code->size > 0) == fine);
    rq_put8(told, 0);
}

static void test_words(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rq_out told = {0}, code = {0};
        compile(rows[i].source, &told, &code);
        CHECK_STR((const char *)told.data, rows[i].told);
        rq_out_free(&told);
        rq_out_free(&code);
    }
}

static void test_constants(void)
{
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
        struct rq_out told = {0}, codes[2] = {{0}, {0}};
        char source[2][200];
        snprintf(source[0], sizeof source[0], "%s void main() { PrintInteger(A); }",
                 constants[i].declared);
        snprintf(source[1], sizeof source[1], "const int A = %s; void main() { PrintInteger(A); }",
                 constants[i].written);
        for (size_t k = 0; k < 2; k++)
            compile(source[k], &told, &codes[k]);
        CHECK_MEM(codes[0].data, codes[0].size, codes[1].data, codes[1].size);
        for (size_t k = 0; k < 2; k++)
            rq_out_free(&codes[k]);
        rq_out_free(&told);
    }
}

TESTS(test_words, test_constants)
