import { mkdirSync, renameSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { watchInputs } from '../../../commands/dev/watch-inputs.mjs'
import { tempFolder } from '../../support/temp-folder'
import { waitUntil } from '../../support/wait-until'

const QUIET_MS = 500

afterEach(() => void vi.useRealTimers())

/** Timers stand still; changes of files are real. */
async function setUp(work: () => Promise<void> = () => Promise.resolve()) {
  const folder = tempFolder()
  mkdirSync(join(folder, 'widget/lib'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '1')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let calls = 0
  let isSetUp = false
  const change = (): Promise<void> => {
    if (!isSetUp) return Promise.resolve()
    calls += 1
    return work()
  }
  const stop = watchInputs(folder, ['widget', 'package.json', 'not-there'], change, QUIET_MS)
  onTestFinished(stop)

  /** After all changes so far were reported: the system reports them in order. */
  const reported = (): Promise<void> =>
    new Promise((resolve) => {
      const watcher = watch(folder, (_event, name) => {
        if (name !== 'last.json') return
        watcher.close()
        void nextTurn().then(resolve)
      })
      writeFileSync(join(folder, 'last.json'), '')
    })
  // The system needs a moment to watch a folder recursively.
  await waitUntil('it watches', () => {
    writeFileSync(join(folder, 'widget/lib/first.ts'), '')
    return vi.getTimerCount() > 0
  })
  await reported()
  await vi.advanceTimersByTimeAsync(QUIET_MS)
  isSetUp = true
  return { folder, reported, calls: () => calls }
}

/** Until a change was noticed, then without further ones. */
async function noticed(): Promise<void> {
  await waitUntil('the change is noticed', () => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(QUIET_MS)
}

describe('watching the inputs', () => {
  it('calls once for a burst of changes, also deep in a folder', async () => {
    const { folder, reported, calls } = await setUp()
    for (const name of ['a', 'b', 'c']) {
      writeFileSync(join(folder, `widget/lib/${name}.ts`), name)
      await reported()
      await vi.advanceTimersByTimeAsync(QUIET_MS - 1)
    }
    expect(calls()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(calls()).toBe(1)
  })

  it('notices every replacement of a file by an editor', async () => {
    const { folder, calls } = await setUp()
    for (const round of [1, 2]) {
      writeFileSync(join(folder, 'draft'), String(round))
      renameSync(join(folder, 'draft'), join(folder, 'package.json'))
      await noticed()
      expect(calls()).toBe(round)
    }
  })

  it('ignores other files beside a watched one', async () => {
    const { folder, reported } = await setUp()
    writeFileSync(join(folder, 'other.json'), '2')
    await reported()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('calls once at a time, and once more for changes during a call', async () => {
    let running = 0
    let most = 0
    let end: (() => void) | undefined
    const { folder, calls } = await setUp(async () => {
      most = Math.max(most, (running += 1))
      await new Promise<void>((resolve) => (end = resolve))
      running -= 1
    })
    writeFileSync(join(folder, 'widget/a.ts'), '1')
    await noticed()
    expect(calls()).toBe(1)
    writeFileSync(join(folder, 'widget/a.ts'), '2')
    await noticed()
    expect(calls()).toBe(1)
    end?.()
    await noticed()
    expect(calls()).toBe(2)
    end?.()
    expect(most).toBe(1)
  })
})
