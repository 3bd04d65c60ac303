#include "FairyRowVectors.h"

#include <string.h>

#include "FairyVectors.h"

// What a byte becomes in a JSON string, and its size.
typedef struct {
  uint8_t size, text[7];
} escape;

#define U(digits) {6, "\\u00" digits}
static const escape escapes[128] = {
    U("00"), U("01"), U("02"), U("03"), U("04"), U("05"), U("06"), U("07"),
    {2, "\\b"}, {2, "\\t"}, {2, "\\n"}, U("0b"), {2, "\\f"}, {2, "\\r"}, U("0e"), U("0f"),
    U("10"), U("11"), U("12"), U("13"), U("14"), U("15"), U("16"), U("17"),
    U("18"), U("19"), U("1a"), U("1b"), U("1c"), U("1d"), U("1e"), U("1f"),
    ['"'] = {2, "\\\""}, ['\\'] = {2, "\\\\"},
};
#undef U

// The size of the character that text begins with, or 0 where it is none.
static size_t character(const uint8_t *text, size_t size) {
  uint8_t first = text[0], low = 0x80, high = 0xBF;
  size_t count;
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) count = 2;
  else if (first < 0xF0) {
    count = 3;
    if (first == 0xE0) low = 0xA0;
    if (first == 0xED) high = 0x9F;
  } else if (first < 0xF5) {
    count = 4;
    if (first == 0xF0) low = 0x90;
    if (first == 0xF4) high = 0x8F;
  } else return 0;
  if (size < count || text[1] < low || text[1] > high) return 0;
  for (size_t i = 2; i < count; i++)
    if ((text[i] & 0xC0) != 0x80) return 0;
  return count;
}

// How many bytes that are no character U+FFFD stands for: as many as could have begun one.
static size_t broken(const uint8_t *text, size_t size) {
  uint8_t first = text[0];
  if (first < 0xC2 || first > 0xF4 || size < 2) return 1;
  uint8_t low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  uint8_t high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (text[1] < low || text[1] > high || first < 0xE0) return 1;
  return first >= 0xF0 && size > 2 && (text[2] & 0xC0) == 0x80 ? 3 : 2;
}

static uint8_t *hex(uint8_t *out, uint32_t unit) {
  static const char digits[] = "0123456789abcdef";
  *out++ = '\\';
  *out++ = 'u';
  for (int shift = 12; shift >= 0; shift -= 4) *out++ = (uint8_t)digits[unit >> shift & 15];
  return out;
}

static uint8_t *ascii_character(uint8_t *out, const uint8_t *text, size_t size) {
  uint32_t scalar = size == 2   ? text[0] & 0x1Fu
                    : size == 3 ? text[0] & 0x0Fu
                                : text[0] & 0x07u;
  for (size_t i = 1; i < size; i++) scalar = scalar << 6 | (text[i] & 0x3F);
  if (scalar < 0x10000) return hex(out, scalar);
  scalar -= 0x10000;
  return hex(hex(out, 0xD800 | scalar >> 10), 0xDC00 | (scalar & 0x3FF));
}

// One character that is not simply copied: *at goes behind it. A byte is at most 6 bytes then.
static uint8_t *special(uint8_t *out, const uint8_t **at, size_t size, int ascii, int *repaired) {
  const uint8_t *text = *at;
  if (text[0] < 0x80) {
    memcpy(out, escapes[text[0]].text, 7);
    *at = text + 1;
    return out + escapes[text[0]].size;
  }
  size_t count = character(text, size);
  if (count == 0) {
    *repaired = 1;
    *at = text + broken(text, size);
    if (ascii) return hex(out, 0xFFFD);
    memcpy(out, "\xEF\xBF\xBD", 3);
    return out + 3;
  }
  *at = text + count;
  if (ascii) return ascii_character(out, text, count);
  memcpy(out, text, count);
  return out + count;
}

