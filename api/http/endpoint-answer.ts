import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import { checkInput } from '../domain/check-input'
import { endpointEvents } from '../domain/security-events/endpoint-events'
import type { SecurityNote } from '../domain/security-events/security-note'
import { once } from '../ports/awaitable'
import type { Awaitable } from '../ports/awaitable'
import type { AnonymousContext, RequestContext } from '../ports/handler'
import type { Caller } from '../ports/security-log'
import type { Services } from '../ports/services'
import { describeCaller } from './describe-caller'
import type { Route } from './routes-of'
import { createScope } from './services-of-request'
import { tellAll } from './tell-all'
import type { UploadGate } from './upload-gate'

/** A request to an endpoint, whichever way it came in. */
export interface EndpointCall {
  headers: IncomingHttpHeaders
  /** See `callerAddress`. */
  address: string
  /** What becomes known of who asks is written into it. */
  caller: Caller
  /** Reads the query or the body; asked once who asks is known and may. */
  read(): Awaitable<object>
  /** The parameters of the path; null where it has none. */
  params(): object | null
  /** See `RequestContext`. */
  signal?(): AbortSignal
}

/** @property origin the caller's, checked; null without one */
export interface EndpointAnswer {
  origin: string | null
  answered: object
}

/**
 * A handler whose own types are forgotten: all of them are handled alike. Its method syntax lets every `Handler<K>` pass for
 * one; that the input fits is what `checkInput` and the tables of the contract guarantee.
 */
interface AnyHandler {
  answer(services: Services, request: RequestContext | AnonymousContext, input: object): Awaitable<object>
}

export type AnyAnswer = AnyHandler['answer']

/** What the security log is told of an endpoint whose own types are forgotten. */
interface AnyTeller {
  tell(request: RequestContext | AnonymousContext, input: object, answer: object): readonly SecurityNote[]
}

const tellers: Readonly<Partial<Record<string, AnyTeller['tell']>>> = endpointEvents

/**
 * The order is the same for every endpoint: limit, app, member, input; only then is a handler asked.
 * @returns its answer is there at once where nothing had to be waited for, and then so is its error, thrown
 */
export function createEndpointAnswer(
  { name, endpoint, answer, input }: Route<Endpoint, AnyAnswer>,
  services: Services,
  uploads: UploadGate,
): (call: EndpointCall) => Awaitable<EndpointAnswer> {
  const scope = createScope(services)
  const tell = tellers[name]
  const handle = (request: RequestContext | AnonymousContext, call: EndpointCall): Awaitable<EndpointAnswer> => {
    const scoped = scope(call.caller)
    return once(call.read(), (sent) => {
      const checked = Object.assign({}, checkInput(input, sent), call.params())
      return once(answer(scoped, request, checked), (answered) => {
        if (tell) tellAll(scoped.securityLog, tell(request, checked, answered))
        return { origin: request.origin, answered }
      })
    })
  }
  const upload = async (request: RequestContext | AnonymousContext, call: EndpointCall): Promise<EndpointAnswer> => {
    const leave = uploads.enter({ memberId: call.caller.memberId ?? '', address: call.address })
    try {
      return await handle(request, call)
    } finally {
      leave()
    }
  }
  return (call) =>
    once(services.rateLimiter.take('callsPerAddress', call.address), () =>
      once(describeCaller(services, endpoint, call), (request) => {
        noteCaller(call.caller, request)
        return endpoint.body ? upload(request, call) : handle(request, call)
      }),
    )
}

function noteCaller(caller: Caller, request: RequestContext | AnonymousContext): void {
  if (!('app' in request)) return
  caller.appId = request.app.id
  caller.mode = request.mode
  if (request.member) caller.memberId = request.member.id
}
