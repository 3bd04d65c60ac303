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

FAIRY_LAZY(library, L_DEWARP *, dewarpCreate, (PIX * pix, l_int32 page), (pix, page))
FAIRY_LAZY(library, L_DEWARPA *, dewarpaCreate,
           (l_int32 count, l_int32 sampling, l_int32 reduction, l_int32 lines, l_int32 distance),
           (count, sampling, reduction, lines, distance))
FAIRY_LAZY_VOID(library, dewarpDestroy, (L_DEWARP * *model), (model))
FAIRY_LAZY_VOID(library, dewarpaDestroy, (L_DEWARPA * *models), (models))
FAIRY_LAZY(library, l_ok, dewarpaUseBothArrays, (L_DEWARPA * models, l_int32 both), (models, both))
FAIRY_LAZY(library, l_ok, dewarpaInsertDewarp, (L_DEWARPA * models, L_DEWARP *model),
           (models, model))
FAIRY_LAZY(library, l_ok, dewarpBuildPageModel, (L_DEWARP * model, const char *debug),
           (model, debug))
FAIRY_LAZY(library, l_ok, dewarpaSetValidModels, (L_DEWARPA * models, l_int32 untested, l_int32 debug),
           (models, untested, debug))
FAIRY_LAZY(library, l_ok, dewarpaModelStatus,
           (L_DEWARPA * models, l_int32 page, l_int32 *vertical, l_int32 *horizontal),
           (models, page, vertical, horizontal))
FAIRY_LAZY(library, l_ok, fpixGetDimensions, (FPIX * pix, l_int32 *width, l_int32 *height),
           (pix, width, height))
FAIRY_LAZY(library, l_ok, fpixGetPixel, (FPIX * pix, l_int32 x, l_int32 y, l_float32 *value),
           (pix, x, y, value))

// Samples of 0 are black.
static PIX *binary_pix(const uint8_t *samples, int width, int height, size_t stride) {
  PIX *pix = pixCreate(width, height, 1);
  if (!pix)
    return NULL;
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
  return pix;
}

bool fairy_leptonica_skew(const uint8_t *samples, int width, int height, size_t stride,
                          float *degrees, float *confidence) {
  PIX *pix = binary_pix(samples, width, height, stride);
  if (!pix)
    return false;
  const bool found = pixFindSkew(pix, degrees, confidence) == 0;
  pixDestroy(&pix);
  return found;
}

// Between four samples of the model, the outermost ones beyond them.
static float disparity(FPIX *model, int width, int height, double x, double y) {
  const int left = x < 0 ? 0 : x >= width - 1 ? width - 1 : (int)x;
  const int top = y < 0 ? 0 : y >= height - 1 ? height - 1 : (int)y;
  const int right = left + 1 < width ? left + 1 : left;
  const int bottom = top + 1 < height ? top + 1 : top;
  const float dx = right > left ? (float)(x - left) : 0, dy = bottom > top ? (float)(y - top) : 0;
  l_float32 a = 0, b = 0, c = 0, d = 0;
  fpixGetPixel(model, left, top, &a);
  fpixGetPixel(model, right, top, &b);
  fpixGetPixel(model, left, bottom, &c);
  fpixGetPixel(model, right, bottom, &d);
  return (a * (1 - dx) + b * dx) * (1 - dy) + (c * (1 - dx) + d * dx) * dy;
}

static void read_shifts(const L_DEWARP *model, int width, int height, int columns, int rows,
                        float *shifts) {
  int across = 0, down = 0;
  fpixGetDimensions(model->sampvdispar, &across, &down);
  for (int row = 0; row < rows; row++)
    for (int column = 0; column < columns; column++) {
      const double x = (double)column * width / (columns - 1) / model->sampling;
      const double y = (double)row * height / (rows - 1) / model->sampling;
      // The disparity is how much higher a point is taken from.
      shifts[row * columns + column] = -disparity(model->sampvdispar, across, down, x, y);
    }
}

bool fairy_leptonica_bend(const uint8_t *samples, int width, int height, size_t stride, int columns,
                          int rows, float *shifts, int *lines) {
  *lines = 0;
  PIX *pix = binary_pix(samples, width, height, stride);
  if (!pix)
    return false;
  // One page, its usual sampling, the size as it is, the usual number of lines, no other page's model.
  L_DEWARPA *models = dewarpaCreate(1, 0, 1, 0, -1);
  L_DEWARP *model = dewarpCreate(pix, 0);
  pixDestroy(&pix);
  int vertical = 0, horizontal = 0;
  if (models && model && dewarpaUseBothArrays(models, 0) == 0 &&
      dewarpaInsertDewarp(models, model) == 0) {
    dewarpBuildPageModel(model, NULL);
    *lines = model->nlines;
    dewarpaSetValidModels(models, 0, 0);
    dewarpaModelStatus(models, 0, &vertical, &horizontal);
    if (vertical && model->vvalid && model->sampvdispar && model->sampling > 0)
      read_shifts(model, width, height, columns, rows, shifts);
    else
      vertical = 0;
  } else if (model) {
    dewarpDestroy(&model);
  }
  if (models)
    dewarpaDestroy(&models);
  return vertical;
}
