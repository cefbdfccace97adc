import { expect, test } from 'vitest'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { TransactionMark } from '../../../api/database/transaction'

/** What code sees at once and after an await. */
const look = async (mark: TransactionMark) => {
  await nextTurn()
  return mark.getStore() === true
}

test('work of a transaction is marked through its awaits, and what runs beside it is not', async () => {
  const mark = new TransactionMark()
  const inside = mark.run(true, () => look(mark))
  const beside = look(mark)
  expect(await Promise.all([inside, beside])).toEqual([true, false])
})

test('the end of one transaction unmarks no other that is still running', async () => {
  const mark = new TransactionMark()
  const [first, second] = [deferred(), deferred()]
  const long = mark.run(true, async () => {
    await second.promise
    return look(mark)
  })
  const short = mark.run(true, () => first.promise)
  first.resolve()
  await short
  second.resolve()
  expect(await long).toBe(true)
})

test('the mark works again after it was off, also when work failed', async () => {
  const mark = new TransactionMark()
  await expect(mark.run(true, () => Promise.reject(new Error('undone')))).rejects.toThrow('undone')
  expect(() =>
    mark.run(true, () => {
      throw new Error('at once')
    }),
  ).toThrow('at once')
  expect(await mark.run(true, () => look(mark))).toBe(true)
  expect(await look(mark)).toBe(false)
})

function deferred() {
  let resolve: () => void = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}
