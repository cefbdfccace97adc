import { expect, test } from 'vitest'
import { openTestServices } from '../../../support/open-test-services'

test('getApp describes the mode that asks', async () => {
  const services = await openTestServices()
  const { data: sandbox } = await services.call('getApp', {})
  const { data: live } = await services.call('getApp', {}, { mode: 'live' })
  expect([sandbox.mode, sandbox.publicKey]).toEqual(['sandbox', 'pk_sb_demo'])
  expect([live.mode, live.publicKey]).toEqual(['live', 'pk_demo'])
  expect(sandbox).toMatchObject({ id: 'app_demo', captchaRequired: false, allowMemberSelfDelete: true })
})

test('getApp returns no server-only data', async () => {
  const services = await openTestServices()
  const { data } = await services.call('getApp', {})
  for (const key of ['keys', 'mail', 'liveDomains', 'redirects']) expect(data).not.toHaveProperty(key)
})

test('the links of the inspector work on pages of other origins too', async () => {
  const services = await openTestServices()
  const { data } = await services.call('getApp', {})
  for (const target of Object.values(data.inspectorLinks ?? {}))
    expect(target).toMatch(/^https?:\/\/.+\/inspector\/links\.html#/u)
  expect(data.inspectorLinks).toHaveProperty('dashboard')
})

test('the Edit links of an app without links of its own lead to the console, if the server has one', async () => {
  const services = await openTestServices({ inspectorLinks: undefined })
  const { data } = await services.call('getApp', {})
  expect(data.inspectorLinks).toEqual({ dashboard: `${services.urls.api}/console/apps/app_demo` })
  services.console.enabled = false
  const { data: withoutConsole } = await services.call('getApp', {})
  expect(withoutConsole.inspectorLinks).toEqual({})
})

test('prices are in major units', async () => {
  const services = await openTestServices()
  const { data } = await services.call('getPlan', { planId: 'pln_pro' })
  expect(data.prices).toEqual([
    expect.objectContaining({ id: 'prc_pro-monthly', amount: 10, interval: { type: 'MONTHLY', count: 1 } }),
    expect.objectContaining({ id: 'prc_pro-yearly', amount: 100, type: 'SUBSCRIPTION' }),
    expect.objectContaining({
      id: 'prc_pro-lifetime',
      amount: 250,
      type: 'ONETIME',
      interval: { type: null, count: null },
    }),
  ])
})

test('a plan that does not exist is not found', async () => {
  const services = await openTestServices()
  await expect(services.call('getPlan', { planId: 'pln_none' })).rejects.toMatchObject({ code: 'plan-not-found' })
})

test('groups report access only for a logged-in member', async () => {
  const services = await openTestServices()
  const { data } = await services.call('signup', { email: 'ann@example.com', password: 'correct horse' })
  const visitor = await services.call('getApp', {})
  const member = await services.call('getApp', {}, await services.as(data.tokens.accessToken))
  expect(visitor.data.contentGroups.map((group) => 'activeMemberHasAccess' in group)).toEqual([false, false, false])
  expect(member.data.contentGroups.map((group) => group.activeMemberHasAccess)).toEqual([true, false, false])
  expect(member.data.contentGroups.map((group) => group.allowAllMembers)).toEqual([true, false, false])
})

test('getAppAndMember answers both, and a new id for the visit', async () => {
  const services = await openTestServices()
  const { data } = await services.call('getAppAndMember', {})
  expect(data).toMatchObject({ app: { id: 'app_demo' }, member: null })
  expect(data.sessionData.sessionId).toMatch(/^[0-9a-z]{26}$/u)
})
