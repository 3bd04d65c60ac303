// Writes NAL units bit by bit.
#ifndef UNIT_WRITER_H
#define UNIT_WRITER_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint8_t header[1 << 14];
  // In bits.
  size_t header_size;
  uint8_t *out;
  size_t size, capacity;
} unit_writer;

static void write_bits(unit_writer *writer, uint32_t value, unsigned count) {
  while (count-- > 0) {
    size_t at = writer->header_size++;
    if ((at & 7) == 0) writer->header[at >> 3] = 0;
    if (value >> count & 1) writer->header[at >> 3] |= (uint8_t)(128 >> (at & 7));
  }
}

static void write_unsigned(unit_writer *writer, uint32_t value) {
  unsigned width = 32 - (unsigned)__builtin_clz(value + 1);
  write_bits(writer, 0, width - 1);
  write_bits(writer, value + 1, width);
}

static void write_signed(unit_writer *writer, int32_t value) {
  write_unsigned(writer, value > 0 ? 2 * (uint32_t)value - 1 : 2 * (uint32_t)-value);
}

static void put_byte(unit_writer *writer, uint8_t byte) {
  if (writer->size < writer->capacity) writer->out[writer->size] = byte;
  writer->size++;
}

// Ends the unit: what was written, and `data` behind it, with emulation prevention (7.4.2).
static void finish_unit(unit_writer *writer, unsigned type, const uint8_t *data, size_t size) {
  write_bits(writer, 1, 1);
  size_t header = (writer->header_size + 7) / 8, start = writer->size, zeros = 0;
  for (int i = 0; i < 4; i++) put_byte(writer, 0);
  put_byte(writer, (uint8_t)(type << 1));
  put_byte(writer, 1);
  for (size_t i = 0; i < header + size; i++) {
    uint8_t byte = i < header ? writer->header[i] : data[i - header];
    if (zeros >= 2 && byte <= 3) {
      put_byte(writer, 3);
      zeros = 0;
    }
    put_byte(writer, byte);
    zeros = byte == 0 ? zeros + 1 : 0;
  }
  size_t count = writer->size - start - 4;
  for (int i = 0; i < 4 && writer->size <= writer->capacity; i++)
    writer->out[start + (size_t)i] = (uint8_t)(count >> (24 - 8 * i));
  writer->header_size = 0;
}

#endif
