#include "Library.h"

#include "CLazyLoading.h"

#include <stdio.h>

#ifdef __APPLE__
static fairy_lazy_library library = {"libtiff.6.dylib"};
#else
static fairy_lazy_library library = {"libtiff.so.6"};
#endif

const char *fairy_tiff_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, TIFFOpenOptions *, TIFFOpenOptionsAlloc, (void), ())
FAIRY_LAZY_VOID(library, TIFFOpenOptionsFree, (TIFFOpenOptions * options), (options))
FAIRY_LAZY_VOID(library, TIFFOpenOptionsSetMaxSingleMemAlloc,
                (TIFFOpenOptions * options, tmsize_t most), (options, most))
FAIRY_LAZY_VOID(library, TIFFOpenOptionsSetErrorHandlerExtR,
                (TIFFOpenOptions * options, TIFFErrorHandlerExtR handler, void *user),
                (options, handler, user))
FAIRY_LAZY_VOID(library, TIFFOpenOptionsSetWarningHandlerExtR,
                (TIFFOpenOptions * options, TIFFErrorHandlerExtR handler, void *user),
                (options, handler, user))
FAIRY_LAZY(library, TIFF *, TIFFClientOpenExt,
           (const char *name, const char *mode, thandle_t user, TIFFReadWriteProc read,
            TIFFReadWriteProc write, TIFFSeekProc seek, TIFFCloseProc close, TIFFSizeProc size,
            TIFFMapFileProc map, TIFFUnmapFileProc unmap, TIFFOpenOptions *options),
           (name, mode, user, read, write, seek, close, size, map, unmap, options))
FAIRY_LAZY_VOID(library, TIFFClose, (TIFF * file), (file))
FAIRY_LAZY(library, int, TIFFIsCODECConfigured, (uint16_t scheme), (scheme))
FAIRY_LAZY(library, int, TIFFSetSubDirectory, (TIFF * file, uint64_t offset), (file, offset))
FAIRY_LAZY(library, int, TIFFVGetField, (TIFF * file, uint32_t tag, va_list list),
           (file, tag, list))
FAIRY_LAZY(library, int, TIFFVSetField, (TIFF * file, uint32_t tag, va_list list),
           (file, tag, list))
FAIRY_LAZY(library, int, TIFFIsTiled, (TIFF * file), (file))
FAIRY_LAZY(library, uint64_t, TIFFScanlineSize64, (TIFF * file), (file))
FAIRY_LAZY(library, uint64_t, TIFFTileSize64, (TIFF * file), (file))
FAIRY_LAZY(library, uint64_t, TIFFTileRowSize64, (TIFF * file), (file))
FAIRY_LAZY(library, int, TIFFReadScanline,
           (TIFF * file, void *buffer, uint32_t row, uint16_t sample), (file, buffer, row, sample))
FAIRY_LAZY(library, uint32_t, TIFFComputeTile,
           (TIFF * file, uint32_t x, uint32_t y, uint32_t z, uint16_t sample),
           (file, x, y, z, sample))
FAIRY_LAZY(library, tmsize_t, TIFFReadEncodedTile,
           (TIFF * file, uint32_t tile, void *buffer, tmsize_t count), (file, tile, buffer, count))
FAIRY_LAZY(library, int, TIFFRGBAImageBegin,
           (TIFFRGBAImage * image, TIFF *file, int stop, char message[1024]),
           (image, file, stop, message))
FAIRY_LAZY(library, int, TIFFRGBAImageGet,
           (TIFFRGBAImage * image, uint32_t *raster, uint32_t width, uint32_t height),
           (image, raster, width, height))
FAIRY_LAZY_VOID(library, TIFFRGBAImageEnd, (TIFFRGBAImage * image), (image))
FAIRY_LAZY(library, tmsize_t, TIFFWriteEncodedStrip,
           (TIFF * file, uint32_t strip, void *data, tmsize_t count), (file, strip, data, count))
FAIRY_LAZY(library, uint64_t, TIFFGetStrileOffset, (TIFF * file, uint32_t strip), (file, strip))
FAIRY_LAZY(library, uint64_t, TIFFGetStrileByteCount, (TIFF * file, uint32_t strip), (file, strip))

bool fairy_tiff_knows(uint16_t compression) { return TIFFIsCODECConfigured(compression) == 1; }

void fairy_tiff_keep(fairy_tiff_words *words, const char *format, va_list arguments) {
  if (words->text[0] == 0)
    vsnprintf(words->text, sizeof words->text, format, arguments);
}

int fairy_tiff_set(TIFF *file, uint32_t tag, ...) {
  va_list list;
  va_start(list, tag);
  int result = TIFFVSetField(file, tag, list);
  va_end(list);
  return result;
}

int fairy_tiff_get(TIFF *file, uint32_t tag, ...) {
  va_list list;
  va_start(list, tag);
  int result = TIFFVGetField(file, tag, list);
  va_end(list);
  return result;
}
