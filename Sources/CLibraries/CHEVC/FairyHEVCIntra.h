// Intra prediction (8.4.4.2).
#ifndef FAIRY_HEVC_INTRA_H
#define FAIRY_HEVC_INTRA_H

#include "FairyHEVCPicture.h"
#include "FairyHEVCVectors.h"

enum { MODE_PLANAR = 0, MODE_DC = 1, MODE_HORIZONTAL = 10, MODE_DIAGONAL = 18, MODE_VERTICAL = 26 };

// Samples around a block: the corner, then twice its size to the right or downwards. Vectors read over the end.
enum { BORDER_SIZE = 1 + 64 + 63 };
typedef struct {
  _Alignas(32) uint8_t above[BORDER_SIZE], left[BORDER_SIZE];
} border;

// Which of the samples around a block are available, as counts from the corner on.
typedef struct {
  int has_corner;
  // Of the block's own side, and of that beyond it.
  unsigned above, above_right, left, below_left;
} availability;

// For a block of `size` luma samples at x, y; counts in samples of luma.
INLINE availability availability_of(const picture_decoder *decoder, unsigned x, unsigned y, unsigned size) {
  const uint16_t *at = decoder->areas + (ptrdiff_t)(y >> 2) * decoder->unit_stride + (x >> 2);
  ptrdiff_t stride = decoder->unit_stride, units = size >> 2;
  uint16_t area = decoder->area;
  availability found = {.has_corner = at[-stride - 1] == area};
  if (at[-stride] == area) found.above = size;
  if (at[-1] == area) found.left = size;
  // What is beyond is one block of the same size: decoded as a whole, but the picture may end in it.
  if (at[-stride + units] == area) found.above_right = MIN(size, decoder->width - (x + size));
  if (found.left && at[units * stride - 1] == area) found.below_left = MIN(size, decoder->height - (y + size));
  return found;
}

// Gathers the border, substituting what is not available (8.4.4.2.2).
INLINE void gather_border(border *around, const uint8_t *block, ptrdiff_t stride, unsigned size, availability found,
                          unsigned shift) {
  unsigned above = found.above >> shift, above_right = found.above_right >> shift;
  unsigned left = found.left >> shift, below_left = found.below_left >> shift;
  uint8_t *top = around->above + 1, *side = around->left + 1;
  const uint8_t *over = block - stride;
  if (above) memcpy(top, over, size);
  if (above_right) memcpy(top + size, over + size, above_right);
  const uint8_t *beside = block - 1;
  if (left) for (unsigned y = 0; y < size; y++) side[y] = beside[(ptrdiff_t)y * stride];
  for (unsigned y = size; y < size + below_left; y++) side[y] = beside[(ptrdiff_t)y * stride];

  // From the lower left upwards and then to the right, each takes what the one before has.
  uint8_t corner = found.has_corner ? over[-1]
                   : left           ? side[0]
                   : above          ? top[0]
                   : above_right    ? top[size]
                                    : 128;
  if (!left) memset(side, corner, size);
  if (below_left < size) memset(side + size + below_left, side[size + below_left - 1], size - below_left);
  if (!above) memset(top, corner, size);
  if (above_right < size) memset(top + size + above_right, top[size + above_right - 1], size - above_right);
  around->above[0] = around->left[0] = corner;
}

// The filter of neighbouring samples (8.4.4.2.3), for one side; its last sample stays.
INLINE void smooth_side(uint8_t *out, const uint8_t *in, unsigned size) {
  for (unsigned i = 0; i < 2 * size; i += 16) {
    words16 before = load_words16(in + i), here = load_words16(in + i + 1), after = load_words16(in + i + 2);
    STORE(out + 1 + i, bytes_of16((before + here + here + after + 2) >> 2));
  }
  out[2 * size] = in[2 * size];
}

// Whether 32×32 is smooth enough to be interpolated between its corners, which is done then.
INLINE int smooth_strongly(border *out, const border *in) {
  int corner = in->above[0], right = in->above[64], bottom = in->left[64];
  int above = corner + right - 2 * in->above[32], left = corner + bottom - 2 * in->left[32];
  if (above <= -8 || above >= 8 || left <= -8 || left >= 8) return 0;
  for (int i = 1; i < 64; i++) {
    out->above[i] = (uint8_t)(((64 - i) * corner + i * right + 32) >> 6);
    out->left[i] = (uint8_t)(((64 - i) * corner + i * bottom + 32) >> 6);
  }
  out->above[0] = out->left[0] = (uint8_t)corner;
  out->above[64] = (uint8_t)right;
  out->left[64] = (uint8_t)bottom;
  return 1;
}

