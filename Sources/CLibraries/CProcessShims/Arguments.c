#include "CProcessShims.h"

static int argument_count;
static char **arguments;

// Runs before `main`, with the arguments of `main`.
__attribute__((constructor)) static void keep_arguments(int count, char **words) {
  argument_count = count;
  arguments = words;
}

char **fairy_arguments(int *count) {
  *count = argument_count;
  return arguments;
}
