/** The contexts of our credentials, in order. All are pinned and shipped; none is ever fetched. */
export const credentialContexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
] as const

/** Type of the proofs, and their suites in order. */
export const PROOF_TYPE = 'DataIntegrityProof'
export const cryptosuites = ['eddsa-rdfc-2022', 'eddsa-jcs-2022'] as const
