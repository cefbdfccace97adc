import type { Context, Hono } from 'hono'
import { endpoints } from '../../contract/endpoints'
import type { EndpointName } from '../../contract/endpoints'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import { PATH_MAX_CHARS } from '../../contract/limits'
import { schemas } from '../../contract/schemas'
import type { Input } from '../../contract/schemas'
import type { Handler, Handlers, RequestContext, RequestFor } from '../ports/handler'
import type { Services } from '../ports/services'
import type { AppEnv } from './app-env'
import { authenticate } from './authenticate'
import { callerAddress } from './caller-address'
import { checkInput } from './check-input'
import { identifyApp } from './identify-app'
import { methodNotAllowed } from './method-not-allowed'
import { requireHttpOrigin } from './origin'
import { readJsonBody } from './read-body'

export interface BindOptions {
  services: Services
  handlers: Handlers
  /** TRUST_PROXY */
  trustProxyHops: number
}

/** Makes a route of every endpoint of the contract, and answers `method-not-allowed` for the methods a path lacks. */
export function bindEndpoints(app: Hono<AppEnv>, options: BindOptions): void {
  const names = Object.keys(endpoints) as EndpointName[]
  for (const name of names) bindEndpoint(app, name, options)
  const methods = new Map<string, string[]>()
  for (const { path, method } of names.map((name): Endpoint => endpoints[name]))
    methods.set(path, [...(methods.get(path) ?? []), method])
  for (const [path, allowed] of methods) app.all(path, methodNotAllowed(allowed))
}

/** The order is the same for every endpoint: limit, app, member, input; only then is a handler asked. */
function bindEndpoint<K extends EndpointName>(app: Hono<AppEnv>, name: K, options: BindOptions): void {
  const { services, trustProxyHops } = options
  const endpoint: Endpoint = endpoints[name]
  const schema = schemas[name].input
  const handler = options.handlers[name] as Handler<K>
  app.on(endpoint.method, endpoint.path, async (context) => {
    const address = callerAddress(context, trustProxyHops)
    await services.rateLimiter.take('callsPerAddress', address)
    const request = await describeCaller(context, services, endpoint, address)
    const sent = endpoint.method === 'GET' ? context.req.query() : await readJsonBody(context.req.raw)
    const input = { ...checkInput(schema, sent), ...context.req.param() } as Input<K>
    // `authenticate` has refused a missing member where the endpoint's access demands one.
    const answer = await handler(services, request as RequestFor<K>, input)
    return context.json(answer)
  })
}

async function describeCaller(
  context: Context<AppEnv>,
  services: Services,
  { access }: Endpoint,
  address: string,
): Promise<RequestContext> {
  const header = (name: string) => context.req.header(name)
  const origin = requireHttpOrigin(header('origin'))
  const identified = await identifyApp(services.store.apps, {
    appId: header('x-app-id'),
    key: header('x-api-key'),
    origin,
  })
  const authentication = await authenticate(services, header('authorization'), access, identified)
  return {
    ...identified,
    ...authentication,
    origin,
    address,
    path: (header('referring-path') ?? '/').slice(0, PATH_MAX_CHARS),
    mayTrack: header('sec-gpc') !== '1',
  }
}
