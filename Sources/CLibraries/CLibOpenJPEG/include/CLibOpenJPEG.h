// OpenJPEG (BSD-2-Clause), opened when the first JPEG 2000 image is decoded: most PDF files have none.
//
// Its streams call back, and the structures that it is told with hold arrays of paths, which Swift would see as
// tuples of thousands of items. So decoding from memory is done here, behind plain functions.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opens the library; NULL, or why it cannot be opened.
const char *fairy_openjpeg_open(void);

typedef struct {
  uint32_t width;
  uint32_t height;
  uint32_t components;
  /// Bits of a sample, the most of all components.
  uint32_t precision;
  /// Whether all components are unsigned and as large as the image.
  bool is_plain;
  bool has_profile;
  /// EnumCS of the file: 16 sRGB, 17 gray, 18 sYCC, 12 CMYK; 0 where it is something else, or nothing.
  int colour_space;
  /// How often the size can be halved.
  uint32_t reductions;
} fairy_openjpeg_header;

typedef struct fairy_openjpeg fairy_openjpeg;

/// Reads the header of a JP2 file or a bare codestream, whose bytes must stay; NULL where it has none.
fairy_openjpeg *fairy_openjpeg_create(const uint8_t *bytes, size_t count,
                                      fairy_openjpeg_header *header);
void fairy_openjpeg_destroy(fairy_openjpeg *);

/// Decodes the whole image at its size halved `reductions` times, which `width` and `height` tell.
bool fairy_openjpeg_decode(fairy_openjpeg *, uint32_t reductions, uint32_t *width,
                           uint32_t *height);
/// Copies the samples to eight bits each, interleaved; false where components are not alike, or not as many as
/// `channels`.
bool fairy_openjpeg_copy(fairy_openjpeg *, uint32_t channels, uint8_t *samples);
