#define _GNU_SOURCE
#include "SecretCall.h"

#ifdef __linux__

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

enum { ATTEMPTS = 64 };

/// A copy at a page chosen by lot; `NULL` and errno where there is none.
static void *hide(const void *bytes, size_t size) {
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    uint64_t lot;
    if (getrandom(&lot, sizeof lot, 0) != sizeof lot)
      return NULL;
    // Half of what processes have; there are kernels for arm64 with 39 bits.
    int bits = attempt < ATTEMPTS / 2 ? 46 : 38;
    uint64_t address = lot & ((1ULL << bits) - 1) & ~((uint64_t)getpagesize() - 1);
    void *place = mmap((void *)(uintptr_t)address, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (place == MAP_FAILED)
      continue;
    if (place == (void *)(uintptr_t)address)
      return memcpy(place, bytes, size);
    // A kernel that takes the address for a wish.
    munmap(place, size);
  }
  errno = ENOMEM;
  return NULL;
}

static size_t size_of(char *const strings[]) {
  size_t count = 0;
  while (strings[count]) count++;
  return (count + 1) * sizeof *strings;
}

int make_secret_call(
    struct secret_call *call, const char *program, char *const words[],
    char *const environment[]) {
  const void *sources[3] = {program, words, environment};
  size_t sizes[3] = {strlen(program) + 1, size_of(words), size_of(environment)};
  *call = (struct secret_call){0};
  for (int index = 0; index < 3; index++) {
    call->places[index] = hide(sources[index], sizes[index]);
    call->sizes[index] = sizes[index];
    if (call->places[index])
      continue;
    int error = errno;
    forget_secret_call(call);
    return error;
  }
  return 0;
}

void forget_secret_call(struct secret_call *call) {
  for (int index = 0; index < 3; index++) {
    if (call->places[index]) munmap(call->places[index], call->sizes[index]);
    call->places[index] = NULL;
  }
}

#endif
