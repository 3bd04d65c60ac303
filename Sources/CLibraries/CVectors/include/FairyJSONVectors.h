#ifndef FAIRY_JSON_VECTORS_H
#define FAIRY_JSON_VECTORS_H

#include <stddef.h>
#include <stdint.h>

// JSON in two steps, after Langdale and Lemire, "Parsing Gigabytes of JSON per Second" (2019). The first
// finds the tokens of 64 bytes at a time, as bits; it has to be done from front to back, and so is quick. The
// second checks the grammar and lays the tokens out; it can be done for several pieces of a file at once.
// Neither explains what is wrong: another reader does.

/// What may come next; the numbers are those of `JSONState.Expectation`.
enum fairy_json_expectation {
  FAIRY_JSON_VALUE = 0,
  FAIRY_JSON_ELEMENT_OR_END = 1,
  FAIRY_JSON_MEMBER_OR_END = 2,
  FAIRY_JSON_KEY = 3,
  FAIRY_JSON_SEPARATOR = 5,
  /// Outside of all containers, where any number of values may follow.
  FAIRY_JSON_NEXT = 6,
  /// Behind the only value.
  FAIRY_JSON_END = 7
};

/// Where the first step has come to, in a piece that begins outside of strings.
typedef struct {
  /// All ones within a string.
  uint64_t in_string;
  /// 1 where the next byte is escaped.
  uint64_t is_escaped;
  /// 1 where the last byte belongs to a number or a word.
  uint64_t in_scalar;
  /// The open containers of the whole file: a bit each, 1 for an object.
  uint64_t *containers;
  size_t depth, capacity;
  /// The most that were open since the piece began.
  size_t deepest;
  /// Brackets, commas and colons since the piece began.
  size_t operators;
  /// Behind the last of them, from the start of the piece; 0 for none.
  size_t operators_end;
  /// Behind the last blank outside of strings; 0 for none.
  size_t blanks_end;
  /// Whether any escape begins in the piece.
  uint64_t has_escapes;
  /// Whether a string has a control character, or a bracket closes what is not open.
  uint64_t is_wrong;
} fairy_json_scan;

/// Begins a piece; the containers stay.
void fairy_json_scan_begin(fairy_json_scan *scan);

void fairy_json_scan_free(fairy_json_scan *scan);

/// Finds the tokens of `blocks` × 64 bytes from block number `first` of the piece on.
///
/// `tokens` gets a bit for each bracket, comma, colon, unescaped quote, and first byte of anything else;
/// `escapes` for each backslash that begins an escape. It ends early where the stack cannot be enlarged.
///
/// - `plain` is for comparison: without vectors.
void fairy_json_scan_blocks(
    fairy_json_scan *scan, const uint8_t *bytes, size_t first, size_t blocks, uint64_t *tokens,
    uint64_t *escapes, int plain);

/// A key of an object that is open beyond the piece.
typedef struct {
  /// How many containers are open within the object, itself included.
  size_t level;
  /// Behind its quote, from the start of the piece.
  uint32_t place, length;
} fairy_json_key;

/// Room for the second step, used again for the next piece; all zero at first.
typedef struct {
  uint32_t *hashes, *places;
  size_t count, capacity;
  struct fairy_json_object *objects;
  size_t object_count, object_capacity;
  uint32_t *table;
  size_t table_capacity;
  uint8_t *decoded;
  size_t decoded_capacity;
  uint64_t seed;
  /// Keys of the objects that were open at the start, in order; then those of objects that are open at the
  /// end, outermost first.
  fairy_json_key *keys;
  size_t key_count, outer_key_count, key_capacity;
  /// How many keys repeat an earlier one of an object within the piece, and where the first three stand.
  size_t repeated;
  uint32_t first_repeated[3];
  /// Escapes of half a surrogate pair, and the first.
  size_t surrogates;
  size_t first_surrogate;
  /// The fewest containers that were open.
  size_t lowest;
} fairy_json_room;

void fairy_json_room_free(fairy_json_room *room);

enum fairy_json_shape {
  FAIRY_JSON_SAME = 0,
  /// Of the one array the elements, a line each and not pretty.
  FAIRY_JSON_ELEMENTS = 1,
  /// All values of a sequence within one array, whose brackets the caller writes.
  FAIRY_JSON_ENCLOSED = 2
};

typedef struct {
  /// 64 bytes behind them can be read.
  const uint8_t *bytes;
  size_t count;
  const uint64_t *tokens, *escapes;
  int has_escapes;
  /// What may come at the start.
  int expectation;
  /// Whether any number of values may follow each other; each gets a line.
  int is_sequence;
  /// Whether the file ends with the piece.
  int is_last;
  /// Whether there was a value before the piece.
  int has_value;
  /// One of `fairy_json_shape`.
  int shape;
  /// The open containers at the start, with room for the most that are open in the piece.
  uint64_t *containers;
  size_t depth;
  /// Whether elements and members get lines; then `line` is a comma, a line end and blanks for `deepest`
  /// levels of `width` bytes.
  int is_pretty;
  const uint8_t *line;
  size_t width, deepest;
} fairy_json_piece;

/// Checks a piece and lays it out.
///
/// `out` has room for what the caller has worked out, and 64 bytes.
///
/// - Returns: the bytes written; `SIZE_MAX` if anything is not as it should be.
size_t fairy_json_format(const fairy_json_piece *piece, fairy_json_room *room, uint8_t *out);

#endif
