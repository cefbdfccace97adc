import { beforeEach, describe, expect, test } from 'vitest'
import { WEBHOOK_ENDPOINTS_MAX, WEBHOOK_SECRET_OVERLAP_HOURS } from '../../../../contract/limits'
import { openAdmin } from '../../http/admin/open-admin'
import type { Admin } from '../../http/admin/open-admin'

const URL_ONE = 'https://hooks.example.com/T0/some-token?key=some-key'
let admin: Admin

beforeEach(async () => {
  admin = await openAdmin()
})

const add = (input: object = {}) => admin.admin('addWebhookEndpoint', { url: URL_ONE, ...input })

describe('a new endpoint', () => {
  test('shows its secret once', async () => {
    const added = await add({ events: ['member.created', 'member.deleted', 'member.created'] })
    expect(added).toMatchObject({
      url: URL_ONE,
      events: ['member.created', 'member.deleted'],
      disabledAt: null,
      previousSecretUntil: null,
    })
    expect(added.secret).toMatch(/^whsec_[A-Za-z\d+/]{32}$/u)
    const { secret, ...listed } = added
    expect(await admin.admin('listWebhookEndpoints')).toEqual([listed])
    expect((await admin.answerOf('listWebhookEndpoints')).text).not.toContain(secret)
  })

  test('is in the audit log by its host, without possible secrets', async () => {
    const { id, secret } = await add()
    expect(await admin.lastAct()).toEqual({
      actor: 'admin key tests',
      act: 'webhook-endpoint.create',
      subject: id,
      detail: { host: 'hooks.example.com', events: 'all' },
    })
    const log = JSON.stringify(admin.dumpDatabase()['audit_log']) + admin.logLines.join('')
    for (const part of [secret, 'some-token', 'some-key']) expect(log).not.toContain(part)
  })

  test.each([
    ['no address', {}, 400, 'required-field-missing'],
    ['something else than a text', { url: 7 }, 400, 'invalid-field-type'],
    ['an address without https', { url: 'http://example.com/' }, 400, 'invalid-webhook-url'],
    ['a private address', { url: 'https://10.0.0.1/' }, 400, 'invalid-webhook-url'],
    ['a password in the address', { url: 'https://a:b@example.com/' }, 400, 'invalid-webhook-url'],
    ['an address that is too long', { url: `https://example.com/${'x'.repeat(2_048)}` }, 400, 'field-limit-exceeded'],
    ['an unknown event', { url: URL_ONE, events: ['member.sneezed'] }, 400, 'invalid-field-value'],
    ['a test as an event', { url: URL_ONE, events: ['webhook.test'] }, 400, 'invalid-field-value'],
  ])('is refused with %s, and nothing has changed', async (_what, input, status, code) => {
    const before = admin.dumpDatabase()
    expect(await admin.answerOf('addWebhookEndpoint', input)).toMatchObject({ status, body: { code } })
    const { secret_keys: _, ...after } = admin.dumpDatabase()
    expect(after).toEqual({ ...before, secret_keys: undefined })
  })

  test('is limited to twenty', async () => {
    for (let count = 0; count < WEBHOOK_ENDPOINTS_MAX; count += 1) await add()
    const refused = { status: 409, body: { code: 'too-many-webhook-endpoints' } }
    expect(await admin.answerOf('addWebhookEndpoint', { url: URL_ONE })).toMatchObject(refused)
    expect(await admin.countActs()).toBe(WEBHOOK_ENDPOINTS_MAX)
  })
})

test('this machine gets no webhooks outside development', async () => {
  const live = await openAdmin({ development: false })
  for (const url of ['http://localhost:3000/', 'https://127.0.0.1/'])
    expect(await live.answerOf('addWebhookEndpoint', { url })).toMatchObject({
      status: 400,
      body: { code: 'invalid-webhook-url' },
    })
  expect((await admin.admin('addWebhookEndpoint', { url: 'http://localhost:3000/' })).url).toBe(
    'http://localhost:3000/',
  )
})

