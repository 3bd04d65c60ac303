#include "CNettle.h"
#include "CLazyLoading.h"

#ifdef __APPLE__
static fairy_lazy_library library = {"libnettle.8.dylib"};
#else
static fairy_lazy_library library = {"libnettle.so.8"};
#endif

const char *fairy_nettle_open(void) { return fairy_lazy_open(&library); }

// The names are macros of nettle's headers, which put `nettle_` before them.
#define LAZY_VOID(name, parameters, arguments)                                                     \
  FAIRY_LAZY_VOID(library, name, parameters, arguments)

LAZY_VOID(aes128_set_encrypt_key, (struct aes128_ctx * context, const uint8_t *key), (context, key))
LAZY_VOID(aes192_set_encrypt_key, (struct aes192_ctx * context, const uint8_t *key), (context, key))
LAZY_VOID(aes256_set_encrypt_key, (struct aes256_ctx * context, const uint8_t *key), (context, key))
LAZY_VOID(aes128_encrypt,
          (const struct aes128_ctx *context, size_t count, uint8_t *to, const uint8_t *from),
          (context, count, to, from))
LAZY_VOID(aes192_encrypt,
          (const struct aes192_ctx *context, size_t count, uint8_t *to, const uint8_t *from),
          (context, count, to, from))
LAZY_VOID(aes256_encrypt,
          (const struct aes256_ctx *context, size_t count, uint8_t *to, const uint8_t *from),
          (context, count, to, from))

LAZY_VOID(hmac_sha1_set_key, (struct hmac_sha1_ctx * context, size_t count, const uint8_t *key),
          (context, count, key))
LAZY_VOID(hmac_sha1_update, (struct hmac_sha1_ctx * context, size_t count, const uint8_t *bytes),
          (context, count, bytes))
LAZY_VOID(hmac_sha1_digest, (struct hmac_sha1_ctx * context, size_t count, uint8_t *digest),
          (context, count, digest))
LAZY_VOID(pbkdf2_hmac_sha1,
          (size_t key_count, const uint8_t *key, unsigned iterations, size_t salt_count,
           const uint8_t *salt, size_t count, uint8_t *to),
          (key_count, key, iterations, salt_count, salt, count, to))

LAZY_VOID(sha256_init, (struct sha256_ctx * context), (context))
LAZY_VOID(sha256_update, (struct sha256_ctx * context, size_t count, const uint8_t *bytes),
          (context, count, bytes))
LAZY_VOID(sha256_digest, (struct sha256_ctx * context, size_t count, uint8_t *digest),
          (context, count, digest))

FAIRY_LAZY(library, void *, nettle_memxor, (void *to, const void *from, size_t count),
           (to, from, count))