INLINE void smooth(border *out, const border *in, unsigned size, int is_strong) {
  if (is_strong && size == 32 && smooth_strongly(out, in)) return;
  smooth_side(out->above, in->above, size);
  smooth_side(out->left, in->left, size);
  out->above[0] = out->left[0] = (uint8_t)((in->left[1] + 2 * in->above[0] + in->above[1] + 2) >> 2);
}

// Stores the first `size` of eight samples.
INLINE void store_row(uint8_t *out, bytes8 row, unsigned size) { memcpy(out, &row, size < 8 ? size : 8); }

// 0, 1, 2, … from `first` on.
INLINE words8 counted(int first) {
  return words8_of(first) + (words8){0, 1, 2, 3, 4, 5, 6, 7};
}

INLINE void predict_planar(uint8_t *out, ptrdiff_t stride, const border *around, unsigned size) {
  unsigned log2 = (unsigned)__builtin_ctz(size);
  int right = around->above[size + 1], bottom = around->left[size + 1];
  for (unsigned x = 0; x < size; x += 8) {
    words8 above = load_words8(around->above + 1 + x), column = counted((int)x);
    // What the upper row and the right column give; the left column and the lower row are added row by row.
    words8 fixed = (column + 1) * (int16_t)right + (int16_t)size;
    words8 weight = (int16_t)(size - 1) - column;
    words8 vertical = above * (int16_t)size, change = (int16_t)bottom - above;
    for (unsigned y = 0; y < size; y++) {
      vertical += change;
      words8 sum = fixed + vertical + weight * (int16_t)around->left[y + 1];
      store_row(out + (ptrdiff_t)y * stride + x, bytes_of8((words8)((sum >> (int16_t)(log2 + 1)) & 255)), size);
    }
  }
}

INLINE void predict_dc(uint8_t *out, ptrdiff_t stride, const border *around, unsigned size, int has_edges) {
  unsigned sum = size;
  for (unsigned i = 1; i <= size; i++) sum += around->above[i] + around->left[i];
  int mean = (int)(sum >> (__builtin_ctz(size) + 1));
  for (unsigned y = 0; y < size; y++) memset(out + (ptrdiff_t)y * stride, mean, size);
  if (!has_edges) return;
  for (unsigned i = 1; i < size; i++) {
    out[i] = (uint8_t)((around->above[i + 1] + 3 * mean + 2) >> 2);
    out[(ptrdiff_t)i * stride] = (uint8_t)((around->left[i + 1] + 3 * mean + 2) >> 2);
  }
  out[0] = (uint8_t)((around->left[1] + 2 * mean + around->above[1] + 2) >> 2);
}

// Rows of a block that is predicted from `main`, above it, or below and to the left, from `side`.
INLINE void predict_angle(uint8_t *out, ptrdiff_t stride, const uint8_t *main, const uint8_t *side, unsigned size,
                          unsigned mode) {
  int angle = fairy_hevc_angles[mode];
  _Alignas(32) uint8_t extended[32 + BORDER_SIZE];
  const uint8_t *reference = main;
  if (angle < 0 && ((int)size * angle) >> 5 < -1) {
    uint8_t *corner = extended + 32;
    memcpy(corner, main, size + 1);
    int inverse = fairy_hevc_inverse_angles[mode];
    for (int x = -1; x >= ((int)size * angle) >> 5; x--) corner[x] = side[(x * inverse + 128) >> 8];
    reference = corner;
  }
  int position = 0;
  for (unsigned y = 0; y < size; y++, out += stride) {
    position += angle;
    const uint8_t *from = reference + (position >> 5) + 1;
    int fraction = position & 31;
    if (fraction == 0) {
      memcpy(out, from, size);
      continue;
    }
    if (size < 16) {
      words8 first = load_words8(from), second = load_words8(from + 1);
      words8 sum = first * (int16_t)(32 - fraction) + second * (int16_t)fraction + 16;
      store_row(out, bytes_of8(sum >> 5), size);
    } else
      for (unsigned x = 0; x < size; x += 16) {
        words16 first = load_words16(from + x), second = load_words16(from + x + 1);
        words16 sum = first * (int16_t)(32 - fraction) + second * (int16_t)fraction + 16;
        STORE(out + x, bytes_of16(sum >> 5));
      }
  }
}

