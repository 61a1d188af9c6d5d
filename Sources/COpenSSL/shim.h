// OpenSSL: certificates, their keys, and TLS. The functions below replace macros, which Swift cannot import.
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

static inline EVP_PKEY *aldis_new_p256_key(void) { return EVP_EC_gen("P-256"); }

static inline int aldis_append(GENERAL_NAMES *names, GENERAL_NAME *name) {
  return sk_GENERAL_NAME_push(names, name);
}

static inline int aldis_require_tls13(SSL_CTX *context) {
  return (int)SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
}

static inline int aldis_add_to_chain(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

static inline int aldis_set_server_name(SSL *connection, const char *name) {
  return (int)SSL_set_tlsext_host_name(connection, name);
}

// The number of the alert (RFC 8446, section 6) if the error `code` is an alert of the peer, else -1.
static inline int aldis_alert(unsigned long code) {
  int reason = ERR_GET_REASON(code);
  return ERR_GET_LIB(code) == ERR_LIB_SSL && reason >= SSL_AD_REASON_OFFSET && reason < SSL_AD_REASON_OFFSET + 256
             ? reason - SSL_AD_REASON_OFFSET
             : -1;
}

// The reason of the error `code`, one of SSL_R_...; -1 if it is not an error of TLS.
static inline int aldis_tls_reason(unsigned long code) {
  return ERR_GET_LIB(code) == ERR_LIB_SSL ? ERR_GET_REASON(code) : -1;
}

// Whether the error `code` only means that a PEM text has no further block.
static inline int aldis_is_end_of_pem(unsigned long code) {
  return ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE;
}

// Makes an extension from `value`, which has the syntax of x509v3_config(5ssl).
static inline X509_EXTENSION *aldis_extension(int kind, const char *value, X509 *issuer, X509 *subject) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, subject, NULL, NULL, 0);
  X509V3_set_ctx_nodb(&context);
  return X509V3_EXT_conf_nid(NULL, &context, kind, value);
}
