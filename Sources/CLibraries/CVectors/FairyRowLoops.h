// The loops of FairyRowVectors.c, included once for each set of instructions.

#if defined(AVX2_LOOPS)
#define NAME(x) x##_avx2
#define TARGET __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))
#define STEP 32
#else
#define NAME(x) x##_plain
#define TARGET
#define STEP 8
#endif

// Copies STEP bytes, and tells which of them a JSON string must have otherwise.
TARGET static inline uint32_t NAME(copy_json)(uint8_t *out, const uint8_t *text, int high) {
#if defined(AVX2_LOOPS)
  __m256i bytes = _mm256_loadu_si256((const __m256i *)text);
  _mm256_storeu_si256((__m256i *)out, bytes);
  __m256i control = _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, _mm256_set1_epi8(0x1F)), bytes);
  __m256i found = _mm256_or_si256(
      control, _mm256_or_si256(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('"')),
                               _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\'))));
  if (high) found = _mm256_or_si256(found, bytes);
  return (uint32_t)_mm256_movemask_epi8(found);
#else
  uint32_t found = 0;
  for (int i = 0; i < STEP; i++) {
    uint8_t byte = text[i];
    out[i] = byte;
    found |= (uint32_t)(byte < 0x20 || byte == '"' || byte == '\\' || (high && byte >= 0x80)) << i;
  }
  return found;
#endif
}

// Copies STEP bytes, and tells which of them a cell of CSV must be quoted for.
TARGET static inline uint32_t NAME(copy_csv)(uint8_t *out, const uint8_t *text, uint8_t delimiter,
                                             uint8_t quote) {
#if defined(AVX2_LOOPS)
  __m256i bytes = _mm256_loadu_si256((const __m256i *)text);
  _mm256_storeu_si256((__m256i *)out, bytes);
  __m256i line = _mm256_or_si256(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\n')),
                                 _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\r')));
  __m256i mark = _mm256_or_si256(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8((char)delimiter)),
                                 _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8((char)quote)));
  return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(line, mark));
#else
  uint32_t found = 0;
  for (int i = 0; i < STEP; i++) {
    uint8_t byte = text[i];
    out[i] = byte;
    found |= (uint32_t)(byte == '\n' || byte == '\r' || byte == delimiter || byte == quote) << i;
  }
  return found;
#endif
}

// The bits of the first `size` bytes.
static inline uint32_t NAME(first)(uint32_t found, size_t size) {
  return size < STEP ? found & ((1u << size) - 1) : found;
}

TARGET static inline uint8_t *NAME(copy)(uint8_t *out, const uint8_t *text, size_t size) {
#if defined(AVX2_LOOPS)
  for (size_t at = 0; at < size; at += STEP)
    _mm256_storeu_si256((__m256i *)(out + at), _mm256_loadu_si256((const __m256i *)(text + at)));
#else
  memcpy(out, text, size);
#endif
  return out + size;
}

TARGET static inline uint8_t *NAME(json_text)(uint8_t *out, const uint8_t *text, size_t size,
                                              int high, int ascii, int *repaired) {
  while (1) {
    uint32_t found = NAME(first)(NAME(copy_json)(out, text, high), size);
    if (__builtin_expect(found == 0, 1)) {
      if (size <= STEP) return out + size;
      out += STEP;
      text += STEP;
      size -= STEP;
    } else {
      unsigned i = (unsigned)__builtin_ctz(found);
      const uint8_t *at = text + i;
      out = special(out + i, &at, size - i, ascii, repaired);
      size -= (size_t)(at - text);
      text = at;
    }
  }
}

