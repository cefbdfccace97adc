import type { AdminEndpointName, adminEndpoints } from '../../../contract/admin/endpoints'
import { isRight, keyRights, type Right, type Role } from '../../../contract/admin/rights'
import type { AdminInput, AdminOutput } from '../../../contract/admin/schemas'
import type { Db } from '../../database/db'
import type { Tables } from '../../database/tables'
import type { SentKey } from '../../http/admin-pipeline'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import type { AppDefinition, OwnerScope } from './definition'
import type { IdentifiedApp } from './identify-app'
import { findAppById } from './repository'

/** A person of the console. */
export interface StaffActor {
  kind: 'staff'
  /** ID of the member of `app_console`. */
  staffId: string
  /** In the audit log. */
  name: string
  email: string
  /** In the app of the call; null for endpoints that are not about one app. */
  role: Role | null
  isServerOwner: boolean
  isDemo: boolean
  /** When the confirmed password is no longer enough; null: it is not. */
  steppedUpUntil: number | null
  sessionId: string
}

/** Data for the audit log. */
export type ActingPerson = Pick<StaffActor, 'kind' | 'staffId' | 'name' | 'email'>

export type Actor = { kind: 'key'; keyId: string; name: string } | StaffActor

/** For endpoints with `scope: 'server'`. */
export interface ServerContext {
  actor: StaffActor
  /** ID of the key or person, for rate limits. */
  keyId: string
  /** IP address, as far as TRUST_PROXY trusts it. */
  ipAddress: string
  /** Aborted on disconnect, for slow work. Absent without a connection. */
  signal?: (() => AbortSignal) | undefined
  /** Header `If-Match`: the version that the caller has seen. */
  ifMatch?: string | undefined
}

export interface AdminContext extends Omit<ServerContext, 'actor'> {
  app: AppDefinition
  mode: Mode
  actor: Actor
  /** Of the key, or of the person's role in the app. */
  rights: readonly Right[]
}

/** For endpoints with `console: true`, which refuse keys. */
export interface ConsoleContext extends AdminContext {
  actor: StaffActor & { role: Role }
}

type ContextOf<K extends AdminEndpointName> = (typeof adminEndpoints)[K] extends { scope: 'server' }
  ? ServerContext
  : (typeof adminEndpoints)[K] extends { console: true }
    ? ConsoleContext
    : AdminContext

/** Writes the audit log; throws an ApiError for every refusal. */
type AdminHandler<K extends AdminEndpointName> = (
  services: Services,
  context: ContextOf<K>,
  input: AdminInput<K>,
) => Promise<AdminAnswer<K>>

/** The 2xx body. Lists have paging information beside `data`. */
interface AdminAnswer<K extends AdminEndpointName> {
  data: AdminOutput<K>
  contentType?: string
  [more: string]: unknown
}

export type AdminHandlers = { [K in AdminEndpointName]: AdminHandler<K> }

/** Readable characters, so that an owner can tell keys apart. */
const ENDING_CHARS = 4

const secretKeyPrefix = (mode: Mode): string => (mode === 'test' ? 'sk_sb_' : 'sk_')

/** The key is shown once; the row has its digest. */
export function makeSecretKey(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { appId, mode }: OwnerScope,
  name: string,
  rights: readonly Right[] | null = null,
): { key: string; row: SecretKeyRow } {
  const key = secretKeyPrefix(mode) + secrets.sessionToken()
  const row = {
    id: secrets.id('key'),
    appId,
    mode,
    keyDigest: secrets.digest(key),
    name,
    ending: key.slice(-ENDING_CHARS),
    rights: rights === null ? null : JSON.stringify(rights),
    createdAt: clock.now(),
    lastUsedAt: null,
    revokedAt: null,
  }
  return { key, row }
}

/** Demo app, Test Mode, development machines only. Not in a database, so it never reaches production. */
export const developmentKey = {
  key: 'sk_sb_demo',
  row: {
    id: 'key_development',
    name: 'of development',
    appId: 'app_demo',
    mode: 'test',
    rights: null,
    revokedAt: null,
  },
} as const

/** Longer than any real key: not worth hashing. */
const KEY_MAX_CHARS = 256
/** Accuracy of the last use, so that not every call writes. */
const TOUCH_EVERY_MS = 60_000

/**
 * A key sent by a page is refused even if valid: anyone can read it there.
 * @throws ApiError `access-denied` with an Origin header, `invalid-secret-key`, `too-many-requests` after failures from one IP address
 */
export async function identifySecretKey(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>,
  { key = '', origin, ipAddress, isOfDevelopment }: SentKey,
): Promise<AdminContext> {
  const { store, secrets, clock, rateLimiter } = services
  if (origin !== undefined) throw new ApiError('access-denied')
  const isKey = key.startsWith('sk_') && key.length <= KEY_MAX_CHARS
  const isDevelopmentKey = isOfDevelopment && key === developmentKey.key
  const stored = isKey && !isDevelopmentKey ? await findSecretKey(store, secrets.digest(key)) : null
  const row = isDevelopmentKey ? developmentKey.row : stored
  const app = row && row.revokedAt === null ? await findAppById(store, row.appId) : null
  if (!row || !app) {
    await rateLimiter.take('secretKeyFailuresPerAddress', ipAddress)
    throw new ApiError('invalid-secret-key')
  }
  await rateLimiter.take('adminCallsPerKey', row.id)
  const now = clock.now()
  if (stored && now - (stored.lastUsedAt ?? 0) >= TOUCH_EVERY_MS) await recordSecretKeyUse(store, stored.id, now)
  const actor = { kind: 'key', keyId: row.id, name: row.name } as const
  return { app, mode: row.mode, keyId: row.id, actor, ipAddress, rights: readRights(row.rights) }
}

