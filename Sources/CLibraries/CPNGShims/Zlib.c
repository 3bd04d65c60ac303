#include "CPNGShims.h"

#include <stdlib.h>
#include <zlib.h>

/// A zlib stream counts its input in 32 bits, longer input is given in parts.
static uInt next_part(size_t rest) { return rest > 1u << 30 ? 1u << 30 : (uInt)rest; }

fairy_zlib_outcome fairy_zlib_expand(
    const uint8_t *bytes, size_t count, size_t limit, uint8_t **output, size_t *output_count) {
  z_stream stream = {0};
  if (inflateInit(&stream) != Z_OK) return fairy_zlib_no_memory;
  fairy_zlib_outcome outcome = fairy_zlib_damaged;
  // One byte more than the limit, to tell a stream that ends at the limit from one that goes on.
  size_t most = limit + 1, capacity = count < 4096 ? 16384 : 4 * count, filled = 0;
  if (capacity > most) capacity = most;
  uint8_t *result = malloc(capacity);
  for (;;) {
    if (!result) {
      outcome = fairy_zlib_no_memory;
      break;
    }
    uInt given = next_part(count);
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = given;
    stream.next_out = result + filled;
    stream.avail_out = next_part(capacity - filled);
    int status = inflate(&stream, Z_NO_FLUSH);
    bytes = stream.next_in;
    count -= given - stream.avail_in;
    filled = (size_t)(stream.next_out - result);
    if (filled > limit) {
      outcome = fairy_zlib_too_large;
      break;
    }
    if (status == Z_STREAM_END) {
      outcome = fairy_zlib_done;
      break;
    }
    if (status != Z_OK && status != Z_BUF_ERROR) break;
    if (filled < capacity) {
      // Room was left, so the input ended before the stream did.
      if (count == 0) break;
      continue;
    }
    capacity = capacity > most / 2 ? most : 2 * capacity;
    uint8_t *larger = realloc(result, capacity);
    if (!larger) free(result);
    result = larger;
  }
  inflateEnd(&stream);
  if (outcome == fairy_zlib_done) {
    *output = result;
    *output_count = filled;
  } else {
    free(result);
  }
  return outcome;
}

fairy_zlib_outcome fairy_zlib_compress(
    const uint8_t *bytes, size_t count, uint8_t **output, size_t *output_count) {
  uLongf filled = compressBound(count);
  uint8_t *result = malloc(filled);
  if (!result) return fairy_zlib_no_memory;
  if (compress2(result, &filled, bytes, count, Z_BEST_COMPRESSION) != Z_OK) {
    free(result);
    return fairy_zlib_no_memory;
  }
  *output = result;
  *output_count = filled;
  return fairy_zlib_done;
}

uint32_t fairy_crc32(uint32_t crc, const uint8_t *bytes, size_t count) {
  return (uint32_t)crc32_z(crc, bytes, count);
}
