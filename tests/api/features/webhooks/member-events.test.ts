import { expect, test } from 'vitest'
import { deleteMemberById, updateMemberById } from '../../../../api/features/members/repository'
import { withWebhookEvents } from '../../../../api/features/webhooks/track-changes'
import { openShop } from '../../../support/open-shop'
import { openListener } from './open-listener'
import { onStatement } from '../../../support/on-statement'
import { moveEmail } from '../../../support/move-email'

test('a sign-up has everything that an admin can know of the member, and nothing of the password', async () => {
  const shop = await openListener()
  const joined = await shop.call('signup', {
    email: 'ada@example.com',
    password: 'analytical engine',
    customFields: { 'first-name': 'Ada' },
    metaData: { from: 'newsletter' },
    plans: [{ planId: 'pln_free' }],
  })
  const told = await shop.arrived()
  expect(told.map(({ event }) => event)).toEqual(['member.created', 'member.plan.added'])
  expect(told[0]).toMatchObject({
    timestamp: shop.clock.now(),
    payload: {
      id: joined.data.member.id,
      auth: { email: 'ada@example.com' },
      verified: false,
      customFields: { 'first-name': 'Ada' },
      metaData: { from: 'newsletter' },
      json: {},
      permissions: [],
      planConnections: [{ planId: 'pln_free', status: 'ACTIVE' }],
      profileImage: null,
      loginRedirect: null,
      stripeCustomerId: null,
      createdAt: new Date(shop.clock.now()).toISOString(),
    },
  })
  expect(told[1]?.payload).toEqual({
    id: joined.data.member.id,
    auth: { email: 'ada@example.com' },
    member: {
      id: joined.data.member.id,
      email: 'ada@example.com',
      metaData: { from: 'newsletter' },
      stripeCustomerId: null,
    },
    planConnection: joined.data.member.planConnections[0],
  })
  const everything = JSON.stringify([shop.receiver.received, shop.store.webhooks])
  for (const secret of ['analytical engine', 'argon2', joined.data.tokens.accessToken])
    expect(everything).not.toContain(secret)
})

test('a change by the member is sent with their new state', async () => {
  const shop = await openListener()
  const { token } = await shop.signUp()
  await shop.arrived()
  await shop.call('updateMember', { customFields: { 'first-name': 'Ann' } }, { token })
  expect(await shop.arrived()).toMatchObject([
    { event: 'member.updated', payload: { customFields: { 'first-name': 'Ann' } }, reason: ['customFields.updated'] },
  ])
  await shop.call('updateMemberJson', { json: { theme: 'dark' } }, { token })
  expect(await shop.arrived()).toMatchObject([
    { event: 'member.updated', payload: { json: { theme: 'dark' } }, reason: ['json.updated'] },
  ])
  await moveEmail(shop, 'new@example.com', { token }, { password: 'correct horse' })
  expect(await shop.arrived()).toMatchObject([
    {
      event: 'member.updated',
      payload: { auth: { email: 'new@example.com' }, verified: true },
      reason: ['email.updated', 'verified'],
    },
  ])
})

test('a change that leaves everything as it was emits nothing', async () => {
  const shop = await openListener()
  const { token } = await shop.signUp()
  await shop.call('updateMember', { customFields: { 'first-name': 'Ann' } }, { token })
  await shop.arrived()
  await shop.call('updateMember', { customFields: { 'first-name': 'Ann' } }, { token })
  expect(await shop.names()).toEqual([])
})

test('a new password and a mailed code emit nothing, a login that and how', async () => {
  const shop = await openListener()
  const { token } = await shop.signUp()
  await shop.arrived()
  await shop.call('updateMemberAuth', { oldPassword: 'correct horse', newPassword: 'battery staple' }, { token })
  await shop.call('login', { email: 'ann@example.com', password: 'battery staple' })
  await shop.call('sendResetPasswordEmail', { email: 'ann@example.com' })
  expect(await shop.arrived()).toMatchObject([{ event: 'member.login', payload: { methods: ['password'] } }])
  const mail = await shop.mailTo('ann@example.com')
  const code = /^(\d{6})$/mu.exec(mail?.text ?? '')?.[1] ?? ''
  await shop.call('resetPassword', { token: code, newPassword: 'another one', email: 'ann@example.com' })
  await shop.call('login', { email: 'ann@example.com', password: 'another one' })
  // The code has verified the address: the event reports that.
  expect(await shop.arrived()).toMatchObject([
    { event: 'member.updated', payload: { verified: true }, reason: ['verified'] },
    { event: 'member.login' },
  ])
})

