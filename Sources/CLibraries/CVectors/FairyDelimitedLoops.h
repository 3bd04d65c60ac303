// The loops of FairyDelimitedVectors.c, included once for each set of instructions: a function that is inlined
// cannot be compiled for several.

#if defined(AVX512_LOOPS)
#define NAME(x) x##_avx512
#define TARGET __attribute__((target("avx512f,avx512bw,pclmul,bmi,bmi2,popcnt,lzcnt")))
#elif defined(AVX2_LOOPS)
#define NAME(x) x##_avx2
#define TARGET __attribute__((target("avx2,pclmul,bmi,bmi2,popcnt,lzcnt")))
#else
#define NAME(x) x##_plain
#define TARGET
#endif

// Which of 64 bytes are what.
typedef struct {
  uint64_t delimiter, quote, escape, lf, cr;
} NAME(marks);

#if defined(AVX512_LOOPS)
TARGET static inline uint64_t NAME(equal)(__m512i bytes, uint8_t byte) {
  return _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8((char)byte));
}
#define LOAD __m512i bytes = _mm512_loadu_si512(text)
#define EQUAL(byte) NAME(equal)(bytes, byte)
#elif defined(AVX2_LOOPS)
TARGET static inline uint64_t NAME(equal)(__m256i low, __m256i high, uint8_t byte) {
  __m256i all = _mm256_set1_epi8((char)byte);
  return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, all)) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, all)) << 32;
}
#define LOAD                                                                                   \
  __m256i low = _mm256_loadu_si256((const __m256i *)text),                                     \
          high = _mm256_loadu_si256((const __m256i *)(text + 32))
#define EQUAL(byte) NAME(equal)(low, high, byte)
#else
static inline uint64_t NAME(equal)(const uint8_t *text, uint8_t byte) {
  uint64_t mask = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  const uint64_t low = 0x7f7f7f7f7f7f7f7f, all = 0x0101010101010101u * byte;
  for (int i = 0; i < 8; i++) {
    uint64_t word;
    memcpy(&word, text + 8 * i, 8);
    word ^= all;
    // The high bit of each byte that is zero, then these bits together.
    word = ~(((word & low) + low) | word | low) >> 7;
    mask |= (word * 0x0102040810204080u >> 56) << (8 * i);
  }
#else
  for (int i = 0; i < 64; i++) mask |= (uint64_t)(text[i] == byte) << i;
#endif
  return mask;
}
#define LOAD
#define EQUAL(byte) NAME(equal)(text, byte)
#endif

// For each bit whether the number of bits set up to it is odd.
TARGET static inline uint64_t NAME(parity)(uint64_t bits) {
#if defined(AVX512_LOOPS) || defined(AVX2_LOOPS)
  return (uint64_t)_mm_cvtsi128_si64(
      _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), _mm_set1_epi8(-1), 0));
#else
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
#endif
}

TARGET static inline NAME(marks) NAME(compare)(const uint8_t *text,
                                               const fairy_delimited_rules *rules) {
  LOAD;
  NAME(marks) marks;
  marks.delimiter = EQUAL(rules->delimiter);
  marks.quote = rules->has_quote ? EQUAL(rules->quote) : 0;
  marks.escape = rules->has_escape ? EQUAL(rules->escape) : 0;
  marks.lf = EQUAL('\n');
  marks.cr = EQUAL('\r');
  return marks;
}

// What a block means, given what came before it.
typedef struct {
  // Line ends by their last byte, LFs behind a CR, delimiters; all outside of quotes.
  uint64_t lines, crlf, delimiters;
  // Line ends wherever they are.
  uint64_t all_lines;
  // The first byte of lines without a byte.
  uint64_t empties;
  uint64_t quotes;
  // Where something is not as it should be.
  uint64_t odd;
} NAME(block);

typedef struct {
  // All ones or none: whether a quote is open.
  uint64_t inside;
  // One or none: whether the byte before is a delimiter, line end or quote; a closing quote; a CR; the end of a
  // record.
  uint64_t after_mark, after_close, after_cr, after_line;
} NAME(carry);

