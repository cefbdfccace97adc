import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerAll, startWithHolders } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'

let api: TagHolders
beforeAll(async () => {
  api = await startWithHolders({ services: { assessmentPace: 1 } })
})
afterAll(() => api.close())

const from = ({ how }: Holder, address: string) => ({ ...how, address })

/** The flags of a set that was taken and answered from this IP address. */
async function flagsOf(holder: Holder, address: string, { skill = 'Cook', right = 10 } = {}): Promise<string[]> {
  const how = from(holder, address)
  const { id } = (await api.call('startAttempt', { skill }, how)).data
  await answerAll(api, id, how, right, () => api.clock.advance(60_000))
  return (await api.call('completeAttempt', { attemptId: id }, how)).data.flags
}

test('the same phone is evidence, however it is written, and leads to a second set', async () => {
  const phones = ['+1 (202) 555-0147', '001 202 555 0147', '202-555-0199']
  const [one, other, third] = await Promise.all(phones.map((phone) => api.join({ phone })))
  expect(await flagsOf(one!, '198.51.100.1')).toEqual([])
  expect(await flagsOf(other!, '198.51.100.2')).toEqual(['same-person'])
  expect(await flagsOf(third!, '198.51.100.3')).toEqual([])
  const [attempt] = (await api.call('listAttempts', {}, other!.how)).data.attempts
  expect(attempt?.result).toMatchObject({ score: 100, passed: false, secondSet: { reason: 'flag' } })
})

test('the same mailbox is evidence', async () => {
  const [one, other] = [await api.join(), await api.join()]
  await api.store.members.update(one.id, { email: 'ann.lee+a@gmail.com' })
  await api.store.members.update(other.id, { email: 'annlee@gmail.com' })
  expect(await flagsOf(one, '198.51.100.4', { skill: 'Carpenter' })).toEqual([])
  expect(await flagsOf(other, '198.51.100.5', { skill: 'Carpenter' })).toEqual(['same-person'])
})

test('the same network is evidence only while another account there waits for its retake', async () => {
  const network = '203.0.113.9'
  const [passed, failed, next] = [await api.join(), await api.join(), await api.join()]
  expect(await flagsOf(passed, network, { skill: 'Power BI' })).toEqual([])
  expect(await flagsOf(failed, network, { skill: 'Power BI', right: 2 })).toEqual([])
  expect(await flagsOf(next, network, { skill: 'Power BI' })).toEqual(['same-person'])
  const later = await api.join()
  api.clock.advance(86_400_000)
  expect(await flagsOf(later, network, { skill: 'Power BI' })).toEqual([])
})

test('the network is stored as a digest, and forgotten with the flags', async () => {
  const holder = await api.join()
  const { id } = (await api.call('startAttempt', { skill: 'Excel' }, from(holder, '203.0.113.77'))).data
  expect(JSON.stringify(api.dumpDatabase()['assessment_attempts'])).not.toContain('203.0.113.77')
  expect((await api.store.attempts.find(id))!.networkDigest).not.toBeNull()
  await api.store.attempts.deleteEvidence(api.clock.now() + 1)
  expect((await api.store.attempts.find(id))!.networkDigest).toBeNull()
})
