import { didOf } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import type { Issuer, JsonObject } from '../../ports/trusttag/issuer'

/** Who the issuer of a mode is, and every key that it signs, or ever signed, with. Never a key of the other mode. */
export function didDocument(issuer: Pick<Issuer, 'origin' | 'issuerKeys'>, mode: ProofMode): JsonObject {
  const did = didOf(issuer.origin, mode)
  const methods = issuer.issuerKeys(mode).map(({ publicKeyMultibase }) => ({
    id: `${did}#${publicKeyMultibase}`,
    type: 'Multikey',
    controller: did,
    publicKeyMultibase,
  }))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  }
}
