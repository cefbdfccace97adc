import type { Endpoint } from '../../contract/endpoints/endpoint'
import { ApiError } from '../domain/api-error'
import { once } from '../ports/awaitable'
import type { Awaitable } from '../ports/awaitable'
import type { Services } from '../ports/services'
import type { CallerPlans, MemberRow, SessionCaller } from '../ports/store'
import type { IdentifiedApp } from '../features/apps/identify-app'

/** Longer than any token of ours: not worth hashing. */
const TOKEN_MAX_CHARS = 256

export interface Authentication {
  member: MemberRow | null
  /** What was read of the member's plans with the session; absent where there is no member. */
  callerPlans?: CallerPlans
  /** Digest of the token that was sent, good or not; null without one. */
  tokenDigest: string | null
}

/**
 * Who is calling, by the Authorization header alone; cookies are never read, so no page can act through a browser's
 * stored state. A token of another app or of the other mode counts as dead.
 * @throws {ApiError} with access `member`: `login-required` without a token, `client/invalid-token` with a dead one
 */
export function authenticate(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  authorization: string | undefined,
  access: Endpoint['access'],
  identified: IdentifiedApp,
): Awaitable<Authentication> {
  const token = bearer(authorization)
  if (token === null) {
    if (access === 'member') throw new ApiError('login-required')
    return { member: null, tokenDigest: null }
  }
  const tokenDigest = services.secrets.digest(token)
  const caller = access === 'public' ? null : services.store.sessions.findCaller(tokenDigest, services.clock.now())
  return once(caller, (found) => {
    if (found && isOf(identified, found)) return { member: found.member, callerPlans: found.plans, tokenDigest }
    if (access === 'member') throw new ApiError('client/invalid-token')
    return { member: null, tokenDigest }
  })
}

function bearer(authorization: string | undefined): string | null {
  const token = /^Bearer +(\S+)$/iu.exec(authorization?.trim() ?? '')?.[1]
  return token === undefined ? null : token.slice(0, TOKEN_MAX_CHARS)
}

const isOf = ({ app, mode }: IdentifiedApp, caller: SessionCaller): boolean =>
  caller.appId === app.id && caller.mode === mode
