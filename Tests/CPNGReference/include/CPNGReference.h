// libpng's own reading of a file, in one call (png_read_png), to compare the plugin's with.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint32_t width, height;
  /// As IHDR has them.
  uint8_t bit_depth, colour_type, interlace;
  /// PLTE, for indexed pictures.
  uint8_t palette[768];
  int palette_count;
  /// Rows without gaps: samples of 8 bits or native 16-bit words, indices and transparency expanded.
  uint8_t *pixels;
  size_t byte_count;
} png_reference;

/// Free `result->pixels` with free().
bool png_reference_read(const uint8_t *bytes, size_t count, png_reference *result);

/// Expands a raw deflate stream, which must give exactly `capacity` bytes.
bool raw_inflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);
