import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { ADMIN_PATH, adminEndpoints } from '../../contract/admin/endpoints'
import type { AdminEndpoint } from '../../contract/admin/endpoints/admin-endpoint'
import type { Right } from '../../contract/admin/rights'
import { adminSchemas } from '../../contract/admin/schemas'
import { fileParts } from '../../contract/admin/schemas/file-parts'
import { IMPORT_MAX_BYTES } from '../../contract/limits'
import { yieldToEventLoop } from '../lib/concurrency'
import { ApiError, checkInput, reasonOf, toApiError } from '../lib/errors'
import type { Mode } from '../lib/ids'
import type { SecurityNote } from '../lib/security-log'
import { decodeText } from '../lib/text'
import type { Services } from './services'
import { type AppEnv, callerIpAddress, callerOf, readBytes, readJsonBody } from './request'
import { readConsoleCookie, requireConsoleHost, requireConsolePage, requireConsoleToken } from './console-page'
import { isByLoopbackName } from './cors'
import { servicesOfRequest, writeNotes } from './logging'
import { methodNotAllowed, readParams, type Route, routesOf } from './router'
import { adminEvents } from './security-log'

export interface SentKey {
  key: string | undefined
  origin: string | undefined
  /** IP address, as far as TRUST_PROXY trusts it. */
  ipAddress: string
  /** A program on the developer's own machine: only there is the key of the demo app valid. */
  isOfDevelopment: boolean
}

/** A call of the console's page. */
export interface SentCookie {
  /** The session token. */
  cookie: string
  /** @throws ApiError `access-denied` unless the call has this token */
  requireToken(expected: string): void
  /** `Console-App` and `Console-Mode` */
  appId: string | undefined
  mode: string | undefined
  ipAddress: string
  /** The page asks by itself: no one uses it at the moment. */
  isIdle: boolean
}

/** The parts of a caller that this folder needs; handlers get more. */
interface ResolvedCaller {
  /** Absent for endpoints that are not about one app. */
  app?: { id: string }
  mode?: Mode
  /** ID of the key or person. */
  keyId: string
}

interface ResolvedKey extends ResolvedCaller {
  rights: readonly Right[]
}

export interface AdminOptions {
  handlers: Readonly<Record<string, AnyAdminHandler['answer']>>
  /** @throws {ApiError} for an invalid key */
  identifyKey(services: Services, sent: SentKey): Promise<ResolvedKey>
  /** @throws {ApiError} without a session, the console's token, or the right */
  identifyPerson: (services: Services, endpoint: AdminEndpoint, sent: SentCookie) => Promise<ResolvedCaller>
  trustProxyHops: number
  development: boolean
}

interface AnyAnswer {
  data: unknown
  contentType?: string
}

interface AnyAdminHandler {
  answer(
    services: Services,
    context: ResolvedCaller & { signal?: (() => AbortSignal) | undefined; ifMatch?: string | undefined },
    input: object,
  ): Promise<AnyAnswer>
}

type AdminRoute = Route<AdminEndpoint, AnyAdminHandler['answer']>

interface AnyEvents {
  list(input: object, data: unknown): readonly SecurityNote[]
}

const eventsOf: Readonly<Partial<Record<string, AnyEvents['list']>>> = adminEvents

/** A secret key does not belong in a page: only the console's own page may call, with its cookie. */
export function bindAdmin(app: Hono<AppEnv>, services: Services, { handlers, ...options }: AdminOptions): void {
  const methods = new Map<string, Set<string>>()
  for (const route of routesOf<AdminEndpoint, AdminRoute['answer']>(adminEndpoints, adminSchemas, handlers)) {
    const path = ADMIN_PATH + route.endpoint.path
    app.on(route.endpoint.method, path, answerAdmin(route, services, options))
    methods.set(path, (methods.get(path) ?? new Set()).add(route.endpoint.method))
  }
  for (const [path, allowed] of methods) app.all(path, methodNotAllowed([...allowed]))
}

/**
 * Always in this order: caller, rate limit, right, input, handler. Calls are limited by key or person, because a site's server has one IP
 * address; only invalid keys count per IP address.
 */
const answerAdmin =
  (
    { name: endpointName, endpoint, answer, input }: AdminRoute,
    services: Services,
    options: Omit<AdminOptions, 'handlers'>,
  ) =>
  async (context: Context<AppEnv>): Promise<Response> => {
    const ipAddress = callerIpAddress(context, options.trustProxyHops)
    const caller = callerOf(context, ipAddress)
    const cookie = readConsoleCookie(services, context)
    if (cookie !== null && context.req.header('x-api-key') !== undefined) throw new ApiError('two-credentials')
    const admin =
      cookie === null
        ? await byKey(context, endpoint, services, { ipAddress, options })
        : await byCookie(context, endpoint, services, { sent: { cookie, ipAddress }, options })
    // By ID: names of keys may be names of people.
    const actor = `${cookie === null ? 'admin key' : 'staff'} ${admin.keyId}`
    Object.assign(caller, { actor, ...(admin.app && { appId: admin.app.id, mode: admin.mode }) })
    const scoped = servicesOfRequest(services, caller)
    const checked = Object.assign({}, checkInput(input, await readInput(context, endpoint)), readParams(context))
    const signal = () => context.req.raw.signal
    const answered = await answer(scoped, { ...admin, signal, ifMatch: context.req.header('if-match') }, checked).catch(
      (thrown: unknown) => {
        throw toApiError(thrown)
      },
    )
    writeNotes(scoped.securityLog, eventsOf[endpointName]?.(checked, answered.data))
    return toResponse(context, services, endpoint, answered)
  }

