// The second step: from tokens to checked and laid out text. It is C so that its many small copies are
// stores of vectors and nothing else.
#include "FairyJSONVectors.h"

#include <stdlib.h>
#include <string.h>

#include "FairyUTF8Vectors.h"

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

// Numbers (RFC 8259, section 6).

static inline uint64_t load(const uint8_t *at) {
  uint64_t word;
  memcpy(&word, at, 8);
  return word;
}

// Behind the digits that begin at `at`: eight are looked at together.
static inline const uint8_t *digits(const uint8_t *at) {
  for (;;) {
    uint64_t word = load(at) ^ 0x3030303030303030u;
    uint64_t others =
        (((word & 0x7F7F7F7F7F7F7F7Fu) + 0x7676767676767676u) | word) & 0x8080808080808080u;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    if (others) return at + __builtin_clzll(others) / 8;
#else
    if (others) return at + __builtin_ctzll(others) / 8;
#endif
    at += 8;
  }
}

// What may stand behind a number or a word.
static const uint8_t ends_scalar[256] = {
    [' '] = 1, ['\t'] = 1, ['\n'] = 1, ['\r'] = 1, [','] = 1, [':'] = 1,
    ['['] = 1, [']'] = 1,  ['{'] = 1,  ['}'] = 1,  ['"'] = 1};

// - Returns: behind the number; NULL if it is none.
static inline const uint8_t *number(const uint8_t *at) {
  if (*at == '-') at += 1;
  const uint8_t *end;
  if (*at == '0') {
    end = at + 1;
  } else {
    end = digits(at);
    if (end == at) return NULL;
  }
  if (*end == '.') {
    at = end + 1;
    end = digits(at);
    if (end == at) return NULL;
  }
  if ((*end | 0x20) == 'e') {
    at = end + 1;
    if (*at == '+' || *at == '-') at += 1;
    end = digits(at);
    if (end == at) return NULL;
  }
  return end;
}

// Escapes.

