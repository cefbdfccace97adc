import type { Context, Hono } from 'hono'
import { endpoints } from '../../contract/endpoints'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import { WORK_SAMPLE_CHUNK_MAX_BYTES } from '../../contract/limits'
import { schemas } from '../../contract/schemas'
import { checkInput, toApiError } from '../lib/errors'
import type { Caller, SecurityNote } from '../lib/security-log'
import type { AnonymousContext, FileAnswer, Handlers, RequestContext } from '../ports/handler'
import type { Services } from '../ports/services'
import { readBytes, readJsonBody, readMultipartBody } from './body'
import { servicesOfRequest, writeNotes } from './logging'
import { callerAddress, callerOf, headersOf } from './request'
import type { AppEnv } from './request'
import { resolveCaller } from './resolve-caller'
import { answerFile, createAnswerJson } from './responses'
import { methodNotAllowed, readParams, routesOf } from './router'
import type { Route } from './router'
import { endpointEvents } from './security-events'
import { createUploadLimiter } from './upload-limiter'
import type { UploadLimiter } from './upload-limiter'

export interface BindOptions {
  services: Services
  handlers: Handlers
  /** TRUST_PROXY */
  trustProxyHops: number
}

/**
 * A handler whose own types are forgotten: all of them are handled alike. Its method syntax lets every `Handler<K>` pass for
 * one; that the input fits is what `checkInput` and the tables of the contract guarantee.
 */
interface AnyHandler {
  answer(services: Services, request: AnyContext, input: object): object | Promise<object>
}

/** The events of an endpoint whose own types are forgotten. */
interface AnyEvents {
  list(request: AnyContext, input: object, answer: object): readonly SecurityNote[]
}

type AnyContext = RequestContext | AnonymousContext
type AnyRoute = Route<Endpoint, AnyHandler['answer']>

const eventsOf: Readonly<Partial<Record<string, AnyEvents['list']>>> = endpointEvents

/** Makes a route of every endpoint of the contract, and answers `method-not-allowed` for the methods a path lacks. */
export function bindEndpoints(app: Hono<AppEnv>, { handlers, ...options }: BindOptions): void {
  const methods = new Map<string, Set<string>>()
  const uploads = createUploadLimiter()
  // Of two endpoints with one path, the one that asks for something in the query is asked first.
  const routes = routesOf<Endpoint, AnyHandler['answer']>(endpoints, schemas, handlers).toSorted(
    (one, other) => Number(!one.endpoint.query) - Number(!other.endpoint.query),
  )
  for (const route of routes) {
    const { method, path, query } = route.endpoint
    const answer = answerRoute(route, { ...options, uploads })
    app.on(method, path, query ? (context, next) => (carries(context, query) ? answer(context) : next()) : answer)
    methods.set(path, (methods.get(path) ?? new Set()).add(method))
  }
  for (const [path, allowed] of methods) app.all(path, methodNotAllowed([...allowed]))
}

const carries = (context: Context<AppEnv>, query: NonNullable<Endpoint['query']>): boolean =>
  Object.entries(query).every(([name, value]) => context.req.query(name) === value)

interface RouteOptions extends Omit<BindOptions, 'handlers'> {
  uploads: UploadLimiter
}

/** The order is the same for every endpoint: limit, app, member, input; only then does its handler run. */
function answerRoute(route: AnyRoute, { services, trustProxyHops, uploads }: RouteOptions) {
  const { endpoint } = route
  const answerJson = createAnswerJson(services.urls.api.startsWith('https:'))
  return async (context: Context<AppEnv>): Promise<Response> => {
    const address = callerAddress(context, trustProxyHops)
    const caller = callerOf(context, address)
    try {
      await services.rateLimiter.take('callsPerAddress', address)
      const signal = () => context.req.raw.signal
      const request = await resolveCaller(services, endpoint, { headers: headersOf(context), address, signal })
      addCaller(caller, request)
      const leave = endpoint.body && uploads.enter({ memberId: caller.memberId ?? '', address })
      try {
        const answered = await runHandler(route, context, { services, request, caller })
        return isFile(endpoint, answered) ? answerFile(answered) : answerJson(context, request.origin, answered)
      } finally {
        leave?.()
      }
    } catch (thrown) {
      // Hono leaves alone what is thrown and is no Error; then no answer at all would come.
      throw toApiError(thrown)
    }
  }
}

interface Call {
  services: Services
  request: AnyContext
  caller: Caller
}

async function runHandler(
  { name, endpoint, answer, input }: AnyRoute,
  context: Context<AppEnv>,
  { services, request, caller }: Call,
): Promise<object> {
  const sent = endpoint.method === 'GET' ? context.req.query() : await readInput(context, endpoint)
  const params = endpoint.path.includes(':') ? readParams(context) : null
  const checked = Object.assign({}, checkInput(input, sent), params)
  const scoped = servicesOfRequest(services, caller)
  const answered = await answer(scoped, request, checked)
  writeNotes(scoped.securityLog, eventsOf[name]?.(request, checked, answered))
  return answered
}

async function readInput(context: Context<AppEnv>, { body }: Endpoint): Promise<object> {
  if (body === 'bytes')
    return { ...context.req.query(), content: await readBytes(context.req.raw, WORK_SAMPLE_CHUNK_MAX_BYTES) }
  return body === 'multipart' ? readMultipartBody(context.req.raw) : readJsonBody(context.req.raw)
}

function addCaller(caller: Caller, request: AnyContext): void {
  if (!('app' in request)) return
  caller.appId = request.app.id
  caller.mode = request.mode
  if (request.member) caller.memberId = request.member.id
}

const isFile = (endpoint: Endpoint, _answered: object): _answered is FileAnswer => endpoint.answer === 'file'
