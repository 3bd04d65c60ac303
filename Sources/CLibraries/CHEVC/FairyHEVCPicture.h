// What decoding a picture works on.
#ifndef FAIRY_HEVC_PICTURE_H
#define FAIRY_HEVC_PICTURE_H

#include "FairyHEVCSlice.h"
#include "FairyHEVCTables.h"

// How a coding tree block is filtered.
typedef struct {
  // 0 none, 1 band, 2 edge (table 7-8), for Y, Cb and Cr.
  uint8_t type[3];
  // The first band, or the class of the edge.
  uint8_t band_or_class[3];
  int8_t offsets[3][4];
} sao_parameters;

typedef struct {
  // The segment it is in: an index of segments of the decoder.
  uint32_t segment;
  // The tile it is in, counted from 0.
  uint16_t tile;
  uint8_t is_decoded;
  sao_parameters sao;
} tree_block;

// The arithmetic decoder (9.3.4.3).
typedef struct {
  const uint8_t *bytes;
  // The bytes at and behind which all is zero (there are eight), and the next to be taken into the window.
  size_t size, next;
  // A window of the bits with ivlOffset as its nine uppermost.
  uint64_t window;
  // ivlCurrRange, where ivlOffset is in the window.
  uint64_t range;
} arithmetic_decoder;

typedef struct {
  // Samples of whole coding tree blocks; the stride leaves room for vectors that reach over.
  uint8_t *samples;
  ptrdiff_t stride;
} plane_buffer;

// Everything about the blocks of a picture is kept for units of 4×4 luma samples, with a margin of units that
// are never available on all sides, so that neighbours need no checks.
enum { UNIT_MARGIN = 1, UNIT_MARGIN_AFTER = 17 };

typedef struct {
  const sequence_set *sequence;
  const picture_set *set;
  const scaling_factors *scaling;
  const slice_segment *segments;
  size_t segment_count;
  const uint8_t *bytes;

  plane_buffer planes[3];
  uint32_t width, height, columns, rows;
  unsigned log2_ctb;
  tree_block *tree_blocks;
  // The order in which tree blocks are coded, by tiles, and where each is in it.
  uint32_t *raster_of_coded, *coded_of_raster;

  // Arrays of units; a pointer is to the unit of the first sample.
  ptrdiff_t unit_stride;
  // Which slice and tile a unit was decoded in, or 0 if it was not yet.
  uint16_t *areas;
  uint8_t *depths, *modes;
  int8_t *qps;
  // Whether there is a transform or coding edge on the left (1) and above (2) that has to be filtered, and
  // whether filters leave the samples alone (4).
  uint8_t *edges;
  int has_unfiltered;

  // The state of the segment that is decoded.
  arithmetic_decoder arithmetic;
  context_variable contexts[CONTEXT_COUNT], row_contexts[CONTEXT_COUNT], segment_contexts[CONTEXT_COUNT];
  const slice_segment *segment;
  uint16_t area;
  int is_damaged;
  // Whether the edges of the current coding tree block are filtered.
  int filters_left_edge, filters_upper_edge;
  // Of the current quantization group.
  int qp, predicted_qp, previous_qp, qp_delta_is_coded;
  // Of the current coding block.
  int is_lossless;
  int has_four_parts;
  unsigned chroma_mode, most_transform_depth;

  // Zero between blocks.
  _Alignas(64) int16_t coefficients[32 * 32];
} picture_decoder;

// Decodes all slices and filters into the planes. Compiled for several kinds of processors.
typedef fairy_hevc_status picture_function(picture_decoder *decoder, const fairy_hevc_plane planes[3]);
picture_function fairy_hevc_decode_picture_plain, fairy_hevc_decode_picture_avx2;

#endif
