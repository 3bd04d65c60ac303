// GNU Libidn (LGPL-3.0-or-later), which prepares passwords as RFC 4013 (SASLprep) has it; opened when the first
// password is not ASCII. See CLazyLoading.h.
#pragma once

/// Opens the library. Returns NULL, or why it cannot be opened.
const char *fairy_libidn_open(void);

/// Prepares text, UTF-8 that ends with a zero. Returns 0, or the number of an error for text that the profile forbids.
///
/// The caller frees `*prepared`.
int stringprep_profile(const char *text, char **prepared, const char *profile, int flags);
