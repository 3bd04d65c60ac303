// ZBar, which reads barcodes, opened when first used.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

const char *fairy_zbar_open(void);

/// Kinds of barcodes, as bits.
enum {
  FAIRY_ZBAR_QR = 1 << 0,
  FAIRY_ZBAR_CODE39 = 1 << 1,
  FAIRY_ZBAR_CODE93 = 1 << 2,
  FAIRY_ZBAR_CODE128 = 1 << 3,
  FAIRY_ZBAR_CODABAR = 1 << 4,
  FAIRY_ZBAR_INTERLEAVED = 1 << 5,
  FAIRY_ZBAR_EAN13 = 1 << 6,
  FAIRY_ZBAR_EAN8 = 1 << 7,
};

/// Tells each barcode of `kinds` in a picture of 8 bits a pixel: its kind, and its text in UTF-8, which is not ended by
/// a zero and lives until `found` returns. Answers false where there is no memory.
bool fairy_zbar_scan(const uint8_t *samples, unsigned width, unsigned height, size_t stride,
                     unsigned kinds, void *context,
                     void (*found)(void *context, unsigned kind, const char *text, size_t length));
