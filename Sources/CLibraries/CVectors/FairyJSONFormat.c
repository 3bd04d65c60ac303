// The second step: from tokens to checked and laid out text. It is C so that its many small copies are
// stores of vectors and nothing else.
#include "FairyJSONKeys.h"
#include "FairyUTF8Vectors.h"

// Numbers (RFC 8259, section 6).

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
      if (!fairy_json_begin_object(room, depth)) return SIZE_MAX;
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
  if (is_object && !fairy_json_end_object(bytes, room)) return SIZE_MAX;
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
  if (!fairy_json_add_key(piece, room, depth, end + 1, at - end - 1)) return SIZE_MAX;
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
  if (count == SIZE_MAX || !fairy_json_keep_open_keys(piece->bytes, room)) return SIZE_MAX;
  return count;
}
