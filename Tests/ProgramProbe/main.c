// A program that a supervisor starts for a worker, and that a hostile file has taken over.
//
//   program-probe ATTEMPT ARGUMENT…
//
// The attempts are those of CSandboxEscapes; what stopped one, 0 if nothing did, is the only line of standard output. And
//   say WORD         prints the word
//   copy             prints standard input
//   exit NUMBER      ends with this status
//   hang             sleeps for ever
//   spin             takes processor time for ever
//   grow             takes all memory there is, and says how many MiB that was
//   descriptors      prints how many are open

#include "CSandboxEscapes.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void copy(void) {
  char bytes[4096];
  size_t count;
  while ((count = fread(bytes, 1, sizeof bytes, stdin)) > 0) fwrite(bytes, 1, count, stdout);
}

static void grow(void) {
  int count = 0;
  // Else a compiler may take the memory, which nobody reads, for superfluous.
  char *volatile block;
  while ((block = malloc(1 << 20))) {
    memset(block, 1, 1 << 20);
    count++;
  }
  printf("%d\n", count);
}

static void count_descriptors(void) {
  int count = 0;
  for (int descriptor = 0; descriptor < 4096; descriptor++) {
    if (fcntl(descriptor, F_GETFD) >= 0) count++;
  }
  printf("%d\n", count);
}

int main(int count, char *words[]) {
  const char *name = count > 1 ? words[1] : "";
  const char *argument = count > 2 ? words[2] : "";
  if (strcmp(name, "say") == 0) {
    puts(argument);
  } else if (strcmp(name, "copy") == 0) {
    copy();
  } else if (strcmp(name, "exit") == 0) {
    exit(atoi(argument));
  } else if (strcmp(name, "hang") == 0) {
    for (;;) sleep(1000);
  } else if (strcmp(name, "spin") == 0) {
    for (volatile int step = 0;; step++) {}
  } else if (strcmp(name, "grow") == 0) {
    grow();
  } else if (strcmp(name, "descriptors") == 0) {
    count_descriptors();
  } else {
    printf("%d\n", attempt_escape(name, (const char *const *)words + 2));
  }
  return 0;
}
