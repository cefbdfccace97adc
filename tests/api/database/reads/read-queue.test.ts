import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ReadQueue, RecentUse } from '../../../../api/database/read-queue'
import { yieldToEventLoop } from '../../../../api/lib/concurrency'

const of = (app: string, network: string, ipAddress: string) => [app, network, ipAddress]

let now = 0
let use: RecentUse
let queue: ReadQueue<string>

beforeEach(() => {
  now = 0
  use = new RecentUse(() => now)
  queue = new ReadQueue(['the reader'], use)
})

afterEach(() => vi.useRealTimers())

/** Takes the only reader. */
const occupy = () => queue.take(of('app_0', 'n', '0'), [])

/** Releases the reader until nobody waits; the names in the order in which they got it. */
async function orderOf(reads: Record<string, Promise<string>>): Promise<string[]> {
  const order: string[] = []
  const all = Object.entries(reads).map(async ([name, read]) => {
    const reader = await read
    order.push(name)
    queue.release(reader)
  })
  queue.release('the reader')
  await Promise.all(all)
  return order
}

describe('a read that has the reader', () => {
  const flood = of('app_1', 'a', '1')
  const visitor = of('app_1', 'b', '2')

  test('is not driven away by those of a group that used more', async () => {
    use.add(flood, 100)
    await queue.take(visitor, [])
    void queue.take(flood, []).catch(() => {})
    expect(queue.isAwaited(visitor, 4)).toBe(false)
    expect(queue.isAwaited(visitor, 100)).toBe(true)
  })

  test('gives way to one of a group that used less, also if its own is new', async () => {
    use.add(visitor, 3)
    await queue.take(flood, [])
    expect(queue.isAwaited(flood, 4)).toBe(false)
    void queue.take(visitor, []).catch(() => {})
    expect(queue.isAwaited(flood, 2)).toBe(false)
    expect(queue.isAwaited(flood, 4)).toBe(true)
  })

  test('gives way to another of its caller', async () => {
    await queue.take(visitor, [])
    void queue.take(visitor, []).catch(() => {})
    expect(queue.isAwaited(visitor, 4)).toBe(true)
  })
})

describe('order', () => {
  test('of equal callers, the one that waits longest is next', async () => {
    await occupy()
    const reads = {
      first: queue.take(of('app_1', 'a', '1'), []),
      second: queue.take(of('app_2', 'b', '2'), []),
      third: queue.take(of('app_3', 'a', '1'), []),
    }
    expect(await orderOf(reads)).toEqual(['first', 'second', 'third'])
  })

  test('of callers without recent use, the one that wants less is next', async () => {
    await occupy()
    const many = Array.from({ length: 5 }, (_, index) => [`many ${index}`, queue.take(of('app_1', 'a', '1'), [])])
    const reads: Record<string, Promise<string>> = {
      ...Object.fromEntries(many),
      one: queue.take(of('app_1', 'b', '2'), []),
    }
    expect(await orderOf(reads)).toEqual(['one', ...many.map(([name]) => name)])
  })

  test('the app with the least demand is next, then the network, then the IP address', async () => {
    await occupy()
    use.add(of('busy', 'loud', '1'), 100)
    use.add(of('busy', 'quiet', '2'), 20)
    use.add(of('busy', 'quiet', '3'), 10)
    use.add(of('small', 'x', '4'), 50)
    const reads = {
      loud: queue.take(of('busy', 'loud', '1'), []),
      'new in the loud network': queue.take(of('busy', 'loud', '9'), []),
      quiet: queue.take(of('busy', 'quiet', '2'), []),
      quietest: queue.take(of('busy', 'quiet', '3'), []),
      'other app': queue.take(of('small', 'x', '4'), []),
    }
    expect(await orderOf(reads)).toEqual(['other app', 'quietest', 'quiet', 'new in the loud network', 'loud'])
  })

  test('ten addresses that sent twenty reads each wait behind a visitor who sent one', async () => {
    await occupy()
    const reads: Record<string, Promise<string>> = {}
    for (let address = 1; address <= 10; address += 1) {
      use.add(of('app_1', `198.51.${address}.0/24`, `198.51.${address}.1`), 4)
      for (let read = 0; read < 19; read += 1)
        reads[`${address} ${read}`] = queue.take(of('app_1', `198.51.${address}.0/24`, `198.51.${address}.1`), [])
    }
    reads['visitor'] = queue.take(of('app_1', '203.0.113.0/24', '203.0.113.1'), [])
    expect((await orderOf(reads))[0]).toBe('visitor')
  })

  test('half of the use is forgotten every five seconds', () => {
    use.add(['app_1', 'n'], 80)
    expect(use.of('app_1')).toBe(80)
    now = 5_000
    expect(use.of('app_1')).toBe(40)
    use.add(['app_1', 'm'], 10)
    expect(use.of('app_1')).toBe(50)
    expect(use.of('app_1\nn')).toBe(40)
    now = 10_000
    expect(use.of('app_1')).toBe(25)
    expect(use.of('app_2')).toBe(0)
  })

  test('only the groups that were idle longest are forgotten', () => {
    for (let group = 0; group < 10_001; group += 1) use.add([`app_${group}`], 1)
    expect(use.of('app_0')).toBe(0)
    expect(use.of('app_1')).toBe(1)
    expect(use.of('app_10000')).toBe(1)
  })
})

