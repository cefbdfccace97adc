import { errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { ApiError } from '../../../lib/errors'
import { providerError } from '../provider-error'

/**
 * Signatures that only the issuer can make: neither `none`, nor one with a shared secret, for which a public key could be
 * passed off.
 */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** It is asked for a moment ago. */
const MAX_AGE_SECONDS = 600
const CLOCK_TOLERANCE_SECONDS = 60

export interface IdTokenCheck {
  provider: string
  keys: JWTVerifyGetKey
  issuer: string
  clientId: string
  nonce: string
  now: () => number
}

/**
 * The claims of an ID token that is this issuer's, for this client and this way there, and not over (OpenID Connect
 * Core, 3.1.3.7).
 * @throws ApiError `account-connect-failed`; `provider-unavailable` where the keys cannot be had
 */
export async function verifyIdToken(token: string | undefined, check: IdTokenCheck): Promise<JWTPayload> {
  const refused = (why: string) => providerError('account-connect-failed', check.provider, `sent an ID token ${why}`)
  if (token === undefined) throw providerError('account-connect-failed', check.provider, 'sent no ID token')
  const payload = await verify(token, check, refused)
  const { aud, azp, nonce } = payload
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined) throw refused('for several clients and no party')
  if (azp !== undefined && azp !== check.clientId) throw refused('that another party asked for')
  if (nonce !== check.nonce) throw refused('of another login')
  return payload
}

async function verify(token: string, check: IdTokenCheck, refused: (why: string) => ApiError): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, check.keys, {
      issuer: check.issuer,
      audience: check.clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'exp', 'iat'],
      maxTokenAge: MAX_AGE_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(check.now()),
    })
    return payload
  } catch (error) {
    if (error instanceof ApiError) throw error
    // Its code, and the name of the claim: a message may quote the token.
    const claim = error instanceof errors.JWTClaimValidationFailed ? ` (${error.claim})` : ''
    throw refused(`that does not hold: ${error instanceof errors.JOSEError ? error.code + claim : 'unreadable'}`)
  }
}