// Whether it is a number of JSON that every reader gives back: up to 15 digits, and no extreme exponent.
static int is_number(const uint8_t *text, size_t size) {
  const uint8_t *at = text, *end = text + size;
  int digits = 0, exponent = 0;
  if (at < end && *at == '-') at++;
  if (at == end || (uint8_t)(*at - '0') > 9) return 0;
  if (*at == '0' && at + 1 < end && (uint8_t)(at[1] - '0') <= 9) return 0;
  for (; at < end && (uint8_t)(*at - '0') <= 9; at++)
    if (++digits > 15) return 0;
  if (at < end && *at == '.') {
    if (++at == end || (uint8_t)(*at - '0') > 9) return 0;
    for (; at < end && (uint8_t)(*at - '0') <= 9; at++)
      if (++digits > 15) return 0;
  }
  if (at < end && (*at | 0x20) == 'e') {
    at++;
    if (at < end && (*at == '+' || *at == '-')) at++;
    if (at == end) return 0;
    for (; at < end && (uint8_t)(*at - '0') <= 9; at++) {
      exponent = exponent * 10 + (*at - '0');
      if (exponent > 290) return 0;
    }
    if ((uint8_t)(at[-1] - '0') > 9) return 0;
  }
  return at == end;
}

static int is_bare(const uint8_t *text, size_t size) {
  if (size == 0) return 1;
  uint8_t first = text[0];
  if (first == '-' || (uint8_t)(first - '0') <= 9) return is_number(text, size);
  if (size == 4) return memcmp(text, "true", 4) == 0;
  return size == 5 && memcmp(text, "false", 5) == 0;
}

// JSON within JSON: line ends, which only stand between its tokens, become spaces.
static uint8_t *json_value(uint8_t *out, const uint8_t *text, size_t size, int ascii,
                           int *repaired) {
  const uint8_t *end = text + size;
  while (text < end) {
    if (*text < 0x20) {
      *out++ = ' ';
      text++;
    } else if (*text < 0x80) {
      *out++ = *text++;
    } else {
      out = special(out, &text, (size_t)(end - text), ascii, repaired);
    }
  }
  return out;
}

static uint8_t *decimal(uint8_t *out, size_t number) {
  uint8_t digits[20];
  int count = 0;
  do digits[count++] = (uint8_t)('0' + number % 10);
  while (number /= 10);
  while (count) *out++ = digits[--count];
  return out;
}

// Bytes that a formula may begin with.
static const uint8_t begins_formula[256] = {
    ['='] = 1, ['+'] = 1, ['-'] = 1, ['@'] = 1, ['\t'] = 1, ['\r'] = 1};

int fairy_csv_is_formula(const uint8_t *text, size_t size) {
  if (size == 0 || !begins_formula[text[0]]) return 0;
  if (text[0] != '+' && text[0] != '-') return 1;
  // A number, a date or a telephone number has none of what a formula does.
  for (size_t at = 1; at < size; at++) {
    uint8_t byte = text[at];
    int is_plain = (uint8_t)(byte - '0') <= 9 || byte == '.' || byte == ',' || byte == ' ' ||
                   byte == '-' || byte == ':' || byte == '%';
    int is_exponent = (byte | 0x20) == 'e' && (uint8_t)(text[at - 1] - '0') <= 9;
    int is_sign = byte == '+' && (text[at - 1] | 0x20) == 'e';
    if (!is_plain && !is_exponent && !is_sign) return 1;
  }
  return 0;
}

enum { KIND_TEXT, KIND_NUMBER, KIND_BOOLEAN, KIND_NULL, KIND_JSON, KIND_MISSING };

#define PLAIN_LOOPS
#include "FairyRowLoops.h"
#undef PLAIN_LOOPS

#if defined(__x86_64__)
#define AVX2_LOOPS
#include "FairyRowLoops.h"
#undef AVX2_LOOPS
#endif

#define MAY_AVX2 (FAIRY_MAY_AVX2(layout->instructions) && __builtin_cpu_supports("bmi2"))

size_t fairy_json_rows(const fairy_rows *rows, size_t row, const fairy_json_layout *layout,
                       fairy_text *out, fairy_json_counts *counts) {
  FAIRY_CHOOSE(MAY_AVX2, json_rows, rows, row, layout, out, counts);
}

size_t fairy_csv_rows(const fairy_rows *rows, size_t row, const fairy_csv_layout *layout,
                      fairy_text *out, unsigned *kinds) {
  FAIRY_CHOOSE(MAY_AVX2, csv_rows, rows, row, layout, out, kinds);
}

int fairy_json_is_bare(const uint8_t *text, size_t size) { return is_bare(text, size); }

size_t fairy_json_string(const uint8_t *text, size_t size, int ascii, uint8_t *out) {
  uint8_t *start = out;
  const uint8_t *end = text + size;
  int repaired = 0;
  while (text < end) {
    if (*text >= 0x80 || escapes[*text].size)
      out = special(out, &text, (size_t)(end - text), ascii, &repaired);
    else
      *out++ = *text++;
  }
  return (size_t)(out - start);
}
