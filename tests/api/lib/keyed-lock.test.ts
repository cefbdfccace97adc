import { expect, it } from 'vitest'
import { createKeyedLock } from '../../../api/lib/concurrency'

const later = () => new Promise((resolve) => setImmediate(resolve))

it('work for one key runs in order and never together, also after a failure', async () => {
  const { withLock } = createKeyedLock()
  const seen: string[] = []
  const work =
    (name: string, fails = false) =>
    async () => {
      seen.push(`${name} begins`)
      await later()
      seen.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }
  const all = await Promise.allSettled([
    withLock('a', work('1')),
    withLock('a', work('2', true)),
    withLock('a', work('3')),
  ])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(seen).toEqual(['1 begins', '1 ends', '2 begins', '2 ends', '3 begins', '3 ends'])
})

it('work for different keys does not wait', async () => {
  const { withLock } = createKeyedLock()
  let release = (): void => {}
  const first = withLock('a', () => new Promise<void>((resolve) => (release = resolve)))
  expect(await withLock('b', async () => 'done')).toBe('done')
  release()
  await first
})
