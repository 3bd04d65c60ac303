// The deblocking filter (8.7.2). All blocks are intra: every edge has the boundary strength 2.
#ifndef FAIRY_HEVC_DEBLOCK_H
#define FAIRY_HEVC_DEBLOCK_H

#include "FairyHEVCTree.h"

// Eight lines across an edge, as vectors of one sample of each line: p3 p2 p1 p0 q0 q1 q2 q3. Two units of four
// lines each have thresholds of their own, which are 0 where a unit is not filtered.
typedef struct {
  words8 beta, tc;
  // All bits where samples of p, q may be changed.
  words8 keeps_p, keeps_q;
} luma_thresholds;

INLINE words8 chosen(words8 mask, words8 yes, words8 no) { return (mask & yes) | (~mask & no); }
INLINE words8 magnitude(words8 value) { return MAX(value, -value); }
INLINE int is_any(words8 mask) {
  uint64_t halves[2];
  memcpy(halves, &mask, sizeof halves);
  return (halves[0] | halves[1]) != 0;
}

// Of each unit of four lines: its first line's values, its last line's.
INLINE words8 first_lines(words8 v) { return __builtin_shufflevector(v, v, 0, 0, 0, 0, 4, 4, 4, 4); }
INLINE words8 last_lines(words8 v) { return __builtin_shufflevector(v, v, 3, 3, 3, 3, 7, 7, 7, 7); }

// Returns whether anything changed.
INLINE int filter_luma_lines(words8 s[8], const luma_thresholds *t) {
  words8 p3 = s[0], p2 = s[1], p1 = s[2], p0 = s[3], q0 = s[4], q1 = s[5], q2 = s[6], q3 = s[7];
  words8 bend_p = magnitude(p2 - 2 * p1 + p0), bend_q = magnitude(q2 - 2 * q1 + q0), bend = bend_p + bend_q;
  words8 is_filtered = (first_lines(bend) + last_lines(bend) < t->beta) & (t->tc > 0);
  if (!is_any(is_filtered)) return 0;

  words8 beta = t->beta, tc = t->tc;
  words8 is_flat = (2 * bend < (beta >> 2)) & (magnitude(p3 - p0) + magnitude(q0 - q3) < (beta >> 3)) &
                   (magnitude(p0 - q0) < ((5 * tc + 1) >> 1));
  words8 is_strong = is_filtered & first_lines(is_flat) & last_lines(is_flat);
  words8 is_weak = is_filtered & ~is_strong;
  words8 changes_p = is_filtered & t->keeps_p, changes_q = is_filtered & t->keeps_q;
  words8 r2 = p2, r1 = p1, r0 = p0, u0 = q0, u1 = q1, u2 = q2;
  if (is_any(is_strong)) {
    words8 tc2 = tc + tc, middle = p0 + q0;
    r0 = chosen(is_strong, CLAMP((p2 + 2 * (p1 + middle) + q1 + 4) >> 3, p0 - tc2, p0 + tc2), p0);
    r1 = chosen(is_strong, CLAMP((p2 + p1 + middle + 2) >> 2, p1 - tc2, p1 + tc2), p1);
    r2 = chosen(is_strong, CLAMP((2 * p3 + 3 * p2 + p1 + middle + 4) >> 3, p2 - tc2, p2 + tc2), p2);
    u0 = chosen(is_strong, CLAMP((q2 + 2 * (q1 + middle) + p1 + 4) >> 3, q0 - tc2, q0 + tc2), q0);
    u1 = chosen(is_strong, CLAMP((q2 + q1 + middle + 2) >> 2, q1 - tc2, q1 + tc2), q1);
    u2 = chosen(is_strong, CLAMP((2 * q3 + 3 * q2 + q1 + middle + 4) >> 3, q2 - tc2, q2 + tc2), q2);
  }
  if (is_any(is_weak)) {
    words8 delta = (9 * (q0 - p0) - 3 * (q1 - p1) + 8) >> 4;
    words8 is_changed = is_weak & (magnitude(delta) < 10 * tc);
    delta = CLAMP(delta, -tc, tc);
    words8 limit = (beta + (beta >> 1)) >> 3, half = tc >> 1;
    words8 is_p_flat = is_changed & (first_lines(bend_p) + last_lines(bend_p) < limit);
    words8 is_q_flat = is_changed & (first_lines(bend_q) + last_lines(bend_q) < limit);
    r0 = chosen(is_changed, CLAMP(p0 + delta, words8_of(0), words8_of(255)), r0);
    u0 = chosen(is_changed, CLAMP(q0 - delta, words8_of(0), words8_of(255)), u0);
    words8 delta_p = CLAMP((((p2 + p0 + 1) >> 1) - p1 + delta) >> 1, -half, half);
    words8 delta_q = CLAMP((((q2 + q0 + 1) >> 1) - q1 - delta) >> 1, -half, half);
    r1 = chosen(is_p_flat, CLAMP(p1 + delta_p, words8_of(0), words8_of(255)), r1);
    u1 = chosen(is_q_flat, CLAMP(q1 + delta_q, words8_of(0), words8_of(255)), u1);
  }
  s[1] = chosen(changes_p, r2, p2);
  s[2] = chosen(changes_p, r1, p1);
  s[3] = chosen(changes_p, r0, p0);
  s[4] = chosen(changes_q, u0, q0);
  s[5] = chosen(changes_q, u1, q1);
  s[6] = chosen(changes_q, u2, q2);
  return 1;
}

