// The bits of parameter sets and slice headers, after emulation prevention is removed.
#ifndef FAIRY_HEVC_BITS_H
#define FAIRY_HEVC_BITS_H

#include <stddef.h>
#include <stdint.h>

// Reads zeros behind the end, and remembers that it did.
typedef struct {
  const uint8_t *bytes;
  // In bits.
  size_t at, size;
  int is_over;
} bit_reader;

static inline uint32_t read_bit(bit_reader *bits) {
  if (bits->at >= bits->size) {
    bits->is_over = 1;
    return 0;
  }
  uint32_t bit = bits->bytes[bits->at >> 3] >> (7 - (bits->at & 7)) & 1;
  bits->at++;
  return bit;
}

// Up to 32 bits.
static inline uint32_t read_bits(bit_reader *bits, unsigned count) {
  uint32_t value = 0;
  while (count-- > 0) value = value << 1 | read_bit(bits);
  return value;
}

static inline void skip_bits(bit_reader *bits, size_t count) {
  if (count > bits->size - bits->at) {
    bits->is_over = 1;
    bits->at = bits->size;
  } else bits->at += count;
}

// ue(v) of 9.2; more than 2^32 - 2 counts as the end of the bits.
static inline uint32_t read_unsigned(bit_reader *bits) {
  unsigned zeros = 0;
  while (!bits->is_over && read_bit(bits) == 0)
    if (++zeros > 31) bits->is_over = 1;
  if (bits->is_over) return 0;
  return (uint32_t)((1ull << zeros) - 1 + read_bits(bits, zeros));
}

// se(v).
static inline int32_t read_signed(bit_reader *bits) {
  uint32_t value = read_unsigned(bits);
  return value & 1 ? (int32_t)(value >> 1) + 1 : -(int32_t)(value >> 1);
}

#endif
