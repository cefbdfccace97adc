import { getEventListeners } from 'node:events'
import type { RequestListener } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { networkError, offline, requestAborted, requestTimeout } from '../../../contract/browser-errors'
import { REQUEST_TIMEOUT_MS } from '../../../contract/limits'
import { callsTo, type CountingServer, startCountingServer } from './counting-server'

/** Why there is no response, as the caller sees it. */
let server: CountingServer | undefined

afterEach(() => {
  vi.useRealTimers()
  server?.stop()
})

const start = async (answer: RequestListener): Promise<CountingServer> => (server = await startCountingServer(answer))
const silent: RequestListener = () => {}

/** The error of such a call. */
const because = ({ code, message }: { code: string; message: string }) => ({
  name: 'MembershipError',
  code,
  message,
  statusCode: 0,
})

test('a server that is not there, or a browser that refuses, is a network error', async () => {
  const { apiUrl, stop } = await start(silent)
  stop()
  await expect(callsTo(apiUrl)('getApp', {})).rejects.toMatchObject(because(networkError))
})

test('a browser that knows that it is offline says so, under the code that published clients know', async () => {
  const { apiUrl, stop } = await start(silent)
  stop()
  await expect(callsTo(apiUrl, { isOffline: () => true })('getApp', {})).rejects.toMatchObject(because(offline))
  expect(offline.code).toBe('network-error')
})

test('a browser that only believes to be offline is still let try', async () => {
  const { apiUrl } = await start((_, response) => void response.end('{"data":null}'))
  expect(await callsTo(apiUrl, { isOffline: () => true })('getMember', {})).toEqual({ data: null })
})

test.each<[string, RequestListener]>([
  ['never answers', silent],
  ['stalls in the middle of its answer', (_, response) => void response.writeHead(200).write('{"data":')],
])('a server that %s is a time-out, and not offline', async (_, answer) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { apiUrl, arrived } = await start(answer)
  const ended = expect(callsTo(apiUrl, { isOffline: () => true })('getApp', {})).rejects.toMatchObject(
    because(requestTimeout),
  )
  await arrived(1)
  vi.advanceTimersByTime(REQUEST_TIMEOUT_MS)
  await ended
})

test('a call whose caller gives it up says that', async () => {
  const { apiUrl, arrived } = await start(silent)
  const giveUp = new AbortController()
  const ended = expect(callsTo(apiUrl)('getApp', {}, { signal: giveUp.signal })).rejects.toMatchObject(
    because(requestAborted),
  )
  await arrived(1)
  giveUp.abort()
  await ended
})

test('a call that is given up before it starts sends nothing', async () => {
  const { apiUrl, seen } = await start((_, response) => void response.end('{"data":null}'))
  const call = callsTo(apiUrl)
  const givenUp = call('getApp', {}, { signal: AbortSignal.abort() })
  await expect(givenUp).rejects.toMatchObject(because(requestAborted))
  await call('getMember', {})
  expect(seen).toEqual(['GET /member'])
})

test('a signal that ends after the answer changes nothing, and is no longer listened to', async () => {
  const { apiUrl } = await start((_, response) => void response.end('{"data":null}'))
  const { signal } = new AbortController()
  expect(await callsTo(apiUrl)('getMember', {}, { signal })).toEqual({ data: null })
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