TARGET static inline NAME(block) NAME(understand)(const uint8_t *text, size_t left,
                                                  const fairy_delimited_rules *rules,
                                                  NAME(carry) * carry) {
  uint8_t padded[64];
  uint64_t valid = ~0ull, before_lf = 0;
  NAME(marks) marks;
  if (left < 64) {
    memset(padded, 0, 64);
    memcpy(padded, text, left);
    valid = (1ull << left) - 1;
    marks = NAME(compare)(padded, rules);
    marks.delimiter &= valid;
    marks.quote &= valid;
    marks.escape &= valid;
    marks.lf &= valid;
    marks.cr &= valid;
  } else {
    marks = NAME(compare)(text, rules);
    if (marks.cr >> 63) before_lf = (uint64_t)(left > 64 && text[64] == '\n') << 63;
  }
  NAME(block) block;
  uint64_t inside = NAME(parity)(marks.quote) ^ carry->inside;
  uint64_t line = marks.lf | marks.cr, mark = marks.delimiter | line | marks.quote;
  uint64_t closes = marks.quote & ~inside;
  uint64_t after_closing = rules->doubles_quotes ? mark : mark & ~marks.quote;
  block.odd = ((marks.quote & inside) & ~(mark << 1 | carry->after_mark)) |
              ((closes << 1 | carry->after_close) & ~after_closing & valid) | marks.escape;
  block.all_lines = marks.lf | (marks.cr & ~(marks.lf >> 1 | before_lf));
  block.lines = block.all_lines & ~inside;
  block.crlf = marks.lf & (marks.cr << 1 | carry->after_cr) & ~inside;
  block.delimiters = marks.delimiter & ~inside;
  block.empties = (block.lines << 1 | carry->after_line) & line;
  block.quotes = marks.quote;
  carry->inside = (uint64_t)((int64_t)inside >> 63);
  carry->after_mark = mark >> 63;
  carry->after_close = closes >> 63;
  carry->after_cr = marks.cr >> 63;
  carry->after_line = block.lines >> 63;
  return block;
}

TARGET static fairy_delimited_end NAME(records)(const uint8_t *text, size_t end, int is_last,
                                                const fairy_delimited_rules *rules,
                                                fairy_delimited_count *count) {
  // Half a line end is left for the next time.
  if (!is_last && end > count->record && text[end - 1] == '\r') end--;
  NAME(carry) carry = {.after_mark = 1, .after_line = 1};
  size_t record = count->record, records = count->records, empties = count->empties;
  // Line ends up to the block, and up to the record.
  size_t all_lines = count->lines, lines = count->lines;
  fairy_delimited_end result = FAIRY_DELIMITED_DONE;
  for (size_t at = record; at < end; at += 64) {
    NAME(block) block = NAME(understand)(text + at, end - at, rules, &carry);
    if (block.odd) {
      uint64_t good = (block.odd & -block.odd) - 1;
      block.lines &= good;
      block.empties &= good;
      result = FAIRY_DELIMITED_ODD;
    }
    if (block.lines) {
      unsigned last = 63 - (unsigned)__builtin_clzll(block.lines);
      record = at + last + 1;
      records += (size_t)__builtin_popcountll(block.lines);
      lines = all_lines + (size_t)__builtin_popcountll(block.all_lines << (63 - last));
    }
    if (block.empties) {
      if (count->first_empty == SIZE_MAX)
        count->first_empty = at + (unsigned)__builtin_ctzll(block.empties);
      empties += (size_t)__builtin_popcountll(block.empties);
    }
    if (result == FAIRY_DELIMITED_ODD) break;
    all_lines += (size_t)__builtin_popcountll(block.all_lines);
  }
  count->record = record;
  count->records = records;
  count->empties = empties;
  count->lines = lines;
  return result;
}

TARGET static int NAME(count_piece)(const uint8_t *text, size_t count, int previous, int follows,
                                    int inside, const fairy_delimited_rules *rules,
                                    fairy_delimited_piece *piece) {
  int is_quote = rules->has_quote && previous == rules->quote;
  int is_cr = previous == '\r', halves = is_cr && count > 0 && text[0] == '\n';
  NAME(carry) carry = {
      .inside = inside ? ~0ull : 0,
      .after_mark =
          previous < 0 || previous == rules->delimiter || previous == '\n' || is_cr || is_quote,
      .after_close = is_quote && !inside,
      .after_cr = is_cr,
      .after_line = !inside && (previous < 0 || previous == '\n' || (is_cr && !halves)),
  };
  piece->records = piece->empties = piece->last_record = 0;
  size_t readable = count + (follows != 0);
  uint64_t odd = 0;
  for (size_t at = 0; at < count; at += 64) {
    NAME(block) block = NAME(understand)(text + at, readable - at, rules, &carry);
    odd |= block.odd;
    piece->records += (size_t)__builtin_popcountll(block.lines);
    piece->empties += (size_t)__builtin_popcountll(block.empties);
    if (block.lines) piece->last_record = at + 64 - (unsigned)__builtin_clzll(block.lines);
  }
  piece->ends_inside = carry.inside != 0;
  return odd == 0;
}

