import { expect, test } from 'vitest'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { aGate } from '../../support/a-gate'
import { aMemberRow } from './a-member-row'
import { openTestStore } from './open-test-store'

test('a transaction that throws leaves nothing', async () => {
  const store = await openTestStore()
  const work = store.transaction(async ({ members }) => {
    await members.insert(aMemberRow())
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await store.members.findById('mem_sb_1')).toBeNull()
  await store.members.insert(aMemberRow())
})

test('a taken unique value rolls the transaction back and the store continues', async () => {
  const store = await openTestStore()
  await store.members.insert(aMemberRow())
  const work = store.transaction(async ({ members }) => {
    await members.update('mem_sb_1', { verified: true })
    await members.insert(aMemberRow({ id: 'mem_sb_2' }))
  })
  await expect(work).rejects.toMatchObject({ name: 'UniqueConstraintError' })
  expect((await store.members.findById('mem_sb_1'))?.verified).toBe(false)
})

test('no other statement gets into an open transaction', async () => {
  const store = await openTestStore()
  const [written, end] = [aGate(), aGate()]
  const slow = store.transaction(async ({ members }) => {
    await members.insert(aMemberRow())
    written.open()
    await end.opened
    throw new Error('rolled back')
  })
  await written.opened
  const between = store.members.insert(aMemberRow({ id: 'mem_sb_2', email: 'bob@example.com' }))
  end.open()
  await expect(slow).rejects.toThrow('rolled back')
  await between
  expect(await store.members.findById('mem_sb_2')).not.toBeNull()
})

test('transactions run one after the other, so that none works on what another is changing', async () => {
  const store = await openTestStore()
  await store.members.insert(aMemberRow({ metaData: { count: 0 } }))
  const increment = () =>
    store.transaction(async ({ members }) => {
      const member = await members.lock('mem_sb_1')
      await nextTurn()
      await members.update('mem_sb_1', { metaData: { count: Number(member?.metaData['count']) + 1 } })
    })
  await Promise.all(Array.from({ length: 20 }, increment))
  expect((await store.members.findById('mem_sb_1'))?.metaData).toEqual({ count: 20 })
})

test('the outer repositories refuse to be used inside a transaction instead of waiting for ever', async () => {
  const store = await openTestStore()
  await expect(store.transaction(() => store.members.findById('mem_sb_1'))).rejects.toThrow('Inside a transaction')
  await expect(store.transaction(() => store.transaction(async () => {}))).rejects.toThrow('Inside a transaction')
  await store.ping()
})

test.for([
  ['a boolean', true, 'cannot be stored'],
  ['NaN', Number.NaN, 'cannot be stored'],
  ['a NUL character', 'a\u0000b', 'A field has a value that is not allowed.'],
] as const)('%s is refused before the engine mistakes it', async ([, value, reason]) => {
  const store = await openTestStore()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a mistake that types would find
  const member = aMemberRow({ email: value as string })
  await expect(store.members.insert(member)).rejects.toThrow(reason)
  await store.ping()
})

test('a closed store answers that it is unavailable', async () => {
  const store = await openTestStore()
  const waiting = store.members.findById('mem_sb_1')
  await store.close()
  expect(await waiting).toBeNull()
  await expect(store.ping()).rejects.toBeDefined()
})
