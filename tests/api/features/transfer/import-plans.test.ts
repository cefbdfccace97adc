import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlanDefinition } from '../../../../api/features/apps/definition'
import { aReport, startWithTransfers, transfersOf } from '../../../support/transfers'
import { aWebhookEndpoint } from '../../../support/a-webhook-endpoint'

const plan = (changes: Partial<PlanDefinition> & { id: string }): PlanDefinition => ({
  name: changes.id,
  active: true,
  restrictedToAdmin: false,
  redirects: {},
  prices: [],
  ...changes,
})

let api: Awaited<ReturnType<typeof startWithTransfers>>
let club: Awaited<ReturnType<typeof transfersOf>>

/** An app whose plans have few places, are shared, or are restricted to admins. */
beforeAll(async () => {
  api = await startWithTransfers()
  const demo = await api.store.apps.findById('app_demo')
  if (!demo) throw new Error('There is no demo app.')
  await api.store.apps.insert({
    ...demo,
    id: 'app_club',
    keys: { test: 'pk_sb_club', live: 'pk_club' },
    plans: [
      plan({ id: 'pln_few', memberLimit: 3 }),
      plan({ id: 'pln_team', team: { seats: 5, inviteSignupLink: '/signup.html' } }),
      plan({ id: 'pln_crew', team: { seats: 2, inviteSignupLink: '/signup.html' } }),
      plan({ id: 'pln_staff', restrictedToAdmin: true, active: false }),
    ],
  })
  club = await transfersOf(api, { appId: 'app_club', mode: 'test' })
})

afterAll(() => api.close())

const memberOf = (email: string) => api.store.members.findByEmail('app_club', 'test', email)

test('a plan with a member limit takes as many as it has places, also in a dry run', async () => {
  const entries = Array.from({ length: 5 }, (_, at) => ({ email: `few-${at}@example.com`, plans: ['pln_few'] }))
  const expected = aReport({
    total: 5,
    created: 3,
    failed: 2,
    errors: [4, 5].map((row) => ({ row, field: 'plans', code: 'plan-member-limit-reached' })),
  })
  expect(await club.imported(entries, { dryRun: true })).toEqual({ ...expected, dryRun: true })
  expect(await club.imported(entries)).toEqual(expected)
  expect(await api.store.planConnections.countByPlan('app_club', 'test', 'pln_few')).toBe(3)
  // A canceled connection takes no place.
  const left = { email: 'few-9@example.com', plans: [{ planId: 'pln_few', status: 'CANCELED' }] }
  expect(await club.imported([left])).toEqual(aReport())
})

test('an imported member with a shared plan owns a team, only one', async () => {
  const entries = [
    { email: 'owner@example.com', plans: ['pln_team'] },
    { email: 'greedy@example.com', plans: ['pln_team', 'pln_crew'] },
  ]
  const errors = [{ row: 2, field: 'plans', code: 'can-only-have-one-active-team' }]
  expect(await club.imported(entries)).toEqual(aReport({ total: 2, failed: 1, errors }))
  const owner = await memberOf('owner@example.com')
  const teams = await api.store.teams.listByMember(owner?.id ?? '')
  expect(teams.map(({ role, connection }) => [role, connection.planId])).toEqual([['OWNER', 'pln_team']])
  const more = await club.imported([{ email: 'owner@example.com', plans: ['pln_crew'] }], { onConflict: 'update' })
  expect(more.errors).toEqual([{ row: 1, field: 'plans', code: 'can-only-have-one-active-team' }])
})

test('an admin’s file also gives restricted plans', async () => {
  expect(await club.imported([{ email: 'staff@example.com', plans: ['pln_staff'] }])).toEqual(aReport())
})

test('an import emits no webhooks, for new or changed members and teams', async () => {
  await api.store.webhooks.insertEndpoint(aWebhookEndpoint({ id: 'whe_club', appId: 'app_club' }))
  const entry = { email: 'silent@example.com', plans: ['pln_team'], customFields: { company: 'A' } }
  expect(await club.imported([entry])).toEqual(aReport())
  const changed = [{ ...entry, plans: ['pln_staff'], customFields: { company: 'B' } }]
  expect(await club.imported(changed, { onConflict: 'update' })).toEqual(aReport({ created: 0, updated: 1 }))
  expect(await api.store.webhooks.listMessages('app_club', 'test', 10, null)).toEqual([])
  // A change outside an import proves that the endpoint works.
  const member = await memberOf(entry.email)
  await api.store.members.update(member?.id ?? '', { customFields: { company: 'C' } })
  const heard = await api.store.webhooks.listMessages('app_club', 'test', 10, null)
  expect(heard.map(({ event }) => event)).toEqual(['member.updated'])
})