/** Keys older than scopes have all rights. Unknown rights are ignored. */
function readRights(stored: string | null): readonly Right[] {
  if (stored === null) return keyRights
  const named: unknown = JSON.parse(stored)
  const known = Array.isArray(named) ? named.filter((one) => typeof one === 'string').filter(isRight) : []
  return known.filter((right) => keyRights.includes(right))
}

/** The key itself is shown once; the row has its digest. */
export type SecretKeyRow = Tables['secretKeys']

export async function insertSecretKey({ kysely }: Db, row: SecretKeyRow): Promise<void> {
  await kysely.insertInto('secretKeys').values(row).execute()
}

/** Including revoked keys, so that the error can say so. */
export async function findSecretKey({ kysely }: Db, keyDigest: string): Promise<SecretKeyRow | null> {
  const row = await kysely.selectFrom('secretKeys').selectAll().where('keyDigest', '=', keyDigest).executeTakeFirst()
  return row ?? null
}

export const listSecretKeys = ({ kysely }: Db, appId: string, mode: Mode): Promise<SecretKeyRow[]> =>
  kysely
    .selectFrom('secretKeys')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** @returns false without an active key, or when another request was first */
export async function revokeSecretKey(
  { kysely }: Db,
  { appId, mode }: OwnerScope,
  id: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('secretKeys')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function recordSecretKeyUse({ kysely }: Db, id: string, now: number): Promise<void> {
  await kysely.updateTable('secretKeys').set({ lastUsedAt: now }).where('id', '=', id).execute()
}

export type PreviewKeyRow = Tables['previewKeys']

/** Parts of a definition that a preview shows before they are saved. */
export type PreviewDraft = Pick<AppDefinition, 'branding' | 'texts'>

/** Sent as the public key of the install tag. */
export const PREVIEW_KEY_PREFIX = 'pv_'

export const isPreviewKey = (key: string | undefined): key is string => key?.startsWith(PREVIEW_KEY_PREFIX) ?? false

/**
 * The app in Test Mode with the draft of a preview key. Never cached: each change shows at once.
 * @throws ApiError `app-not-found`, `invalid-public-key` also for an expired key, one of another app, or one whose console session has ended
 */
export async function identifyPreview(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  { key, appId }: { key: string; appId: string | undefined },
): Promise<IdentifiedApp> {
  const row = key.length <= KEY_MAX_CHARS ? await findPreviewKey(store, secrets.digest(key), clock.now()) : null
  if (!row || (appId && appId !== row.appId)) throw new ApiError('invalid-public-key')
  const app = await findAppById(store, row.appId)
  if (!app) throw new ApiError('app-not-found')
  const draft: PreviewDraft = JSON.parse(row.draft)
  return { app: { ...app, ...draft }, mode: 'test' }
}

/** A key ends with the console session that made it. */
async function findPreviewKey({ kysely }: Db, keyDigest: string, now: number): Promise<PreviewKeyRow | null> {
  const row = await kysely
    .selectFrom('previewKeys')
    .innerJoin('consoleSessions', 'consoleSessions.id', 'previewKeys.owner')
    .selectAll('previewKeys')
    .where('keyDigest', '=', keyDigest)
    .where('previewKeys.expiresAt', '>', now)
    .where('consoleSessions.expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Keys of one session at once; the oldest goes first. */
const KEYS_PER_SESSION_MAX = 10

export async function insertPreviewKey({ kysely }: Db, row: PreviewKeyRow): Promise<void> {
  await kysely.insertInto('previewKeys').values(row).execute()
  const kept = await kysely
    .selectFrom('previewKeys')
    .select('keyDigest')
    .where('owner', '=', row.owner)
    .orderBy('createdAt', 'desc')
    .orderBy('keyDigest')
    .limit(KEYS_PER_SESSION_MAX)
    .execute()
  await kysely
    .deleteFrom('previewKeys')
    .where('owner', '=', row.owner)
    .where(
      'keyDigest',
      'not in',
      kept.map(({ keyDigest }) => keyDigest),
    )
    .execute()
}

/** @returns its expiry; null without a valid key of this app and owner */
export async function updatePreviewDraft(
  { kysely }: Db,
  { keyDigest, appId, owner }: Pick<PreviewKeyRow, 'keyDigest' | 'appId' | 'owner'>,
  draft: string,
  now: number,
): Promise<number | null> {
  const row = await kysely
    .updateTable('previewKeys')
    .set({ draft })
    .where('keyDigest', '=', keyDigest)
    .where('appId', '=', appId)
    .where('owner', '=', owner)
    .where('expiresAt', '>', now)
    .returning('expiresAt')
    .executeTakeFirst()
  return row?.expiresAt ?? null
}

export async function deleteExpiredPreviewKeys({ kysely }: Db, now: number): Promise<void> {
  await kysely.deleteFrom('previewKeys').where('expiresAt', '<=', now).execute()
}
