import { OWNER_LINK_LIFETIME_MINUTES, OWNER_SESSION_LIFETIME_HOURS } from '../../../contract/limits'
import type { Db } from '../../database/db'
import { consumeRow } from '../../database/sql'
import type { Tables } from '../../database/tables'
import type { Services } from '../../http/services'
import type { AppDefinition, OwnerScope } from '../apps/definition'
import { findAppById } from '../apps/repository'
import { auditEntry } from '../audit/actions'
import { insertAuditEntry } from '../audit/repository'

type Tools = Pick<Services, 'store' | 'secrets' | 'clock'>

export const OWNER_PATH = '/owner'

/**
 * Creates a URL that opens the owner's page once. Anyone who can run commands on the server is the owner.
 * @returns `expiresAt` in epoch milliseconds
 */
export async function makeOwnerLink(
  services: Tools & Pick<Services, 'urls'>,
  scope: OwnerScope,
): Promise<{ url: string; expiresAt: number }> {
  const { store, secrets, clock, urls } = services
  const token = secrets.sessionToken()
  const expiresAt = clock.now() + OWNER_LINK_LIFETIME_MINUTES * 60_000
  await store.transaction(async (tx) => {
    await insertOwnerLink(tx, { tokenDigest: secrets.digest(token), expiresAt, ...scope })
    const owner = { ...scope, actor: 'owner command' } as const
    await insertAuditEntry(tx, auditEntry(services, owner, { act: 'owner.link', subject: scope.appId }))
  })
  return { url: `${urls.api}${OWNER_PATH}?token=${token}`, expiresAt }
}

/**
 * Exchanges a link for a session, once.
 * @param replaced token of the browser's previous session, which ends
 * @returns the session's token; null if the link is unknown, used or expired
 */
export async function openOwnerSession(
  services: Tools,
  linkToken: string,
  replaced: string | null,
): Promise<string | null> {
  const { store, secrets, clock } = services
  const now = clock.now()
  const token = secrets.sessionToken()
  return store.transaction(async (tx) => {
    const link = await consumeOwnerLink(tx, secrets.digest(linkToken), now)
    if (!link) return null
    const { appId, mode } = link
    if (replaced !== null) await deleteOwnerSession(tx, secrets.digest(replaced))
    const expiresAt = now + OWNER_SESSION_LIFETIME_HOURS * 3_600_000
    await insertOwnerSession(tx, { tokenDigest: secrets.digest(token), appId, mode, expiresAt })
    const owner = { appId, mode, actor: 'owner page' } as const
    await insertAuditEntry(tx, auditEntry(services, owner, { act: 'owner.login', subject: appId }))
    return token
  })
}

export interface OwnerSession extends OwnerScope {
  actor: 'owner page'
  app: AppDefinition
  /** In every form of the session. No other site knows it. */
  formToken: string
}

/** Null if the session has ended. */
export async function findOwnerSession({ store, secrets, clock }: Tools, token: string): Promise<OwnerSession | null> {
  const session = await findOwnerAccess(store, secrets.digest(token), clock.now())
  const app = session && (await findAppById(store, session.appId))
  if (!session || !app) return null
  const { appId, mode } = session
  return { appId, mode, actor: 'owner page', app, formToken: secrets.digest(`owner form ${token}`) }
}

export async function endOwnerSession(services: Tools, session: OwnerSession, token: string): Promise<void> {
  await services.store.transaction(async (tx) => {
    await deleteOwnerSession(tx, services.secrets.digest(token))
    await insertAuditEntry(tx, auditEntry(services, session, { act: 'owner.logout', subject: session.appId }))
  })
}

/** A link that opens the owner's page once, or the session that it was exchanged for. */
type OwnerAccessRow = Tables['ownerLinks']

export async function insertOwnerLink({ kysely }: Db, link: OwnerAccessRow): Promise<void> {
  await kysely.insertInto('ownerLinks').values(link).execute()
}

/** Once. @returns null for a link that is unknown, expired or already used */
export const consumeOwnerLink = (db: Db, tokenDigest: string, now: number): Promise<OwnerAccessRow | null> =>
  consumeRow(db, 'ownerLinks', { tokenDigest }, now)

export async function insertOwnerSession({ kysely }: Db, session: OwnerAccessRow): Promise<void> {
  await kysely.insertInto('ownerSessions').values(session).execute()
}

/** Null if unknown or expired. */
export async function findOwnerAccess(
  { kysely }: Db,
  tokenDigest: string,
  now: number,
): Promise<OwnerAccessRow | null> {
  const session = await kysely
    .selectFrom('ownerSessions')
    .selectAll()
    .where('tokenDigest', '=', tokenDigest)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return session ?? null
}

export async function deleteOwnerSession({ kysely }: Db, tokenDigest: string): Promise<void> {
  await kysely.deleteFrom('ownerSessions').where('tokenDigest', '=', tokenDigest).execute()
}

export async function deleteExpiredOwnerAccess({ kysely }: Db, now: number): Promise<void> {
  await kysely.deleteFrom('ownerLinks').where('expiresAt', '<=', now).execute()
  await kysely.deleteFrom('ownerSessions').where('expiresAt', '<=', now).execute()
}