INLINE void store_transposed(uint8_t *out, ptrdiff_t stride, const uint8_t *in, unsigned size) {
  for (unsigned y = 0; y < size; y += 8)
    for (unsigned x = 0; x < size; x += 8) {
      bytes8 rows[8];
      for (unsigned i = 0; i < 8; i++) {
        rows[i] = (bytes8){0};
        if (size == 4) memcpy(&rows[i], in + (i & 3) * size, 4);
        else rows[i] = LOAD(bytes8, in + (x + i) * size + y);
      }
      transpose8(rows);
      for (unsigned i = 0; i < (size < 8 ? size : 8); i++)
        store_row(out + (ptrdiff_t)(y + i) * stride + x, rows[i], size);
    }
}

INLINE void predict_angular(uint8_t *out, ptrdiff_t stride, const border *around, unsigned size, unsigned mode,
                            int has_edges) {
  if (mode >= MODE_DIAGONAL) {
    predict_angle(out, stride, around->above, around->left, size, mode);
    if (mode == MODE_VERTICAL && has_edges)
      for (unsigned y = 0; y < size; y++) {
        int sample = around->above[1] + ((around->left[y + 1] - around->left[0]) >> 1);
        out[(ptrdiff_t)y * stride] = (uint8_t)(sample < 0 ? 0 : sample > 255 ? 255 : sample);
      }
    return;
  }
  _Alignas(32) uint8_t turned[32 * 32];
  predict_angle(turned, size, around->left, around->above, size, mode);
  store_transposed(out, stride, turned, size);
  if (mode == MODE_HORIZONTAL && has_edges)
    for (unsigned x = 0; x < size; x++) {
      int sample = around->left[1] + ((around->above[x + 1] - around->above[0]) >> 1);
      out[x] = (uint8_t)(sample < 0 ? 0 : sample > 255 ? 255 : sample);
    }
}

// Whether the samples around a block of luma are smoothed before a mode uses them.
INLINE int is_smoothed(unsigned size, unsigned mode) {
  if (mode == MODE_DC || size == 4) return 0;
  if (mode == MODE_PLANAR) return 1;
  unsigned vertical = mode > MODE_VERTICAL ? mode - MODE_VERTICAL : MODE_VERTICAL - mode;
  unsigned horizontal = mode > MODE_HORIZONTAL ? mode - MODE_HORIZONTAL : MODE_HORIZONTAL - mode;
  unsigned distance = vertical < horizontal ? vertical : horizontal;
  return distance > (size == 8 ? 7u : size == 16 ? 1u : 0u);
}

INLINE void predict_sized(const picture_decoder *decoder, uint8_t *out, ptrdiff_t stride, unsigned size,
                          unsigned mode, availability found, int is_chroma) {
  border gathered, smoothed;
  const border *around = &gathered;
  gather_border(&gathered, out, stride, size, found, (unsigned)is_chroma);
  if (!is_chroma && is_smoothed(size, mode)) {
    smooth(&smoothed, &gathered, size, decoder->sequence->has_strong_smoothing);
    around = &smoothed;
  }
  int has_edges = !is_chroma && size < 32;
  if (mode == MODE_PLANAR) predict_planar(out, stride, around, size);
  else if (mode == MODE_DC) predict_dc(out, stride, around, size, has_edges);
  else predict_angular(out, stride, around, size, mode, has_edges);
}

#define PREDICT(name, size, is_chroma)                                                                           \
  NOINLINE void name(const picture_decoder *decoder, uint8_t *out, ptrdiff_t stride, unsigned mode,              \
                     availability found) {                                                                       \
    predict_sized(decoder, out, stride, size, mode, found, is_chroma);                                           \
  }
PREDICT(predict_luma4, 4, 0)
PREDICT(predict_luma8, 8, 0)
PREDICT(predict_luma16, 16, 0)
PREDICT(predict_luma32, 32, 0)
PREDICT(predict_chroma4, 4, 1)
PREDICT(predict_chroma8, 8, 1)
PREDICT(predict_chroma16, 16, 1)
#undef PREDICT

#endif
