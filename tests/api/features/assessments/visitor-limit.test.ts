import { expect, onTestFinished, test } from 'vitest'
import { startTestApi } from '../../../support/start-api'

const app = 'app_trusttag'

test('sixty members behind one address start in ten minutes; visitors there have thirty starts an hour', async () => {
  const api = await startTestApi({ rateLimitFactor: 1 })
  onTestFinished(() => api.close())
  const address = '192.0.2.7'
  const tokens: string[] = []
  for (let person = 0; person < 60; person += 1) {
    // They joined before, at home.
    const from = { app, address: `198.51.100.${person}` }
    const { data } = await api.call('signup', { email: `p${person}@example.test`, password: 'long enough' }, from)
    await api.store.members.update(data.member.id, { verified: true })
    tokens.push(data.tokens.accessToken)
  }
  for (const token of tokens) {
    const started = await api.call('startAttempt', { skill: 'Cook' }, { app, address, token })
    expect([started.status, started.data.isPractice]).toEqual([200, false])
    api.clock.advance(10_000)
  }

  const visit = (from = address) => api.call('startAttempt', { skill: 'Cook' }, { app, address: from })
  for (let round = 0; round < 30; round += 1) expect((await visit()).status).toBe(200)
  const refused = await visit()
  expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests'])
  expect((await visit('192.0.2.8')).status).toBe(200)
})

test('one member starts thirty times an hour', async () => {
  const api = await startTestApi({ rateLimitFactor: 1 })
  onTestFinished(() => api.close())
  const { data } = await api.call('signup', { email: 'ann@example.test', password: 'long enough' }, { app })
  const start = () => api.call('startAttempt', { skill: 'Cook' }, { app, token: data.tokens.accessToken })
  for (let round = 0; round < 30; round += 1) expect((await start()).status).toBe(200)
  expect((await start()).body.code).toBe('too-many-requests')
})