// The value of four hexadecimal digits; -1 if they are not.
static int unit_at(const uint8_t *at) {
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

static int is_high(int unit) { return (unit & 0xFC00) == 0xD800; }
static int is_low(int unit) { return (unit & 0xFC00) == 0xDC00; }

// - Returns: 0 if an escape is none of JSON's.
static int check_escapes(const fairy_json_piece *piece, fairy_json_room *room) {
  size_t pair_end = 0;
  for (size_t block = 0; block * 64 < piece->count; block += 1) {
    uint64_t bits = piece->escapes[block];
    while (bits) {
      size_t at = block * 64 + (size_t)__builtin_ctzll(bits);
      bits &= bits - 1;
      if (at >= piece->count) return 1;
      switch (piece->bytes[at + 1]) {
        case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': break;
        case 'u': {
          int unit = unit_at(piece->bytes + at + 2);
          if (unit < 0) return 0;
          if ((unit & 0xF800) != 0xD800) break;
          if (is_high(unit) && piece->bytes[at + 6] == '\\' && piece->bytes[at + 7] == 'u' &&
              is_low(unit_at(piece->bytes + at + 8))) {
            pair_end = at + 12;
          } else if (pair_end != at + 6) {
            if (room->surrogates == 0) room->first_surrogate = at;
            room->surrogates += 1;
          }
          break;
        }
        default: return 0;
      }
    }
  }
  return 1;
}

// Keys.

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

static int add_key(
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

static int begin_object(fairy_json_room *room, size_t depth) {
  if (room->object_count == room->object_capacity &&
      !enlarge(
          (void **)&room->objects, &room->object_capacity, room->object_count + 1, sizeof(object))) {
    return 0;
  }
  room->objects[room->object_count++] = (object){room->count, depth};
  return 1;
}

static inline int end_object(const uint8_t *bytes, fairy_json_room *room) {
  if (room->object_count == 0) return 1;
  size_t start = room->objects[--room->object_count].start;
  int is_well = check_keys(bytes, room, start);
  room->count = start;
  return is_well;
}

// The keys of objects that go on behind the piece.
static int keep_open_keys(const uint8_t *bytes, fairy_json_room *room) {
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

// Layout.

// Copies `count` bytes and up to 31 behind them.
static inline uint8_t *copy(uint8_t *out, const uint8_t *from, size_t count) {
  memcpy(out, from, 16);
  memcpy(out + 16, from + 16, 16);
  if (__builtin_expect(count > 32, 0)) {
    memcpy(out + 32, from + 32, count - 32);
  }
  return out + count;
}

static inline int top_is_object(const uint64_t *containers, size_t depth) {
  return (int)(containers[(depth - 1) >> 6] >> ((depth - 1) & 63) & 1);
}

static inline void push(uint64_t *containers, size_t depth, uint64_t is_object) {
  uint64_t bit = (uint64_t)1 << (depth & 63);
  containers[depth >> 6] =
      (containers[depth >> 6] & ~bit) | (is_object << (depth & 63));
}

static inline __attribute__((always_inline)) size_t format(
    const fairy_json_piece *piece, fairy_json_room *room, uint8_t *begin, const int is_pretty,
    const int shape) {
  const uint8_t *bytes = piece->bytes;
  const uint64_t *tokens = piece->tokens;
  const size_t blocks = (piece->count + 63) / 64;
  uint64_t *containers = piece->containers;
  const size_t width = piece->width, deepest = piece->deepest;
  const uint8_t *line = piece->line;
  size_t depth = piece->depth;
  size_t lowest = depth;
  size_t block = 0;
  size_t at = 0, end = 0;
  uint64_t bits = blocks > 0 ? tokens[0] : 0;
  int expectation = piece->expectation;
  int is_object = 0;
  uint8_t *out = begin;
  const uint8_t *scalar_end;
  int has_value = piece->has_value;

// Moves `at` to the next token, or ends where what was expected is kept.
#define NEXT(what)                            \
  while (bits == 0) {                         \
    block += 1;                               \
    if (block >= blocks) {                    \
      expectation = (what);                   \
      goto over;                              \
    }                                         \
    bits = tokens[block];                     \
  }                                           \
  at = block * 64 + (size_t)__builtin_ctzll(bits); \
  bits &= bits - 1

// A line end, and blanks; with a comma before them.
#define LEVELS (shape == FAIRY_JSON_ENCLOSED ? depth + 1 : depth)
#define INDENTATION (width * (LEVELS < deepest ? LEVELS : deepest))
#define NEW_LINE() \
  if (is_pretty) out = copy(out, line + 1, 1 + INDENTATION)
#define COMMA_AND_LINE()                              \
  if (is_pretty) {                                    \
    out = copy(out, line, 2 + INDENTATION);           \
  } else {                                            \
    *out++ = ',';                                     \
  }

  switch (expectation) {
    case FAIRY_JSON_VALUE:
      NEXT(FAIRY_JSON_VALUE);
      goto value;
    case FAIRY_JSON_ELEMENT_OR_END: goto begin_array;
    case FAIRY_JSON_MEMBER_OR_END: goto begin_object;
    case FAIRY_JSON_KEY: goto key;
    case FAIRY_JSON_SEPARATOR: goto after_element;
    case FAIRY_JSON_NEXT: goto next;
    case FAIRY_JSON_END: goto after_all;
    default: return SIZE_MAX;
  }

next:
  NEXT(FAIRY_JSON_NEXT);
  if (shape == FAIRY_JSON_ENCLOSED) {
    if (has_value) {
      COMMA_AND_LINE();
    } else {
      NEW_LINE();
    }
    has_value = 1;
  }

value:
  switch (bytes[at]) {
    case '"':
      // The closing quote is the next token, for within a string there is none.
      end = at;
      NEXT(-1);
      out = copy(out, bytes + end, at - end + 1);
      goto after_value;
    case '{':
      push(containers, depth, 1);
      depth += 1;
      if (!begin_object(room, depth)) return SIZE_MAX;
      *out++ = '{';
      goto begin_object;
    case '[':
      push(containers, depth, 0);
      depth += 1;
      if (shape != FAIRY_JSON_ELEMENTS || depth > 1) *out++ = '[';
      goto begin_array;
    case '-': case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7':
    case '8': case '9':
      scalar_end = number(bytes + at);
      if (scalar_end == NULL) return SIZE_MAX;
      end = (size_t)(scalar_end - bytes);
      break;
    case 't':
      if (memcmp(bytes + at, "true", 4) != 0) return SIZE_MAX;
      end = at + 4;
      break;
    case 'f':
      if (memcmp(bytes + at, "false", 5) != 0) return SIZE_MAX;
      end = at + 5;
      break;
    case 'n':
      if (memcmp(bytes + at, "null", 4) != 0) return SIZE_MAX;
      end = at + 4;
      break;
    default: return SIZE_MAX;
  }
  if (end > piece->count || (end < piece->count && !ends_scalar[bytes[end]])) return SIZE_MAX;
  out = copy(out, bytes + at, end - at);

after_value:
  if (depth == 0) {
    if (shape != FAIRY_JSON_ENCLOSED) *out++ = '\n';
    if (piece->is_sequence) goto next;
    goto after_all;
  }
after_element:
  NEXT(FAIRY_JSON_SEPARATOR);
  if (bytes[at] == ',') {
    if (shape == FAIRY_JSON_ELEMENTS && depth == 1) {
      *out++ = '\n';
    } else {
      COMMA_AND_LINE();
    }
    if (top_is_object(containers, depth)) goto key;
    NEXT(FAIRY_JSON_VALUE);
    goto value;
  }
  is_object = top_is_object(containers, depth);
  if (bytes[at] != (is_object ? '}' : ']')) return SIZE_MAX;
  depth -= 1;
  NEW_LINE();

end_container:
  if (depth < lowest) lowest = depth;
  if (shape != FAIRY_JSON_ELEMENTS || depth > 0) *out++ = bytes[at];
  if (is_object && !end_object(bytes, room)) return SIZE_MAX;
  goto after_value;

begin_array:
  NEXT(FAIRY_JSON_ELEMENT_OR_END);
  if (bytes[at] == ']') {
    depth -= 1;
    is_object = 0;
    if (shape == FAIRY_JSON_ELEMENTS && depth == 0) {
      lowest = 0;
      goto after_all;
    }
    goto end_container;
  }
  NEW_LINE();
  goto value;

begin_object:
  NEXT(FAIRY_JSON_MEMBER_OR_END);
  if (bytes[at] == '}') {
    depth -= 1;
    is_object = 1;
    goto end_container;
  }
  NEW_LINE();
  goto begin_key;

key:
  NEXT(FAIRY_JSON_KEY);
begin_key:
  if (bytes[at] != '"') return SIZE_MAX;
  end = at;
  NEXT(-1);
  if (!add_key(piece, room, depth, end + 1, at - end - 1)) return SIZE_MAX;
  out = copy(out, bytes + end, at - end + 1);
  NEXT(-1);
  if (bytes[at] != ':') return SIZE_MAX;
  *out++ = ':';
  if (is_pretty) *out++ = ' ';
  NEXT(FAIRY_JSON_VALUE);
  goto value;

after_all:
  NEXT(FAIRY_JSON_END);
  return SIZE_MAX;

over:
  if (expectation < 0) return SIZE_MAX;
  if (piece->is_last && expectation != FAIRY_JSON_NEXT && expectation != FAIRY_JSON_END) {
    return SIZE_MAX;
  }
  room->lowest = lowest;
  return (size_t)(out - begin);
#undef NEXT
#undef LEVELS
#undef INDENTATION
#undef NEW_LINE
#undef COMMA_AND_LINE
}

// Each shape is a function of its own, without questions in its loop.
#define FAIRY_FORMAT(name, is_pretty, shape)                                                        \
  static size_t name(const fairy_json_piece *piece, fairy_json_room *room, uint8_t *out) {          \
    return format(piece, room, out, is_pretty, shape);                                              \
  }
FAIRY_FORMAT(format_pretty, 1, FAIRY_JSON_SAME)
FAIRY_FORMAT(format_compact, 0, FAIRY_JSON_SAME)
FAIRY_FORMAT(format_elements, 0, FAIRY_JSON_ELEMENTS)
FAIRY_FORMAT(format_enclosed_pretty, 1, FAIRY_JSON_ENCLOSED)
FAIRY_FORMAT(format_enclosed_compact, 0, FAIRY_JSON_ENCLOSED)

static size_t format_as(const fairy_json_piece *piece, fairy_json_room *room, uint8_t *out) {
  switch (piece->shape) {
    case FAIRY_JSON_ELEMENTS: return format_elements(piece, room, out);
    case FAIRY_JSON_ENCLOSED:
      return piece->is_pretty ? format_enclosed_pretty(piece, room, out)
                              : format_enclosed_compact(piece, room, out);
    default:
      return piece->is_pretty ? format_pretty(piece, room, out) : format_compact(piece, room, out);
  }
}

size_t fairy_json_format(const fairy_json_piece *piece, fairy_json_room *room, uint8_t *out) {
  room->count = 0;
  room->object_count = 0;
  room->key_count = 0;
  room->outer_key_count = 0;
  room->repeated = 0;
  room->surrogates = 0;
  room->lowest = piece->depth;
  if (fairy_utf8_valid_prefix(piece->bytes, piece->count) != piece->count) return SIZE_MAX;
  if (piece->has_escapes && !check_escapes(piece, room)) return SIZE_MAX;
  size_t count = format_as(piece, room, out);
  if (count == SIZE_MAX || !keep_open_keys(piece->bytes, room)) return SIZE_MAX;
  return count;
}
