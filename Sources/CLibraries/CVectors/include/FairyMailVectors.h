// What takes the time of reading mail: where messages and parts may begin in a mailbox of gigabytes, and base64,
// which most of its bytes are. 32 bytes a step; nothing is read beyond the bytes that are given.
#ifndef FAIRY_MAIL_VECTORS_H
#define FAIRY_MAIL_VECTORS_H

#include "FairyDelimitedVectors.h"

#include <stddef.h>
#include <stdint.h>

// Finds lines in text[start ..< end] that begin with `From ` or with `--`: every place behind an LF at or behind
// `start` where either stands whole before `end`.
//
// end: less than 2^32. places: gets the offsets, in order; room: how many it takes, at least 1. next: where to go on
// when the room is full, else `end`.
//
// Of text that comes in pieces, the last 5 bytes of a piece belong before the next one, too: what is cut off by the
// end is not found. A `--` there is found twice then.
//
// Returns the number of places.
size_t fairy_mail_lines(const uint8_t *text, size_t start, size_t end,
                        fairy_instructions instructions, size_t *next, uint32_t *places,
                        size_t room);

// The first place behind an LF at or behind `start` where one of two bytes stands; `end` where there is none.
size_t fairy_find_line(const uint8_t *text, size_t start, size_t end, uint8_t one, uint8_t other,
                       fairy_instructions instructions);

// The first of two bytes in text[start ..< end]; `end` where there is none.
size_t fairy_find_either(const uint8_t *text, size_t start, size_t end, uint8_t one, uint8_t other,
                         fairy_instructions instructions);

// How many bytes are of the alphabet of base64 (RFC 4648, 4): A-Z a-z 0-9 + /
size_t fairy_base64_count(const uint8_t *bytes, size_t count, fairy_instructions instructions);

// Where the decoding of base64 stands between two pieces; all zero at the beginning.
//
// Mistakes are met as Python 3.11 meets them (binascii.a2b_base64, not strict): bytes outside of the alphabet are
// skipped; `=` counts only behind two or three characters of a group, and until the next character; the group
// that has all its `=` is the last one, and whatever follows is skipped.
typedef struct {
  // The characters of a group that is not complete, 6 bits each, and their number, 0 … 3.
  uint32_t bits;
  uint8_t held;
  // `=` behind them.
  uint8_t pads;
  // Whether the last group is behind.
  uint8_t has_ended;
  // Bytes skipped that are not CR, LF, blank or tab.
  size_t odd;
} fairy_base64_state;

// The room that fairy_base64_decode needs for a piece of a size: vectors write more than they decode.
#define FAIRY_BASE64_ROOM(COUNT) (((COUNT) / 4 + 1) * 3 + 32)

// Decodes a piece. Returns the number of bytes written.
//
// The method for whole groups is that of Muła and Lemire, "Faster Base64 Encoding and Decoding using AVX2
// Instructions" (2018).
size_t fairy_base64_decode(fairy_base64_state *state, const uint8_t *bytes, size_t count,
                           uint8_t *out, fairy_instructions instructions);

// Writes what a group at the very end holds that lacks its `=`: 0 … 2 bytes. Returns their number.
size_t fairy_base64_finish(fairy_base64_state *state, uint8_t *out);

// The number of bytes that fairy_base64_decode would write for a piece. `bits` and `odd` are left alone, so a state is
// for decoding or for measuring.
size_t fairy_base64_measure(fairy_base64_state *state, const uint8_t *bytes, size_t count,
                            fairy_instructions instructions);

#endif
