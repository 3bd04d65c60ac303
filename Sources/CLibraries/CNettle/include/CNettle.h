// Nettle's AES, HMAC-SHA-1, PBKDF2 and SHA-256, opened when first used.
//
// They open and make ZIP entries with the encryption of WinZip, and tell attachments of mail apart. Measured beside
// OpenSSL 3.0, both with the processor's AES and SHA instructions: AES-256 in batches of 4 KiB at 8.2 GB/s
// (8.5), HMAC-SHA-1 at 1.9 GB/s (2.0), deriving the keys of an entry in 0.38 ms (0.73), and opening the
// library in 0.2 ms (0.8 to 1.3). The keys decide: an archive of small files has as many of them as files.
//
// Nettle is under LGPLv3+ or GPLv2+. It is opened at run time and not part of fairy. See CLazyLoading.h for
// how its functions come to be.
#pragma once

#include <nettle/aes.h>
#include <nettle/hmac.h>
#include <nettle/memxor.h>
#include <nettle/pbkdf2.h>
#include <nettle/sha2.h>

/// Opens the library; NULL, or the dynamic linker's message.
const char *fairy_nettle_open(void);
