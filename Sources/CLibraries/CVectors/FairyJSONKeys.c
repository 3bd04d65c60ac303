// Keys that an object has twice: numbers made of them are compared, and then their texts.
#include "FairyJSONKeys.h"

#include <stdlib.h>

typedef struct fairy_json_object {
  // Where its keys begin in the room.
  size_t start;
  // How many containers are open within it, itself included.
  size_t level;
} object;

// The next power of two that holds `needed` elements; 0 if there is no memory.
static int enlarge(void **memory, size_t *capacity, size_t needed, size_t size) {
  size_t larger = *capacity < 256 ? 256 : *capacity;
  while (larger < needed) larger *= 2;
  void *room = realloc(*memory, larger * size);
  if (room == NULL) return 0;
  *memory = room;
  *capacity = larger;
  return 1;
}

void fairy_json_room_free(fairy_json_room *room) {
  free(room->hashes);
  free(room->places);
  free(room->objects);
  free(room->table);
  free(room->decoded);
  free(room->keys);
}

static inline uint64_t fold(uint64_t left, uint64_t right) {
  unsigned __int128 product = (unsigned __int128)left * right;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// Of up to 8 bytes, with zeros behind them; more than that can be read.
static inline uint64_t head(const uint8_t *at, size_t count) {
  uint64_t word = load(at);
  return count >= 8 ? word : count == 0 ? 0 : word & (~(uint64_t)0 >> (64 - 8 * count));
}

static inline uint32_t hash(const uint8_t *at, size_t count, uint64_t seed) {
  uint64_t number = seed ^ count;
  while (count > 16) {
    number = fold(number ^ load(at), load(at + 8) ^ 0x9E3779B97F4A7C15u);
    at += 16;
    count -= 16;
  }
  uint64_t second = count > 8 ? head(at + 8, count - 8) : 0;
  number = fold(number ^ head(at, count), second ^ 0x9E3779B97F4A7C15u);
  return (uint32_t)(number ^ number >> 32);
}

static size_t put_scalar(uint8_t *out, int scalar) {
  if (scalar < 0x80) {
    out[0] = (uint8_t)scalar;
    return 1;
  }
  size_t count = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
  for (size_t index = count - 1; index > 0; index -= 1) {
    out[index] = (uint8_t)(0x80 | (scalar & 0x3F));
    scalar >>= 6;
  }
  out[0] = (uint8_t)((0xF00 >> count) | scalar);
  return count;
}

// The text that a key stands for, in the room: what is written in two ways is one key.
//
// - Returns: its bytes; SIZE_MAX where UTF-8 cannot hold it, or there is no memory.
static size_t decode(const uint8_t *text, size_t count, fairy_json_room *room) {
  if (count + 16 > room->decoded_capacity &&
      !enlarge((void **)&room->decoded, &room->decoded_capacity, count + 16, 1)) {
    return SIZE_MAX;
  }
  uint8_t *out = room->decoded;
  size_t at = 0;
  while (at < count) {
    uint8_t byte = text[at];
    if (byte != '\\' || at + 1 >= count) {
      *out++ = byte;
      at += 1;
      continue;
    }
    byte = text[at + 1];
    at += 2;
    switch (byte) {
      case 'b': *out++ = '\b'; break;
      case 'f': *out++ = '\f'; break;
      case 'n': *out++ = '\n'; break;
      case 'r': *out++ = '\r'; break;
      case 't': *out++ = '\t'; break;
      case 'u': {
        if (at + 4 > count) return SIZE_MAX;
        int unit = unit_at(text + at);
        at += 4;
        if (is_high(unit) && at + 6 <= count && text[at] == '\\' && text[at + 1] == 'u' &&
            is_low(unit_at(text + at + 2))) {
          unit = 0x10000 + ((unit - 0xD800) << 10) + (unit_at(text + at + 2) - 0xDC00);
          at += 6;
        } else if (unit < 0 || (unit & 0xF800) == 0xD800) {
          return SIZE_MAX;
        }
        out += put_scalar(out, unit);
        break;
      }
      default: *out++ = byte;
    }
  }
  return (size_t)(out - room->decoded);
}

static uint32_t hash_of_key(
    const uint8_t *text, size_t count, int has_escapes, fairy_json_room *room) {
  if (has_escapes && memchr(text, '\\', count) != NULL) {
    size_t decoded = decode(text, count, room);
    if (decoded != SIZE_MAX) return hash(room->decoded, decoded, room->seed);
  }
  return hash(text, count, room->seed);
}

// The bytes of a key up to its closing quote, decoded in memory of its own.
static uint8_t *text_of_key(
    const uint8_t *bytes, uint32_t place, size_t *count, fairy_json_room *room) {
  const uint8_t *text = bytes + place;
  size_t end = 0;
  while (text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  size_t decoded = decode(text, end, room);
  const uint8_t *source = decoded == SIZE_MAX ? text : room->decoded;
  *count = decoded == SIZE_MAX ? end : decoded;
  uint8_t *copy = malloc(*count + 1);
  if (copy != NULL) memcpy(copy, source, *count);
  return copy;
}

static int are_equal(const uint8_t *bytes, uint32_t one, uint32_t other, fairy_json_room *room) {
  size_t one_count, other_count;
  uint8_t *one_text = text_of_key(bytes, one, &one_count, room);
  uint8_t *other_text = text_of_key(bytes, other, &other_count, room);
  int result = one_text != NULL && other_text != NULL && one_count == other_count &&
               memcmp(one_text, other_text, one_count) == 0;
  free(one_text);
  free(other_text);
  return result;
}

static void note_repeated(fairy_json_room *room, uint32_t place) {
  size_t known = room->repeated < 3 ? room->repeated : 3;
  room->repeated += 1;
  // The first three by their places, in order.
  size_t index = known;
  while (index > 0 && room->first_repeated[index - 1] > place) index -= 1;
  for (size_t later = known < 3 ? known : 2; later > index; later -= 1) {
    room->first_repeated[later] = room->first_repeated[later - 1];
  }
  if (index < 3) room->first_repeated[index] = place;
}

// More keys than can be compared each with each.
static int check_many(const uint8_t *bytes, fairy_json_room *room, size_t start) {
  size_t count = room->count - start;
  size_t slots = 256;
  while (slots < count * 2) slots *= 2;
  if (slots > room->table_capacity &&
      !enlarge((void **)&room->table, &room->table_capacity, slots, 4)) {
    return 0;
  }
  memset(room->table, 0, slots * 4);
  for (size_t index = start; index < room->count; index += 1) {
    uint32_t wanted = room->hashes[index];
    size_t slot = wanted & (slots - 1);
    while (room->table[slot] != 0) {
      size_t other = start + room->table[slot] - 1;
      if (room->hashes[other] == wanted &&
          are_equal(bytes, room->places[other], room->places[index], room)) {
        note_repeated(room, room->places[index]);
        break;
      }
      slot = (slot + 1) & (slots - 1);
    }
    if (room->table[slot] == 0) room->table[slot] = (uint32_t)(index - start + 1);
  }
  return 1;
}

// Looks for keys of one object that are the same.
static int check_keys(const uint8_t *bytes, fairy_json_room *room, size_t start) {
  size_t count = room->count - start;
  if (count < 2) return 1;
  if (count > 48) return check_many(bytes, room, start);
  const uint32_t *hashes = room->hashes + start;
  uint32_t any = 0;
  for (size_t index = 1; index < count; index += 1) {
    uint32_t wanted = hashes[index];
    uint32_t same = 0;
    for (size_t other = 0; other < index; other += 1) same |= hashes[other] == wanted;
    any |= same;
  }
  if (!any) return 1;
  const uint32_t *places = room->places + start;
  for (size_t index = 1; index < count; index += 1) {
    for (size_t other = 0; other < index; other += 1) {
      if (hashes[other] == hashes[index] && are_equal(bytes, places[other], places[index], room)) {
        note_repeated(room, places[index]);
        break;
      }
    }
  }
  return 1;
}

static int add_open_key(fairy_json_room *room, size_t level, uint32_t place, uint32_t length) {
  if (room->key_count == room->key_capacity &&
      !enlarge((void **)&room->keys, &room->key_capacity, room->key_count + 1, sizeof(fairy_json_key))) {
    return 0;
  }
  room->keys[room->key_count++] = (fairy_json_key){level, place, length};
  return 1;
}

int fairy_json_add_key(
    const fairy_json_piece *piece, fairy_json_room *room, size_t depth, size_t place, size_t length) {
  if (room->object_count == 0) {
    return add_open_key(room, depth, (uint32_t)place, (uint32_t)length);
  }
  if (room->count == room->capacity) {
    size_t capacity = room->capacity;
    if (!enlarge((void **)&room->hashes, &capacity, room->count + 1, 4) ||
        !enlarge((void **)&room->places, &room->capacity, room->count + 1, 4)) {
      return 0;
    }
  }
  room->hashes[room->count] =
      hash_of_key(piece->bytes + place, length, piece->has_escapes, room);
  room->places[room->count] = (uint32_t)place;
  room->count += 1;
  return 1;
}

int fairy_json_begin_object(fairy_json_room *room, size_t depth) {
  if (room->object_count == room->object_capacity &&
      !enlarge(
          (void **)&room->objects, &room->object_capacity, room->object_count + 1, sizeof(object))) {
    return 0;
  }
  room->objects[room->object_count++] = (object){room->count, depth};
  return 1;
}

int fairy_json_end_object(const uint8_t *bytes, fairy_json_room *room) {
  if (room->object_count == 0) return 1;
  size_t start = room->objects[--room->object_count].start;
  int is_well = check_keys(bytes, room, start);
  room->count = start;
  return is_well;
}

// The keys of objects that go on behind the piece.
int fairy_json_keep_open_keys(const uint8_t *bytes, fairy_json_room *room) {
  room->outer_key_count = room->key_count;
  for (size_t index = 0; index < room->object_count; index += 1) {
    size_t end =
        index + 1 < room->object_count ? room->objects[index + 1].start : room->count;
    for (size_t key = room->objects[index].start; key < end; key += 1) {
      const uint8_t *text = bytes + room->places[key];
      uint32_t length = 0;
      while (text[length] != '"') length += text[length] == '\\' ? 2 : 1;
      if (!add_open_key(room, room->objects[index].level, room->places[key], length)) return 0;
    }
  }
  return 1;
}