test('a deleted member is sent as they were, after their plans', async () => {
  const shop = await openListener()
  const { token, id } = await shop.signUp()
  await shop.call('addPlan', { planId: 'pln_free' }, { token })
  await shop.arrived()
  await shop.call('deleteMember', {}, shop.as(token))
  expect(await shop.arrived()).toMatchObject([
    { event: 'member.plan.canceled', payload: { id, planConnection: { planId: 'pln_free', status: 'CANCELED' } } },
    { event: 'member.deleted', payload: { id, auth: { email: 'ann@example.com' } } },
  ])
})

test('a transaction that is rolled back emits nothing', async () => {
  const shop = await openListener()
  const { id } = await shop.signUp()
  await shop.arrived()
  const before = shop.dumpDatabase()
  const work = shop.services.store.transaction(async (tx) => {
    await updateMemberById(tx, id, { email: 'other@example.com' })
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await shop.names()).toEqual([])
  expect(shop.dumpDatabase()).toEqual(before)
})

test('several writes of one transaction are one change, and none if they cancel each other', async () => {
  const shop = await openListener()
  const { id } = await shop.signUp()
  await shop.arrived()
  await shop.services.store.transaction(async (tx) => {
    await updateMemberById(tx, id, { metaData: { one: 1 } })
    await updateMemberById(tx, id, { metaData: { one: 1, two: 2 } })
  })
  expect(await shop.arrived()).toMatchObject([{ event: 'member.updated', payload: { metaData: { one: 1, two: 2 } } }])
  await shop.services.store.transaction(async (tx) => {
    await updateMemberById(tx, id, { metaData: {} })
    await updateMemberById(tx, id, { metaData: { one: 1, two: 2 } })
  })
  expect(await shop.names()).toEqual([])
})

test('a write without a transaction is sent too', async () => {
  const shop = await openListener()
  const { id } = await shop.signUp()
  await shop.arrived()
  await shop.services.store.members.update(id, { verified: true })
  await shop.services.store.members.update(id, { stripeCustomerId: 'cus_1', passwordHash: 'other' })
  await shop.services.store.members.delete(id)
  expect(await shop.names()).toEqual(['member.updated', 'member.deleted'])
})

test('an endpoint gets only its events, and without endpoints nothing is written', async () => {
  const shop = await openListener({ events: ['member.deleted'] })
  const { token } = await shop.signUp()
  expect(await shop.names()).toEqual([])
  expect(await shop.store.webhooks.listMessages('app_demo', 'test', 9, null)).toEqual([])
  await shop.call('deleteMember', {}, shop.as(token))
  expect(await shop.names()).toEqual(['member.deleted'])
})

test('another app and mode, and a disabled endpoint, get nothing', async () => {
  const shop = await openListener()
  const [own] = await shop.store.webhooks.listEndpoints('app_demo', 'test')
  const base = { ...own!, disabledAt: null }
  await shop.store.webhooks.insertEndpoint({ ...base, id: 'whe_live', mode: 'live' })
  await shop.store.webhooks.insertEndpoint({ ...base, id: 'whe_other', appId: 'app_trusttag' })
  await shop.store.webhooks.insertEndpoint({ ...base, id: 'whe_off', disabledAt: 1 })
  await shop.signUp()
  expect(await shop.names()).toEqual(['member.created'])
})

test('without endpoints a transaction costs one query', async () => {
  const shop = await openShop()
  const { id } = await shop.signUp()
  const asked: string[] = []
  const inner = onStatement(shop.store, (statement) => void asked.push(statement))
  const store = withWebhookEvents(inner, { ...shop.services, webhooksWaiting: () => {} })
  await store.transaction(async (tx) => {
    asked.length = 0
    await updateMemberById(tx, id, { verified: true })
    await deleteMemberById(tx, id)
  })
  expect(asked).toEqual(['select webhook_endpoints', 'update members', 'update payments', 'delete members'])
})