async function byKey(
  context: Context<AppEnv>,
  endpoint: AdminEndpoint,
  services: Services,
  {
    ipAddress,
    options: { identifyKey, trustProxyHops, development },
  }: { ipAddress: string; options: Omit<AdminOptions, 'handlers'> },
): Promise<ResolvedKey> {
  const caller = await identifyKey(services, {
    key: context.req.header('x-api-key'),
    origin: context.req.header('origin'),
    ipAddress,
    // Behind a proxy every request comes from this machine.
    isOfDevelopment: development && trustProxyHops === 0 && isByLoopbackName(context),
  })
  if (endpoint.console || endpoint.scope === 'server') throw new ApiError('console-only')
  const wanted = new Set<string>([endpoint.right].flat())
  if (!caller.rights.some((right) => wanted.has(right))) throw new ApiError('right-missing')
  return caller
}

/** No other site can send such a call: `SameSite=Strict`, a same-origin request, and a token that only the console's page can read. */
async function byCookie<Caller extends ResolvedCaller>(
  context: Context<AppEnv>,
  endpoint: AdminEndpoint,
  services: Services,
  {
    sent,
    options: { identifyPerson },
  }: {
    sent: { cookie: string; ipAddress: string }
    options: {
      identifyPerson: (services: Services, endpoint: AdminEndpoint, sent: SentCookie) => Promise<Caller>
    }
  },
): Promise<Caller> {
  requireConsoleHost(services, context, sent.ipAddress)
  requireConsolePage(services, context)
  return identifyPerson(services, endpoint, {
    ...sent,
    requireToken: (expected) => requireConsoleToken(services, context, expected),
    appId: context.req.header('console-app'),
    mode: context.req.header('console-mode'),
    isIdle: context.req.header('console-idle') !== undefined,
  })
}

/** The person of a call with the cookie, for routes of the console outside of `adminEndpoints`. @throws ApiError as for all of its calls */
export async function requirePerson<Caller extends ResolvedCaller>(
  context: Context<AppEnv>,
  endpoint: AdminEndpoint,
  services: Services,
  options: {
    identifyPerson: (services: Services, endpoint: AdminEndpoint, sent: SentCookie) => Promise<Caller>
    trustProxyHops: number
  },
): Promise<Caller> {
  const cookie = readConsoleCookie(services, context)
  const hasKey = context.req.header('x-api-key') !== undefined
  if (cookie === null) throw new ApiError(hasKey ? 'console-only' : 'console-login-required')
  if (hasKey) throw new ApiError('two-credentials')
  return byCookie(context, endpoint, services, {
    sent: { cookie, ipAddress: callerIpAddress(context, options.trustProxyHops) },
    options,
  })
}

async function readInput(context: Context<AppEnv>, { method, body }: AdminEndpoint): Promise<object> {
  // The published client repeats the query in the body of a GET.
  if (method === 'GET') return context.req.query()
  if (body !== 'text') return readJsonBody(context.req.raw)
  const bytes = await readBytes(context.req.raw, IMPORT_MAX_BYTES)
  return { ...context.req.query(), content: decodeText(bytes) }
}

async function toResponse(
  context: Context<AppEnv>,
  services: Pick<Services, 'log'>,
  { answer }: AdminEndpoint,
  answered: AnyAnswer,
): Promise<Response> {
  if (answer === 'ok') return context.text('OK')
  if (answer !== 'text') return context.json(answered)
  const { data, contentType = 'text/plain' } = answered
  const stream = await streamOf(v.parse(fileParts, data), services)
  return context.body(stream, 200, { 'Content-Type': `${contentType}; charset=utf-8` })
}

/** The first part is read before the response begins: a refused read is an error then, and not a file that ends early. */
async function streamOf(
  parts: AsyncIterable<string>,
  { log }: Pick<Services, 'log'>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const all = parts[Symbol.asyncIterator]()
  let read = await all.next()
  return new ReadableStream({
    async pull(controller) {
      if (read.done === true) return controller.close()
      controller.enqueue(encoder.encode(read.value))
      await yieldToEventLoop()
      try {
        read = await all.next()
      } catch (error) {
        log.error({ reason: reasonOf(error) }, 'a file ended early')
        throw error
      }
    },
    cancel: async () => void (await all.return?.()),
  })
}
