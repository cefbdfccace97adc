import { expect, test } from 'vitest'
import { createAnswerQueue } from '../../../../host-site/features/assessment/answer-queue'

function open() {
  const sent: Record<string, string>[] = []
  const settlers: ((arrived: boolean) => void)[] = []
  let changes = 0
  let toldSaved = false
  const queue = createAnswerQueue({
    send: (answers) => {
      sent.push(answers)
      return new Promise((resolve) => settlers.push(resolve))
    },
    onChange: () => {
      changes += 1
      toldSaved = queue.isSaved()
    },
  })
  const settle = async (arrived: boolean) => {
    settlers.shift()?.(arrived)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { queue, sent, settle, changes: () => changes, toldSaved: () => toldSaved }
}

test('an answer is sent at once, and saved once it arrives', async () => {
  const { queue, sent, settle, toldSaved } = open()
  queue.add(1, 'Stop')
  expect([sent, queue.isSaved()]).toEqual([[{ 1: 'Stop' }], false])
  await settle(true)
  expect([queue.isSaved(), toldSaved(), queue.isFailing()]).toEqual([true, true, false])
})

test('answers given during a request are sent in the next one, only the newest per question', async () => {
  const { queue, sent, settle } = open()
  queue.add(1, 'Stop')
  queue.add(1, 'Go')
  queue.add(1, 'Wait')
  queue.add(2, 'Run')
  expect(sent).toHaveLength(1)
  await settle(true)
  expect(sent[1]).toEqual({ 1: 'Wait', 2: 'Run' })
  await settle(true)
  expect([sent.length, queue.isSaved()]).toEqual([2, true])
})

test('unsent answers are kept, without overwriting newer ones', async () => {
  const { queue, sent, settle } = open()
  queue.add(1, 'Stop')
  queue.add(2, 'Run')
  queue.add(1, 'Go')
  await settle(false)
  expect([queue.isSaved(), queue.isFailing()]).toEqual([false, true])
  const flushed = queue.flush()
  expect(sent[1]).toEqual({ 1: 'Go', 2: 'Run' })
  await settle(true)
  expect([await flushed, queue.isSaved(), queue.isFailing()]).toEqual([true, true, false])
})

test('a flush reports whether everything arrived', async () => {
  const { queue, settle } = open()
  expect(await queue.flush()).toBe(true)
  queue.add(1, 'Stop')
  const flushed = queue.flush()
  await settle(false)
  expect(await flushed).toBe(false)
})

test('every change is reported', async () => {
  const { queue, settle, changes } = open()
  queue.add(1, 'Stop')
  const before = changes()
  await settle(true)
  expect(changes()).toBeGreaterThan(before)
})
