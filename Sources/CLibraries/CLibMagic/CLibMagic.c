#include "CLibMagic.h"
#include "CLazyLoading.h"

#ifdef __APPLE__
static fairy_lazy_library library = {"libmagic.1.dylib"};
#else
static fairy_lazy_library library = {"libmagic.so.1"};
#endif

const char *fairy_libmagic_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, magic_t, magic_open, (int flags), (flags))
FAIRY_LAZY(library, int, magic_load, (magic_t cookie, const char *files), (cookie, files))
FAIRY_LAZY(library, int, magic_setflags, (magic_t cookie, int flags), (cookie, flags))
FAIRY_LAZY(library, const char *, magic_buffer,
           (magic_t cookie, const void *bytes, size_t count), (cookie, bytes, count))
FAIRY_LAZY_VOID(library, magic_close, (magic_t cookie), (cookie))
