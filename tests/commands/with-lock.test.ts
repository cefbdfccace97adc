import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withLock } from '../../commands/runtime/with-lock.mjs'
import { projectRoot, runNode } from '../support/run-process'
import { tempFolder } from '../support/temp-folder'
import { waitUntil } from '../support/wait-until'

const locking = pathToFileURL(join(projectRoot, 'commands/runtime/with-lock.mjs')).href

/**
 * Reads a counter, and writes it once all processes have arrived, inside or waiting: without the lock, all would have read the
 * same number.
 */
const countUp = (lock: string, counter: string, arrivals: string, count: number) =>
  `import { withLock } from '${locking}'
   import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
   const arrive = () => writeFileSync('${arrivals}/' + process.pid, '')
   await withLock('${lock}', async () => {
     const value = Number(readFileSync('${counter}', 'utf8'))
     arrive()
     while (readdirSync('${arrivals}').length < ${count}) await new Promise(setImmediate)
     writeFileSync('${counter}', String(value + 1))
   }, arrive)`

afterEach(() => void vi.useRealTimers())

describe('the lock between terminals', () => {
  it('lets one process in at a time', async () => {
    const folder = tempFolder()
    const [lock, counter] = [join(folder, 'sub/.lock'), join(folder, 'counter')]
    writeFileSync(counter, '0')
    const script = countUp(lock, counter, tempFolder(), 3)
    const start = () => runNode(['--input-type=module', '--eval', script])
    const ends = await Promise.all([start(), start(), start()].map((one) => one.ended))
    expect(ends.map((end) => end.code)).toEqual([0, 0, 0])
    expect(readFileSync(counter, 'utf8')).toBe('3')
    expect(existsSync(lock)).toBe(false)
  })

  it('is released when the work fails', async () => {
    const lock = join(tempFolder(), '.lock')
    await expect(withLock(lock, () => Promise.reject(new Error('broken build')))).rejects.toThrow('broken build')
    expect(await withLock(lock, () => Promise.resolve('next'))).toBe('next')
  })

  it('is taken over from a killed process', async () => {
    const lock = join(tempFolder(), '.lock')
    const holder = runNode([
      '--input-type=module',
      '--eval',
      `import { withLock } from '${locking}'
      await withLock('${lock}', () => { console.log('held'); return new Promise(() => setInterval(() => {}, 60000)) })`,
    ])
    await expect.poll(() => holder.output()).toContain('held')
    holder.child.kill('SIGKILL')
    await holder.ended
    expect(existsSync(lock)).toBe(true)
    expect(await withLock(lock, () => Promise.resolve('mine'))).toBe('mine')
  })

  it('is taken over from a silent holder, even if its process ID is in use again', async () => {
    const lock = join(tempFolder(), '.lock')
    writeFileSync(lock, JSON.stringify({ pid: process.pid, host: hostname() }))
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(lock, longAgo, longAgo)
    expect(await withLock(lock, () => Promise.resolve('mine'))).toBe('mine')
  })

  it('reports once that it waits', async () => {
    const lock = join(tempFolder(), '.lock')
    const lines: string[] = []
    let giveBack: (() => void) | undefined
    const first = withLock(lock, () => new Promise<void>((resolve) => (giveBack = resolve)))
    await waitUntil('it is held', () => giveBack !== undefined)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const second = withLock(
      lock,
      () => Promise.resolve(),
      () => lines.push('waiting'),
    )
    await vi.waitFor(() => expect(lines).toHaveLength(1))
    // More checks.
    await vi.advanceTimersByTimeAsync(1_000)
    giveBack?.()
    await vi.advanceTimersByTimeAsync(1_000)
    await Promise.all([first, second])
    expect(lines).toEqual(['waiting'])
  })
})
