import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import { PATH_MAX_CHARS } from '../../contract/limits'
import { identifyApp } from '../features/apps/identify-app'
import { once } from '../ports/awaitable'
import type { Awaitable } from '../ports/awaitable'
import type { AnonymousContext, RequestContext } from '../ports/handler'
import type { Services } from '../ports/services'
import { authenticate } from './authenticate'
import { requireHttpOrigin } from './origin'
import { requestHeader } from './request-header'

/**
 * Who asks, for which app and in which mode: by the headers of a request alone.
 * @throws {ApiError} see `requireHttpOrigin`, `identifyApp` and `authenticate`
 */
export function describeCaller(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  { access, app }: Endpoint,
  { headers, address, signal }: { headers: IncomingHttpHeaders; address: string; signal?: () => AbortSignal },
): Awaitable<RequestContext | AnonymousContext> {
  const origin = requireHttpOrigin(requestHeader(headers, 'origin'))
  const path = (requestHeader(headers, 'referring-path') ?? '/').slice(0, PATH_MAX_CHARS)
  const mayTrack = requestHeader(headers, 'sec-gpc') !== '1'
  if (app === 'none') return { origin, address, path, mayTrack }
  const [appId, key] = [requestHeader(headers, 'x-app-id'), requestHeader(headers, 'x-api-key')]
  const authorization = requestHeader(headers, 'authorization')
  return once(identifyApp(services.store.apps, { appId, key, origin }), (identified) =>
    once(authenticate(services, authorization, access, identified), (authentication) => ({
      origin,
      address,
      path,
      mayTrack,
      app: identified.app,
      mode: identified.mode,
      member: authentication.member,
      callerPlans: authentication.callerPlans,
      tokenDigest: authentication.tokenDigest,
      signal,
      visitorDigest: digestVisitor(services, requestHeader(headers, 'x-visitor-token') ?? ''),
    })),
  )
}

/** 32 bytes, base64url. What is no token of ours is none: nobody else can have, or guess, a weak one. */
const VISITOR_TOKEN = /^[\w-]{43}$/u

const digestVisitor = ({ secrets }: Pick<Services, 'secrets'>, token: string): string | null =>
  VISITOR_TOKEN.test(token) ? secrets.digest(token) : null
