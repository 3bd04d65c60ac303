// libFuzzer's entry for programs that keep their `main` (LLVM, "Using libFuzzer as a library"); the
// toolchain has the function but no header for it.
#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));
