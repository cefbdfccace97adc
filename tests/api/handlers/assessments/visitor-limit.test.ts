import { expect, onTestFinished, test } from 'vitest'
import { startTestApi } from '../../../support/start-api'

const app = 'app_trusttag'

test('of one skill visitors at one address begin ten a day; other skills, other addresses and members are not held up', async () => {
  const api = await startTestApi({ rateLimitFactor: 1 })
  onTestFinished(() => api.close())
  const begin = (skill: string, how: { address?: string; token?: string } = {}) =>
    api.call('startAttempt', { skill }, { app, ...how })
  for (let round = 0; round < 10; round += 1) expect((await begin('Cook')).status).toBe(200)
  const refused = await begin('Line  cook')
  expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests'])
  expect((await begin('Carpenter')).status).toBe(200)
  expect((await begin('Cook', { address: '192.0.2.2' })).status).toBe(200)
  const { data } = await api.call('signup', { email: 'ann@example.com', password: 'long enough' }, { app })
  expect((await begin('Cook', { token: data.tokens.accessToken })).status).toBe(200)
})
