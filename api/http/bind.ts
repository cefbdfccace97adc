import type { Context, Hono } from 'hono'
import { endpoints } from '../../contract/endpoints'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import { WORK_SAMPLE_CHUNK_MAX_BYTES } from '../../contract/limits'
import { schemas } from '../../contract/schemas'
import { toApiError } from '../domain/to-api-error'
import type { FileAnswer, Handlers } from '../ports/handler'
import type { Services } from '../ports/services'
import { answerFile } from './answer-file'
import { createAnswerJson } from './answer-json'
import type { AppEnv } from './app-env'
import { callerAddress } from './caller-address'
import { callerOf } from './caller-of'
import { createEndpointAnswer } from './endpoint-answer'
import type { AnyAnswer } from './endpoint-answer'
import { methodNotAllowed } from './method-not-allowed'
import { readBytes, readJsonBody } from './read-body'
import { readParams } from './read-params'
import { readMultipartBody } from './read-multipart'
import { headersOf } from './request-header'
import { routesOf } from './routes-of'
import type { Route } from './routes-of'
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
  const routes = routesOf<Endpoint, AnyAnswer>(endpoints, schemas, handlers).toSorted(
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

function answerRoute(
  route: Route<Endpoint, AnyAnswer>,
  { services, trustProxyHops, uploads }: Omit<BindOptions, 'handlers'> & { uploads: UploadGate },
) {
  const { endpoint } = route
  const hasParams = endpoint.path.includes(':')
  const answer = createEndpointAnswer(route, services, uploads)
  const answerJson = createAnswerJson(services.urls.api.startsWith('https:'))
  return async (context: Context<AppEnv>): Promise<Response> => {
    const address = callerAddress(context, trustProxyHops)
    try {
      const { origin, answered } = await answer({
        headers: headersOf(context),
        address,
        caller: callerOf(context, address),
        read: () => (endpoint.method === 'GET' ? context.req.query() : readInput(context, endpoint)),
        params: () => (hasParams ? readParams(context) : null),
        signal: () => context.req.raw.signal,
      })
      return isFile(endpoint, answered) ? answerFile(answered) : answerJson(context, origin, answered)
    } catch (thrown) {
      // Hono leaves alone what is thrown and is no Error; then no answer at all would come.
      throw toApiError(thrown)
    }
  }
}

const isFile = (endpoint: Endpoint, _answered: object): _answered is FileAnswer => endpoint.answer === 'file'

async function readInput(context: Context<AppEnv>, { body }: Endpoint): Promise<object> {
  if (body === 'bytes')
    return { ...context.req.query(), content: await readBytes(context.req.raw, WORK_SAMPLE_CHUNK_MAX_BYTES) }
  return body === 'multipart' ? readMultipartBody(context.req.raw) : readJsonBody(context.req.raw)
}
