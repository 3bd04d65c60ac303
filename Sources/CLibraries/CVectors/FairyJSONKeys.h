// What the two halves of the second step share; no part of the module.
#ifndef FAIRY_JSON_KEYS_H
#define FAIRY_JSON_KEYS_H

#include <string.h>

#include "FairyJSONVectors.h"

// Adds a key of the innermost object; the first byte of its text is at `place`. 0 if there is no memory.
int fairy_json_add_key(
    const fairy_json_piece *piece, fairy_json_room *room, size_t depth, size_t place, size_t length);

// An object begins, within which `depth` containers are open. 0 if there is no memory.
int fairy_json_begin_object(fairy_json_room *room, size_t depth);

// An object ends: looks for keys that are the same. 0 if there is no memory.
int fairy_json_end_object(const uint8_t *bytes, fairy_json_room *room);

// Puts the keys of objects that go on behind the piece where the caller finds them. 0 if there is no memory.
int fairy_json_keep_open_keys(const uint8_t *bytes, fairy_json_room *room);

static inline uint64_t load(const uint8_t *at) {
  uint64_t word;
  memcpy(&word, at, 8);
  return word;
}

// The value of four hexadecimal digits; -1 if they are not.
static inline int unit_at(const uint8_t *at) {
  int value = 0;
  for (int index = 0; index < 4; index += 1) {
    uint8_t byte = at[index];
    int digit = byte >= '0' && byte <= '9'                  ? byte - '0'
                : (byte | 0x20) >= 'a' && (byte | 0x20) <= 'f' ? (byte | 0x20) - 'a' + 10
                                                            : -1;
    if (digit < 0) return -1;
    value = value << 4 | digit;
  }
  return value;
}

static inline int is_high(int unit) { return (unit & 0xFC00) == 0xD800; }
static inline int is_low(int unit) { return (unit & 0xFC00) == 0xDC00; }

#endif
