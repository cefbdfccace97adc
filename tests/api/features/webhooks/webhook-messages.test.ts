import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { WEBHOOK_RETENTION_DAYS } from '../../../../contract/limits'
import { purgeExpired } from '../../../../api/workers'
import { startWebhookReceiver } from '../../../support/webhook-receiver'
import { openAdmin } from '../../http/admin/open-admin'

const listed = v.object({ data: v.array(v.object({ id: v.string(), createdAt: v.string() })) })

/** An owner with one endpoint for all events. */
async function openOwner(events: string[] = []) {
  const [admin, receiver] = [await openAdmin(), await startWebhookReceiver()]
  const endpoint = await admin.admin('addWebhookEndpoint', { url: receiver.url, events })
  return { ...admin, receiver, endpoint }
}

test('a test is delivered whatever the events, and its message has the result', async () => {
  const owner = await openOwner(['member.deleted'])
  const { receiver, endpoint } = owner
  const message = await owner.admin('testWebhookEndpoint', { endpointId: endpoint.id })
  expect(message).toMatchObject({ event: 'webhook.test', deliveries: [{ endpointId: endpoint.id, status: 'WAITING' }] })
  expect(await owner.lastAct()).toMatchObject({ act: 'webhook-endpoint.test', subject: endpoint.id })
  await owner.webhooks.drain()
  expect(receiver.received).toMatchObject([{ body: { event: 'webhook.test', payload: { endpointId: endpoint.id } } }])
  const after = await owner.admin('retrieveWebhookMessage', { messageId: message.id })
  expect(after).toMatchObject({
    body: { event: 'webhook.test' },
    deliveries: [{ status: 'DELIVERED', attempts: 1, lastStatusCode: 200, lastError: null, nextAttemptAt: null }],
  })
})

test('messages are listed newest first, page by page', async () => {
  const owner = await openOwner()
  for (const name of ['ann', 'bob', 'cleo']) {
    await owner.admin('createMember', { email: `${name}@example.com` })
    owner.clock.advance(1_000)
  }
  await owner.webhooks.drain()
  const first = await owner.answerOf('listWebhookMessages', { limit: 2 })
  expect(first.body).toMatchObject({
    hasNextPage: true,
    data: [{ event: 'member.created' }, { event: 'member.created' }],
  })
  const { endCursor } = Object(first.body)
  const second = await owner.answerOf('listWebhookMessages', { limit: 2, after: endCursor })
  expect(second.body).toMatchObject({ hasNextPage: false, endCursor: null, data: [{ event: 'member.created' }] })
  const all = [first, second].flatMap(({ body }) => v.parse(listed, body).data)
  expect(new Set(all.map(({ id }) => id)).size).toBe(3)
  const times = all.map(({ createdAt }) => Date.parse(createdAt))
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  for (const [input, code] of [
    [{ limit: 0 }, 'invalid-field-value'],
    [{ limit: 'many' }, 'invalid-field-value'],
    [{ after: 'somewhere' }, 'invalid-field-value'],
  ] as const)
    expect(await owner.answerOf('listWebhookMessages', input)).toMatchObject({ status: 400, body: { code } })
})

