#include "FairyHEVCSlice.h"

// The bits of a number below `count`.
static unsigned width_of(uint32_t count) { return count <= 1 ? 0 : 32 - (unsigned)__builtin_clz(count - 1); }

// What a picture that is no IDR says of references, though none of its slices refers to anything.
static fairy_hevc_status skip_references(bit_reader *bits, const sequence_set *sequence) {
  skip_bits(bits, sequence->log2_order_count);
  if (!read_bit(bits)) {
    if (fairy_hevc_skip_reference_set(bits, sequence, sequence->reference_set_count, 1) < 0)
      return FAIRY_HEVC_DAMAGED;
  } else skip_bits(bits, width_of(sequence->reference_set_count));
  if (sequence->has_long_term) {
    uint32_t known = sequence->long_term_count > 0 ? read_unsigned(bits) : 0, others = read_unsigned(bits);
    if (known > 32 || others > 32) return FAIRY_HEVC_DAMAGED;
    for (uint32_t i = 0; i < known + others; i++) {
      if (i < known) skip_bits(bits, width_of(sequence->long_term_count));
      else skip_bits(bits, sequence->log2_order_count + 1u);
      if (read_bit(bits)) read_unsigned(bits);
    }
  }
  if (sequence->has_temporal_vectors) skip_bits(bits, 1);
  return bits->is_over ? FAIRY_HEVC_DAMAGED : FAIRY_HEVC_OK;
}

static fairy_hevc_status read_filters(bit_reader *bits, const picture_set *set, slice_segment *slice) {
  slice->deblocking_is_off = set->deblocking_is_off;
  slice->beta_offset = set->beta_offset;
  slice->tc_offset = set->tc_offset;
  if (set->deblocking_is_overridable && read_bit(bits)) {
    slice->deblocking_is_off = (uint8_t)read_bit(bits);
    if (!slice->deblocking_is_off) {
      int32_t beta = read_signed(bits), tc = read_signed(bits);
      if (beta < -6 || beta > 6 || tc < -6 || tc > 6) return FAIRY_HEVC_DAMAGED;
      slice->beta_offset = (int8_t)(2 * beta);
      slice->tc_offset = (int8_t)(2 * tc);
    }
  }
  slice->filters_across = set->filters_across_slices;
  if (set->filters_across_slices &&
      (slice->has_sao_luma || slice->has_sao_chroma || !slice->deblocking_is_off))
    slice->filters_across = (uint8_t)read_bit(bits);
  return FAIRY_HEVC_OK;
}

static fairy_hevc_status read_independent(bit_reader *bits, unsigned type, const picture_set *set,
                                          const sequence_set *sequence, slice_segment *slice) {
  skip_bits(bits, set->extra_slice_bits);
  uint32_t kind = read_unsigned(bits);
  if (kind > 2) return FAIRY_HEVC_DAMAGED;
  if (kind != 2) return FAIRY_HEVC_UNSUPPORTED;
  if (set->has_output_flag && !read_bit(bits)) return FAIRY_HEVC_UNSUPPORTED;
  if (type != 19 && type != 20) {
    fairy_hevc_status status = skip_references(bits, sequence);
    if (status != FAIRY_HEVC_OK) return status;
  }
  slice->has_sao_luma = slice->has_sao_chroma = 0;
  if (sequence->has_sao) {
    slice->has_sao_luma = (uint8_t)read_bit(bits);
    if (!sequence->is_gray) slice->has_sao_chroma = (uint8_t)read_bit(bits);
  }
  int32_t qp = read_signed(bits), cb = 0, cr = 0;
  if (qp < -52 || qp > 52) return FAIRY_HEVC_DAMAGED;
  qp += set->initial_qp;
  if (set->has_slice_chroma_qp_offsets) {
    cb = read_signed(bits);
    cr = read_signed(bits);
  }
  if (qp < 0 || qp > 51 || cb < -12 || cb > 12 || cr < -12 || cr > 12) return FAIRY_HEVC_DAMAGED;
  slice->qp = (int8_t)qp;
  slice->cb_qp_offset = (int8_t)(set->cb_qp_offset + cb);
  slice->cr_qp_offset = (int8_t)(set->cr_qp_offset + cr);
  return read_filters(bits, set, slice);
}

// The sets that a slice names, if they can be used.
static fairy_hevc_status find_sets(uint32_t number, const picture_set pictures[64],
                                   const sequence_set sequences[16]) {
  if (number > 63 || !pictures[number].is_set) return FAIRY_HEVC_DAMAGED;
  if (pictures[number].status != FAIRY_HEVC_OK) return pictures[number].status;
  const sequence_set *sequence = &sequences[pictures[number].sequence];
  if (!sequence->is_set) return FAIRY_HEVC_DAMAGED;
  if (sequence->status != FAIRY_HEVC_OK) return sequence->status;
  // No decoder at hand agrees with another on both at once, so nothing tells which is right.
  if (pictures[number].has_tiles && pictures[number].has_wavefronts) return FAIRY_HEVC_UNSUPPORTED;
  return pictures[number].qp_delta_depth > sequence->log2_ctb - sequence->log2_min_block ? FAIRY_HEVC_DAMAGED
                                                                                          : FAIRY_HEVC_OK;
}

fairy_hevc_status fairy_hevc_read_slice(bit_reader *bits, unsigned type, const picture_set pictures[64],
                                        const sequence_set sequences[16], const slice_segment *before,
                                        slice_segment *slice) {
  int is_first = (int)read_bit(bits);
  skip_bits(bits, 1);
  uint32_t number = read_unsigned(bits);
  fairy_hevc_status status = find_sets(number, pictures, sequences);
  if (status != FAIRY_HEVC_OK) return status;
  // Pictures of several layouts in one item are for others.
  if (is_first != (before == NULL) || (before && before->picture_set != number)) return FAIRY_HEVC_UNSUPPORTED;
  const picture_set *set = &pictures[number];
  const sequence_set *sequence = &sequences[set->sequence];
  uint32_t ctb = 1u << sequence->log2_ctb;
  uint32_t count = ((sequence->width + ctb - 1) / ctb) * ((sequence->height + ctb - 1) / ctb), address = 0;
  int is_dependent = 0;
  if (!is_first) {
    if (set->has_dependent_slices) is_dependent = (int)read_bit(bits);
    address = read_bits(bits, width_of(count));
    if (address == 0 || address >= count) return FAIRY_HEVC_DAMAGED;
  }
  if (is_dependent) *slice = *before;
  else {
    slice->slice_address = address;
    status = read_independent(bits, type, set, sequence, slice);
    if (status != FAIRY_HEVC_OK) return status;
  }
  slice->is_first = (uint8_t)is_first;
  slice->is_dependent = (uint8_t)is_dependent;
  slice->picture_set = (uint8_t)number;
  slice->address = address;
  if (set->has_tiles || set->has_wavefronts) {
    // Where substreams begin follows from where the one before ends.
    uint32_t entries = read_unsigned(bits);
    if (entries > count) return FAIRY_HEVC_DAMAGED;
    if (entries > 0) {
      uint32_t width = read_unsigned(bits);
      if (width > 31) return FAIRY_HEVC_DAMAGED;
      skip_bits(bits, (size_t)entries * (width + 1));
    }
  }
  if (set->has_slice_extension) skip_bits(bits, (size_t)read_unsigned(bits) * 8);
  if (!read_bit(bits) || bits->is_over) return FAIRY_HEVC_DAMAGED;
  bits->at = (bits->at + 7) & ~(size_t)7;
  return FAIRY_HEVC_OK;
}
