import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createAppHandlers } from '../../../../api/features/app-settings/edit'
import { listAppsOf } from '../../../../api/features/staff/sessions'
import type { StaffActor } from '../../../../api/features/apps/secret-keys'
import type { AdminInput } from '../../../../contract/admin/schemas'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'

let api: TestApi
let actor: StaffActor

beforeEach(async () => {
  api = await startTestApi()
  onTestFinished(() => api.close())
  const { data } = await api.call('signup', { email: 'ana@example.com', password: 'correct horse' })
  const staffId = data.member.id
  await api.store.kysely
    .insertInto('staffAccounts')
    .values({ memberId: staffId, name: 'Ana Lima', serverOwner: 1, demo: 0, createdAt: 0 })
    .execute()
  const email = 'ana@example.com'
  actor = {
    kind: 'staff',
    staffId,
    name: 'Ana Lima',
    email,
    role: null,
    isServerOwner: true,
    isDemo: false,
    steppedUpUntil: null,
    sessionId: 'con_1',
  }
})

type Answers = AdminInput<'createApp'>

const yoga: Answers = {
  name: 'Yoga',
  siteUrl: 'https://www.yoga.example.com/start',
  offer: 'both',
  price: { amountMinor: 1200, currency: 'eur', interval: 'MONTHLY' },
  logIn: 'both',
  color: '#AA3311',
}

const create = async (changes: Partial<Answers> = {}) => {
  const context = { actor, keyId: actor.staffId, ipAddress: '192.0.2.1' }
  return (await createAppHandlers.createApp(api.services, context, { ...yoga, ...changes })).data
}

test('five answers make an app that a page can use at once, and its maker owns it', async () => {
  const created = await create()
  expect(created).toMatchObject({
    id: expect.stringMatching(/^app_[\da-f]{20}$/u),
    keys: { test: expect.stringMatching(/^pk_sb_[\da-f]{32}$/u), live: expect.stringMatching(/^pk_[\da-f]{32}$/u) },
    plans: [
      { id: 'pln_free', priceId: null },
      { id: 'pln_membership', priceId: 'prc_membership-monthly' },
    ],
    scriptTag: `<script src="${api.services.urls.api}/membership.js?app=${created.id}" data-memberstack-app="${created.id}"></script>`,
  })
  const { data } = await api.call('getApp', {}, { app: created.id, origin: 'https://www.yoga.example.com' })
  expect(data).toMatchObject({
    name: 'Yoga',
    // Live mode begins with the launch, also on the app's own site.
    mode: 'sandbox',
    contentGroups: [{ key: 'members-area', plans: [{ id: 'pln_membership' }] }],
    branding: { colors: { lightMode: { primaryButton: '#aa3311' } } },
    customFields: [{ key: 'first-name' }, { key: 'last-name' }],
    additionalAuthMethods: { passwordless: { enabled: true, isDefault: false } },
    inspectorLinks: { dashboard: `${api.services.urls.api}/console/apps/${created.id}` },
  })
  const { staff_roles: roles } = api.dumpDatabase()
  expect(roles).toMatchObject([{ app_id: created.id, member_id: actor.staffId, role: 'owner' }])
  const acts = await api.store.auditLog.list(created.id, 'test', 5)
  expect(acts).toContainEqual(
    expect.objectContaining({ actor: 'Ana Lima', via: 'console', act: 'app.add', subject: created.id }),
  )
})

test('the days of its figures are those of its maker’s time zone', async () => {
  const { id } = await create({ timeZone: 'Asia/Tokyo' })
  const { id: other } = await create()
  const zones = Object.fromEntries((await listAppsOf(api.store, actor.staffId)).map((app) => [app.id, app.timeZone]))
  expect(zones).toEqual({ [id]: 'Asia/Tokyo', [other]: 'UTC' })
})

test('a member can join and buy in the new app', async () => {
  const { id } = await create()
  const how = { app: id, origin: 'https://www.yoga.example.com' }
  const { tokens } = (await api.call('signup', { email: 'bo@example.com', password: 'correct horse' }, how)).data
  const order = {
    priceId: 'prc_membership-monthly',
    success_url: 'https://www.yoga.example.com/a',
    cancel_url: 'https://www.yoga.example.com/b',
  }
  const { url } = (await api.call('createCheckoutSession', order, { ...how, token: tokens.accessToken })).data
  expect(url).toContain('/test/checkout')
})

describe('the offer', () => {
  test('a free app opens its group to all members', async () => {
    const { id, plans } = await create({ offer: 'free', price: undefined })
    expect(plans).toEqual([{ id: 'pln_free', name: 'Free', priceId: null }])
    const { data } = await api.call('getApp', {}, { app: id })
    expect(data.contentGroups[0]).toMatchObject({ allowAllMembers: true })
  })

  test.each([
    ['MONTHLY', { type: 'MONTHLY', count: 1 }],
    ['YEARLY', { type: 'YEARLY', count: 1 }],
    ['ONETIME', { type: null, count: null }],
  ] as const)('a %s price', async (interval, expected) => {
    const { id } = await create({ offer: 'paid', price: { amountMinor: 100, currency: 'usd', interval } })
    const { data } = await api.call('getApp', {}, { app: id })
    expect(data.plans).toMatchObject([{ id: 'pln_membership', prices: [{ amount: 1, interval: expected }] }])
  })

  test('a paid one needs a price', async () => {
    await expect(create({ price: undefined })).rejects.toMatchObject({ code: 'required-field-missing' })
  })
})

test.each(['not a site', 'ftp://example.com', 'https://a:b@example.com', 'yoga'])(
  'the site address %s is refused, and nothing is stored',
  async (siteUrl) => {
    const before = api.dumpDatabase()
    await expect(create({ siteUrl })).rejects.toMatchObject({ code: 'invalid-field-value' })
    expect(api.dumpDatabase()).toEqual(before)
  },
)

test.each(['www.yoga.example.com', 'http://localhost:3000', 'http://127.0.0.1:8080/x'])(
  'the site address %s is accepted',
  async (siteUrl) => {
    expect((await create({ siteUrl })).name).toBe('Yoga')
  },
)

test('an unknown currency is refused', async () => {
  const price = { amountMinor: 100, currency: 'xxz', interval: 'MONTHLY' } as const
  await expect(create({ price })).rejects.toMatchObject({ code: 'invalid-definition' })
})
