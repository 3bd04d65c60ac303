#include "CLazyLoading.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

const char *fairy_lazy_open(fairy_lazy_library *library) {
  if (atomic_load(&library->handle))
    return NULL;
  // Opening twice is harmless: dlopen counts, and both threads get the same handle.
  void *handle = dlopen(library->soname, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return dlerror();
  atomic_store(&library->handle, handle);
  return NULL;
}

void *fairy_lazy_symbol(fairy_lazy_library *library, const char *name) {
  void *handle = atomic_load(&library->handle);
  void *symbol = handle ? dlsym(handle, name) : NULL;
  if (!symbol) {
    fprintf(stderr, "fairy: %s has no %s\n", library->soname, name);
    abort();
  }
  return symbol;
}
