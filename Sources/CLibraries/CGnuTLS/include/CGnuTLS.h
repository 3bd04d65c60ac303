// GnuTLS (LGPL-2.1-or-later), opened when a phone is to be let in: it speaks TLS with it and makes the certificate.
// CGnuTLS.c defines what Swift calls as trampolines (see CLazyLoading.h).
#pragma once

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

/// Opens libgnutls; NULL, or why it cannot be opened.
const char *fairy_gnutls_open(void);

/// What `gnutls_x509_privkey_generate` takes for a key on the curve P-256: a macro of the library's.
static inline unsigned fairy_gnutls_p256_bits(void) {
  return GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1);
}
