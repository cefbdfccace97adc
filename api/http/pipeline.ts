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
import { networkGroups } from './rate-limits/limiter'
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
      const upload = endpoint.body ? uploads.enter({ memberId: caller.memberId ?? '', ipAddress }) : undefined
      try {
        const answered = await runHandler(route, context, { services, request, caller, body, upload })
        return isFile(endpoint, answered) ? answerFile(answered) : answerJson(context, request.origin, answered)
      } finally {
        upload?.leave()
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
  /** For endpoints that take files. */
  upload: Upload | undefined
}

async function runHandler(
  { name, endpoint, answer, input }: AnyRoute,
  context: Context<AppEnv>,
  { services, request, caller, body, upload }: Call,
): Promise<object> {
  const sent =
    endpoint.method === 'GET' ? context.req.query() : (body ?? (await readInput(context, endpoint, upload?.signal)))
  upload?.receive()
  const params = endpoint.path.includes(':') ? readParams(context) : null
  const checked = Object.assign({}, checkInput(input, sent), params)
  const scoped = servicesOfRequest(services, caller)
  const answered = await answer(scoped, request, checked)
  writeNotes(scoped.securityLog, eventsOf[name]?.(request, checked, answered))
  return answered
}

async function readInput(context: Context<AppEnv>, { body }: Endpoint, signal?: AbortSignal): Promise<object> {
  const request = context.req.raw
  if (body === 'bytes')
    return { ...context.req.query(), content: await readBytes(request, WORK_SAMPLE_CHUNK_MAX_BYTES, signal) }
  return body === 'multipart' ? readMultipartBody(request, signal) : readJsonBody(request)
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
/** The last slots are for networks with few uploads, also while those of others are processed. */
const LAST_SLOTS = { count: 6, networkMax: 2 }
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

interface Upload {
  /** Aborted with `server-busy` when the upload must give its slot to another network. */
  signal: AbortSignal
  /** Its body has arrived: from now on it keeps its slot. */
  receive(): void
  /** Releases the slot. */
  leave(): void
}

interface UploadLimiter {
  /**
   * Takes a slot or fails at once. If all are taken, the oldest upload of the network with the most, still arriving, gives way to a network
   * that has fewer.
   * @throws ApiError `too-many-requests`, `server-busy`
   */
  enter(uploader: Uploader): Upload
}

interface RunningUpload extends Uploader {
  /** /24 or /48: one attacker often has all of its IP addresses. */
  network: string
  isArriving: boolean
  stop: AbortController
}

/** Bounds the memory of uploads, from the first byte to the response. */
export function createUploadLimiter(): UploadLimiter {
  /** Oldest first. */
  const running = new Set<RunningUpload>()
  const count = (isCounted: (upload: RunningUpload) => boolean): number => [...running].filter(isCounted).length
  const ofNetwork = (network: string): number => count((upload) => upload.network === network)

  function freeSlot(network: string): void {
    const arriving = [...running].filter(({ isArriving }) => isArriving)
    const most = Math.max(0, ...arriving.map((upload) => ofNetwork(upload.network)))
    const oldest = arriving.find((upload) => ofNetwork(upload.network) === most)
    // Otherwise the two networks would take the slot from each other in turn.
    if (!oldest || most <= ofNetwork(network) + 1) throw uploadsOfAll()
    running.delete(oldest)
    oldest.stop.abort(uploadsOfAll())
  }

  return {
    enter(uploader) {
      const { memberId, ipAddress } = uploader
      if (count((upload) => upload.memberId === memberId) >= UPLOADS_MAX.member) throw uploadsOfCaller()
      if (count((upload) => upload.ipAddress === ipAddress) >= UPLOADS_MAX.ipAddress) throw uploadsOfCaller()
      const [network = ipAddress] = networkGroups(ipAddress)
      const isScarce = running.size >= UPLOADS_MAX.all - LAST_SLOTS.count
      if (isScarce && ofNetwork(network) >= LAST_SLOTS.networkMax) throw uploadsOfAll()
      if (running.size >= UPLOADS_MAX.all) freeSlot(network)
      const upload = { ...uploader, network, isArriving: true, stop: new AbortController() }
      running.add(upload)
      return {
        signal: upload.stop.signal,
        receive: () => void (upload.isArriving = false),
        leave: () => void running.delete(upload),
      }
    },
  }
}
