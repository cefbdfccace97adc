import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pollChannels } from '../../../../api/features/comments/channel-watch'
import { migrate } from '../../../../api/database/migrate'
import { createImageColumn } from '../../../../api/database/db'
import { findChannelVersion, listChannelVersions, touchChannel } from '../../../../api/features/comments/repository'
import type { Channel } from '../../../../api/features/comments/repository'

import { LIVE_STREAMS_MAX, LIVE_STREAMS_PER_ADDRESS_MAX, LIVE_STREAMS_PER_APP_MAX } from '../../../../contract/limits'
import { emptyDatabase, engines } from '../../database/empty-database'

const channel = (channelKey: string, appId = 'app_demo'): Channel => ({ appId, mode: 'test', channelKey })
const address = (number: number) => `10.0.${Math.trunc(number / 250)}.${number % 250}`

/** Versions in memory, and the number of reads. */
function open(notificationsPerSecond?: number) {
  const versions = new Map<string, number>()
  const versionsOf = vi.fn(async (channels: readonly Channel[]) =>
    channels.map(({ channelKey }) => versions.get(channelKey) ?? 0),
  )
  const log = pino({ level: 'silent' })
  const watch = pollChannels({
    readVersions: versionsOf,
    log,
    ...(notificationsPerSecond && { notificationsPerSecond }),
  })
  return { versions, versionsOf, watch }
}

describe('the watch', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('reads all channels by one statement a second, and nothing without watchers', async () => {
    const { watch, versionsOf, versions } = open()
    const heard = vi.fn<(version: number) => void>()
    const ends = Array.from({ length: 1_000 }, (_, at) => watch.watch(channel(`c${at}`), address(at), heard))
    expect(versionsOf).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(versionsOf).toHaveBeenCalledTimes(5)
    expect(versionsOf.mock.lastCall?.[0]).toHaveLength(1_000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(heard).toHaveBeenCalledTimes(1_000)
    versions.set('c7', 3)
    await vi.advanceTimersByTimeAsync(1_100)
    expect(heard.mock.calls.slice(1_000)).toEqual([[3]])
    for (const end of ends) end?.()
    versionsOf.mockClear()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(versionsOf.mock.calls.length).toBeLessThanOrEqual(1)
  })

  test('spreads notifications of a busy channel, and leaves out versions that were overtaken', async () => {
    const { watch, versions } = open(100)
    const heard: number[][] = Array.from({ length: 300 }, () => [])
    for (const [at, list] of heard.entries())
      watch.watch(channel('busy'), address(at), (version) => void list.push(version))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(heard.every((list) => list.length === 1)).toBe(true)
    versions.set('busy', 1)
    await vi.advanceTimersByTimeAsync(1_500)
    const early = heard.filter((list) => list.includes(1)).length
    expect(early).toBeGreaterThan(0)
    expect(early).toBeLessThanOrEqual(150)
    versions.set('busy', 2)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(heard.every((list) => list.at(-1) === 2)).toBe(true)
    expect(heard.filter((list) => !list.includes(1)).length).toBeGreaterThan(0)
  })

  test('has a limit for an address and its networks, for an app and mode, and in all', () => {
    const { watch } = open()
    const take = (from: string, appId?: string) => watch.watch(channel('a', appId), from, () => {})
    const takeAll = (count: number, from: (at: number) => string, appId?: string) =>
      Array.from({ length: count }, (_, at) => take(from(at), appId)).filter((end) => end !== null)

    const ends = takeAll(LIVE_STREAMS_PER_ADDRESS_MAX + 5, () => '192.0.2.1')
    expect(ends).toHaveLength(LIVE_STREAMS_PER_ADDRESS_MAX)
    ends[0]?.()
    ends[0]?.()
    expect([take('192.0.2.1'), take('192.0.2.1')]).toEqual([expect.any(Function), null])
    for (const end of ends) end?.()

    const sameSite = (at: number) => `2001:db8:1:${(at % 256).toString(16)}::/64`
    expect(takeAll(1_000, sameSite)).toHaveLength(4 * LIVE_STREAMS_PER_ADDRESS_MAX)
    const wholeSite = (at: number) => `2001:db8:1:${(at * 64).toString(16)}::/64`
    expect(takeAll(1_000, wholeSite)).toHaveLength(4 * LIVE_STREAMS_PER_ADDRESS_MAX)

    const before = 8 * LIVE_STREAMS_PER_ADDRESS_MAX + 1
    expect(takeAll(LIVE_STREAMS_MAX, address)).toHaveLength(LIVE_STREAMS_PER_APP_MAX - before)
    const others = takeAll(LIVE_STREAMS_MAX, (at) => address(at + 5_000), 'app_other')
    expect(others).toHaveLength(LIVE_STREAMS_MAX - LIVE_STREAMS_PER_APP_MAX)
    expect(take('203.0.113.1', 'app_third')).toBeNull()
    others[0]?.()
    expect(take('203.0.113.1', 'app_third')).not.toBeNull()
  })
})

describe.each(engines)('%s', (engine) => {
  test('the versions of many channels come by one statement, in their order', async () => {
    const { db: kysely, lock } = await emptyDatabase(engine)
    await migrate(kysely, { lock })
    const db = { kysely, image: createImageColumn(''), cacheClock: () => 0 }
    for (const key of ['b', 'a', 'a']) await touchChannel(db, channel(key))
    await touchChannel(db, channel('a', 'app_other'))
    await touchChannel(db, channel('a'), 'typing')
    expect(
      await listChannelVersions(db, [
        channel('a'),
        channel('none'),
        channel('a', 'app_other'),
        channel('b'),
        channel('a'),
      ]),
    ).toEqual([3, 0, 1, 1, 3])
    expect(await listChannelVersions(db, [])).toEqual([])
    expect([await findChannelVersion(db, channel('a')), await findChannelVersion(db, channel('none'))]).toEqual([
      { version: 3, postsVersion: 2 },
      { version: 0, postsVersion: 0 },
    ])
    const many = Array.from({ length: LIVE_STREAMS_MAX }, (_, at) => channel(`many ${at}`))
    expect(await listChannelVersions(db, [...many, channel('b')])).toEqual([...many.map(() => 0), 1])
  })
})
