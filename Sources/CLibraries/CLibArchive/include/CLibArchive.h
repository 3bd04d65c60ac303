// libarchive, opened when first used, and what reading archives needs beside it.
//
// libarchive brings libxml2 and ICU with it (30 MB), for one of its formats: no other run should pay
// for that. See CLazyLoading.h for how the functions of archive.h come to be.
//
// libarchive turns the names of entries into the encoding of the thread's locale, and in the locale "C",
// which a program has that sets none, every name that is not ASCII is lost. So calls that read names are
// made in a UTF-8 locale, which only the calling thread has, and only during the call.
//
// zlib is here because libarchive does not compare the checksum of a gzip stream; inflateInit2 is a
// macro, which Swift cannot call.
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>

/// Opens the library; NULL, or the dynamic linker's message.
const char *fairy_libarchive_open(void);

/// Gives the calling thread a UTF-8 locale. Returns what `fairy_locale_restore` takes.
void *fairy_locale_enter_utf8(void);
void fairy_locale_restore(void *previous);

/// Prepares a stream for reading gzip (RFC 1952), checksum and length compared.
int fairy_gzip_init(z_stream *stream);
