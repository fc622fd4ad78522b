const TRUST = 'To trust it, put its certificate into a file and name that in NODE_EXTRA_CA_CERTS.'
const INCOMPLETE =
  'has a certificate of an authority that is not known here, or leaves out the certificate between the two. Have it send the whole chain, or put the missing certificate into the file of NODE_EXTRA_CA_CERTS.'

/** By the codes of OpenSSL's verification, as Node reports them. */
const FAULTS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: `has a certificate that no authority has signed. ${TRUST}`,
  SELF_SIGNED_CERT_IN_CHAIN: `has a certificate of a private authority. ${TRUST}`,
  UNABLE_TO_GET_ISSUER_CERT: INCOMPLETE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: INCOMPLETE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: INCOMPLETE,
  CERT_HAS_EXPIRED: 'has a certificate that has expired.',
  CERT_NOT_YET_VALID: 'has a certificate that is not valid yet: is the clock of this machine right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name than the one in the settings.',
}

/** What is wrong with a certificate, and what to do, to follow the name of its server; null for other errors. */
export function certificateFault(code: string): string | null {
  const isOther = /CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code)
  return FAULTS[code] ?? (isOther ? `has a certificate that is not trusted (${code}).` : null)
}
