// OpenJPEG (BSD-2-Clause), opened when the first JPEG 2000 picture is decoded or coded: few files have one.
//
// Its streams call back, and the structures that it is told with hold arrays of paths, which Swift would see as
// tuples of thousands of items. So decoding from memory and coding to it are done here, behind plain functions.
//
// It is given codestreams alone: the boxes around them are read in Swift.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opens the library; NULL, or why it cannot be opened.
const char *fairy_openjpeg_open(void);

typedef struct {
  uint32_t width;
  uint32_t height;
  /// Rows from top to bottom without gaps; they live as long as the decoder.
  const int32_t *samples;
} fairy_openjpeg_component;

typedef struct fairy_openjpeg fairy_openjpeg;

/// Reads the main header of a codestream, whose bytes must stay; NULL where it has none.
fairy_openjpeg *fairy_openjpeg_create(const uint8_t *bytes, size_t count, uint32_t threads,
                                      uint32_t *components);
void fairy_openjpeg_destroy(fairy_openjpeg *);

/// Decodes the whole image at its size halved `reductions` times.
bool fairy_openjpeg_decode(fairy_openjpeg *, uint32_t reductions);
/// A component of the decoded image; false where there is none, or it was not decoded.
bool fairy_openjpeg_get(const fairy_openjpeg *, uint32_t index, fairy_openjpeg_component *);

typedef struct fairy_openjpeg_encoder fairy_openjpeg_encoder;

/// An image of unsigned samples, all zero; NULL where there is no memory for it.
fairy_openjpeg_encoder *fairy_openjpeg_encoder_create(uint32_t width, uint32_t height,
                                                      uint32_t components, uint32_t precision);
void fairy_openjpeg_encoder_destroy(fairy_openjpeg_encoder *);
/// The samples of a component, rows from top to bottom without gaps, to be filled.
int32_t *fairy_openjpeg_encoder_samples(fairy_openjpeg_encoder *, uint32_t index);

typedef struct {
  /// How often the wavelet halves the image.
  uint32_t levels;
  /// How near a lossy image comes, in dB; 0 is lossless.
  float psnr;
  /// Whether the first three components are RGB.
  bool is_rgb;
  uint32_t threads;
} fairy_openjpeg_coding;

/// Codes the image to a codestream that lives as long as the encoder; NULL where the library fails.
const uint8_t *fairy_openjpeg_encode(fairy_openjpeg_encoder *, const fairy_openjpeg_coding *,
                                     size_t *count);