// Across a vertical edge at `at`, eight lines downwards.
INLINE void filter_luma_vertical(uint8_t *at, ptrdiff_t stride, const luma_thresholds *thresholds) {
  bytes8 rows[8];
  words8 samples[8];
  for (int i = 0; i < 8; i++) rows[i] = LOAD(bytes8, at - 4 + i * stride);
  transpose8(rows);
  for (int i = 0; i < 8; i++) samples[i] = __builtin_convertvector(rows[i], words8);
  if (!filter_luma_lines(samples, thresholds)) return;
  for (int i = 0; i < 8; i++) rows[i] = bytes_of8(samples[i]);
  transpose8(rows);
  for (int i = 0; i < 8; i++) STORE(at - 4 + i * stride, rows[i]);
}

// Across a horizontal edge, eight lines to the right.
INLINE void filter_luma_horizontal(uint8_t *at, ptrdiff_t stride, const luma_thresholds *thresholds) {
  words8 samples[8];
  for (int i = 0; i < 8; i++) samples[i] = load_words8(at + (i - 4) * stride);
  if (!filter_luma_lines(samples, thresholds)) return;
  for (int i = 1; i < 7; i++) STORE(at + (i - 4) * stride, bytes_of8(samples[i]));
}

// Thresholds of two units along an edge, `along` apart; those before the edge are `across` back. Returns 0 where
// nothing is filtered.
INLINE int luma_thresholds_at(const picture_decoder *decoder, const slice_segment *segment, ptrdiff_t unit,
                              ptrdiff_t along, ptrdiff_t across, unsigned edge, luma_thresholds *thresholds) {
  int beta[2] = {0}, tc[2] = {0}, keeps_p[2] = {-1, -1}, keeps_q[2] = {-1, -1};
  for (int i = 0; i < 2; i++, unit += along) {
    if ((decoder->edges[unit] & edge) == 0) continue;
    int qp = (decoder->qps[unit] + decoder->qps[unit - across] + 1) >> 1;
    int b = qp + segment->beta_offset, t = qp + 2 + segment->tc_offset;
    beta[i] = fairy_hevc_beta[b < 0 ? 0 : b > 51 ? 51 : b];
    tc[i] = fairy_hevc_tc[t < 0 ? 0 : t > 53 ? 53 : t];
    if (decoder->has_unfiltered) {
      keeps_p[i] = decoder->edges[unit - across] & UNFILTERED ? 0 : -1;
      keeps_q[i] = decoder->edges[unit] & UNFILTERED ? 0 : -1;
    }
  }
  if ((beta[0] == 0 || tc[0] == 0) && (beta[1] == 0 || tc[1] == 0)) return 0;
#define BOTH(v) __builtin_shufflevector(words8_of((v)[0]), words8_of((v)[1]), 0, 1, 2, 3, 8, 9, 10, 11)
  *thresholds = (luma_thresholds){BOTH(beta), BOTH(tc), BOTH(keeps_p), BOTH(keeps_q)};
#undef BOTH
  return 1;
}

// Chroma: eight lines across an edge, four units of two lines each.
INLINE void filter_chroma_lines(words8 *p0, words8 *q0, words8 p1, words8 q1, words8 tc, words8 keeps_p,
                                words8 keeps_q) {
  words8 delta = CLAMP((((*q0 - *p0) << 2) + p1 - q1 + 4) >> 3, -tc, tc);
  *p0 = CLAMP(*p0 + (delta & keeps_p), words8_of(0), words8_of(255));
  *q0 = CLAMP(*q0 - (delta & keeps_q), words8_of(0), words8_of(255));
}

typedef struct {
  words8 tc, keeps_p, keeps_q;
} chroma_thresholds;

