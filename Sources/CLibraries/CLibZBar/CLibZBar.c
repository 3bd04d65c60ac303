#include "CLibZBar.h"

#include "CLazyLoading.h"

#include <stdlib.h>
#include <string.h>
#include <zbar.h>

// It brings D-Bus and X11 along, so that only who needs it opens it.
#ifdef __APPLE__
static fairy_lazy_library library = {"libzbar.0.dylib", .opens_alone = true};
#else
static fairy_lazy_library library = {"libzbar.so.0", .opens_alone = true};
#endif

const char *fairy_zbar_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, zbar_image_scanner_t *, zbar_image_scanner_create, (void), ())
FAIRY_LAZY_VOID(library, zbar_image_scanner_destroy, (zbar_image_scanner_t * scanner), (scanner))
FAIRY_LAZY(library, int, zbar_image_scanner_set_config,
           (zbar_image_scanner_t * scanner, zbar_symbol_type_t symbology, zbar_config_t config,
            int value),
           (scanner, symbology, config, value))
FAIRY_LAZY(library, int, zbar_image_scanner_request_dbus,
           (zbar_image_scanner_t * scanner, int enabled), (scanner, enabled))
FAIRY_LAZY(library, int, zbar_scan_image, (zbar_image_scanner_t * scanner, zbar_image_t *image),
           (scanner, image))
FAIRY_LAZY(library, zbar_image_t *, zbar_image_create, (void), ())
FAIRY_LAZY_VOID(library, zbar_image_destroy, (zbar_image_t * image), (image))
FAIRY_LAZY_VOID(library, zbar_image_set_format, (zbar_image_t * image, unsigned long format),
                (image, format))
FAIRY_LAZY_VOID(library, zbar_image_set_size,
                (zbar_image_t * image, unsigned width, unsigned height), (image, width, height))
FAIRY_LAZY_VOID(library, zbar_image_set_data,
                (zbar_image_t * image, const void *data, unsigned long length,
                 zbar_image_cleanup_handler_t *cleanup),
                (image, data, length, cleanup))
FAIRY_LAZY_VOID(library, zbar_image_free_data, (zbar_image_t * image), (image))
FAIRY_LAZY(library, const zbar_symbol_t *, zbar_image_first_symbol, (const zbar_image_t *image),
           (image))
FAIRY_LAZY(library, const zbar_symbol_t *, zbar_symbol_next, (const zbar_symbol_t *symbol),
           (symbol))
FAIRY_LAZY(library, zbar_symbol_type_t, zbar_symbol_get_type, (const zbar_symbol_t *symbol),
           (symbol))
FAIRY_LAZY(library, const char *, zbar_symbol_get_data, (const zbar_symbol_t *symbol), (symbol))
FAIRY_LAZY(library, unsigned int, zbar_symbol_get_data_length, (const zbar_symbol_t *symbol),
           (symbol))

static const struct {
  unsigned kind;
  zbar_symbol_type_t type;
} types[] = {
    {FAIRY_ZBAR_QR, ZBAR_QRCODE},         {FAIRY_ZBAR_CODE39, ZBAR_CODE39},
    {FAIRY_ZBAR_CODE93, ZBAR_CODE93},     {FAIRY_ZBAR_CODE128, ZBAR_CODE128},
    {FAIRY_ZBAR_CODABAR, ZBAR_CODABAR},   {FAIRY_ZBAR_INTERLEAVED, ZBAR_I25},
    {FAIRY_ZBAR_EAN13, ZBAR_EAN13},       {FAIRY_ZBAR_EAN8, ZBAR_EAN8},
};
static const size_t type_count = sizeof types / sizeof *types;

static zbar_image_scanner_t *make_scanner(unsigned kinds) {
  zbar_image_scanner_t *scanner = zbar_image_scanner_create();
  if (!scanner)
    return NULL;
  // What it finds is nobody else's business.
  zbar_image_scanner_request_dbus(scanner, 0);
  zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
  for (size_t index = 0; index < type_count; index++)
    if (kinds & types[index].kind)
      zbar_image_scanner_set_config(scanner, types[index].type, ZBAR_CFG_ENABLE, 1);
  return scanner;
}

// Rows without a gap between them, as the library wants them.
static uint8_t *packed(const uint8_t *samples, unsigned width, unsigned height, size_t stride) {
  uint8_t *rows = malloc((size_t)width * height);
  if (rows)
    for (size_t y = 0; y < height; y++)
      memcpy(rows + y * width, samples + y * stride, width);
  return rows;
}

bool fairy_zbar_scan(const uint8_t *samples, unsigned width, unsigned height, size_t stride,
                     unsigned kinds, void *context,
                     void (*found)(void *context, unsigned kind, const char *text, size_t length)) {
  zbar_image_scanner_t *scanner = make_scanner(kinds);
  zbar_image_t *image = scanner ? zbar_image_create() : NULL;
  uint8_t *rows = image ? packed(samples, width, height, stride) : NULL;
  int count = -1;
  if (rows) {
    zbar_image_set_format(image, 'Y' | '8' << 8 | '0' << 16 | (unsigned long)'0' << 24);
    zbar_image_set_size(image, width, height);
    zbar_image_set_data(image, rows, (unsigned long)width * height, NULL);
    count = zbar_scan_image(scanner, image);
    const zbar_symbol_t *symbol = zbar_image_first_symbol(image);
    for (; symbol; symbol = zbar_symbol_next(symbol)) {
      const char *text = zbar_symbol_get_data(symbol);
      for (size_t index = 0; text && index < type_count; index++)
        if (types[index].type == zbar_symbol_get_type(symbol))
          found(context, types[index].kind, text, zbar_symbol_get_data_length(symbol));
    }
    zbar_image_free_data(image);
  }
  if (image)
    zbar_image_destroy(image);
  if (scanner)
    zbar_image_scanner_destroy(scanner);
  free(rows);
  return count >= 0;
}
