// libFuzzer's functions for programs that keep their `main` (LLVM, "Using libFuzzer as a library") and for changes that
// know a format; the toolchain has the functions but no header for them.
#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));

// Changes bytes at random. Returns their number then, at most `most`.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
