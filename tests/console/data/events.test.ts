import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followEvents } from '../../../console/data/events'
import { gather } from '../../../console/data/live'
import { Failure } from '../../../console/lib/failure'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Opened = ReadableStreamDefaultController<Uint8Array>

/** @param refusals answers of the first attempts */
function open(refusals: readonly Failure[] = []) {
  const log: string[] = []
  const streams: Opened[] = []
  const rest = [...refusals]
  const end = followEvents({
    scope: { appId: 'app_a', mode: 'live' },
    spread: () => 1,
    onOpen: () => void log.push('open'),
    onClose: () => void log.push('closed'),
    onEvent: (kind) => void log.push(kind),
    client: {
      openStream(path, { scope, signal }) {
        log.push(`${path} ${scope.appId} ${scope.mode}`)
        const refusal = rest.shift()
        if (refusal) return Promise.reject(refusal)
        const stream = new ReadableStream<Uint8Array>({
          start(controller) {
            streams.push(controller)
            signal.addEventListener('abort', () => controller.error(signal.reason))
          },
        })
        return Promise.resolve(stream)
      },
    },
  })
  const say = async (text: string) => {
    streams.at(-1)?.enqueue(new TextEncoder().encode(text))
    await vi.advanceTimersByTimeAsync(0)
  }
  return { log, streams, say, end }
}

const CALL = '/events app_a live'
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('the stream of events', () => {
  it('is open from its first sign of life; known kinds are reported, also when a block arrives in parts', async () => {
    const { log, say, end } = open()
    await settle()
    expect(log).toEqual([CALL])
    await say('event: alive\ndata: \n\n')
    await say('event: mem')
    await say('ber\ndata: {"id":"mem_1"}\n\nevent: unknown\ndata: {}\n\nevent: job\r\ndata: {}\r\n\r\n')
    expect(log).toEqual([CALL, 'open', 'member', 'job'])
    end()
  })

  it('opens again after it ends', async () => {
    const { log, say, streams, end } = open()
    await settle()
    await say('event: alive\n\n')
    streams[0]?.close()
    await vi.advanceTimersByTimeAsync(999)
    expect(log).toEqual([CALL, 'open', 'closed'])
    await vi.advanceTimersByTimeAsync(1)
    await say('event: alive\n\n')
    expect(log.slice(3)).toEqual([CALL, 'open'])
    end()
  })

  it('waits longer after each failure, and as long as the server asks', async () => {
    const down = new Failure({ code: 'network-error', status: 0, message: 'No connection.' })
    const busy = new Failure({ code: 'too-many-requests', status: 429, message: 'Wait.', retryAfterSeconds: 20 })
    const { log, end } = open([down, down, busy])
    const calls = () => log.filter((line) => line === CALL).length
    await vi.advanceTimersByTimeAsync(1_999)
    expect(calls()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(calls()).toBe(2)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(calls()).toBe(3)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(calls()).toBe(3)
    await vi.advanceTimersByTimeAsync(1)
    expect(calls()).toBe(4)
    end()
  })

  it('is dead after a minute of silence', async () => {
    const { log, say, end } = open()
    await settle()
    await say('event: alive\n\n')
    await vi.advanceTimersByTimeAsync(59_000)
    await say('event: alive\n\n')
    await vi.advanceTimersByTimeAsync(59_999)
    expect(log).toEqual([CALL, 'open'])
    await vi.advanceTimersByTimeAsync(1_001)
    expect(log).toEqual([CALL, 'open', 'closed', CALL])
    end()
  })

  it('stays closed once it is ended', async () => {
    const { log, say, end } = open()
    await settle()
    await say('event: alive\n\n')
    end()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(log).toEqual([CALL, 'open'])
  })
})

it('the first event counts at once, many of the same kind at most every three seconds', async () => {
  const ran: string[] = []
  const gathered = gather((kind: string) => void ran.push(kind), 3_000)
  for (const kind of ['member', 'member', 'payment', 'member']) gathered.add(kind)
  expect(ran).toEqual(['member', 'payment'])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(ran).toEqual(['member', 'payment', 'member'])
  gathered.add('member')
  gathered.end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ran).toEqual(['member', 'payment', 'member'])
})
