// An arithmetic encoder (9.3.4.2 of H.264's text, whose coder HEVC took) with the functions of the decoder.
#ifndef FAIRY_HEVC_ARITHMETIC_H
#define FAIRY_HEVC_ARITHMETIC_H

#include "../../Sources/CLibraries/CHEVC/FairyHEVCPicture.h"
#include "../../Sources/CLibraries/CHEVC/FairyHEVCVectors.h"

enum { MOST_BYPASS = 20, MOST_CODED = 1 << 20, MOST_SAMPLES = 32 * 32 * 2 };

// One stream at a time: memory of a thread would be part of the stack of every thread of the tests.
static struct {
  uint64_t lot;
  uint8_t coded[MOST_CODED + MOST_SAMPLES];
  // In bits.
  size_t size;
  uint32_t low, range, outstanding;
  // Bypass bins that were shown and not taken yet, and how many.
  uint32_t shown, shown_count;
  int is_first_bit;
  // How many of a hundred bins are 1, by context; how many blocks of a hundred are plain samples.
  uint8_t odds[CONTEXT_COUNT], odds_of_samples;
  picture_decoder picture;
} maker;

static uint32_t draw(uint32_t count) {
  maker.lot ^= maker.lot << 13;
  maker.lot ^= maker.lot >> 7;
  maker.lot ^= maker.lot << 17;
  return (uint32_t)(maker.lot >> 20) % count;
}
static int happens(uint32_t percent) { return draw(100) < percent; }

static void put_bit(unsigned bit) {
  if (maker.size >= MOST_CODED * 8) return;
  if ((maker.size & 7) == 0) maker.coded[maker.size >> 3] = 0;
  if (bit) maker.coded[maker.size >> 3] |= (uint8_t)(128 >> (maker.size & 7));
  maker.size++;
}

static void put_settled(unsigned bit) {
  if (maker.is_first_bit) maker.is_first_bit = 0;
  else put_bit(bit);
  for (; maker.outstanding > 0; maker.outstanding--) put_bit(!bit);
}

// Settles the uppermost bit of `low`, if it is settled.
static void settle(uint32_t half) {
  if (maker.low >= 2 * half) {
    maker.low -= 2 * half;
    put_settled(1);
  } else if (maker.low < half) put_settled(0);
  else {
    maker.low -= half;
    maker.outstanding++;
  }
}

static void renormalize(void) {
  while (maker.range < 256) {
    settle(256);
    maker.range <<= 1;
    maker.low <<= 1;
  }
}

static unsigned decode_bin(arithmetic_decoder *unused, context_variable *context) {
  (void)unused;
  context_variable state = *context;
  unsigned bin = (unsigned)happens(maker.odds[context - maker.picture.contexts]);
  int is_less = bin != (state >> 48 & 1);
  unsigned less = (unsigned)(state >> (maker.range >> 3 & 24)) & 255;
  maker.range -= less;
  if (is_less) {
    maker.low += maker.range;
    maker.range = less;
  }
  *context = fairy_hevc_states[state >> (is_less ? 40 : 32) & 127];
  renormalize();
  return bin;
}

// Draws bins; long runs of 1 stand for levels that are too large, so they are rare.
static uint32_t peek_bypass(const arithmetic_decoder *unused, unsigned count) {
  (void)unused;
  uint32_t bins = draw(1u << count);
  if (count == MOST_BYPASS && happens(96)) bins &= ~(1u << (MOST_BYPASS - 1 - draw(4)));
  maker.shown = bins;
  maker.shown_count = count;
  return bins;
}

static void take_bypass(arithmetic_decoder *unused, unsigned count, uint32_t bins) {
  (void)unused;
  maker.shown_count = 0;
  while (count-- > 0) {
    maker.low <<= 1;
    if (bins >> count & 1) maker.low += maker.range;
    settle(512);
  }
}

static uint32_t decode_bypass(arithmetic_decoder *decoder, unsigned count) {
  uint32_t bins = 0;
  for (unsigned i = 0; i < count; i++) {
    uint32_t left = maker.shown_count, bin = left > 0 ? maker.shown >> (left - 1) & 1 : draw(2);
    take_bypass(decoder, 1, bin);
    maker.shown_count = left > 0 ? left - 1 : 0;
    bins = bins << 1 | bin;
  }
  return bins;
}

// Encodes whether something ends; behind an end there are whole bytes.
static unsigned encode_end(int is_end) {
  maker.range -= 2;
  if (is_end) {
    maker.low += maker.range;
    maker.range = 2;
    renormalize();
    put_settled(maker.low >> 9 & 1);
    put_bit(maker.low >> 8 & 1);
    put_bit(1);
    while (maker.size & 7) put_bit(0);
  } else renormalize();
  return (unsigned)is_end;
}

static int ends_segment(void);

// The decoder asks in a block for plain samples, and elsewhere for ends.
#define decode_end(unused) \
  (__func__[7] == 'b' ? encode_end(happens(maker.odds_of_samples)) : encode_end(ends_segment()))

// Random bytes follow, for samples.
static size_t position_after_end(const arithmetic_decoder *unused) {
  (void)unused;
  size_t at = maker.size >> 3;
  for (size_t i = 0; i < MOST_SAMPLES; i += 2) {
    uint32_t lot = draw(1 << 16);
    memcpy(maker.coded + at + i, &lot, 2);
  }
  return at;
}

static int begin_arithmetic(arithmetic_decoder *unused, size_t at) {
  (void)unused;
  maker.size = at * 8;
  maker.low = maker.outstanding = 0;
  maker.range = 510;
  maker.is_first_bit = 1;
  return 1;
}

static int is_over(const arithmetic_decoder *unused) {
  (void)unused;
  return maker.size >= MOST_CODED * 8;
}

#endif