INLINE int chroma_thresholds_at(const picture_decoder *decoder, const slice_segment *segment, ptrdiff_t unit,
                                ptrdiff_t along, ptrdiff_t across, unsigned edge, int offset,
                                chroma_thresholds *thresholds) {
  int16_t tc[8], keeps_p[8], keeps_q[8];
  int is_filtered = 0;
  for (int i = 0; i < 4; i++, unit += along) {
    int value = 0, p = -1, q = -1;
    if (decoder->edges[unit] & edge) {
      int qp = ((decoder->qps[unit] + decoder->qps[unit - across] + 1) >> 1) + offset;
      if (qp >= 30) qp = qp > 43 ? qp - 6 : fairy_hevc_chroma_qp[qp - 30];
      qp += 2 + segment->tc_offset;
      value = fairy_hevc_tc[qp < 0 ? 0 : qp > 53 ? 53 : qp];
      if (decoder->edges[unit - across] & UNFILTERED) p = 0;
      if (decoder->edges[unit] & UNFILTERED) q = 0;
    }
    is_filtered |= value;
    tc[2 * i] = tc[2 * i + 1] = (int16_t)value;
    keeps_p[2 * i] = keeps_p[2 * i + 1] = (int16_t)p;
    keeps_q[2 * i] = keeps_q[2 * i + 1] = (int16_t)q;
  }
  if (!is_filtered) return 0;
  *thresholds = (chroma_thresholds){LOAD(words8, tc), LOAD(words8, keeps_p), LOAD(words8, keeps_q)};
  return 1;
}

INLINE void filter_chroma_vertical(uint8_t *at, ptrdiff_t stride, const chroma_thresholds *t) {
  bytes8 rows[8];
  for (int i = 0; i < 8; i++) rows[i] = LOAD(bytes8, at - 4 + i * stride);
  transpose8(rows);
  words8 p0 = __builtin_convertvector(rows[3], words8), q0 = __builtin_convertvector(rows[4], words8);
  filter_chroma_lines(&p0, &q0, __builtin_convertvector(rows[2], words8), __builtin_convertvector(rows[5], words8),
                      t->tc, t->keeps_p, t->keeps_q);
  bytes8 p = bytes_of8(p0), q = bytes_of8(q0);
  for (int i = 0; i < 8; i++) {
    at[i * stride - 1] = p[i];
    at[i * stride] = q[i];
  }
}

INLINE void filter_chroma_horizontal(uint8_t *at, ptrdiff_t stride, const chroma_thresholds *t) {
  words8 p0 = load_words8(at - stride), q0 = load_words8(at);
  filter_chroma_lines(&p0, &q0, load_words8(at - 2 * stride), load_words8(at + stride), t->tc, t->keeps_p,
                      t->keeps_q);
  STORE(at - stride, bytes_of8(p0));
  STORE(at, bytes_of8(q0));
}

// Filters the edges of one direction within a tree block: those on its left or upper side and inside it. The
// planes are whole tree blocks, so that eight lines are always there; units outside of the picture have no edges.
INLINE void deblock_tree_block(const picture_decoder *decoder, uint32_t column, uint32_t row, unsigned edge) {
  unsigned size = 1u << decoder->log2_ctb, left = column << decoder->log2_ctb, top = row << decoder->log2_ctb;
  const slice_segment *segment =
      &decoder->segments[decoder->tree_blocks[row * decoder->columns + column].segment];
  if (segment->deblocking_is_off) return;
  int is_vertical = edge == EDGE_LEFT;
  ptrdiff_t along = is_vertical ? decoder->unit_stride : 1, across = is_vertical ? 1 : decoder->unit_stride;
  plane_buffer plane = decoder->planes[0];
  for (unsigned y = top; y < top + size; y += 8)
    for (unsigned x = left; x < left + size; x += 8) {
      ptrdiff_t unit = unit_at(decoder, x, y);
      if (((decoder->edges[unit] | decoder->edges[unit + along]) & edge) == 0) continue;
      luma_thresholds thresholds;
      if (!luma_thresholds_at(decoder, segment, unit, along, across, edge, &thresholds)) continue;
      uint8_t *at = plane.samples + (ptrdiff_t)y * plane.stride + x;
      if (is_vertical) filter_luma_vertical(at, plane.stride, &thresholds);
      else filter_luma_horizontal(at, plane.stride, &thresholds);
    }
  if (decoder->sequence->is_gray) return;
  for (unsigned y = top; y < top + size; y += 16)
    for (unsigned x = left; x < left + size; x += 16) {
      ptrdiff_t unit = unit_at(decoder, x, y);
      for (unsigned component = 1; component < 3; component++) {
        int offset = component == 1 ? decoder->set->cb_qp_offset : decoder->set->cr_qp_offset;
        chroma_thresholds thresholds;
        if (!chroma_thresholds_at(decoder, segment, unit, along, across, edge, offset, &thresholds)) continue;
        plane = decoder->planes[component];
        uint8_t *at = plane.samples + (ptrdiff_t)(y >> 1) * plane.stride + (x >> 1);
        if (is_vertical) filter_chroma_vertical(at, plane.stride, &thresholds);
        else filter_chroma_horizontal(at, plane.stride, &thresholds);
      }
    }
}

#endif
