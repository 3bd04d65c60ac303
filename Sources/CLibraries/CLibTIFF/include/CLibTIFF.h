// libtiff (licence: libtiff), opened when the first TIFF picture is decoded or coded: few files are any.
//
// Its functions for fields are variadic, which Swift cannot call, and it reports and does everything through
// callbacks. So decoding the rows of a directory and coding a strip are done here, behind plain functions. Where
// directories lie and what their fields say is read and written in Swift.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opens the library; NULL, or why it cannot be opened.
const char *fairy_tiff_open(void);

/// Whether the library was built with a way of compressing (TIFF 6.0, field 259).
bool fairy_tiff_knows(uint16_t compression);

// Decoding.

typedef struct {
  void *context;
  /// Copies up to `count` bytes from `offset` on; fewer at the end, negative to stop.
  ptrdiff_t (*read)(void *context, uint64_t offset, uint8_t *buffer, size_t count);
  uint64_t byte_count;
} fairy_tiff_source;

typedef struct fairy_tiff_decoder fairy_tiff_decoder;

/// Reads the directory at an offset. NULL without memory; else whether it succeeded is what `layout` says.
///
/// At most `memory_limit` bytes are allocated at once.
fairy_tiff_decoder *fairy_tiff_decoder_create(fairy_tiff_source source, uint64_t directory,
                                              size_t memory_limit);
void fairy_tiff_decoder_destroy(fairy_tiff_decoder *);

typedef struct {
  /// Bytes of a row, of one sample where each has its own plane.
  uint64_t row_bytes;
  /// Bytes of a tile and of a row of one; 0 for strips.
  uint64_t tile_bytes;
  uint64_t tile_row_bytes;
} fairy_tiff_layout;

/// False where the directory could not be read.
bool fairy_tiff_decoder_layout(fairy_tiff_decoder *, fairy_tiff_layout *);
/// A row of strips; rows are asked for in order.
bool fairy_tiff_decoder_read_row(fairy_tiff_decoder *, uint8_t *buffer, uint32_t row,
                                 uint16_t sample);
/// The tile that holds a pixel.
bool fairy_tiff_decoder_read_tile(fairy_tiff_decoder *, uint8_t *buffer, size_t count, uint32_t x,
                                  uint32_t y, uint16_t sample);
/// Rows of bytes red, green, blue, alpha (premultiplied), whatever the file has.
bool fairy_tiff_decoder_read_rgba(fairy_tiff_decoder *, uint8_t *buffer, uint32_t width,
                                  uint32_t first_row, uint32_t rows);
/// The library's words for the first failure; empty where there was none.
const char *fairy_tiff_decoder_error(const fairy_tiff_decoder *);
/// The library's words for the first complaint about the picture's data; empty where there was none.
const char *fairy_tiff_decoder_warning(const fairy_tiff_decoder *);

// Coding.

typedef struct {
  uint32_t width;
  uint32_t height;
  uint16_t samples;
  uint16_t bits;
  uint16_t photometric;
  uint16_t compression;
  /// How differences of neighbours are coded: 1 for not, 2, 3 for floating-point numbers.
  uint16_t predictor;
  bool is_float;
  bool is_big_endian;
  /// Of JPEG, 1…100.
  int quality;
  /// Of deflate, 1…12; 0 for the library's own.
  int level;
} fairy_tiff_strip;

/// Codes rows without gaps; NULL where the library fails. The result is freed with `free`.
uint8_t *fairy_tiff_encode(const fairy_tiff_strip *, const uint8_t *rows, size_t count,
                           size_t *coded_count);
