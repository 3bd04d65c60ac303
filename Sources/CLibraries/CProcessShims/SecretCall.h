// The one execve of a program's process, at addresses that nobody can guess.
#pragma once

#include <stddef.h>

/// Copies of the arguments of an execve.
struct secret_call {
  /// The path, the words, the environment.
  void *places[3];
  size_t sizes[3];
};

/// Copies the arguments to addresses that are chosen by lot; the strings of words and environment stay where they are.
/// Returns 0 or an error number.
int make_secret_call(
    struct secret_call *call, const char *program, char *const words[], char *const environment[]);

void forget_secret_call(struct secret_call *call);
