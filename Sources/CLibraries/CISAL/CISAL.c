#include "CISAL.h"
#include "CLazyLoading.h"

#ifdef __APPLE__
static fairy_lazy_library library = {"libisal.2.dylib"};
#else
static fairy_lazy_library library = {"libisal.so.2"};
#endif

const char *fairy_isal_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, int, isal_inflate, (struct inflate_state * state), (state))
FAIRY_LAZY_VOID(library, isal_inflate_init, (struct inflate_state * state), (state))
