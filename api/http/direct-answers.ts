import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { endpoints } from '../../contract/endpoints'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import { schemas } from '../../contract/schemas'
import { httpOrigin } from '../features/apps/identify-app'
import { toApiError } from '../domain/to-api-error'
import { once } from '../ports/awaitable'
import type { Awaitable } from '../ports/awaitable'
import type { Metrics } from '../ports/metrics'
import { createAnswerHeaders } from './answer-headers'
import type { BindOptions } from './bind'
import { addressBehind } from './caller-address'
import { createEndpointAnswer } from './endpoint-answer'
import type { AnyAnswer, EndpointAnswer, EndpointCall } from './endpoint-answer'
import { errorBody, retryAfter } from './error-body'
import { noteError } from './note-error'
import { requestHeader } from './request-header'
import { logRequest } from './request-log'
import { requestIdOf } from './request-id'
import { routesOf } from './routes-of'
import { createUploadGate } from './upload-gate'

/** Answers a request, or says that it does not and has left it alone. */
export type DirectAnswers = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

interface DirectOptions extends BindOptions {
  /** Null where nobody may read them. */
  metrics: Metrics | null
}

/**
 * Answers what is asked by its path alone straight on `node:http`: there the way through the framework takes longer than all that a
 * session read looks up. Whatever else comes, and whatever is not written in the plainest way, is left to the framework; what is
 * answered here says the same, in every header and in every log.
 */
export function createDirectAnswers(options: DirectOptions): DirectAnswers {
  const { handlers, services } = options
  const answers = new Map<string, ReturnType<typeof answerDirectly>>()
  const uploads = createUploadGate()
  for (const route of routesOf<Endpoint, AnyAnswer>(endpoints, schemas, handlers))
    if (isPlainRoute(route.endpoint)) {
      const answer = createEndpointAnswer(route, services, uploads)
      answers.set(route.endpoint.path, answerDirectly(route.endpoint, answer, options))
    }
  return (incoming, outgoing) => {
    const answer = incoming.method === 'GET' ? answers.get(incoming.url ?? '') : undefined
    if (!answer || !isPlainRequest(incoming.headers)) return false
    try {
      answer(incoming, outgoing)
    } catch (error) {
      outgoing.destroy(error instanceof Error ? error : undefined)
    }
    return true
  }
}

const isPlainRoute = ({ method, path, query, answer }: Endpoint): boolean =>
  method === 'GET' && answer !== 'file' && !query && !path.includes(':')

/** A name or an IPv4 address, with no port or one of four or five figures. Whether others are right is for the framework to say. */
const PLAIN_HOST = /^[\d.a-z-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/u

const isPlainRequest = (headers: IncomingHttpHeaders): boolean =>
  PLAIN_HOST.test(headers.host ?? '') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

interface Written {
  status: number
  headers: string[]
  body: string
}

function answerDirectly(
  { path }: Endpoint,
  answer: (call: EndpointCall) => Awaitable<EndpointAnswer>,
  { services, metrics, trustProxyHops }: DirectOptions,
) {
  const route = `GET ${path}`
  const pattern = () => path
  const headersOf = createAnswerHeaders(services.urls.api.startsWith('https:'))
  const refuse = (thrown: unknown, { headers, caller }: EndpointCall, requestId: string): Written => {
    const error = toApiError(thrown)
    noteError(services, error, { requestId, caller: () => caller })
    const written = headersOf(requestId, httpOrigin(requestHeader(headers, 'origin')))
    const seconds = retryAfter(error)
    if (seconds !== undefined) written.push('Retry-After', String(seconds))
    return { status: error.status, headers: written, body: JSON.stringify(errorBody(error)) }
  }
  return ({ headers, socket }: IncomingMessage, outgoing: ServerResponse): void => {
    const startedAt = performance.now()
    const requestId = requestIdOf(requestHeader(headers, 'x-request-id'))
    metrics?.requestBegan()
    const address = addressBehind(trustProxyHops, headers, socket)
    const call = { headers, address, caller: { requestId, address, route }, read: nothing, params: nothing }
    const write = ({ status, headers: written, body }: Written): void => {
      metrics?.requestEnded({ route, status, seconds: (performance.now() - startedAt) / 1000 })
      logRequest(services.log, { requestId, method: 'GET', path, pattern, status, startedAt })
      written.push('Content-Length', String(Buffer.byteLength(body)))
      outgoing.writeHead(status, written).end(body)
    }
    const said = attempt(
      () =>
        once(answer(call), ({ origin, answered }) => ({
          status: 200,
          headers: headersOf(requestId, origin),
          body: JSON.stringify(answered),
        })),
      (thrown) => refuse(thrown, call, requestId),
    )
    if (said instanceof Promise) said.then(write).catch((error: Error) => outgoing.destroy(error))
    else write(said)
  }
}

/** What is thrown, at once or later, becomes an answer, too. */
function attempt<T>(work: () => Awaitable<T>, refuse: (thrown: unknown) => T): Awaitable<T> {
  try {
    const done = work()
    return done instanceof Promise ? done.catch(refuse) : done
  } catch (thrown) {
    return refuse(thrown)
  }
}

const nothing = () => ({})
