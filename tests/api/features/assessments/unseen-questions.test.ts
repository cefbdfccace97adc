import { afterAll, beforeAll, expect, test } from 'vitest'
import { generatedBank, withBank } from '../../../support/generated-bank'
import { shippedBanks } from '../../../support/shipped-banks'
import { answerAll, startWithHolders } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'

const DAY_MS = 86_400_000
let api: TagHolders

beforeAll(async () => {
  api = await startWithHolders({ services: { banks: withBank(await shippedBanks, generatedBank(60)) } })
})
afterAll(() => api.close())

/** Takes one set and returns the questions it had. */
async function take({ how }: Holder, right: number): Promise<string[]> {
  const { id } = (await api.call('startAttempt', { skill: 'Generated Skill' }, how)).data
  await answerAll(api, id, how, right)
  await api.call('completeAttempt', { attemptId: id }, how)
  return (await api.store.attempts.find(id))!.questions.map(({ questionId }) => questionId)
}

async function again(holder: Holder): Promise<void> {
  const sent = { email: holder.email, password: 'correct horse battery' }
  const { data } = await api.call('login', sent, { app: 'app_trusttag' })
  holder.how = { ...holder.how, token: data.tokens.accessToken }
}

test('no account meets a question twice in twelve months', async () => {
  const holder = await api.join()
  const seen: string[] = []
  for (const days of [1, 7, 30]) {
    // A first set that needs a second one, which fails.
    seen.push(...(await take(holder, 7)), ...(await take(holder, 0)))
    api.clock.advance(days * DAY_MS)
    await again(holder)
  }
  expect(seen).toHaveLength(60)
  expect(new Set(seen).size).toBe(60)
  const refused = await api.call('startAttempt', { skill: 'Generated Skill' }, holder.how)
  expect([refused.status, refused.body.code]).toEqual([409, 'questions-used-up'])
})
