// libjpeg-turbo behind plain functions.
//
// libjpeg reports an error by calling error_exit, which must not return: the way out is longjmp, and
// Swift has neither setjmp nor frames that may be jumped over. So each function here sets its own
// jump and answers false after an error, which is then described by the report. No jump ever crosses
// a caller's frame: callbacks answer with a status, and the shim raises the error itself.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Why a call answered false.
typedef enum {
  FAIRY_JPEG_OK,
  /// The bytes break the rules of the format.
  FAIRY_JPEG_DAMAGED,
  /// The bytes end, or data is missing, before every row is known.
  FAIRY_JPEG_TRUNCATED,
  /// libjpeg knows the feature and cannot decode it.
  FAIRY_JPEG_UNSUPPORTED,
  /// The memory limit was reached.
  FAIRY_JPEG_MEMORY,
  /// More scans than any encoder writes.
  FAIRY_JPEG_SCANS,
  /// More segments behind the first scan than any program writes.
  FAIRY_JPEG_SEGMENTS,
  /// A callback asked to stop.
  FAIRY_JPEG_STOPPED,
} fairy_jpeg_failure;

typedef struct {
  fairy_jpeg_failure failure;
  /// What is wrong, for people; it lives as long as the program.
  const char *message;
  /// Where data ran out: the first row without it, and the number of the scan.
  int row;
  int scan;
  /// Damage that was decoded around: how often, and what the first was, for people.
  long warning_count;
  const char *warning;
  /// Whether the bytes ended before the end marker.
  bool ended_early;
} fairy_jpeg_report;

/// Rows of 8-bit samples.
typedef struct {
  uint8_t *base;
  ptrdiff_t stride;
  int height;
} fairy_jpeg_plane;

// Decoding.

typedef struct {
  void *context;
  /// Copies up to `capacity` bytes from `offset` on; 0 at the end, negative to stop.
  ptrdiff_t (*read)(void *context, size_t offset, uint8_t *buffer, size_t capacity);
  /// Called between rows of blocks, also while scans are read ahead; false to stop.
  bool (*checkpoint)(void *context);
} fairy_jpeg_source;

typedef enum {
  FAIRY_JPEG_UNKNOWN,
  FAIRY_JPEG_GRAY,
  FAIRY_JPEG_RGB,
  FAIRY_JPEG_YCBCR,
  FAIRY_JPEG_CMYK,
  FAIRY_JPEG_YCCK,
} fairy_jpeg_colours;

/// How one component is sampled.
typedef struct {
  int horizontal;
  int vertical;
} fairy_jpeg_sampling;

typedef struct {
  int width;
  int height;
  fairy_jpeg_colours colours;
  int component_count;
  fairy_jpeg_sampling sampling[4];
  bool is_progressive;
  bool is_arithmetic;
  /// Whether all coefficients are collected before the first row: progressive, or a scan a component.
  bool has_several_scans;
  /// Whether an Adobe segment is there, whose CMYK samples are inverted.
  bool has_adobe_segment;
  /// Bytes that all coefficients take.
  uint64_t coefficient_bytes;
  /// The steps of the first component's quantization table, added up; 0 where it is not known yet.
  int quantization_sum;
} fairy_jpeg_header;

/// What comes out at a scale.
typedef struct {
  int width;
  int height;
  /// Luma samples for each chroma sample, 0 where they are not whole.
  fairy_jpeg_sampling ratio;
  /// Rows that are decoded at once.
  int rows_at_once;
} fairy_jpeg_output;

typedef enum {
  /// Interleaved gray, RGB or CMYK, as the header's colours are.
  FAIRY_JPEG_ROWS,
  /// The planes of the file.
  FAIRY_JPEG_PLANES,
  /// Rows of the luma of YCbCr; its chroma is not decoded.
  FAIRY_JPEG_LUMA,
} fairy_jpeg_layout;

typedef struct fairy_jpeg_decoder fairy_jpeg_decoder;

/// NULL without memory.
fairy_jpeg_decoder *fairy_jpeg_decoder_create(fairy_jpeg_source source, long memory_limit,
                                              int scan_limit);
void fairy_jpeg_decoder_destroy(fairy_jpeg_decoder *);
fairy_jpeg_report fairy_jpeg_decoder_report(const fairy_jpeg_decoder *);

bool fairy_jpeg_decoder_read_header(fairy_jpeg_decoder *, fairy_jpeg_header *);
/// What `eighths`/8 of the size gives; after the header, before the start.
bool fairy_jpeg_decoder_scale(fairy_jpeg_decoder *, int eighths, fairy_jpeg_output *);
bool fairy_jpeg_decoder_start(fairy_jpeg_decoder *, fairy_jpeg_layout);
/// Fills `count` rows at `base`.
bool fairy_jpeg_decoder_read_rows(fairy_jpeg_decoder *, uint8_t *base, ptrdiff_t stride, int count);
/// Fills `groups` times `rows_at_once` rows of planes that have room for whole blocks.
bool fairy_jpeg_decoder_read_planes(fairy_jpeg_decoder *, const fairy_jpeg_plane *planes,
                                    int groups);
