import { expect, test } from 'vitest'
import { rateLimits } from '../../../../contract/rate-limits'
import { openAdmin } from './open-admin'

const limited = { status: 429, body: { code: 'too-many-requests' } }

test('a server makes as many calls as its key allows, and another key is not limited', async () => {
  const admin = await openAdmin({ rateLimitFactor: 1 })
  const { max, windowSeconds } = rateLimits.adminCallsPerKey
  for (let calls = 0; calls < max; calls += 1) expect((await admin.answerOf('listPlans')).status).toBe(200)
  expect(await admin.answerOf('listPlans')).toMatchObject(limited)
  expect((await admin.answerOf('listPlans', {}, admin.keys.otherApp)).status).toBe(200)
  admin.clock.advance(windowSeconds * 1_000)
  expect((await admin.answerOf('listPlans')).status).toBe(200)
})

test('a caller who guesses keys soon has to wait, and a server with a key does not', async () => {
  const admin = await openAdmin({ rateLimitFactor: 1 })
  const guess = (name: string) => admin.answerOf('listPlans', {}, `sk_sb_${name}`)
  for (let tries = 0; tries < rateLimits.secretKeyFailuresPerAddress.max; tries += 1)
    expect((await guess(`guess-${tries}`)).status).toBe(401)
  expect(await guess('one-more')).toMatchObject(limited)
  expect((await admin.answerOf('listPlans')).status).toBe(200)
})
