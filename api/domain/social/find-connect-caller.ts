import type { Services } from '../../ports/services'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../app-definition'
import type { Mode } from '../../lib/ids'
import type { FlowRequest } from './begin-flow'

export interface ConnectProof {
  /** What `createConnectTicket` answered; used up. Null for published clients. */
  ticket: string | null
  /** Published clients send the session token itself. */
  sessionToken: string | null
}

/**
 * Who opened the window that connects a provider.
 *
 * @throws ApiError `account-connect-requires-login` without a proof, and for one that is used, too old or of another app
 */
export async function findConnectCaller(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: { app: AppDefinition; mode: Mode },
  { ticket, sessionToken }: ConnectProof,
): Promise<NonNullable<FlowRequest['caller']>> {
  const scope = { appId: owner.app.id, mode: owner.mode }
  const now = clock.now()
  if (ticket !== null) {
    const used = await store.connectTickets.consume(secrets.digest(ticket), scope, now)
    if (used) return { memberId: used.memberId, sessionDigest: used.sessionDigest }
  } else if (sessionToken !== null) {
    const session = await store.sessions.find(secrets.digest(sessionToken), now)
    if (session?.appId === scope.appId && session.mode === scope.mode) {
      return { memberId: session.memberId, sessionDigest: session.tokenDigest }
    }
  }
  throw new ApiError('account-connect-requires-login')
}
