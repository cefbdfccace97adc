import type { Secrets } from '../../lib/ids'
import type { AuthorizationRequest } from '../../ports/social-providers'

const ID_CHARS = 16

/** Tells one way to a provider from others of the same browser; says nothing of its `state`. */
export const flowIdOf = (stateDigest: string): string => stateDigest.slice(0, ID_CHARS)

/** What goes to the provider and must come back: made from the browser's secret, so that nobody has to keep it. */
export function proofsOf(secrets: Secrets, secret: string): Pick<AuthorizationRequest, 'verifier' | 'nonce'> {
  const derive = (purpose: string) => Buffer.from(secrets.digest(`${purpose} ${secret}`), 'hex').toString('base64url')
  return { verifier: derive('pkce'), nonce: derive('nonce') }
}
