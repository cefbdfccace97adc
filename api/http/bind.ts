import type { Context, Hono } from 'hono'
import { endpoints } from '../../contract/endpoints'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import { PATH_MAX_CHARS, WORK_SAMPLE_CHUNK_MAX_BYTES } from '../../contract/limits'
import { schemas } from '../../contract/schemas'
import type { AnonymousContext, FileAnswer, Handlers, RequestContext } from '../ports/handler'
import type { Services } from '../ports/services'
import { answerFile } from './answer-file'
import { createAnswerJson } from './answer-json'
import type { AppEnv } from './app-env'
import { authenticate } from './authenticate'
import { callerAddress } from './caller-address'
import { callerOf } from './caller-of'
import { checkInput } from '../domain/check-input'
import { identifyApp } from '../domain/identify-app'
import { endpointEvents } from '../domain/security-events/endpoint-events'
import type { SecurityNote } from '../domain/security-events/security-note'
import { methodNotAllowed } from './method-not-allowed'
import { requireHttpOrigin } from './origin'
import { readBytes, readJsonBody } from './read-body'
import { readParams } from './read-params'
import { readMultipartBody } from './read-multipart'
import { requestHeader } from './request-header'
import { routesOf } from './routes-of'
import type { Route } from './routes-of'
import { createScope } from './services-of-request'
import { tellAll } from './tell-all'
import { toApiError } from '../domain/to-api-error'
import { createUploadGate } from './upload-gate'
import type { UploadGate } from './upload-gate'

export interface BindOptions {
  services: Services
  handlers: Handlers
  /** TRUST_PROXY */
  trustProxyHops: number
}

/** Makes a route of every endpoint of the contract, and answers `method-not-allowed` for the methods a path lacks. */
export function bindEndpoints(app: Hono<AppEnv>, { handlers, ...options }: BindOptions): void {
  const methods = new Map<string, Set<string>>()
  const uploads = createUploadGate()
  // Of two endpoints with one path, the one that asks for something in the query is asked first.
  const routes = routesOf<Endpoint, ClientRoute['answer']>(endpoints, schemas, handlers).toSorted(
    (one, other) => Number(!one.endpoint.query) - Number(!other.endpoint.query),
  )
  for (const route of routes) {
    const { method, path, query } = route.endpoint
    const answer = answerEndpoint(route, { ...options, uploads })
    app.on(method, path, query ? (context, next) => (carries(context, query) ? answer(context) : next()) : answer)
    methods.set(path, (methods.get(path) ?? new Set()).add(method))
  }
  for (const [path, allowed] of methods) app.all(path, methodNotAllowed([...allowed]))
}

const carries = (context: Context<AppEnv>, query: NonNullable<Endpoint['query']>): boolean =>
  Object.entries(query).every(([name, value]) => context.req.query(name) === value)

/**
 * A handler whose own types are forgotten: `bindEndpoints` handles all of them alike. Its method syntax lets every
 * `Handler<K>` pass for one; that the input fits is what `checkInput` and the tables of the contract guarantee.
 */
interface AnyHandler {
  answer(services: Services, request: RequestContext | AnonymousContext, input: object): Promise<object>
}

type ClientRoute = Route<Endpoint, AnyHandler['answer']>

/** What the security log is told of an endpoint whose own types are forgotten. */
interface AnyTeller {
  tell(request: RequestContext | AnonymousContext, input: object, answer: object): readonly SecurityNote[]
}

const tellers: Readonly<Partial<Record<string, AnyTeller['tell']>>> = endpointEvents

/** The order is the same for every endpoint: limit, app, member, input; only then is a handler asked. */
function answerEndpoint(
  { name, endpoint, answer, input }: ClientRoute,
  { services, trustProxyHops, uploads }: Omit<BindOptions, 'handlers'> & { uploads: UploadGate },
) {
  const scope = createScope(services)
  const tell = tellers[name]
  const hasParams = endpoint.path.includes(':')
  const answerJson = createAnswerJson(services.urls.api.startsWith('https:'))
  return async (context: Context<AppEnv>): Promise<Response> => {
    const address = callerAddress(context, trustProxyHops)
    const caller = callerOf(context, address)
    await services.rateLimiter.take('callsPerAddress', address)
    const request = await describeCaller(context, services, endpoint, address)
    const memberId = ('member' in request && request.member?.id) || ''
    if ('app' in request) {
      caller.appId = request.app.id
      caller.mode = request.mode
    }
    if (memberId !== '') caller.memberId = memberId
    const scoped = scope(caller)
    const answerInput = async () => {
      const sent = endpoint.method === 'GET' ? context.req.query() : await readInput(context, endpoint)
      const checked = Object.assign({}, checkInput(input, sent), hasParams ? readParams(context) : null)
      const answered = await answer(scoped, request, checked).catch(rethrow)
      if (tell) tellAll(scoped.securityLog, tell(request, checked, answered))
      return isFile(endpoint, answered) ? answerFile(answered) : answerJson(context, request.origin, answered)
    }
    // An async function that answers a promise waits for it twice.
    return await (endpoint.body ? uploads.run({ memberId, address }, answerInput) : answerInput())
  }
}

const isFile = (endpoint: Endpoint, _answered: object): _answered is FileAnswer => endpoint.answer === 'file'

async function readInput(context: Context<AppEnv>, { body }: Endpoint): Promise<object> {
  if (body === 'bytes')
    return { ...context.req.query(), content: await readBytes(context.req.raw, WORK_SAMPLE_CHUNK_MAX_BYTES) }
  return body === 'multipart' ? readMultipartBody(context.req.raw) : readJsonBody(context.req.raw)
}

/** Hono leaves alone what is thrown and is no Error; then no answer at all would come. */
function rethrow(thrown: unknown): never {
  throw toApiError(thrown)
}

async function describeCaller(
  context: Context<AppEnv>,
  services: Services,
  { access, app }: Endpoint,
  address: string,
): Promise<RequestContext | AnonymousContext> {
  const origin = requireHttpOrigin(requestHeader(context, 'origin'))
  const anonymous = {
    origin,
    address,
    path: (requestHeader(context, 'referring-path') ?? '/').slice(0, PATH_MAX_CHARS),
    mayTrack: requestHeader(context, 'sec-gpc') !== '1',
  }
  if (app === 'none') return anonymous
  const identified = await identifyApp(services.store.apps, {
    appId: requestHeader(context, 'x-app-id'),
    key: requestHeader(context, 'x-api-key'),
    origin,
  })
  const authentication = await authenticate(services, requestHeader(context, 'authorization'), access, identified)
  return {
    origin,
    address,
    path: anonymous.path,
    mayTrack: anonymous.mayTrack,
    app: identified.app,
    mode: identified.mode,
    member: authentication.member,
    callerPlans: authentication.callerPlans,
    tokenDigest: authentication.tokenDigest,
    visitorDigest: digestVisitor(services, context),
  }
}

/** 32 bytes, base64url. What is no token of ours is none: nobody else can have, or guess, a weak one. */
const VISITOR_TOKEN = /^[\w-]{43}$/u

function digestVisitor({ secrets }: Pick<Services, 'secrets'>, context: Context<AppEnv>): string | null {
  const token = requestHeader(context, 'x-visitor-token') ?? ''
  return VISITOR_TOKEN.test(token) ? secrets.digest(token) : null
}
