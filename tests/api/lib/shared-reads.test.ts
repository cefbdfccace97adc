import { expect, test } from 'vitest'
import { createSharedReads } from '../../../api/lib/cache'

interface Page {
  text: string
  bytes: number | null
}

/** Reads end when the test ends them. */
function open(bytesMax = 10_000) {
  const share = createSharedReads<Page>({ bytesMax, sizeOf: ({ bytes }) => bytes })
  const reads: { key: string; end: (page: Page) => void; fail: (error: Error) => void }[] = []
  return {
    reads,
    ask: (key: string, isCurrent: (page: Page) => boolean | Promise<boolean> = () => true) =>
      share(key, {
        read: () => new Promise<Page>((end, fail) => reads.push({ key, end, fail })),
        isCurrent: async (page) => isCurrent(page),
      }),
  }
}

const page = (text: string, bytes: number | null = 10): Page => ({ text, bytes })
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('callers with one key share the read that is running, and its result later', async () => {
  const { ask, reads } = open()
  const asked = [ask('a'), ask('a'), ask('b')]
  expect(reads.map(({ key }) => key)).toEqual(['a', 'b'])
  reads[0]?.end(page('A'))
  reads[1]?.end(page('B'))
  expect((await Promise.all(asked)).map(({ text }) => text)).toEqual(['A', 'A', 'B'])
  expect((await ask('a')).text).toBe('A')
  expect(reads).toHaveLength(2)
})

test('a caller to whom the result is outdated reads again, once for all of them', async () => {
  const { ask, reads } = open()
  const first = ask('a')
  const later = [1, 2, 3].map(() => ask('a', ({ text }) => text !== 'old'))
  reads[0]?.end(page('old'))
  expect((await first).text).toBe('old')
  await turn()
  expect(reads).toHaveLength(2)
  reads[1]?.end(page('new'))
  expect((await Promise.all(later)).map(({ text }) => text)).toEqual(['new', 'new', 'new'])
})

test('results that are outdated as fast as they are read end in a read of one’s own', async () => {
  const { ask, reads } = open()
  const never = () => false
  void ask('a', never)
  reads[0]?.end(page('1'))
  await turn()
  const asked = ask('a', never)
  await turn()
  expect(reads).toHaveLength(2)
  reads[1]?.end(page('2'))
  expect((await asked).text).toBe('2')
})

test('a caller who looked at an older result does not bring it back', async () => {
  const { ask, reads } = open()
  const first = ask('a')
  reads[0]?.end(page('old'))
  await first
  let answer: (isCurrent: boolean) => void = () => {}
  const slow = ask('a', () => new Promise<boolean>((resolve) => (answer = resolve)))
  await turn()
  const fresh = ask('a', ({ text }) => text !== 'old')
  await turn()
  reads[1]?.end(page('new'))
  expect((await fresh).text).toBe('new')
  answer(true)
  expect((await slow).text).toBe('old')
  expect((await ask('a')).text).toBe('new')
  expect(reads).toHaveLength(2)
})

test('an error reaches who began the read; others read again', async () => {
  const { ask, reads } = open()
  const [first, second] = [ask('a'), ask('a')]
  reads[0]?.fail(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await turn()
  reads[1]?.end(page('A'))
  expect((await second).text).toBe('A')
})

test('keeps what was used last within its bytes, and nothing without a size', async () => {
  const { ask, reads } = open(10_000)
  const read = async (key: string, bytes: number | null) => {
    const [asked, before] = [ask(key), reads.length]
    reads.at(-1)?.end(page(key, bytes))
    await asked
    return before
  }
  const isKept = async (key: string) => {
    const before = reads.length
    const asked = ask(key)
    const found = reads.length === before
    reads.at(-1)?.end(page(key, null))
    await asked
    return found
  }
  await read('a', 3_000)
  await read('b', 3_000)
  expect(await isKept('a')).toBe(true)
  await read('c', 3_000)
  expect([await isKept('a'), await isKept('c'), await isKept('b')]).toEqual([true, true, false])
  await read('d', null)
  expect(await isKept('d')).toBe(false)
})
