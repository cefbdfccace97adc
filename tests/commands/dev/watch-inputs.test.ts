import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { watchInputs } from '../../../commands/dev/watch-inputs.mjs'
import { tempFolder } from '../../support/temp-folder'

/** Long enough that a busy machine reports a burst of changes without a pause. */
const QUIET_MS = 500

async function setUp(work: () => Promise<void> = () => Promise.resolve()) {
  const folder = tempFolder()
  mkdirSync(join(folder, 'widget/lib'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '1')
  writeFileSync(join(folder, 'other.json'), '1')
  let calls = 0
  const change = (): Promise<void> => {
    calls += 1
    return work()
  }
  const stop = watchInputs(folder, ['widget', 'package.json', 'not-there'], change, QUIET_MS)
  onTestFinished(stop)
  // The system needs a moment to watch a folder recursively.
  await sleep(QUIET_MS)
  return { folder, calls: () => calls }
}

describe('watching the inputs', () => {
  it('calls once for a burst of changes, also deep in a folder', async () => {
    const { folder, calls } = await setUp()
    for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, `widget/lib/${name}.ts`), name)
    await expect.poll(calls).toBe(1)
    await sleep(2 * QUIET_MS)
    expect(calls()).toBe(1)
  })

  it('notices every replacement of a file by an editor', async () => {
    const { folder, calls } = await setUp()
    for (const round of [1, 2]) {
      writeFileSync(join(folder, 'draft'), String(round))
      renameSync(join(folder, 'draft'), join(folder, 'package.json'))
      await expect.poll(calls).toBe(round)
    }
  })

  it('ignores other files beside a watched one', async () => {
    const { folder, calls } = await setUp()
    writeFileSync(join(folder, 'other.json'), '2')
    await sleep(2 * QUIET_MS)
    expect(calls()).toBe(0)
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
    await expect.poll(calls).toBe(1)
    writeFileSync(join(folder, 'widget/a.ts'), '2')
    await sleep(2 * QUIET_MS)
    expect(calls()).toBe(1)
    end?.()
    await expect.poll(calls).toBe(2)
    end?.()
    expect(most).toBe(1)
  })
})
