import type { Context, Hono } from 'hono'
import type { IncomingHttpHeaders } from 'node:http'
import * as v from 'valibot'
import { endpoints } from '../../contract/endpoints'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import { WORK_SAMPLE_CHUNK_MAX_BYTES } from '../../contract/limits'
import { schemas } from '../../contract/schemas'
import { ApiError, checkInput, toApiError } from '../lib/errors'
import type { Caller, SecurityNote } from '../lib/security-log'
import type { Services } from './services'
import { callerIpAddress, callerOf, headersOf, mediaType, readBytes, readJsonBody, readMultipartBody } from './request'
import { servicesOfRequest, writeNotes } from './logging'
import type { AppEnv, ResolvedCaller } from './request'
import { answerFile, createAnswerJson, type FileAnswer } from './responses'
import { methodNotAllowed, readParams, type Route, routesOf } from './router'
import { endpointEvents } from './security-log'

export interface SentCaller {
  headers: IncomingHttpHeaders
  /** IP address, as far as TRUST_PROXY trusts it. */
  ipAddress: string
  signal: () => AbortSignal
}

export interface BindOptions {
  services: Services
  handlers: Readonly<Record<string, AnyHandler['answer']>>
  /** @throws {ApiError} for a caller without access */
  resolveCaller(services: Services, endpoint: Endpoint, sent: SentCaller): Promise<ResolvedCaller>
  trustProxyHops: number
}

/** Untyped. The method syntax makes every `Handler<K>` assignable; `checkInput` and the contract's tables guarantee that the input fits. */
interface AnyHandler {
  answer(services: Services, request: ResolvedCaller, input: object): object | Promise<object>
}

interface AnyEvents {
  list(request: ResolvedCaller, input: object, answer: object): readonly SecurityNote[]
}

type AnyRoute = Route<Endpoint, AnyHandler['answer']>

const eventsOf: Readonly<Partial<Record<string, AnyEvents['list']>>> = endpointEvents

/** Also responds `method-not-allowed` for the other methods of each path. */
export function bindEndpoints(app: Hono<AppEnv>, { handlers, ...options }: BindOptions): void {
  const methods = new Map<string, Set<string>>()
  const uploads = createUploadLimiter()
  // If two endpoints share a path, the one with a required query is tried first.
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

/** Always in this order: rate limit, app, member, input, handler. */
function answerRoute(route: AnyRoute, { services, resolveCaller, trustProxyHops, uploads }: RouteOptions) {
  const { endpoint } = route
  const answerJson = createAnswerJson(services.urls.api.startsWith('https:'))
  return async (context: Context<AppEnv>): Promise<Response> => {
    const ipAddress = callerIpAddress(context, trustProxyHops)
    const caller = callerOf(context, ipAddress)
    try {
      await services.rateLimiter.take('callsPerAddress', ipAddress)
      const signal = () => context.req.raw.signal
      const { headers, body } = await readCall(context, endpoint)
      const request = await resolveCaller(services, endpoint, { headers, ipAddress, signal })
      addCaller(caller, request)
      const leave = endpoint.body && uploads.enter({ memberId: caller.memberId ?? '', ipAddress })
      try {
        const answered = await runHandler(route, context, { services, request, caller, body })
        return isFile(endpoint, answered) ? answerFile(answered) : answerJson(context, request.origin, answered)
      } finally {
        leave?.()
      }
    } catch (thrown) {
      // Hono only handles Errors; anything else would get no response.
      throw toApiError(thrown)
    }
  }
}

interface Call {
  services: Services
  request: ResolvedCaller
  caller: Caller
  /** If it has been read already. */
  body: object | undefined
}

async function runHandler(
  { name, endpoint, answer, input }: AnyRoute,
  context: Context<AppEnv>,
  { services, request, caller, body }: Call,
): Promise<object> {
  const sent = endpoint.method === 'GET' ? context.req.query() : (body ?? (await readInput(context, endpoint)))
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

interface SentCall {
  headers: IncomingHttpHeaders
  /** If the headers were in it, so that it had to be read first. */
  body?: object
}

/** A request that skips its preflight has our client's headers in its body. */
async function readCall(context: Context<AppEnv>, { skipsPreflight }: Endpoint): Promise<SentCall> {
  const headers = headersOf(context)
  if (!skipsPreflight || mediaType(context.req.raw) !== 'text/plain') return { headers }
  const { headers: inBody, ...body } = checkInput(
    simpleCall,
    await readJsonBody(context.req.raw, { type: 'text/plain' }),
  )
  return { headers: { ...headers, ...inBody }, body }
}

const header = v.optional(v.string())
/** No Authorization: a call with a session has its preflight. */
const simpleCall = v.looseObject({
  headers: v.optional(
    v.object({ 'x-app-id': header, 'x-api-key': header, 'x-user-agent': header, 'referring-path': header }),
    {},
  ),
})

function addCaller(caller: Caller, { app, mode, member }: ResolvedCaller): void {
  if (app) caller.appId = app.id
  if (mode) caller.mode = mode
  if (member) caller.memberId = member.id
}

const isFile = (endpoint: Endpoint, _answered: object): _answered is FileAnswer => endpoint.answer === 'file'

/** Each body takes up to 4 MB of memory and may arrive slowly, so one IP address must not take all slots. */
const UPLOADS_MAX = { member: 2, ipAddress: 6, all: 16 }
const RETRY_AFTER_SECONDS = 3

const uploadsOfCaller = (): ApiError =>
  new ApiError('too-many-requests', {
    message: 'Too many uploads at once. Please wait until one of yours is complete.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

const uploadsOfAll = (): ApiError => new ApiError('server-busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })

interface Uploader {
  memberId: string
  ipAddress: string
}

interface UploadLimiter {
  /** Takes a slot or fails at once. @returns the release function, to be called once @throws ApiError `too-many-requests`, `server-busy` */
  enter(uploader: Uploader): () => void
}

/** Bounds the memory of uploads, from the first byte to the response. */
export function createUploadLimiter(): UploadLimiter {
  const running = new Map<string, number>()
  const add = (key: string, change: 1 | -1): void => {
    const count = (running.get(key) ?? 0) + change
    if (count > 0) running.set(key, count)
    else running.delete(key)
  }
  return {
    enter({ memberId, ipAddress }) {
      const places = [
        { key: `member ${memberId}`, max: UPLOADS_MAX.member },
        { key: `ip ${ipAddress}`, max: UPLOADS_MAX.ipAddress },
        { key: 'all', max: UPLOADS_MAX.all },
      ]
      const full = places.find(({ key, max }) => (running.get(key) ?? 0) >= max)
      if (full) throw full.key === 'all' ? uploadsOfAll() : uploadsOfCaller()
      for (const { key } of places) add(key, 1)
      return () => {
        for (const { key } of places) add(key, -1)
      }
    },
  }
}
