#include "CISAL.h"
#include "CLazyLoading.h"

#ifdef __APPLE__
static fairy_lazy_library library = {"libisal.2.dylib"};
#else
static fairy_lazy_library library = {"libisal.so.2"};
#endif

const char *fairy_isal_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, int, isal_inflate, (struct inflate_state * state), (state))

// Returns nothing, which the macro's `return` cannot express in strict C.
FAIRY_HIDDEN(isal_inflate_init)
void isal_inflate_init(struct inflate_state *state) {
  ((void (*)(struct inflate_state *))fairy_lazy_symbol(&library, "isal_inflate_init"))(state);
}
