import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../lib/security-log'
import type { Context } from 'hono'
import { randomUUID } from 'node:crypto'
import { routePath } from 'hono/route'
import type { Mode } from '../lib/ids'
import { isIP, isIPv4 } from 'node:net'

/** What Hono hands to every route: the Node socket (absent when a test calls `app.request` without it) and our own values. */
export interface AppEnv {
  Bindings: {
    incoming?: { socket?: { remoteAddress?: string | undefined }; headers?: IncomingHttpHeaders }
    outgoing?: object
  }
  Variables: {
    /** Names one request in the log and in `X-Request-Id`. */
    requestId: string
    /** Who calls, as far as it is known by now. */
    caller: Caller
    /** Which CORS headers the answer gets; absent for none: see `cors`. */
    cors?: 'call' | 'preflight'
    /** Whether the answer has every header already: see `answerJson`. */
    isWhole?: true
  }
}

/** What Node joins as the fetch standard does when it comes twice, but for `authorization`, of which the first counts. */
type ReadHeader =
  | 'access-control-request-method'
  | 'authorization'
  | 'origin'
  | 'referring-path'
  | 'sec-gpc'
  | 'x-api-key'
  | 'x-app-id'
  | 'x-forwarded-for'
  | 'x-request-id'
  | 'x-visitor-token'

export function requestHeader(headers: IncomingHttpHeaders, name: ReadHeader): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * Headers as Node has read them: every request asks for many, and to copy all of them and look for each takes longer. A test that
 * calls `app.request` has no others than those of its `Request`.
 */
export const headersOf = (context: Context<AppEnv>): IncomingHttpHeaders =>
  context.env?.incoming?.headers ?? context.req.header()

/**
 * UUIDs, ULIDs and what proxies number their requests with. Nothing in it can end a line or a header, and no key or
 * token of ours is one: they have other signs or are longer.
 */
const SAFE = /^[0-9A-Za-z-]{8,40}$/u

/** @param sent the header X-Request-Id: what stands before us may have named the request already */
export const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && SAFE.test(sent) ? sent : randomUUID()

/** Methods that routes are made for; whatever else is sent as one is no name for a counter. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Method and pattern of the route that a request came to: `GET /files/:name`. Never the path itself, which may hold a
 * token, and of which there are as many as anybody likes; `GET none` where nothing is.
 */
export function routeOf(context: Context<AppEnv>): string {
  const method = METHODS.has(context.req.method) ? context.req.method : 'OTHER'
  const pattern = routePath(context)
  return `${method} ${pattern === '*' || pattern === '/*' ? 'none' : pattern}`
}

/** Who calls. It is made for every request and read for few of them, so nothing is looked up before. */
class RequestCaller implements Caller {
  readonly #context: Context<AppEnv>
  readonly address: string
  appId?: string
  mode?: Mode
  memberId?: string
  actor?: string

  constructor(context: Context<AppEnv>, address: string) {
    this.#context = context
    this.address = address
  }

  get requestId(): string {
    return this.#context.get('requestId')
  }

  get route(): string {
    return routeOf(this.#context)
  }
}

/** Records the IP address of a caller; what else becomes known is added to the result. */
export function callerOf(context: Context<AppEnv>, address: string): Caller {
  const caller = new RequestCaller(context, address)
  context.set('caller', caller)
  return caller
}

/** The facts about a caller that are known by now, for a log line. */
export const factsOf = (caller: Caller): Caller => {
  const { requestId, route } = caller
  return { ...caller, ...(requestId !== undefined && { requestId }), ...(route !== undefined && { route }) }
}

/**
 * The IP address that limits are counted for. IPv6 callers count by their /64, because one household or server gets that many; limits
 * count it in its /56 and /48, too (`ipv6Networks`).
 * @param hops how many proxies are believed (TRUST_PROXY); with 0 the header X-Forwarded-For means nothing
 */
export const callerAddress = (context: Context<AppEnv>, hops: number): string =>
  addressBehind(hops, headersOf(context), context.env?.incoming?.socket)

/** The same of a request that Node has read. */
export function addressBehind(
  hops: number,
  headers: IncomingHttpHeaders,
  socket: { remoteAddress?: string | undefined } | undefined,
): string {
  const forwarded = hops > 0 ? forwardedFor(requestHeader(headers, 'x-forwarded-for'), hops) : null
  return countingAddress(forwarded ?? socket?.remoteAddress ?? '')
}

/** The entry that the outermost trusted proxy wrote; null when the list is shorter than the chain or it is no address. */
function forwardedFor(header: string | undefined, hops: number): string | null {
  const entry = header?.split(',').at(-hops)?.trim() ?? ''
  const address = entry.replace(/^\[([^\]]+)\](:\d+)?$/u, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/u, '$1')
  return isIP(address) ? address : null
}

/** IPv4 as it is, IPv6 as its /64, IPv4 inside IPv6 as IPv4; `unknown` for anything else. */
export function countingAddress(address: string): string {
  if (isIPv4(address)) return address
  const plain = address.replace(/%.*$/u, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(plain)?.[1]
  if (mapped && isIP(mapped)) return mapped
  if (isIP(plain) === 4) return plain
  return isIP(plain) === 6 ? `${firstGroups(plain).join(':')}::/64` : 'unknown'
}

/** The first four of the eight groups, without leading zeros. */
function firstGroups(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4)
}
