/** Classes of calls in C and C++ that were once missed or tied to the wrong definition: prototypes, macros, conditional text. */
import { it } from "vitest";
import { checkProject } from "./check-project.ts";

it("a prototype stands for the definition in a file of another name", async () => {
  await checkProject(`//- src/value.h
int value_parse(const char *text);
int value_print(int value);
int value_format(const char *format, ...) VALUE_LIKE(1, 2);
//- src/format.c
#include "value.h"
int value_format(const char *format, ...) { return 1; }
//- src/value_parse.c
#include "value.h"
int value_parse(const char *text) { return 1; }
//- src/unix_print.c
#include "value.h"
int value_print(int value) { return 1; }
//- src/other_print.c
int value_print(int value) { return 2; }
//- src/main.c
#include "value.h"
int main(void) { value_format("%d", 1); return value_print(value_parse("1")); }
//- expect
src/main.c#main calls src/format.c#value_format
src/main.c#main calls src/value_parse.c#value_parse
src/main.c#main calls src/unix_print.c#value_print
not src/main.c#main calls src/other_print.c#value_print
not src/main.c#main calls src/value.h#value_parse
`);
});

it("of definitions for several systems the caller's side of the tree has the one that is meant", async () => {
  await checkProject(`//- include/pipe.h
int pipe_open(int fd);
//- src/unix/pipe.c
#include "../../include/pipe.h"
int pipe_open(int fd) { return 1; }
//- src/unix/stream.c
#include "../../include/pipe.h"
int stream_start(void) { return pipe_open(1); }
//- src/win/pipe.c
#include "../../include/pipe.h"
int pipe_open(int fd) { return 2; }
//- test/run.c
#include "../include/pipe.h"
int main(void) { return pipe_open(0); }
//- expect
src/unix/stream.c#stream_start calls src/unix/pipe.c#pipe_open
test/run.c#main calls include/pipe.h#pipe_open
not src/unix/stream.c#stream_start calls include/pipe.h#pipe_open
not test/run.c#main calls src/unix/pipe.c#pipe_open
not test/run.c#main calls src/win/pipe.c#pipe_open
`);
});

it("of headers that define one macro, and of replacements for the system's functions, a call is a guess", async () => {
  await checkProject(`//- include/err.h
#define ERR(x) (-(x))
//- src/common.h
#include "../include/err.h"
#define ERR(x) (x)
int snprintf(char *to, int size, const char *format, ...);
//- src/replace.c
#include "common.h"
int snprintf(char *to, int size, const char *format, ...) { return 0; }
//- src/main.c
#include "common.h"
int main(void) { snprintf(0, 0, ""); return ERR(1); }
//- expect
src/main.c#main calls src/common.h#ERR heuristic
src/main.c#main calls src/replace.c#snprintf heuristic
`);
});

it("a comment inside of a macro hides nothing behind it", async () => {
  await checkProject(`//- src/list.h
#define LIST_SET(a, b) do { \\
  LIST_NEXT(a) = (b); /* the next */ \\
} while (/*CONSTCOND*/ 0)
#define LIST_NEXT(a) (a)->next
#define LIST_GLOB "/*"
#define LIST_LAST(a) LIST_SET(a, 0)
//- src/main.c
#include "list.h"
void run(struct item *item) { LIST_LAST(item); }
//- expect
src/main.c#run calls src/list.h#LIST_LAST
src/list.h#LIST_LAST calls src/list.h#LIST_SET
src/list.h#LIST_SET calls src/list.h#LIST_NEXT
`);
});

it("a macro calls what its body names", async () => {
  await checkProject(`//- block.h
typedef struct block block;
block *block_join(block *a, block *b);
#define BLOCK_2(a, b) (block_join((a), (b)))
#define BLOCK_3(a, b, c) \\
  /* not_called() */ (BLOCK_2(BLOCK_2(a, b), \\
    wrap(c)))
#define EACH(list, f) f(list)
//- block.c
#include "block.h"
block *block_join(block *a, block *b) { return a; }
block *wrap(block *a) { return BLOCK_2(a, a); }
void f(void) {}
//- expect
block.h#BLOCK_2 calls block.c#block_join
block.h#BLOCK_3 calls block.h#BLOCK_2
block.c#wrap calls block.h#BLOCK_2
not block.h#EACH calls block.c#f
`);
});

it("conditional text in the middle of a list or a head does not hide what follows", async () => {
  await checkProject(`//- a.c
typedef struct { int kind; int pad; } value;
value make(double x) {
  value v = {
#ifdef LITERALS
    1,
#else
    2,
#endif
    0
  };
  return v;
}
int count(int n) {
#ifdef FAST
  if (n > 1) {
#else
  if (n > 2) {
#endif
    return check(n);
  }
  return helper(1 &&
#ifdef FAST
    n
#else
    n > 2
#endif
  );
}
int
#ifdef WIDE
check(long n)
#else
check(int n)
#endif
{
  return 1;
}
#ifdef FAST
int helper(int n) { return 1; }
#else
int helper_2(int n) { return 2; }
#endif
int last(void) { make(1); return helper_2(count(1)); }
//- expect
a.c#last calls a.c#make
a.c#last calls a.c#count
a.c#last calls a.c#helper_2
a.c#count calls a.c#check
a.c#count calls a.c#helper
`);
});