test('URL, events and state can be changed, each with an entry in the audit log', async () => {
  const { id: endpointId } = await add()
  const change = (input: object) => admin.admin('changeWebhookEndpoint', { endpointId, ...input })
  expect(await change({ url: 'https://other.example.com/' })).toMatchObject({ url: 'https://other.example.com/' })
  expect(await admin.lastAct()).toMatchObject({
    act: 'webhook-endpoint.update',
    subject: endpointId,
    detail: { changed: 'url', host: 'other.example.com' },
  })
  expect(await change({ events: ['team.member.added'] })).toMatchObject({ events: ['team.member.added'] })
  expect(await change({ disabled: true })).toMatchObject({ disabledAt: new Date(admin.clock.now()).toISOString() })
  expect(await admin.lastAct()).toMatchObject({ detail: { changed: 'disabledAt', now: 'disabled' } })
  expect(await change({ disabled: false, events: [] })).toMatchObject({ disabledAt: null, events: [] })
  const acts = await admin.countActs()
  // A value that is already set is no change.
  await change({ disabled: false, events: [], url: 'https://other.example.com/' })
  expect(await admin.countActs()).toBe(acts)
  const refused = await admin.answerOf('changeWebhookEndpoint', { endpointId, url: 'http://10.0.0.1/', disabled: true })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid-webhook-url' } })
  expect(await admin.admin('listWebhookEndpoints')).toMatchObject([{ disabledAt: null }])
})

test('a new secret replaces the old one, which also signs for a day', async () => {
  const { id: endpointId, secret } = await add()
  const rolled = await admin.admin('rollWebhookSecret', { endpointId })
  expect(rolled.secret).not.toBe(secret)
  const until = admin.clock.now() + WEBHOOK_SECRET_OVERLAP_HOURS * 60 * 60 * 1000
  expect(rolled.previousSecretUntil).toBe(new Date(until).toISOString())
  expect(await admin.lastAct()).toMatchObject({ act: 'webhook-endpoint.roll-secret', subject: endpointId, detail: {} })
  admin.clock.advance(until - admin.clock.now())
  expect(await admin.admin('listWebhookEndpoints')).toMatchObject([{ previousSecretUntil: null }])
})

test('a removed endpoint loses its queued deliveries', async () => {
  const { id: endpointId } = await add()
  const message = await admin.admin('testWebhookEndpoint', { endpointId })
  await admin.webhooks.stop(0)
  expect(await admin.admin('removeWebhookEndpoint', { endpointId })).toEqual({ id: endpointId })
  expect(await admin.lastAct()).toMatchObject({ act: 'webhook-endpoint.delete', subject: endpointId })
  expect(await admin.admin('listWebhookEndpoints')).toEqual([])
  expect(await admin.admin('retrieveWebhookMessage', { messageId: message.id })).toMatchObject({ deliveries: [] })
})

test('a key of another app or mode can neither read nor change it', async () => {
  const { id: endpointId } = await add()
  const { id: messageId } = await admin.admin('testWebhookEndpoint', { endpointId })
  await admin.webhooks.stop(0)
  const before = { ...admin.dumpDatabase(), secret_keys: undefined }
  const unknown = { status: 404, body: { code: 'webhook-endpoint-not-found' } }
  for (const key of [admin.keys.otherApp, admin.keys.otherMode]) {
    expect(await admin.admin('listWebhookEndpoints', {}, key)).toEqual([])
    expect(await admin.admin('listWebhookMessages', {}, key)).toEqual([])
    for (const name of [
      'changeWebhookEndpoint',
      'removeWebhookEndpoint',
      'rollWebhookSecret',
      'testWebhookEndpoint',
    ] as const)
      expect(await admin.answerOf(name, { endpointId, disabled: true }, key)).toMatchObject(unknown)
    for (const name of ['retrieveWebhookMessage', 'replayWebhookMessage'] as const)
      expect(await admin.answerOf(name, { messageId }, key)).toMatchObject({
        status: 404,
        body: { code: 'webhook-message-not-found' },
      })
  }
  expect({ ...admin.dumpDatabase(), secret_keys: undefined }).toEqual(before)
})
