import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createFairQueue, releaseSlot } from '../../../api/http/fair-queue'

/** Sends requests into a queue and records their order. */
function open() {
  const queue = createFairQueue()
  const started: string[] = []
  const send = (name: string, address: string, method = 'POST', complete = true) => {
    const incoming = { method, complete }
    const outgoing = Object.assign(new EventEmitter(), { destroyed: false })
    queue.run(address, incoming, outgoing, () => started.push(name))
    return {
      incoming,
      outgoing,
      finish: () => void outgoing.emit('close'),
      leave: () => {
        outgoing.destroyed = true
        outgoing.emit('close')
      },
    }
  }
  return { started, send }
}

const turns = async (count: number) => {
  for (let index = 0; index < count; index += 1) await turn()
}

test('a single request starts at once', () => {
  const { started, send } = open()
  send('post', 'a')
  send('get', 'a', 'GET')
  expect(started).toEqual(['post', 'get'])
})

test('a read passes any number of writes of other callers, and waits for two a turn at most', async () => {
  const { started, send } = open()
  for (let index = 0; index < 80; index += 1) send(`write ${index}`, `caller ${index}`)
  expect(started).toHaveLength(1)
  await turn()
  send('read', 'reader', 'GET')
  expect(started.at(-1)).toBe('read')
  expect(started).toHaveLength(4)
  await turns(60)
  expect(started).toHaveLength(81)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('short turns start more reads each time, a long turn halves them', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const { started, send } = open()
  const startedIn = async () => {
    const before = started.length
    await turn()
    return started.length - before
  }
  for (let index = 0; index < 200; index += 1) send(`read ${index}`, `caller ${index}`, 'GET')
  expect(started).toHaveLength(2)
  const growing = [await startedIn(), await startedIn(), await startedIn()]
  expect(growing).toEqual([3, 4, 5])
  now += 15
  expect(await startedIn()).toBe(3)
})

test('callers take turns: a flood of one address is behind the first request of another', async () => {
  const { started, send } = open()
  for (let index = 0; index < 500; index += 1) send('flood', 'a', 'GET').finish()
  send('other', 'b', 'GET')
  await turns(3)
  expect(started.indexOf('other')).toBeGreaterThan(0)
  expect(started.indexOf('other')).toBeLessThan(20)
})

test('one IP address runs 16 at a time; the next starts when one is answered, disconnects, becomes a stream or takes long', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { started, send } = open()
  const sent = Array.from({ length: 22 }, (_, index) => send(String(index), 'a', 'GET'))
  await turns(10)
  expect(started).toHaveLength(16)
  sent[0]?.finish()
  sent[1]?.leave()
  releaseSlot(sent[2]?.outgoing ?? {})
  releaseSlot(sent[2]?.outgoing ?? {})
  await turns(10)
  expect(started).toHaveLength(19)
  sent[20]?.leave()
  vi.advanceTimersByTime(999)
  await turns(5)
  expect(started).toHaveLength(19)
  vi.advanceTimersByTime(1)
  await turns(5)
  expect(started).toEqual(Array.from({ length: 22 }, (_, index) => String(index)).filter((name) => name !== '20'))
})

test('a request whose body is still arriving counts until it has arrived: one IP address has 16 unfinished bodies', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { started, send } = open()
  const sent = Array.from({ length: 18 }, (_, index) => send(String(index), 'a', 'POST', false))
  send('other', 'b')
  await turns(20)
  vi.advanceTimersByTime(60_000)
  await turns(20)
  expect(started).toHaveLength(17)
  expect(started).toContain('other')
  sent[0]!.incoming.complete = true
  vi.advanceTimersByTime(1_000)
  await turns(5)
  expect(started).toHaveLength(18)
  sent[1]!.leave()
  await turns(5)
  expect(started).toHaveLength(19)
})
