import { expect, test } from 'vitest'
import { codeIn, openTestServices } from '../../../support/open-test-services'
import type { PlanConnectionRow } from '../../../../api/features/plans/repository'

const ann = { email: 'ann@example.com', password: 'correct horse' }
const options = { includeContentGroups: true }

test('returns a group with its URLs, its plans and whether all members have access', async () => {
  const services = await openTestServices()
  const { data } = await services.call('getApp', {})
  expect(data.contentGroups).toEqual([
    {
      id: 'members-area',
      key: 'members-area',
      name: 'Members area',
      allowAllMembers: true,
      redirect: '/access-denied.html',
      urls: [{ url: '/members', filter: 'STARTS' }],
      plans: [],
    },
    {
      id: 'pro-area',
      key: 'pro-area',
      name: 'Pro area',
      allowAllMembers: false,
      redirect: '/pricing.html',
      urls: [{ url: '/pro.html', filter: 'EQUALS' }],
      plans: [{ id: 'pln_pro' }],
    },
    expect.objectContaining({ key: 'free-area', urls: [], plans: [{ id: 'pln_free' }] }),
  ])
})

test('every login and sign-up returns the groups, only on request', async () => {
  const services = await openTestServices()
  const joined = await services.call('signup', { ...ann, plans: [{ planId: 'pln_free' }], options })
  const login = await services.call('login', { ...ann, options })
  await services.call('sendPasswordlessLoginEmail', { email: ann.email })
  const passwordlessToken = codeIn((await services.mails()).at(-1))
  const byCode = await services.call('passwordlessLogin', { email: ann.email, passwordlessToken, options })
  const context = await services.as(byCode.data.tokens.accessToken)
  const { ticket } = (await services.call('createMemberTicket', {}, context)).data
  const byTicket = await services.call('exchangeMemberTicket', { ticket, options })
  for (const { data } of [joined, login, byCode, byTicket]) {
    expect(data.contentGroups?.map(({ key, activeMemberHasAccess }) => [key, activeMemberHasAccess])).toEqual([
      ['members-area', true],
      ['pro-area', false],
      ['free-area', true],
    ])
  }
  const { data } = await services.call('signup', { ...ann, email: 'bob@example.com' })
  expect(data).not.toHaveProperty('contentGroups')
})

test('requires one of a group’s plans', async () => {
  const services = await openTestServices()
  services.app.contentGroups = services.app.contentGroups.map((group) =>
    group.key === 'pro-area' ? { ...group, plans: ['pln_pro', 'pln_free'] } : group,
  )
  const { data } = await services.call('signup', { ...ann, plans: [{ planId: 'pln_free' }], options })
  expect(data.contentGroups?.find(({ key }) => key === 'pro-area')?.activeMemberHasAccess).toBe(true)
})

test.for([
  ['ACTIVE', true],
  ['TRIALING', true],
  ['REQUIRES_PAYMENT', false],
  ['REQUIRES_AUTHENTICATION', false],
  ['CANCELED', false],
] as const)('a connection that is %s gives access: %s', async ([status, access]) => {
  const services = await openTestServices()
  const { data } = await services.call('signup', ann)
  const row: PlanConnectionRow = {
    id: 'con_1',
    memberId: data.member.id,
    planId: 'pln_pro',
    priceId: 'prc_pro-monthly',
    status,
    createdAt: 0,
    purchase: null,
  }
  await services.store.planConnections.insert(row)
  const answers = [
    (await services.call('login', { ...ann, options })).data.contentGroups,
    (await services.call('getApp', {}, await services.as(data.tokens.accessToken))).data.contentGroups,
    (await services.call('getAppAndMember', {}, await services.as(data.tokens.accessToken))).data.app.contentGroups,
  ]
  for (const groups of answers) {
    expect(groups?.find(({ key }) => key === 'pro-area')?.activeMemberHasAccess).toBe(access)
    expect(groups?.find(({ key }) => key === 'members-area')?.activeMemberHasAccess).toBe(true)
  }
})
