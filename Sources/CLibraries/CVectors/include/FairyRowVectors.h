// Writes the rows of a table as text: cells are copied 32 bytes at a time, and looked through for what must be
// written otherwise on the way.
#ifndef FAIRY_ROW_VECTORS_H
#define FAIRY_ROW_VECTORS_H

#include "FairyDelimitedVectors.h"

#include <stddef.h>
#include <stdint.h>

// The rows of a batch; see RowBatch.swift. 64 bytes behind the text must be readable.
typedef struct {
  const uint8_t *text;
  // Start, then size << 3 and kind.
  const uint32_t *cells;
  const int64_t *row_ends;
  size_t rows;
} fairy_rows;

// Where text goes.
typedef struct {
  uint8_t *start;
  size_t count, capacity;
} fairy_text;

// What stands around the values of JSON. 64 bytes behind each piece must be readable.
typedef struct {
  fairy_instructions instructions;
  // Before the value of each column, up to and with its quote: `,"name":"`. The first has no comma.
  const uint8_t *keys;
  // Where each key ends.
  const uint32_t *key_ends;
  size_t columns;
  // Before the value of a cell that has no column, with a comma that the first cell of a row goes without;
  // where `numbers_extra` (rows are objects then), the number of the column follows, and `":"`.
  const uint8_t *extra;
  size_t extra_size;
  uint8_t numbers_extra;
  const uint8_t *open;
  size_t open_size;
  const uint8_t *close;
  size_t close_size;
  // Whether text that is a number, a boolean, or nothing is written as such.
  uint8_t infers;
  // Whether all that is not ASCII is escaped.
  uint8_t ascii;
  // Whether the text is known to be UTF-8.
  uint8_t is_utf8;
} fairy_json_layout;

typedef struct {
  // Cells that are not UTF-8.
  size_t repaired;
  // Cells without a column.
  size_t extra;
  // Cells that are missing at the ends of rows.
  size_t missing;
} fairy_json_counts;

// Writes rows from `row` on until the room is used up.
//
// Returns the next row to be written; where it is `row` itself, there is no room for it.
size_t fairy_json_rows(const fairy_rows *rows, size_t row, const fairy_json_layout *layout,
                       fairy_text *out, fairy_json_counts *counts);

// Writes text as the inside of a JSON string; there must be room for 6 times its size and 64 bytes.
//
// Returns the size.
size_t fairy_json_string(const uint8_t *text, size_t size, int ascii, uint8_t *out);

// Whether text is written without quotes where types are inferred: a number, a boolean, or nothing (for null).
int fairy_json_is_bare(const uint8_t *text, size_t size);

typedef struct {
  fairy_instructions instructions;
  uint8_t delimiter, quote;
  // Whether cells are quoted that need not be.
  uint8_t quotes_all;
  uint8_t line_end[2];
  uint8_t line_end_size;
} fairy_csv_layout;

// The bit of `kinds` for texts that spreadsheets take for formulas.
#define FAIRY_CSV_FORMULAS (1u << 31)

// Whether spreadsheets take a cell for a formula: it begins with =, +, -, @, a tab or a carriage return, and is no
// number.
int fairy_csv_is_formula(const uint8_t *text, size_t size);

// As fairy_json_rows; `kinds` gets a bit for each kind of cell.
size_t fairy_csv_rows(const fairy_rows *rows, size_t row, const fairy_csv_layout *layout,
                      fairy_text *out, unsigned *kinds);

#endif
