import { expect, test } from 'vitest'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { openTestServices } from '../../../support/open-test-services'

const ann = { email: 'ann@example.com', password: 'correct horse' }

async function openAsAnn(changes: (app: AppDefinition) => Partial<AppDefinition>) {
  const { app } = await openTestServices()
  const services = await openTestServices(changes(app))
  const { data } = await services.call('signup', { ...ann, plans: [{ planId: 'pln_free' }] })
  return { services, joined: data, context: await services.as(data.tokens.accessToken) }
}

const withRedirects = (app: AppDefinition): Partial<AppDefinition> => ({
  redirects: { afterLogin: '/app' },
  plans: app.plans.map((plan) => (plan.id === 'pln_free' ? { ...plan, redirects: { afterLogin: '/plan' } } : plan)),
})

test('is where a login takes the member: nowhere, as long as nothing says so', async () => {
  const { joined } = await openAsAnn(() => ({}))
  expect(joined.member.loginRedirect).toBeNull()
})

test('is the app’s page after a login, not the one after a sign-up', async () => {
  const { joined } = await openAsAnn(() => ({ redirects: { afterLogin: '/app', afterSignup: '/new' } }))
  expect([joined.redirect, joined.member.loginRedirect]).toEqual(['/new', '/app'])
})

test('is the plan’s page before the app’s, in every answer that holds a member', async () => {
  const { services, context } = await openAsAnn(withRedirects)
  const answers = [
    (await services.call('getMember', {}, context)).data,
    (await services.call('updateMember', { customFields: {} }, context)).data,
    (await services.call('login', ann)).data.member,
    (await services.call('getAppAndMember', {}, context)).data.member,
  ]
  expect(answers.map((member) => member?.loginRedirect)).toEqual(['/plan', '/plan', '/plan', '/plan'])
})

test('is the member’s own page before all others, and what an admin wrote stays as it is', async () => {
  const { services, context, joined } = await openAsAnn(withRedirects)
  const row = { ...context.member!, loginRedirect: '/mine' }
  expect((await services.call('getMember', {}, { ...context, member: row })).data?.loginRedirect).toBe('/mine')
  await services.call('updateMember', { customFields: { 'first-name': 'Ann' } }, context)
  expect((await services.store.members.findById(joined.member.id))?.loginRedirect).toBeNull()
})
