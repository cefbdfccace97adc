import type { Mode } from '../../domain/mode'
import type { Services } from '../../ports/services'
import type { OwnerScope } from '../../ports/trusttag/owner-store'

/** A key of the admin API. The key itself is shown once, when it is made, and kept as a digest. */
export interface SecretKeyRow {
  id: string
  appId: string
  mode: Mode
  keyDigest: string
  /** What its owner calls it; the audit log names it. */
  name: string
  /** Its last four characters, so that an owner tells keys apart. */
  ending: string
  createdAt: number
  lastUsedAt: number | null
  revokedAt: number | null
}

export interface SecretKeyRepository {
  insert(row: SecretKeyRow): Promise<void>
  /** Null for an unknown one; a revoked one is found, so that the caller can be told. */
  findByDigest(keyDigest: string): Promise<SecretKeyRow | null>
  /** Newest first. */
  list(appId: string, mode: Mode): Promise<SecretKeyRow[]>
  /** False when there is none of that id that works, or another request was first. */
  revoke(appId: string, mode: Mode, id: string, now: number): Promise<boolean>
  touch(id: string, now: number): Promise<void>
}

const ENDING_CHARS = 4

/** Key prefix of a mode, as in the published client. */
const secretKeyPrefix = (mode: Mode): string => (mode === 'test' ? 'sk_sb_' : 'sk_')

/** Makes a key. It is shown once; the row has its digest. */
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

/**
 * A fixed key for the demo app's Test Mode on development machines. It is in no database, so it never reaches production.
 */
export const developmentKey = {
  key: 'sk_sb_demo',
  row: { id: 'key_development', name: 'of development', appId: 'app_demo', mode: 'test', revokedAt: null },
} as const