describe('a full queue', () => {
  const own = {
    code: 'too-many-requests',
    message: '20 of your queries are waiting for their turn. Please wait for their answers.',
    retryAfterSeconds: 2,
  }
  const busy = { code: 'server-busy', retryAfterSeconds: 2 }

  /** @returns how each ended, or null while it waits */
  function watch(reads: readonly Promise<string>[]): unknown[] {
    const ended: unknown[] = reads.map(() => null)
    for (const [index, read] of reads.entries())
      read.then(
        (reader) => (ended[index] = reader),
        (error: unknown) => (ended[index] = error),
      )
    return ended
  }

  test('refuses the twenty-first read of one caller, and says so', async () => {
    await occupy()
    const mine = watch(Array.from({ length: 20 }, () => queue.take(of('app_1', 'n', '1'), [])))
    await expect(queue.take(of('app_1', 'n', '1'), [])).rejects.toMatchObject(own)
    const neighbor = watch([queue.take(of('app_1', 'n', '2'), [])])
    await yieldToEventLoop()
    expect([...mine, ...neighbor]).toEqual(Array.from({ length: 21 }, () => null))
  })

  test('refuses the newest of the app, network and IP address with the most waiting reads, never a visitor of another', async () => {
    await occupy()
    const flood = Array.from({ length: 200 }, (_, index) =>
      queue.take(of('app_1', `n${index % 5}`, `${index % 20}`), []),
    )
    const seen = watch(flood)
    const visitor = watch([queue.take(of('app_1', 'home', 'me'), []), queue.take(of('app_2', 'n', '1'), [])])
    const refused = () => seen.filter((one) => one !== null)
    await vi.waitFor(() => expect(refused()).toHaveLength(2))
    await yieldToEventLoop()
    expect(visitor).toEqual([null, null])
    expect(refused()).toMatchObject([busy, busy])
  })

  test('refuses reads that came together one in each turn of the event loop', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await occupy()
    const ended = watch(Array.from({ length: 5 }, (_, index) => queue.take(of('app_1', 'n', `${index}`), [])))
    const refused = () => ended.filter((one) => one !== null).length
    vi.advanceTimersByTime(5_000)
    const refusedInTurns: number[] = []
    for (let before = 0; before < ended.length; before = refused()) {
      await nextTurn()
      if (refused() > before) refusedInTurns.push(refused() - before)
    }
    expect(refusedInTurns).toEqual([1, 1, 1, 1, 1])
  })

  test('refuses whom nobody served for five seconds, because of others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await occupy()
    const waiting = expect(queue.take(of('app_1', 'n', '1'), [])).rejects.toMatchObject(busy)
    await vi.advanceTimersByTimeAsync(5_000)
    await waiting
  })
})

test('who leaves while waiting is not served, and keeps nobody from it', async () => {
  const gone = new AbortController()
  await occupy()
  const left = queue.take(of('app_1', 'n', '1'), [gone.signal])
  const next = queue.take(of('app_1', 'n', '2'), [])
  gone.abort()
  await expect(left).rejects.toMatchObject({ code: 'client-closed-request' })
  queue.release('the reader')
  expect(await next).toBe('the reader')
  await expect(queue.take(of('app_1', 'n', '3'), [gone.signal])).rejects.toMatchObject({
    code: 'client-closed-request',
  })
})

describe.each(['owners', 'app_2'])('all of %s', (group) => {
  const visitor = of('app_1', 'a', '1')
  const one = (name: string) => [group, name]
  const isDone = async (read: Promise<string>) => {
    let done = false
    void read.then(() => (done = true))
    await yieldToEventLoop()
    return done
  }

  test('leave one of several readers to others, and wait for each other', async () => {
    const two = new ReadQueue(['one', 'two'], use)
    const first = await two.take(one('ann'), [])
    const second = two.take(one('bea'), [])
    const third = two.take(one('cleo'), [])
    expect(await isDone(second)).toBe(false)
    const reader = await two.take(visitor, [])
    expect(reader).not.toBe(first)
    two.release(reader)
    expect(await isDone(second)).toBe(false)
    two.release(first)
    expect(await isDone(second)).toBe(true)
    expect(await isDone(third)).toBe(false)
    const next = two.take(visitor, [])
    expect(await isDone(next)).toBe(true)
    two.release(await second)
    expect(await isDone(third)).toBe(true)
  })

  test('get the only reader, and another is next', async () => {
    await queue.take(one('ann'), [])
    const reads = { same: queue.take(one('bea'), []), other: queue.take(visitor, []) }
    use.add(one('ann'), 100)
    expect(await orderOf(reads)).toEqual(['other', 'same'])
  })
})
