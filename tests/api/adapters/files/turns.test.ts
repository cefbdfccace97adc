import { expect, it } from 'vitest'
import { createTurns } from '../../../../api/adapters/files/turns'

const later = () => new Promise((resolve) => setImmediate(resolve))

it('work for one key runs in order and never together, also after a failure', async () => {
  const inTurn = createTurns()
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
  const all = await Promise.allSettled([inTurn('a', work('1')), inTurn('a', work('2', true)), inTurn('a', work('3'))])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(seen).toEqual(['1 begins', '1 ends', '2 begins', '2 ends', '3 begins', '3 ends'])
})

it('work for different keys does not wait', async () => {
  const inTurn = createTurns()
  let release = (): void => {}
  const first = inTurn('a', () => new Promise<void>((resolve) => (release = resolve)))
  expect(await inTurn('b', async () => 'done')).toBe('done')
  release()
  await first
})
