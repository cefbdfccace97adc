import { expect, test } from 'vitest'
import { withWebhookEvents } from '../../../../api/features/webhooks/track-changes'
import type { Store } from '../../../support/repositories'
import { openShop } from '../../../support/open-shop'
import { openListener } from './open-listener'

test('a sign-up is told with everything that an admin may know of the member, and nothing of the password', async () => {
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
    planConnection: joined.data.member.planConnections[0],
  })
  const everything = JSON.stringify([shop.receiver.received, shop.store.webhooks])
  for (const secret of ['analytical engine', 'argon2', joined.data.tokens.accessToken])
    expect(everything).not.toContain(secret)
})

test('what a member changes of themselves is told, with how they stand then', async () => {
  const shop = await openListener()
  const { token } = await shop.signUp()
  await shop.arrived()
  await shop.call('updateMember', { customFields: { 'first-name': 'Ann' } }, { token })
  expect(await shop.arrived()).toMatchObject([
    { event: 'member.updated', payload: { customFields: { 'first-name': 'Ann' } } },
  ])
  await shop.call('updateMemberJson', { json: { theme: 'dark' } }, { token })
  expect(await shop.arrived()).toMatchObject([{ event: 'member.updated', payload: { json: { theme: 'dark' } } }])
  await shop.call('updateMemberAuth', { email: 'new@example.com' }, { token })
  expect(await shop.arrived()).toMatchObject([
    { event: 'member.updated', payload: { auth: { email: 'new@example.com' }, verified: false } },
  ])
})

test('a change that leaves everything as it was is none', async () => {
  const shop = await openListener()
  const { token } = await shop.signUp()
  await shop.call('updateMember', { customFields: { 'first-name': 'Ann' } }, { token })
  await shop.arrived()
  await shop.call('updateMember', { customFields: { 'first-name': 'Ann' } }, { token })
  expect(await shop.names()).toEqual([])
})

test('a new password, a login and a mailed code are told to nobody', async () => {
  const shop = await openListener()
  const { token } = await shop.signUp()
  await shop.arrived()
  await shop.call('updateMemberAuth', { oldPassword: 'correct horse', newPassword: 'battery staple' }, { token })
  await shop.call('login', { email: 'ann@example.com', password: 'battery staple' })
  await shop.call('sendResetPasswordEmail', { email: 'ann@example.com' })
  expect(await shop.names()).toEqual([])
  const mail = await shop.mailTo('ann@example.com')
  const code = /^(\d{6})$/mu.exec(mail?.text ?? '')?.[1] ?? ''
  await shop.call('resetPassword', { token: code, newPassword: 'another one', email: 'ann@example.com' })
  await shop.call('login', { email: 'ann@example.com', password: 'another one' })
  // The code has proved the address: that is what is told.
  expect(await shop.arrived()).toMatchObject([{ event: 'member.updated', payload: { verified: true } }])
})

test('who is gone is told as they were, after their plans', async () => {
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

test('work that was rolled back is told to nobody, and neither is what it would have told', async () => {
  const shop = await openListener()
  const { id } = await shop.signUp()
  await shop.arrived()
  const before = shop.dumpDatabase()
  const work = shop.services.store.transaction(async ({ members }) => {
    await members.update(id, { email: 'other@example.com' })
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await shop.names()).toEqual([])
  expect(shop.dumpDatabase()).toEqual(before)
})

test('several writes of one transaction are one change, and those that undo each other none', async () => {
  const shop = await openListener()
  const { id } = await shop.signUp()
  await shop.arrived()
  await shop.services.store.transaction(async ({ members }) => {
    await members.update(id, { metaData: { one: 1 } })
    await members.update(id, { metaData: { one: 1, two: 2 } })
  })
  expect(await shop.arrived()).toMatchObject([{ event: 'member.updated', payload: { metaData: { one: 1, two: 2 } } }])
  await shop.services.store.transaction(async ({ members }) => {
    await members.update(id, { metaData: {} })
    await members.update(id, { metaData: { one: 1, two: 2 } })
  })
  expect(await shop.names()).toEqual([])
})

test('a write without a transaction is seen, too', async () => {
  const shop = await openListener()
  const { id } = await shop.signUp()
  await shop.arrived()
  await shop.services.store.members.update(id, { verified: true })
  await shop.services.store.members.update(id, { stripeCustomerId: 'cus_1', passwordHash: 'other' })
  await shop.services.store.members.delete(id)
  expect(await shop.names()).toEqual(['member.updated', 'member.deleted'])
})

test('who asks for some events is told of no others, and where nobody asks nothing is written', async () => {
  const shop = await openListener({ events: ['member.deleted'] })
  const { token } = await shop.signUp()
  expect(await shop.names()).toEqual([])
  expect(await shop.store.webhooks.listMessages('app_demo', 'test', 9, null)).toEqual([])
  await shop.call('deleteMember', {}, shop.as(token))
  expect(await shop.names()).toEqual(['member.deleted'])
})

test('another app and mode, and an endpoint that is disabled, are told of nothing', async () => {
  const shop = await openListener()
  const [own] = await shop.store.webhooks.listEndpoints('app_demo', 'test')
  const base = { ...own!, disabledAt: null }
  await shop.store.webhooks.insertEndpoint({ ...base, id: 'whe_live', mode: 'live' })
  await shop.store.webhooks.insertEndpoint({ ...base, id: 'whe_other', appId: 'app_trusttag' })
  await shop.store.webhooks.insertEndpoint({ ...base, id: 'whe_off', disabledAt: 1 })
  await shop.signUp()
  expect(await shop.names()).toEqual(['member.created'])
})

test('where nobody is told of anything, a transaction asks so once and reads nothing more', async () => {
  const shop = await openShop()
  const { id } = await shop.signUp()
  const asked: string[] = []
  const watched = <T extends object>(name: string, repository: T): T =>
    new Proxy(repository, {
      get(target, method, receiver) {
        asked.push(`${name}.${String(method)}`)
        return Reflect.get(target, method, receiver)
      },
    })
  const inner: Store = {
    ...shop.store,
    transaction: (work) =>
      shop.store.transaction(({ members, planConnections, teams, webhooks, ...others }) =>
        work({
          ...others,
          members: watched('members', members),
          planConnections: watched('planConnections', planConnections),
          teams: watched('teams', teams),
          webhooks: watched('webhooks', webhooks),
        }),
      ),
  }
  const store = withWebhookEvents(inner, { ...shop.services, webhooksWaiting: () => {} })
  await store.transaction(async ({ members }) => {
    asked.length = 0
    await members.update(id, { verified: true })
    await members.delete(id)
  })
  expect(asked).toEqual(['webhooks.hasEndpoints', 'members.update', 'members.delete'])
})
