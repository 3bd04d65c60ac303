#include "CLazyLoading.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __ELF__
// The table that the linker makes of the section.
extern const fairy_lazy_function __start_fairy_lazy_functions[]
    __attribute__((weak, visibility("hidden")));
extern const fairy_lazy_function __stop_fairy_lazy_functions[]
    __attribute__((weak, visibility("hidden")));

/// The first function that the library lacks; NULL if it has all.
static const char *missing_function(const fairy_lazy_library *library, void *handle) {
  const fairy_lazy_function *function = __start_fairy_lazy_functions;
  for (; function < __stop_fairy_lazy_functions; function++)
    if (function->library == library && !dlsym(handle, function->name))
      return function->name;
  return NULL;
}

void fairy_lazy_open_all(void) {
  const fairy_lazy_function *function = __start_fairy_lazy_functions;
  // One that is open is not opened again.
  for (; function < __stop_fairy_lazy_functions; function++)
    if (!function->library->opens_alone)
      fairy_lazy_open(function->library);
}
#else
void fairy_lazy_open_all(void) {}

static const char *missing_function(const fairy_lazy_library *library, void *handle) {
  return NULL;
}
#endif

const char *fairy_lazy_open(fairy_lazy_library *library) {
  if (atomic_load(&library->handle))
    return NULL;
  // Opening twice is harmless: dlopen counts, and both threads get the same handle.
  void *handle = dlopen(library->soname, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return dlerror();
  const char *missing = missing_function(library, handle);
  if (missing) {
    static _Thread_local char message[200];
    snprintf(message, sizeof message, "%s has no function %s", library->soname, missing);
    return message;
  }
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
