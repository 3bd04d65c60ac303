#ifndef FAIRY_UTF8_VECTORS_H
#define FAIRY_UTF8_VECTORS_H

#include <stddef.h>
#include <stdint.h>

/// The bytes up to the first sequence that is not well-formed UTF-8 (Unicode 15, table 3-7): `count` if all
/// are. A character cut off by the end is not well-formed.
///
/// The method is that of Keiser and Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte" (2020):
/// three look-ups by half bytes tell every mistake that two bytes side by side can show.
size_t fairy_utf8_valid_prefix(const uint8_t *bytes, size_t count);

/// The same, one byte after the other: for processors without vectors, and to compare with.
size_t fairy_utf8_valid_prefix_plain(const uint8_t *bytes, size_t count);

/// The same with 16 bytes at once (SSSE3), if the processor can; otherwise the plain form.
size_t fairy_utf8_valid_prefix_16(const uint8_t *bytes, size_t count);

#endif
