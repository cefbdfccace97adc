import type { SecretKeyRow } from '../../ports/secret-key-store'
import type { Services } from '../../ports/services'
import type { OwnerScope } from '../../ports/trusttag/owner-store'
import type { Mode } from '../../lib/ids'

const ENDING_CHARS = 4

/** How a key of a mode begins, as callers of the published client know it. */
export const secretKeyPrefix = (mode: Mode): string => (mode === 'test' ? 'sk_sb_' : 'sk_')

/** A new key. It is shown to its owner now and never again: the row holds its digest. */
export function makeSecretKey(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { appId, mode }: OwnerScope,
  name: string,
): { key: string; row: SecretKeyRow } {
  const key = secretKeyPrefix(mode) + secrets.sessionToken()
  const row = {
    id: secrets.id('key'),
    appId,
    mode,
    keyDigest: secrets.digest(key),
    name,
    ending: key.slice(-ENDING_CHARS),
    createdAt: clock.now(),
    lastUsedAt: null,
    revokedAt: null,
  }
  return { key, row }
}
