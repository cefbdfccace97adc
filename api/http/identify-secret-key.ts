import { ApiError } from '../domain/api-error'
import { developmentKey } from '../features/apps/secret-keys'
import type { AdminContext } from '../ports/admin-handler'
import type { Services } from '../ports/services'

/** Longer than any key of ours: not worth hashing. */
const KEY_MAX_CHARS = 256
/** How exact the time of a key's last use is: not every call is a write. */
const TOUCH_EVERY_MS = 60_000

export interface SentKey {
  key: string | undefined
  origin: string | undefined
  address: string
  /** Whether a program on the developer's own machine asks: only there the key of the demo app is one. */
  isOfDevelopment: boolean
}

/**
 * Whose key it is. One that a page sent is refused even if it is right: a key in a page is a key that everybody has.
 * @throws ApiError `access-denied` with an Origin header, `invalid-secret-key`, `too-many-requests` after failures from one
 *   address
 */
export async function identifySecretKey(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>,
  { key = '', origin, address, isOfDevelopment }: SentKey,
): Promise<AdminContext> {
  const { store, secrets, clock, rateLimiter } = services
  if (origin !== undefined) throw new ApiError('access-denied')
  const isKey = key.startsWith('sk_') && key.length <= KEY_MAX_CHARS
  const isKnownByHeart = isOfDevelopment && key === developmentKey.key
  const stored = isKey && !isKnownByHeart ? await store.secretKeys.findByDigest(secrets.digest(key)) : null
  const row = isKnownByHeart ? developmentKey.row : stored
  const app = row && row.revokedAt === null ? await store.apps.findById(row.appId) : null
  if (!row || !app) {
    await rateLimiter.take('secretKeyFailuresPerAddress', address)
    throw new ApiError('invalid-secret-key')
  }
  await rateLimiter.take('adminCallsPerKey', row.id)
  const now = clock.now()
  if (stored && now - (stored.lastUsedAt ?? 0) >= TOUCH_EVERY_MS) await store.secretKeys.touch(stored.id, now)
  return { app, mode: row.mode, keyId: row.id, actor: `admin key ${row.name}`, address }
}
