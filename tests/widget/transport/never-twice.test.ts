import type { RequestListener } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '../../../contract/endpoints/endpoint'
import { membershipEndpoints, type MembershipEndpointName } from '../../../contract/endpoints/membership'
import { REQUEST_TIMEOUT_MS } from '../../../contract/limits'
import { callsTo, type CountingServer, startCountingServer } from './counting-server'

/** No call is repeated automatically: that could create a second sign-up, purchase or comment. */
let server: CountingServer | undefined

afterEach(() => {
  vi.useRealTimers()
  server?.stop()
})

const rows: [string, Endpoint][] = Object.entries(membershipEndpoints)
const isName = (name: string): name is MembershipEndpointName => name in membershipEndpoints

/** Once for every endpoint of the contract. */
const once = rows.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/gu, 'x')}`).toSorted()

/** Calls every endpoint with values in its path and body. @returns the error codes */
async function callAll(apiUrl: string, giveUp?: Promise<void>): Promise<Set<unknown>> {
  // This server ignores the input, but the compiler needs that of the endpoint.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const call = callsTo(apiUrl) as unknown as (name: string, input: object, options: object) => Promise<unknown>
  const codes = rows.map(([name, { path }]) => {
    if (!isName(name)) throw new Error(name)
    const parameters = [...path.matchAll(/:(\w+)/gu)].map(([, parameter]) => [parameter, 'x'])
    const giving = new AbortController()
    void giveUp?.then(() => giving.abort())
    const ended = call(name, { ...Object.fromEntries(parameters), a: 1 }, { signal: giving.signal })
    return ended.then(
      () => 'answered',
      (error: unknown) => Reflect.get(Object(error), 'code') as unknown,
    )
  })
  return new Set(await Promise.all(codes))
}

const answer =
  (status: number, headers: Record<string, string>, body: string): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)

test.each<[trouble: string, code: string, answer: RequestListener]>([
  ['is cut off', 'network-error', ({ socket }) => void socket.resetAndDestroy()],
  ['is broken', 'unknown-error', answer(500, {}, '')],
  ['has a gateway without a server', 'unknown-error', answer(502, {}, '<h1>Bad gateway</h1>')],
  [
    'is overloaded, and says when to come back',
    'service-unavailable',
    answer(503, { 'Retry-After': '0' }, '{"code":"service-unavailable","message":"Later."}'),
  ],
  [
    'has had too many requests, and says when to come back',
    'too-many-requests',
    answer(429, { 'Retry-After': '0' }, '{"code":"too-many-requests","message":"Wait.","retryAfterSeconds":0}'),
  ],
  ['has waited too long for the request', 'unknown-error', answer(408, {}, '')],
  ['answers what makes no sense', 'unknown-error', answer(200, {}, '<h1>Wi-Fi login</h1>')],
])('no endpoint is asked again where the server %s', async (_, code, listener) => {
  server = await startCountingServer(listener)
  expect([...(await callAll(server.apiUrl))]).toEqual([code])
  expect(server.seen.toSorted()).toEqual(once)
})

test('no endpoint is asked again after a time-out', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server = await startCountingServer(() => {})
  const codes = callAll(server.apiUrl)
  await server.arrived(once.length)
  vi.advanceTimersByTime(REQUEST_TIMEOUT_MS)
  expect([...(await codes)]).toEqual(['request-timeout'])
  expect(server.seen.toSorted()).toEqual(once)
})

test('no endpoint is asked again after its caller gave up', async () => {
  server = await startCountingServer(() => {})
  const codes = callAll(server.apiUrl, server.arrived(once.length))
  expect([...(await codes)]).toEqual(['request-aborted'])
  expect(server.seen.toSorted()).toEqual(once)
})
