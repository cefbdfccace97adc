import { expect, onTestFinished, test } from 'vitest'
import { appendEntry } from '../../api/features/transparency-log/tree'
import { logEntry } from '../../contract/credential/log-entry'
import { rateLimits } from '../../contract/rate-limits'
import { solveChallenge } from '../../contract/solve-challenge'
import { aWebhookEndpoint } from '../support/a-webhook-endpoint'
import { logFaults } from '../support/log-faults'
import { codeIn } from '../support/newest-mail'
import { startTestApi } from '../support/start-api'
import type { TestApi } from '../support/start-api'
import { startWebhookReceiver } from '../support/webhook-receiver'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ann = { email: 'ann@example.com', password: 'seven quiet otters' }
const bob = { ...ann, email: 'bob@example.com' }
const scope = { appId: 'app_demo', mode: 'test' as const, origin: 'http://localhost:4002' }
const { max, windowSeconds } = rateLimits.failedLoginsPerAccount

const jumps = [
  ['three hours back', -3 * HOUR_MS],
  ['three days back', -3 * DAY_MS],
  ['three hours ahead', 3 * HOUR_MS],
  ['three days ahead', 3 * DAY_MS],
] as const

async function open(jumpMs: number) {
  // The test triggers the delivery of mails.
  const api = await startTestApi({ rateLimitFactor: 1, services: { mailWaiting: () => {} } })
  onTestFinished(() => api.close())
  return { api, jump: () => api.clock.advance(jumpMs) }
}

const guess = ({ call }: TestApi) => call('login', { ...ann, password: 'wrong' })

test.each(jumps)('a clock that jumps %s ends no session and makes no used code valid again', async (_, ms) => {
  const { api, jump } = await open(ms)
  const { tokens, member } = (await api.call('signup', ann)).data
  // A code that verifies an email address for the first time ends sessions that others may have started with it.
  await api.store.members.update(member.id, { verified: true })
  await api.call('sendPasswordlessLoginEmail', { email: ann.email })
  const passwordlessToken = codeIn((await api.mailTo(ann.email))?.text ?? '')
  const used = { email: ann.email, passwordlessToken }
  const second = (await api.call('passwordlessLogin', used)).data.tokens
  jump()
  for (const { accessToken } of [tokens, second])
    expect((await api.call('getMember', {}, { token: accessToken })).data?.auth.email).toBe(ann.email)
  expect((await api.call('passwordlessLogin', used)).status).toBe(400)
  expect((await api.call('login', ann)).status).toBe(200)
  await api.call('sendPasswordlessLoginEmail', { email: ann.email })
  await api.mailTo(ann.email)
  // By timestamp, the newest mail may be the previous one.
  const codes = (await api.store.mailbox.list(ann.email)).map(({ text }) => codeIn(text))
  const fresh = codes.find((code) => code !== passwordlessToken && code !== 'no code') ?? ''
  expect((await api.call('passwordlessLogin', { ...used, passwordlessToken: fresh })).status).toBe(200)
})

test.each(jumps)('a clock that jumps %s locks no account for longer than a window and a minute', async (_, ms) => {
  const { api, jump } = await open(ms)
  await api.call('signup', ann)
  for (let count = 0; count < max; count += 1) expect((await guess(api)).status).toBe(401)
  expect((await guess(api)).status).toBe(429)
  jump()
  api.clock.advance((windowSeconds + 60) * 1_000)
  expect((await api.call('login', ann)).status).toBe(200)
  // Then the limit applies as before.
  for (let count = 0; count < max; count += 1) expect((await guess(api)).status).toBe(401)
  expect((await guess(api)).status).toBe(429)
})

test.each(jumps)('a clock that jumps %s delays no mail and no webhook', async (_, ms) => {
  const { api, jump } = await open(ms)
  const receiver = await startWebhookReceiver()
  await api.store.webhooks.insertEndpoint(aWebhookEndpoint({ url: receiver.url, events: ['member.created'] }))
  await api.call('signup', ann)
  await api.call('sendPasswordlessLoginEmail', { email: ann.email })
  jump()
  expect(codeIn((await api.mailTo(ann.email))?.text ?? '')).toMatch(/^\d{6}$/u)
  await api.call('signup', bob)
  // Half a day is the longest pause of a webhook; a day is the tolerated clock skew.
  api.clock.advance(Math.abs(ms) < DAY_MS ? Math.abs(ms) : 0)
  await api.webhooks.drain()
  expect(receiver.received).toHaveLength(2)
})

test.each(jumps)('a clock that jumps %s breaks neither captchas nor the log', async (_, ms) => {
  const { api, jump } = await open(ms)
  const { store, services } = api
  const append = (number: number) =>
    store.transaction((tx) => appendEntry(tx, services, 'test', logEntry('issue', `${number}`.repeat(64))))
  await append(1)
  const solved = await solveChallenge(await services.captcha.challenge(scope), crypto.subtle)
  expect(await services.captcha.verify(solved, scope)).toBe(true)
  jump()
  expect(await services.captcha.verify(solved, scope)).toBe(false)
  const again = await solveChallenge(await services.captcha.challenge(scope), crypto.subtle)
  expect(await services.captcha.verify(again, scope)).toBe(true)
  await append(2)
  expect((await store.log.head('test'))?.size).toBe(2)
  expect(await logFaults(store.log, 'test', services.issuer.logKeys('test'))).toEqual([])
})
