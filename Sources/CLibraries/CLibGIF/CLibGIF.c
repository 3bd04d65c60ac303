#include "CLibGIF.h"
#include "CLazyLoading.h"

#ifdef __APPLE__
static fairy_lazy_library library = {"libgif.7.dylib"};
#else
static fairy_lazy_library library = {"libgif.so.7"};
#endif

const char *fairy_libgif_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, GifFileType *, DGifOpen, (void *user, InputFunc read, int *error),
           (user, read, error))
FAIRY_LAZY(library, int, DGifCloseFile, (GifFileType * file, int *error), (file, error))
FAIRY_LAZY(library, int, DGifGetRecordType, (GifFileType * file, GifRecordType *type), (file, type))
FAIRY_LAZY(library, int, DGifGetImageDesc, (GifFileType * file), (file))
FAIRY_LAZY(library, int, DGifGetLine, (GifFileType * file, GifPixelType *line, int count),
           (file, line, count))
