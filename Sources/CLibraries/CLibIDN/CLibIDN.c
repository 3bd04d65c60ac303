#include "CLibIDN.h"
#include "CLazyLoading.h"

#ifdef __APPLE__
static fairy_lazy_library library = {"libidn.12.dylib"};
#else
static fairy_lazy_library library = {"libidn.so.12"};
#endif

const char *fairy_libidn_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(
    library, int, stringprep_profile,
    (const char *text, char **prepared, const char *profile, int flags),
    (text, prepared, profile, flags))
