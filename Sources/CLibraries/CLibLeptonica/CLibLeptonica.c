#include "CLibLeptonica.h"

#include "CLazyLoading.h"

#include <leptonica/allheaders.h>

#ifdef __APPLE__
static fairy_lazy_library library = {"liblept.5.dylib", .opens_alone = true};
#else
static fairy_lazy_library library = {"liblept.so.5", .opens_alone = true};
#endif

const char *fairy_leptonica_open(void) {
  const char *problem = fairy_lazy_open(&library);
  // Else it prints to standard error.
  if (!problem)
    setMsgSeverity(L_SEVERITY_NONE);
  return problem;
}

FAIRY_LAZY(library, l_int32, setMsgSeverity, (l_int32 severity), (severity))
FAIRY_LAZY(library, PIX *, pixCreate, (l_int32 width, l_int32 height, l_int32 depth),
           (width, height, depth))
FAIRY_LAZY_VOID(library, pixDestroy, (PIX * *pix), (pix))
FAIRY_LAZY(library, l_int32, pixGetWpl, (const PIX *pix), (pix))
FAIRY_LAZY(library, l_uint32 *, pixGetData, (PIX * pix), (pix))
FAIRY_LAZY(library, l_int32, pixFindSkew, (PIX * pix, l_float32 *angle, l_float32 *confidence),
           (pix, angle, confidence))

bool fairy_leptonica_skew(const uint8_t *samples, int width, int height, size_t stride,
                          float *degrees, float *confidence) {
  PIX *pix = pixCreate(width, height, 1);
  if (!pix)
    return false;
  l_uint32 *words = pixGetData(pix);
  const int words_per_line = pixGetWpl(pix);
  for (int y = 0; y < height; y++) {
    const uint8_t *row = samples + y * stride;
    l_uint32 *line = words + (size_t)y * words_per_line;
    // The highest bit is the leftmost pixel, and 1 is black.
    for (int x = 0; x < width; x++)
      if (!row[x])
        line[x >> 5] |= 0x80000000u >> (x & 31);
  }
  const bool found = pixFindSkew(pix, degrees, confidence) == 0;
  pixDestroy(&pix);
  return found;
}
