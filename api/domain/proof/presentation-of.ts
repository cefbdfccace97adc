import { credentialContexts } from '../../../contract/credential/contexts'

/**
 * A credential in the wrapping that wallets import (W3C VC Data Model 2.0, section 4.13). It is not signed: only who holds a
 * key of their own could sign it, and a TrustTag asks for none.
 * @param credential JSON, signed; kept letter by letter
 */
export function presentationOf(credential: string): string {
  const [context] = credentialContexts
  const around = JSON.stringify({ '@context': [context], type: ['VerifiablePresentation'] })
  return `${around.slice(0, -1)},"verifiableCredential":[${credential}]}`
}
