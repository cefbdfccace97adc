import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import { PATH_MAX_CHARS } from '../../contract/limits'
import { identifyApp } from '../features/apps/identify-app'
import type { IdentifiedApp } from '../features/apps/identify-app'
import { ApiError } from '../lib/errors'
import type { AnonymousContext, RequestContext } from '../ports/handler'
import type { Services } from '../ports/services'
import type { SessionCaller } from '../ports/store'
import { requireHttpOrigin } from './cors'
import { requestHeader } from './request'

type CallerServices = Pick<Services, 'store' | 'secrets' | 'clock'>

/**
 * Who calls, for which app and in which mode: by the headers of a request alone.
 * @throws {ApiError} see `requireHttpOrigin`, `identifyApp` and `authenticate`
 */
export async function resolveCaller(
  services: CallerServices,
  { access, app }: Endpoint,
  { headers, address, signal }: { headers: IncomingHttpHeaders; address: string; signal?: () => AbortSignal },
): Promise<RequestContext | AnonymousContext> {
  const origin = requireHttpOrigin(requestHeader(headers, 'origin'))
  const path = (requestHeader(headers, 'referring-path') ?? '/').slice(0, PATH_MAX_CHARS)
  const mayTrack = requestHeader(headers, 'sec-gpc') !== '1'
  if (app === 'none') return { origin, address, path, mayTrack }
  const [appId, key] = [requestHeader(headers, 'x-app-id'), requestHeader(headers, 'x-api-key')]
  const identified = await identifyApp(services.store.apps, { appId, key, origin })
  const authentication = await authenticate(services, requestHeader(headers, 'authorization'), access, identified)
  return {
    origin,
    address,
    path,
    mayTrack,
    app: identified.app,
    mode: identified.mode,
    ...authentication,
    signal,
    visitorDigest: digestVisitor(services, requestHeader(headers, 'x-visitor-token') ?? ''),
  }
}

/** Longer than any token of ours: not worth hashing. */
const TOKEN_MAX_CHARS = 256

/**
 * The Authorization header alone says who calls; cookies are never read, so no page can act through a browser's stored
 * state. A token of another app or of the other mode counts as dead.
 * @throws {ApiError} with access `member`: `login-required` without a token, `client/invalid-token` with a dead one
 */
export async function authenticate(
  services: CallerServices,
  authorization: string | undefined,
  access: Endpoint['access'],
  identified: IdentifiedApp,
): Promise<Pick<RequestContext, 'member' | 'callerPlans' | 'tokenDigest'>> {
  const token = bearer(authorization)
  if (token === null) {
    if (access === 'member') throw new ApiError('login-required')
    return { member: null, tokenDigest: null }
  }
  const tokenDigest = services.secrets.digest(token)
  const found = access === 'public' ? null : await services.store.sessions.findCaller(tokenDigest, services.clock.now())
  if (found && isOf(identified, found)) return { member: found.member, callerPlans: found.plans, tokenDigest }
  if (access === 'member') throw new ApiError('client/invalid-token')
  return { member: null, tokenDigest }
}

function bearer(authorization: string | undefined): string | null {
  const token = /^Bearer +(\S+)$/iu.exec(authorization?.trim() ?? '')?.[1]
  return token === undefined ? null : token.slice(0, TOKEN_MAX_CHARS)
}

const isOf = ({ app, mode }: IdentifiedApp, caller: SessionCaller): boolean =>
  caller.appId === app.id && caller.mode === mode

/** 32 bytes, base64url. What is no token of ours is none: nobody else can have, or guess, a weak one. */
const VISITOR_TOKEN = /^[\w-]{43}$/u

const digestVisitor = ({ secrets }: Pick<Services, 'secrets'>, token: string): string | null =>
  VISITOR_TOKEN.test(token) ? secrets.digest(token) : null