TARGET static fairy_delimited_end NAME(cells)(const uint8_t *text, size_t end,
                                              const fairy_delimited_rules *rules,
                                              fairy_delimited_split *split) {
  NAME(carry) carry = {.after_mark = 1, .after_line = 1};
  size_t at = split->record, cell = split->record, record = split->record;
  uint64_t quotes = 0;
  if (split->under_way) {
    at = split->block;
    cell = split->cell;
    quotes = split->quotes;
    carry.inside = split->inside;
    carry.after_mark = split->after_mark;
    carry.after_close = split->after_close;
    carry.after_cr = split->after_cr;
    carry.after_line = split->after_line;
  }
  uint32_t *out = split->cells;
  int64_t *row_ends = split->row_ends;
  int64_t before = split->cells_before, record_cells = split->record_cells;
  size_t count = 0, rows = 0, doubled = split->doubled;
  int skips = rules->skips_empty;
  fairy_delimited_end result = FAIRY_DELIMITED_DONE;
  for (; at < end; at += 64) {
    if (count + 65 > split->room) {
      result = FAIRY_DELIMITED_FULL;
      break;
    }
    NAME(block) block = NAME(understand)(text + at, end - at, rules, &carry);
    uint64_t ends = block.lines | block.delimiters;
    if (__builtin_expect(block.odd != 0, 0)) {
      ends &= (block.odd & -block.odd) - 1;
      result = FAIRY_DELIMITED_ODD;
    }
    int looks = skips && (block.empties | (block.crlf & 1));
    uint64_t open = block.quotes;
    while (ends) {
      unsigned i = (unsigned)__builtin_ctzll(ends);
      uint64_t below = (1ull << i) - 1;
      ends &= ends - 1;
      uint64_t is_line = block.lines >> i & 1;
      size_t stop = at + i - (block.crlf >> i & 1);
      size_t next = at + i + 1;
      if (__builtin_expect(looks && is_line && cell == record && stop == cell, 0)) {
        cell = record = next;
        continue;
      }
      quotes += (uint64_t)__builtin_popcountll(open & below);
      open &= ~below;
      size_t quoted = quotes != 0, twice = quotes > 2;
      out[2 * count] = (uint32_t)(cell + quoted);
      out[2 * count + 1] = (uint32_t)(stop - cell - 2 * quoted) << 3 | (twice ? 7 : 0);
      count++;
      doubled += twice;
      row_ends[rows] = before + (int64_t)count;
      rows += is_line;
      record = is_line ? next : record;
      record_cells = is_line ? before + (int64_t)count : record_cells;
      cell = next;
      quotes = 0;
    }
    if (result == FAIRY_DELIMITED_ODD) break;
    quotes += (uint64_t)__builtin_popcountll(open);
  }
  // A quote that nothing closes.
  if (result == FAIRY_DELIMITED_DONE && carry.inside) result = FAIRY_DELIMITED_ODD;
  if (result == FAIRY_DELIMITED_DONE && (cell < end || before + (int64_t)count > record_cells)) {
    // The last record, without a line end.
    size_t quoted = quotes != 0, twice = quotes > 2;
    out[2 * count] = (uint32_t)(cell + quoted);
    out[2 * count + 1] = (uint32_t)(end - cell - 2 * quoted) << 3 | (twice ? 7 : 0);
    count++;
    doubled += twice;
    row_ends[rows++] = before + (int64_t)count;
    record_cells = before + (int64_t)count;
    record = end;
  }
  split->cell_count = count;
  split->row_count = rows;
  split->record = record;
  split->record_cells = record_cells;
  split->doubled = doubled;
  split->block = at;
  split->cell = cell;
  split->quotes = quotes;
  split->inside = carry.inside;
  split->after_mark = carry.after_mark;
  split->after_close = carry.after_close;
  split->after_cr = carry.after_cr;
  split->after_line = carry.after_line;
  split->under_way = result == FAIRY_DELIMITED_FULL;
  return result;
}

TARGET static size_t NAME(line_ends)(const uint8_t *start, size_t count) {
  size_t lines = 0, at = 0;
  for (; at + 64 <= count; at += 64) {
    const uint8_t *text = start + at;
    LOAD;
    uint64_t lf = EQUAL('\n'), cr = EQUAL('\r');
    uint64_t next = (uint64_t)(at + 64 < count && text[64] == '\n') << 63;
    (void)text;
    lines += (size_t)__builtin_popcountll(lf | (cr & ~(lf >> 1 | next)));
  }
  for (; at < count; at++) {
    uint8_t byte = start[at];
    lines += byte == '\n' || (byte == '\r' && !(at + 1 < count && start[at + 1] == '\n'));
  }
  return lines;
}

#undef NAME
#undef TARGET
#undef LOAD
#undef EQUAL
