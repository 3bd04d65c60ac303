#include "CGnuTLS.h"

#include "CLazyLoading.h"

#ifdef __APPLE__
static fairy_lazy_library library = {"libgnutls.30.dylib"};
#else
static fairy_lazy_library library = {"libgnutls.so.30"};
#endif

const char *fairy_gnutls_open(void) { return fairy_lazy_open(&library); }

#define LAZY(result, name, parameters, arguments)                                                  \
  FAIRY_LAZY(library, result, name, parameters, arguments)
#define LAZY_VOID(name, parameters, arguments) FAIRY_LAZY_VOID(library, name, parameters, arguments)

LAZY(const char *, gnutls_strerror, (int error), (error))

// A key and its certificate.
LAZY(int, gnutls_x509_privkey_init, (gnutls_x509_privkey_t * key), (key))
LAZY_VOID(gnutls_x509_privkey_deinit, (gnutls_x509_privkey_t key), (key))
LAZY(int, gnutls_x509_privkey_generate,
     (gnutls_x509_privkey_t key, gnutls_pk_algorithm_t kind, unsigned bits, unsigned flags),
     (key, kind, bits, flags))
LAZY(int, gnutls_x509_crt_init, (gnutls_x509_crt_t * certificate), (certificate))
LAZY_VOID(gnutls_x509_crt_deinit, (gnutls_x509_crt_t certificate), (certificate))
LAZY(int, gnutls_x509_crt_set_version, (gnutls_x509_crt_t certificate, unsigned version),
     (certificate, version))
LAZY(int, gnutls_x509_crt_set_serial,
     (gnutls_x509_crt_t certificate, const void *serial, size_t count),
     (certificate, serial, count))
LAZY(int, gnutls_x509_crt_set_activation_time, (gnutls_x509_crt_t certificate, time_t time),
     (certificate, time))
LAZY(int, gnutls_x509_crt_set_expiration_time, (gnutls_x509_crt_t certificate, time_t time),
     (certificate, time))
LAZY(int, gnutls_x509_crt_set_key, (gnutls_x509_crt_t certificate, gnutls_x509_privkey_t key),
     (certificate, key))
LAZY(int, gnutls_x509_crt_set_dn_by_oid,
     (gnutls_x509_crt_t certificate, const char *oid, unsigned flag, const void *name,
      unsigned count),
     (certificate, oid, flag, name, count))
LAZY(int, gnutls_x509_crt_set_basic_constraints,
     (gnutls_x509_crt_t certificate, unsigned authority, int length),
     (certificate, authority, length))
LAZY(int, gnutls_x509_crt_set_key_usage, (gnutls_x509_crt_t certificate, unsigned usage),
     (certificate, usage))
LAZY(int, gnutls_x509_crt_set_key_purpose_oid,
     (gnutls_x509_crt_t certificate, const void *oid, unsigned critical),
     (certificate, oid, critical))
LAZY(int, gnutls_x509_crt_set_subject_alt_name,
     (gnutls_x509_crt_t certificate, gnutls_x509_subject_alt_name_t kind, const void *data,
      unsigned count, unsigned flags),
     (certificate, kind, data, count, flags))
LAZY(int, gnutls_x509_crt_sign2,
     (gnutls_x509_crt_t certificate, gnutls_x509_crt_t issuer, gnutls_x509_privkey_t key,
      gnutls_digest_algorithm_t digest, unsigned flags),
     (certificate, issuer, key, digest, flags))
LAZY(int, gnutls_x509_crt_export,
     (gnutls_x509_crt_t certificate, gnutls_x509_crt_fmt_t format, void *to, size_t *count),
     (certificate, format, to, count))

// What sessions are opened with.
LAZY(int, gnutls_certificate_allocate_credentials,
     (gnutls_certificate_credentials_t * credentials), (credentials))
LAZY_VOID(gnutls_certificate_free_credentials, (gnutls_certificate_credentials_t credentials),
          (credentials))
LAZY(int, gnutls_certificate_set_x509_key,
     (gnutls_certificate_credentials_t credentials, gnutls_x509_crt_t *chain, int count,
      gnutls_x509_privkey_t key),
     (credentials, chain, count, key))

// A session.
LAZY(int, gnutls_init, (gnutls_session_t * session, unsigned flags), (session, flags))
LAZY_VOID(gnutls_deinit, (gnutls_session_t session), (session))
LAZY(int, gnutls_priority_set_direct,
     (gnutls_session_t session, const char *priorities, const char **error),
     (session, priorities, error))
LAZY(int, gnutls_credentials_set,
     (gnutls_session_t session, gnutls_credentials_type_t kind, void *credentials),
     (session, kind, credentials))
LAZY(int, gnutls_alpn_set_protocols,
     (gnutls_session_t session, const gnutls_datum_t *names, unsigned count, unsigned flags),
     (session, names, count, flags))
LAZY_VOID(gnutls_transport_set_ptr, (gnutls_session_t session, gnutls_transport_ptr_t pointer),
          (session, pointer))
LAZY_VOID(gnutls_transport_set_push_function, (gnutls_session_t session, gnutls_push_func push),
          (session, push))
LAZY_VOID(gnutls_transport_set_pull_function, (gnutls_session_t session, gnutls_pull_func pull),
          (session, pull))
LAZY_VOID(gnutls_transport_set_errno, (gnutls_session_t session, int error), (session, error))
LAZY(int, gnutls_handshake, (gnutls_session_t session), (session))
LAZY(ssize_t, gnutls_record_recv, (gnutls_session_t session, void *to, size_t count),
     (session, to, count))
LAZY(ssize_t, gnutls_record_send, (gnutls_session_t session, const void *from, size_t count),
     (session, from, count))
LAZY(int, gnutls_bye, (gnutls_session_t session, gnutls_close_request_t how), (session, how))
