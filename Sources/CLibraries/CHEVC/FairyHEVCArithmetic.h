// The arithmetic decoder (9.3.4.3).
//
// Decoding a bin is a chain of operations that each wait for the last, so it has no branch on the bin: the less
// probable symbol is a mask. Bypass bins have no state, and n of them are a quotient: the bits of
// ivlOffset * 2^n / ivlCurrRange.
#ifndef FAIRY_HEVC_ARITHMETIC_H
#define FAIRY_HEVC_ARITHMETIC_H

#include "FairyHEVCPicture.h"
#include "FairyHEVCVectors.h"

// Where ivlCurrRange is in the window, and the most bypass bins that are taken at once. Behind the bits of the
// window that are known there is a 1, and zeros behind that: when it leaves the lower half, more bits are taken.
enum { RANGE_SHIFT = 55, MOST_BYPASS = 20 };

INLINE uint64_t load_big_endian(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  value = __builtin_bswap64(value);
#endif
  return value;
}

INLINE void refill(arithmetic_decoder *decoder) {
  unsigned mark = (unsigned)__builtin_ctzll(decoder->window), count = mark >> 3, rest = mark & 7;
  uint64_t more = decoder->next <= decoder->size ? load_big_endian(decoder->bytes + decoder->next) : 0;
  decoder->window ^= 1ull << mark;
  decoder->window |= (more >> (63 - mark) & ~0ull << rest << 1) | 1ull << rest;
  decoder->next += count;
}

// Begins at a byte. Returns 0 when what is there cannot be: all else relies on ivlOffset < ivlCurrRange.
INLINE int begin_arithmetic(arithmetic_decoder *decoder, size_t at) {
  decoder->next = at;
  decoder->window = 1ull << 63;
  decoder->range = 510ull << RANGE_SHIFT;
  refill(decoder);
  return decoder->window < decoder->range;
}

INLINE void refill_if_needed(arithmetic_decoder *decoder) {
  if (__builtin_expect((uint32_t)decoder->window == 0, 0)) refill(decoder);
}

// Hides from the compiler where a value is from, which else looks it up later than it could.
#define FETCHED(value) __asm__("" : "+r"(value))

INLINE unsigned decode_bin(arithmetic_decoder *decoder, context_variable *context) {
  context_variable state = *context;
  uint64_t window = decoder->window, range = decoder->range;
  // Both next states are fetched before it is known which it is, as are both ranges and windows.
  context_variable more_state = fairy_hevc_states[state >> 32 & 127], less_state = fairy_hevc_states[state >> 40 & 127];
  FETCHED(more_state);
  FETCHED(less_state);
  uint64_t less = (uint64_t)(uint8_t)((uint32_t)state >> (range >> (RANGE_SHIFT + 3) & 24)) << RANGE_SHIFT;
  uint64_t more = range - less;
  unsigned less_shift = (unsigned)__builtin_clzll(less), more_shift = (unsigned)(~more >> 63);
  uint64_t less_range = less << less_shift, less_window = (window - more) << less_shift;
  uint64_t more_range = more << more_shift, more_window = window << more_shift;
  int is_less = __builtin_unpredictable(window >= more);
  *context = is_less ? less_state : more_state;
  decoder->range = is_less ? less_range : more_range;
  decoder->window = is_less ? less_window : more_window;
  refill_if_needed(decoder);
  return (unsigned)(state >> 48 ^ (unsigned)is_less) & 1;
}

// The next `count` bypass bins, up to MOST_BYPASS, which stay where they are.
INLINE uint32_t peek_bypass(const arithmetic_decoder *decoder, unsigned count) {
  return (uint32_t)((decoder->window >> (RANGE_SHIFT - count)) *
                        fairy_hevc_reciprocals[(decoder->range >> RANGE_SHIFT) - 256] >> 39);
}

// Takes bypass bins that were seen.
INLINE void take_bypass(arithmetic_decoder *decoder, unsigned count, uint32_t bins) {
  decoder->window = (decoder->window - bins * (decoder->range >> count)) << count;
  refill_if_needed(decoder);
}

INLINE uint32_t decode_bypass(arithmetic_decoder *decoder, unsigned count) {
  uint32_t bins = peek_bypass(decoder, count);
  take_bypass(decoder, count, bins);
  return bins;
}

// Whether the segment or substream ends, or samples follow as they are.
INLINE unsigned decode_end(arithmetic_decoder *decoder) {
  decoder->range -= 2ull << RANGE_SHIFT;
  if (decoder->window >= decoder->range) return 1;
  unsigned shift = (unsigned)__builtin_clzll(decoder->range);
  decoder->range <<= shift;
  decoder->window <<= shift;
  refill_if_needed(decoder);
  return 0;
}

// How many bits were taken, those of ivlOffset included.
INLINE size_t bits_taken(const arithmetic_decoder *decoder) {
  return decoder->next * 8 + (size_t)__builtin_ctzll(decoder->window) - (RANGE_SHIFT - 1);
}

// The byte behind what was decoded until decode_end() told 1: the last of the nine bits is then the one before
// alignment (9.3.4.3.5).
INLINE size_t position_after_end(const arithmetic_decoder *decoder) { return (bits_taken(decoder) + 7) >> 3; }

// Whether more was decoded than there is.
INLINE int is_over(const arithmetic_decoder *decoder) { return bits_taken(decoder) > decoder->size * 8; }

#endif