TARGET static size_t NAME(json_rows)(const fairy_rows *rows, size_t row,
                                     const fairy_json_layout *layout, fairy_text *text,
                                     fairy_json_counts *counts) {
  uint8_t *out = text->start + text->count, *end = text->start + text->capacity;
  const uint8_t *bytes = rows->text;
  int high = layout->ascii || !layout->is_utf8, ascii = layout->ascii;
  size_t columns = layout->columns;
  int64_t cell = row ? rows->row_ends[row - 1] : 0;
  for (; row < rows->rows; row++) {
    int64_t first = cell, last = rows->row_ends[row];
    size_t repaired_cells = 0;
    if ((size_t)(end - out) < layout->open_size + layout->close_size + 128) return row;
    out = NAME(copy)(out, layout->open, layout->open_size);
    uint32_t key = 0;
    // Bytes of a comma that comes too early, where the first cells of a row are missing.
    size_t comma = 0;
    for (; cell < last; cell++) {
      size_t column = (size_t)(cell - first);
      const uint8_t *value = bytes + rows->cells[2 * cell];
      size_t size = rows->cells[2 * cell + 1] >> 3;
      unsigned kind = rows->cells[2 * cell + 1] & 7;
      if (__builtin_expect(kind == KIND_MISSING, 0) && layout->numbers_extra) {
        comma |= column == 0;
        if (column < columns) key = layout->key_ends[column];
        continue;
      }
      if (__builtin_expect(column < columns, 1)) {
        uint32_t key_end = layout->key_ends[column];
        size_t key_size = key_end - key - comma;
        if (__builtin_expect((size_t)(end - out) < key_size + 6 * size + 128, 0)) return row;
        out = NAME(copy)(out, layout->keys + key + comma, key_size);
        key = key_end;
      } else {
        if ((size_t)(end - out) < layout->extra_size + 6 * size + 160) return row;
        comma |= column == 0;
        out = NAME(copy)(out, layout->extra + comma, layout->extra_size - comma);
        if (layout->numbers_extra) {
          out = decimal(out, column + 1);
          memcpy(out, "\":\"", 3);
          out += 3;
        }
      }
      comma = 0;
      int repaired = 0;
      if (__builtin_expect(kind == KIND_TEXT, 1)) {
        if (layout->infers && is_bare(value, size)) {
          memcpy(out - 1, "null", 4);
          out = size ? NAME(copy)(out - 1, value, size) : out + 3;
        } else {
          out = NAME(json_text)(out, value, size, high, ascii, &repaired);
          *out++ = '"';
        }
      } else if (kind == KIND_JSON) {
        out = json_value(out - 1, value, size, ascii, &repaired);
      } else if (kind == KIND_NULL || kind == KIND_MISSING) {
        memcpy(out - 1, "null", 4);
        out += 3;
      } else {
        out = NAME(copy)(out - 1, value, size);
      }
      repaired_cells += (size_t)repaired;
    }
    out = NAME(copy)(out, layout->close, layout->close_size);
    counts->repaired += repaired_cells;
    size_t width = (size_t)(last - first);
    if (__builtin_expect(width != columns, 0)) {
      if (width > columns) counts->extra += width - columns;
      else counts->missing += columns - width;
    }
    text->count = (size_t)(out - text->start);
  }
  return row;
}

TARGET static inline uint8_t *NAME(csv_quoted)(uint8_t *out, const uint8_t *text, size_t size,
                                               uint8_t quote) {
  *out++ = quote;
  while (1) {
    uint32_t found = NAME(first)(NAME(copy_csv)(out, text, quote, quote), size);
    // Line ends are found, too, and are nothing special here.
    while (found && text[__builtin_ctz(found)] != quote) found &= found - 1;
    if (!found) {
      if (size <= STEP) {
        out += size;
        break;
      }
      out += STEP;
      text += STEP;
      size -= STEP;
    } else {
      size_t part = (size_t)__builtin_ctz(found) + 1;
      out += part;
      *out++ = quote;
      text += part;
      size -= part;
    }
  }
  *out++ = quote;
  return out;
}

// Whether a cell that begins a row could be taken for what may stand before a table: a byte order mark, or a
// line that names the delimiter.
static inline int NAME(looks_like_preamble)(const uint8_t *text, size_t size) {
  return (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) ||
         (size >= 4 && (text[0] | 0x20) == 's' && (text[1] | 0x20) == 'e' &&
          (text[2] | 0x20) == 'p' && text[3] == '=');
}

TARGET static size_t NAME(csv_rows)(const fairy_rows *rows, size_t row,
                                    const fairy_csv_layout *layout, fairy_text *text,
                                    unsigned *kinds) {
  uint8_t *out = text->start + text->count, *end = text->start + text->capacity;
  uint8_t delimiter = layout->delimiter, quote = layout->quote;
  int64_t cell = row ? rows->row_ends[row - 1] : 0;
  unsigned seen = *kinds;
  for (; row < rows->rows; row++) {
    int64_t first = cell, last = rows->row_ends[row];
    for (; cell < last; cell++) {
      const uint8_t *value = rows->text + rows->cells[2 * cell];
      size_t size = rows->cells[2 * cell + 1] >> 3;
      seen |= 1u << (rows->cells[2 * cell + 1] & 7);
      if (__builtin_expect((size_t)(end - out) < 2 * size + 128, 0)) return row;
      if (cell != first) *out++ = delimiter;
      int quoted = layout->quotes_all;
      if (__builtin_expect(cell == first, 0))
        quoted |= (size == 0 && last - first == 1) || NAME(looks_like_preamble)(value, size);
      if (!quoted) {
        uint8_t *to = out;
        size_t left = size;
        const uint8_t *from = value;
        while (1) {
          uint32_t found = NAME(first)(NAME(copy_csv)(to, from, delimiter, quote), left);
          if (__builtin_expect(found != 0, 0)) {
            quoted = 1;
            break;
          }
          if (left <= STEP) break;
          to += STEP;
          from += STEP;
          left -= STEP;
        }
        if (!quoted) out += size;
      }
      if (quoted) out = NAME(csv_quoted)(out, value, size, quote);
      // The text is followed by room, so that the first byte of an empty cell can be read, too.
      if (__builtin_expect(begins_formula[value[0]], 0) && fairy_csv_is_formula(value, size))
        seen |= FAIRY_CSV_FORMULAS;
    }
    if ((size_t)(end - out) < 128) return row;
    out[0] = layout->line_end[0];
    out[1] = layout->line_end[1];
    out += layout->line_end_size;
    *kinds = seen;
    text->count = (size_t)(out - text->start);
  }
  return row;
}

#undef NAME
#undef TARGET
#undef STEP
