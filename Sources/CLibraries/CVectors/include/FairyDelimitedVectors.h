// Finds records and cells in delimited text (CSV), 64 bytes at a time.
//
// The trick is to tell what stands in quotes by the parity of the quotes before it, which is right as long as
// quotes open where a cell begins and close where it ends. Both are checked on the way. Where a record breaks
// this, or holds an escape, the loops stop at its beginning, and the caller goes over it byte by byte.
#ifndef FAIRY_DELIMITED_VECTORS_H
#define FAIRY_DELIMITED_VECTORS_H

#include <stddef.h>
#include <stdint.h>

// Which instructions are used; tests compare them all.
typedef enum {
  // The best that the processor has.
  FAIRY_INSTRUCTIONS_BEST,
  FAIRY_INSTRUCTIONS_PLAIN,
  FAIRY_INSTRUCTIONS_AVX2,
} fairy_instructions;

typedef struct {
  fairy_instructions instructions;
  uint8_t delimiter, quote, escape;
  uint8_t has_quote, has_escape;
  // Whether two quotes within quotes are one.
  uint8_t doubles_quotes;
  // Whether a line without a byte is no record.
  uint8_t skips_empty;
} fairy_delimited_rules;

// How a loop ended.
typedef enum {
  FAIRY_DELIMITED_DONE,
  // The record at `record` must be read byte by byte.
  FAIRY_DELIMITED_ODD,
  // There is no room for more cells; the same call goes on.
  FAIRY_DELIMITED_FULL,
} fairy_delimited_end;

// Complete records, by their line ends.
typedef struct {
  // Where the first record begins, then where the first begins that is not complete.
  size_t record;
  // Line ends up to `record`, those in quotes included: LF, CR LF, CR.
  size_t lines;
  // Records up to `record`, empty lines included.
  size_t records;
  // Lines without a byte among them.
  size_t empties;
  // Where the first of those is; SIZE_MAX where there is none.
  size_t first_empty;
} fairy_delimited_count;

// Counts records in text[count->record ..< end], and adds to `count`.
//
// is_last: whether nothing follows the text, so that a CR at its end is a line end and not half of one. What
// stands behind the last line end is never counted.
fairy_delimited_end fairy_delimited_records(const uint8_t *text, size_t end, int is_last,
                                            const fairy_delimited_rules *rules,
                                            fairy_delimited_count *count);

// What a piece from the middle of a text has of records.
typedef struct {
  // Line ends of records, those of empty lines included.
  size_t records;
  size_t empties;
  // Where the last record that begins in the piece begins; 0 where none does.
  size_t last_record;
  // Whether a quote is open at the end.
  int ends_inside;
} fairy_delimited_piece;

// Counts the records that end in text[0 ..< count], where it is only supposed whether a quote is open at its
// beginning.
//
// previous: the byte before the piece, or -1 where there is none. follows: whether text[count] can be read. The
// count is a multiple of 64 then.
//
// Returns whether it is regular, given the supposition; there are no escapes.
int fairy_delimited_count_piece(const uint8_t *text, size_t count, int previous, int follows,
                                int inside, const fairy_delimited_rules *rules,
                                fairy_delimited_piece *piece);

// Cells of records. The caller sets `record` and clears what follows, and takes the cells between two calls.
typedef struct {
  // Cells as Cell.swift has them: start, then size << 3 and kind. Cells with doubled quotes have the kind 7.
  uint32_t *cells;
  // For each record that ended the number of cells up to its end, all calls together.
  int64_t *row_ends;
  // How many fit into each: more than 64.
  size_t room;
  size_t cell_count, row_count;
  // Cells and rows taken away before.
  int64_t cells_before;

  // Where the record under way begins, and the number of cells before it, all calls together.
  size_t record;
  int64_t record_cells;
  // How many cells have doubled quotes.
  size_t doubled;

  // Between two calls: where to go on, and what came before.
  size_t block, cell;
  uint64_t quotes;
  uint64_t inside, after_mark, after_close, after_cr, after_line;
  int under_way;
} fairy_delimited_split;

// Splits text[split->record ..< end] into cells. The text may end without a line end.
fairy_delimited_end fairy_delimited_cells(const uint8_t *text, size_t end,
                                          const fairy_delimited_rules *rules,
                                          fairy_delimited_split *split);

// Makes doubled quotes single in cells of the kind 7, which become text.
void fairy_delimited_undouble(uint8_t *text, uint32_t *cells, size_t count, uint8_t quote);

// The number of line ends: LF, CR LF, CR.
size_t fairy_line_ends(const uint8_t *text, size_t count, fairy_instructions instructions);

#endif
