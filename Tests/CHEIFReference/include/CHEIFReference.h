// What libheif makes of a file, for the tests of the reader to compare with.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int width, height, stride;
  /// Red, green, blue, 8 bits each; to be freed with free().
  uint8_t *pixels;
} heif_reference;

/// Decodes the primary picture, turned and cropped as the file says; false if libheif cannot.
bool heif_reference_read(const uint8_t *bytes, size_t count, heif_reference *result);
