import { OWNER_LINK_LIFETIME_MINUTES, OWNER_SESSION_LIFETIME_HOURS } from '../../../contract/limits'
import type { AppDefinition } from '../apps/definition'
import type { Services } from '../../ports/services'
import type { OwnerScope } from '../../ports/trusttag/owner-store'
import { auditEntry } from '../audit/actions'

type Tools = Pick<Services, 'store' | 'secrets' | 'clock'>

/** Where the owner's page is. */
export const OWNER_PATH = '/owner'

/**
 * Makes a URL that opens the owner's page once. Anyone who can run commands on the server is the owner.
 * @returns `expiresAt` in epoch milliseconds
 */
export async function makeOwnerLink(
  services: Tools & Pick<Services, 'urls'>,
  scope: OwnerScope,
): Promise<{ url: string; expiresAt: number }> {
  const { store, secrets, clock, urls } = services
  const token = secrets.sessionToken()
  const expiresAt = clock.now() + OWNER_LINK_LIFETIME_MINUTES * 60_000
  await store.transaction(async ({ ownerAccess, auditLog }) => {
    await ownerAccess.insertLink({ tokenDigest: secrets.digest(token), expiresAt, ...scope })
    const owner = { ...scope, actor: 'owner command' } as const
    await auditLog.insert(auditEntry(services, owner, { act: 'owner.link', subject: scope.appId }))
  })
  return { url: `${urls.api}${OWNER_PATH}?token=${token}`, expiresAt }
}

/**
 * Exchanges a link for a session, once.
 * @param replaced token of the browser's previous session, which ends
 * @returns the session's token; null when the link is unknown, used or too old
 */
export async function openOwnerSession(
  services: Tools,
  linkToken: string,
  replaced: string | null,
): Promise<string | null> {
  const { store, secrets, clock } = services
  const now = clock.now()
  const token = secrets.sessionToken()
  return store.transaction(async ({ ownerAccess, auditLog }) => {
    const link = await ownerAccess.consumeLink(secrets.digest(linkToken), now)
    if (!link) return null
    const { appId, mode } = link
    if (replaced !== null) await ownerAccess.deleteSession(secrets.digest(replaced))
    const expiresAt = now + OWNER_SESSION_LIFETIME_HOURS * 3_600_000
    await ownerAccess.insertSession({ tokenDigest: secrets.digest(token), appId, mode, expiresAt })
    const owner = { appId, mode, actor: 'owner page' } as const
    await auditLog.insert(auditEntry(services, owner, { act: 'owner.login', subject: appId }))
    return token
  })
}

export interface OwnerSession extends OwnerScope {
  actor: 'owner page'
  app: AppDefinition
  /** Part of every form of the session. No other site knows it. */
  formToken: string
}

/** Null for a session that ended. */
export async function findOwnerSession({ store, secrets, clock }: Tools, token: string): Promise<OwnerSession | null> {
  const session = await store.ownerAccess.findSession(secrets.digest(token), clock.now())
  const app = session && (await store.apps.findById(session.appId))
  if (!session || !app) return null
  const { appId, mode } = session
  return { appId, mode, actor: 'owner page', app, formToken: secrets.digest(`owner form ${token}`) }
}

export async function endOwnerSession(services: Tools, session: OwnerSession, token: string): Promise<void> {
  await services.store.transaction(async ({ ownerAccess, auditLog }) => {
    await ownerAccess.deleteSession(services.secrets.digest(token))
    await auditLog.insert(auditEntry(services, session, { act: 'owner.logout', subject: session.appId }))
  })
}