describe('a replayed message', () => {
  test('is the same, with the same ID, for every endpoint with such events', async () => {
    const owner = await openOwner()
    const other = await startWebhookReceiver()
    await owner.admin('createMember', { email: 'ann@example.com' })
    await owner.webhooks.drain()
    await owner.admin('addWebhookEndpoint', { url: other.url, events: ['member.created'] })
    await owner.admin('addWebhookEndpoint', { url: other.url, events: ['member.deleted'] })
    const [message] = await owner.admin('listWebhookMessages')
    const replayed = await owner.admin('replayWebhookMessage', { messageId: message!.id })
    expect(replayed.deliveries.map(({ status }) => status).toSorted()).toEqual(['DELIVERED', 'WAITING', 'WAITING'])
    expect(await owner.lastAct()).toMatchObject({ act: 'webhook-message.replay', subject: message!.id })
    await owner.webhooks.drain()
    const [first, again] = owner.receiver.received
    expect(again?.text).toBe(first?.text)
    expect(again?.headers['svix-id']).toBe(first?.headers['svix-id'])
    expect(other.received.map(({ text }) => text)).toEqual([first?.text])
  })

  test('goes only to the named endpoint', async () => {
    const owner = await openOwner()
    const other = await startWebhookReceiver()
    await owner.admin('createMember', { email: 'ann@example.com' })
    await owner.webhooks.drain()
    const { id: endpointId } = await owner.admin('addWebhookEndpoint', { url: other.url })
    const [message] = await owner.admin('listWebhookMessages')
    await owner.admin('replayWebhookMessage', { messageId: message!.id, endpointId })
    await owner.webhooks.drain()
    expect([owner.receiver.received.length, other.received.length]).toEqual([1, 1])
  })

  test('that is still queued is sent now, and once', async () => {
    const owner = await openOwner()
    owner.receiver.reactWith(() => 500)
    await owner.admin('createMember', { email: 'ann@example.com' })
    await owner.webhooks.drain()
    owner.receiver.reactWith(() => 200)
    const [message] = await owner.admin('listWebhookMessages')
    const { deliveries } = await owner.admin('replayWebhookMessage', { messageId: message!.id })
    expect(deliveries).toHaveLength(1)
    await owner.webhooks.drain()
    expect(owner.receiver.received).toHaveLength(2)
  })

  test('after its final failure is delivered, and both are recorded', async () => {
    const owner = await openOwner()
    await owner.admin('createMember', { email: 'ann@example.com' })
    await owner.webhooks.drain()
    const [message] = await owner.admin('listWebhookMessages')
    const [delivery] = message!.deliveries
    await owner.store.webhooks.updateDelivery(delivery!.id, { status: 'FAILED' })
    await owner.admin('replayWebhookMessage', { messageId: message!.id })
    await owner.webhooks.drain()
    const { deliveries } = await owner.admin('retrieveWebhookMessage', { messageId: message!.id })
    expect(deliveries.map(({ status }) => status).toSorted()).toEqual(['DELIVERED', 'FAILED'])
  })

  test('is refused for a disabled or unknown endpoint, and if it is unknown', async () => {
    const owner = await openOwner()
    await owner.admin('createMember', { email: 'ann@example.com' })
    await owner.webhooks.drain()
    const [message] = await owner.admin('listWebhookMessages')
    const replay = (input: object) => owner.answerOf('replayWebhookMessage', { messageId: message!.id, ...input })
    await owner.admin('changeWebhookEndpoint', { endpointId: owner.endpoint.id, disabled: true })
    const acts = await owner.countActs()
    expect(await replay({ endpointId: owner.endpoint.id })).toMatchObject({
      status: 409,
      body: { code: 'webhook-endpoint-disabled' },
    })
    expect(await replay({ endpointId: 'whe_none' })).toMatchObject({
      status: 404,
      body: { code: 'webhook-endpoint-not-found' },
    })
    expect(await replay({ messageId: 'msg_none' })).toMatchObject({
      status: 404,
      body: { code: 'webhook-message-not-found' },
    })
    expect(await owner.answerOf('testWebhookEndpoint', { endpointId: owner.endpoint.id })).toMatchObject({
      status: 409,
      body: { code: 'webhook-endpoint-disabled' },
    })
    expect(await owner.countActs()).toBe(acts)
  })
})

test('changes by an admin are sent like those by the member', async () => {
  const owner = await openOwner()
  const { id } = await owner.admin('createMember', { email: 'ann@example.com', plans: [{ planId: 'pln_free' }] })
  const member = id
  await owner.admin('changeMember', { member, customFields: { 'first-name': 'Ann' } })
  await owner.admin('changeMember', { member, password: 'another password' })
  await owner.admin('addPlanToMember', { member, planId: 'pln_staff' })
  await owner.admin('removePlanFromMember', { member, planId: 'pln_staff' })
  await owner.admin('removeMember', { member })
  const messages = await owner.admin('listWebhookMessages')
  expect(messages.map(({ event }) => event).toSorted()).toEqual([
    'member.created',
    'member.deleted',
    'member.plan.added',
    'member.plan.added',
    'member.plan.canceled',
    'member.plan.canceled',
    'member.updated',
  ])
})

test('sent messages are deleted after a month', async () => {
  const owner = await openOwner()
  await owner.admin('createMember', { email: 'ann@example.com' })
  await owner.webhooks.drain()
  owner.clock.advance(WEBHOOK_RETENTION_DAYS * 24 * 60 * 60 * 1000)
  await purgeExpired(owner.services)
  expect(await owner.admin('listWebhookMessages')).toHaveLength(1)
  owner.clock.advance(1)
  await purgeExpired(owner.services)
  expect(await owner.admin('listWebhookMessages')).toEqual([])
  expect(owner.dumpDatabase()['webhook_deliveries']).toEqual([])
})
