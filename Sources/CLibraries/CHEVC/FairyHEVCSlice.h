// Slice segment headers (7.3.6).
#ifndef FAIRY_HEVC_SLICE_H
#define FAIRY_HEVC_SLICE_H

#include "FairyHEVCSets.h"

typedef struct {
  uint8_t is_first, is_dependent;
  uint8_t picture_set;
  // The first coding tree block, in raster order; and that of the slice's first segment.
  uint32_t address, slice_address;
  uint8_t has_sao_luma, has_sao_chroma;
  int8_t qp, cb_qp_offset, cr_qp_offset;
  uint8_t deblocking_is_off;
  int8_t beta_offset, tc_offset;
  uint8_t filters_across;
  // Where the coded blocks are in the decoder's bytes.
  size_t data, size;
} slice_segment;

// Reads the header of a NAL unit of `type`, an intra random access picture, and leaves `bits` behind it.
//
// `before` is the segment before this one, or NULL: a dependent segment repeats what it says.
fairy_hevc_status fairy_hevc_read_slice(bit_reader *bits, unsigned type, const picture_set pictures[64],
                                        const sequence_set sequences[16], const slice_segment *before,
                                        slice_segment *slice);

#endif