/// After the last row: looks for the end marker. Damage after the last row is only a warning.
void fairy_jpeg_decoder_finish(fairy_jpeg_decoder *);

// Encoding.

typedef struct {
  void *context;
  /// Takes `count` bytes; false to stop.
  bool (*write)(void *context, const uint8_t *bytes, size_t count);
  /// Called between rows of blocks; false to stop.
  bool (*checkpoint)(void *context);
} fairy_jpeg_destination;

typedef enum {
  FAIRY_JPEG_FROM_GRAY,
  FAIRY_JPEG_FROM_RGB,
  /// Adobe's inverted CMYK, stored as YCCK.
  FAIRY_JPEG_FROM_CMYK,
  /// YCbCr planes.
  FAIRY_JPEG_FROM_PLANES,
} fairy_jpeg_input;

typedef struct {
  int width;
  int height;
  fairy_jpeg_input input;
  /// Luma samples for each chroma sample.
  fairy_jpeg_sampling ratio;
  /// 1…100.
  int quality;
  bool progressive;
  bool optimised;
  /// 0: only an aspect, 1: dots an inch, 2: dots a centimetre.
  int density_unit;
  int density_x;
  int density_y;
} fairy_jpeg_parameters;

typedef struct fairy_jpeg_encoder fairy_jpeg_encoder;

/// NULL without memory.
fairy_jpeg_encoder *fairy_jpeg_encoder_create(fairy_jpeg_destination destination,
                                              long memory_limit);
void fairy_jpeg_encoder_destroy(fairy_jpeg_encoder *);
fairy_jpeg_report fairy_jpeg_encoder_report(const fairy_jpeg_encoder *);

bool fairy_jpeg_encoder_start(fairy_jpeg_encoder *, fairy_jpeg_parameters);
/// A segment of at most 65533 bytes; after the start, before the first row.
bool fairy_jpeg_encoder_write_segment(fairy_jpeg_encoder *, int marker, const uint8_t *bytes,
                                      int count);
bool fairy_jpeg_encoder_write_rows(fairy_jpeg_encoder *, const uint8_t *base, ptrdiff_t stride,
                                   int count);
/// Takes `count` luma rows; the last row of each plane stands in for what whole blocks need beyond.
bool fairy_jpeg_encoder_write_planes(fairy_jpeg_encoder *, const fairy_jpeg_plane *planes,
                                     int count);
bool fairy_jpeg_encoder_finish(fairy_jpeg_encoder *);

// Coding anew: coefficients go from a decoder to an encoder, and no pixel is made of them.

/// What of the stored picture is shown, and turned how: the part, then each axis of it reversed or not, then
/// rows become columns or not. Reversed sides, and where the part begins, are whole blocks of the scan (MCU).
typedef struct {
  int x;
  int y;
  int width;
  int height;
  bool reverses_columns;
  bool reverses_rows;
  bool swaps_sides;
} fairy_jpeg_turn;

/// An application's segment or a comment behind the first scan: where its payload lies in the stream.
typedef struct {
  int marker;
  size_t offset;
  size_t count;
} fairy_jpeg_segment;

/// Reads all coefficients to the end of the stream, after the header and in place of the start.
///
/// `turn` may be NULL for coefficients as they are. More than `segment_limit` segments behind the first scan are a
/// failure.
bool fairy_jpeg_decoder_read_coefficients(fairy_jpeg_decoder *, const fairy_jpeg_turn *turn,
                                          size_t segment_limit);
/// How many bytes the stream has, its end marker included; once its coefficients are read.
size_t fairy_jpeg_decoder_stream_size(const fairy_jpeg_decoder *);
/// The segments behind the first scan, `count` of them, as long as the decoder lives; once its coefficients are read.
const fairy_jpeg_segment *fairy_jpeg_decoder_later_segments(const fairy_jpeg_decoder *,
                                                            size_t *count);

/// How coefficients are written.
typedef struct {
  bool progressive;
  /// Whether the encoder writes JFIF's or Adobe's segment, rather than the caller.
  bool writes_header;
  int density_unit;
  int density_x;
  int density_y;
} fairy_jpeg_recoding;

/// Begins a stream of a decoder's coefficients, with Huffman tables made for them. Segments follow, and the finish,
/// which writes all of them. A decoder may serve several encoders.
bool fairy_jpeg_encoder_start_coefficients(fairy_jpeg_encoder *, fairy_jpeg_decoder *,
                                           fairy_jpeg_recoding);
