import type { Context, Hono } from 'hono'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ADMIN_PATH, adminEndpoints } from '../../contract/admin/endpoints'
import type { AdminEndpoint } from '../../contract/admin/endpoints/admin-endpoint'
import { adminSchemas } from '../../contract/admin/schemas'
import { IMPORT_MAX_BYTES } from '../../contract/limits'
import { checkInput, toApiError } from '../lib/errors'
import { decodeText } from '../lib/text'
import { adminEvents } from './security-events'
import type { SecurityNote } from '../lib/security-log'
import type { AdminContext, AdminHandlers } from '../ports/admin-handler'
import type { Services } from '../ports/services'
import type { AppEnv } from './request'
import { callerAddress, callerOf } from './request'
import { identifySecretKey } from './identify-secret-key'
import { methodNotAllowed, readParams, routesOf } from './router'
import { readBytes, readJsonBody } from './body'
import { isByLoopbackName } from './cors'
import type { Route } from './router'
import { servicesOfRequest, writeNotes } from './logging'

/** What a handler whose own types are forgotten answers; see `bindEndpoints`. */
interface AnyAnswer {
  data: unknown
  contentType?: string
}

interface AnyAdminHandler {
  answer(services: Services, context: AdminContext, input: object): Promise<AnyAnswer>
}

type AdminRoute = Route<AdminEndpoint, AnyAdminHandler['answer']>

/** The events of an endpoint whose own types are forgotten. */
interface AnyEvents {
  list(input: object, data: unknown): readonly SecurityNote[]
}

const eventsOf: Readonly<Partial<Record<string, AnyEvents['list']>>> = adminEvents

/**
 * Makes a route of every endpoint of the admin API. A caller has a secret key; a browser is refused whatever it sends, and
 * nothing here carries CORS headers.
 */
export function bindAdmin(
  app: Hono<AppEnv>,
  services: Services,
  handlers: AdminHandlers,
  { trustProxyHops, development }: { trustProxyHops: number; development: boolean },
): void {
  const methods = new Map<string, Set<string>>()
  const options = { services, trustProxyHops, development }
  for (const route of routesOf<AdminEndpoint, AdminRoute['answer']>(adminEndpoints, adminSchemas, handlers)) {
    const path = ADMIN_PATH + route.endpoint.path
    app.on(route.endpoint.method, path, answerAdmin(route, options))
    methods.set(path, (methods.get(path) ?? new Set()).add(route.endpoint.method))
  }
  for (const [path, allowed] of methods) app.all(path, methodNotAllowed([...allowed]))
}

interface AnswerOptions {
  services: Services
  trustProxyHops: number
  development: boolean
}

/**
 * The order is the same for every endpoint: key, its limit, input; only then is a handler asked. Calls are limited by key and
 * not by address: a whole site's server is one address, and only keys that are none count against it.
 */
const answerAdmin =
  (
    { name: endpointName, endpoint, answer, input }: AdminRoute,
    { services, trustProxyHops, development }: AnswerOptions,
  ) =>
  async (context: Context<AppEnv>): Promise<Response> => {
    const address = callerAddress(context, trustProxyHops)
    const header = (name: string) => context.req.header(name)
    const caller = callerOf(context, address)
    const sent = {
      key: header('x-api-key'),
      origin: header('origin'),
      address,
      // Where a proxy is expected, a request may come from anywhere.
      isOfDevelopment: development && trustProxyHops === 0 && isByLoopbackName(context),
    }
    const admin = await identifySecretKey(services, sent)
    // By its ID: owners name keys as they like, after people too.
    Object.assign(caller, { appId: admin.app.id, mode: admin.mode, actor: `admin key ${admin.keyId}` })
    const scoped = servicesOfRequest(services, caller)
    const checked = Object.assign({}, checkInput(input, await readInput(context, endpoint)), readParams(context))
    const signal = () => context.req.raw.signal
    const answered = await answer(scoped, { ...admin, signal }, checked).catch((thrown: unknown) => {
      throw toApiError(thrown)
    })
    writeNotes(scoped.securityLog, eventsOf[endpointName]?.(checked, answered.data))
    return toResponse(context, endpoint, answered)
  }

async function readInput(context: Context<AppEnv>, { method, body }: AdminEndpoint): Promise<object> {
  // The published client sends a body with a GET, too: it says what the query says.
  if (method === 'GET') return context.req.query()
  if (body !== 'text') return readJsonBody(context.req.raw)
  const bytes = await readBytes(context.req.raw, IMPORT_MAX_BYTES)
  return { ...context.req.query(), content: decodeText(bytes) }
}

function toResponse(context: Context<AppEnv>, { answer }: AdminEndpoint, answered: AnyAnswer): Response {
  if (answer === 'ok') return context.text('OK')
  const { data, contentType = 'text/plain' } = answered
  if (answer === 'text' && Array.isArray(data))
    return context.body(streamOf(data), 200, { 'Content-Type': `${contentType}; charset=utf-8` })
  return context.json(answered)
}

/** Sends a text part by part: to encode all members of an app in one piece would hold the server's thread. */
function streamOf(parts: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const rest = parts.values()
  return new ReadableStream({
    async pull(controller) {
      await nextTurn()
      const { value, done } = rest.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
}
