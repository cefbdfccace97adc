import { expect, test } from 'vitest'
import { findContent, replaceContents } from '../../../../api/features/apps/contents'
import { openTestServices } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'
import type { PlanConnectionRow } from '../../../../api/features/plans/repository'

const ann = { email: 'ann@example.com', password: 'correct horse' }
const denied = { code: 'access-denied', status: 403 }

async function openAsAnn(changes: Parameters<typeof openTestServices>[0] = {}) {
  const services = await openTestServices(changes)
  const { data } = await services.call('signup', ann)
  const context = await services.as(data.tokens.accessToken)
  const content = async (contentId: string, how = context) =>
    (await services.call('getSecureContent', { contentId }, how)).data
  return { services, context, content, id: data.member.id }
}

const join = (services: TestServices, memberId: string, planId: string, status: PlanConnectionRow['status']) =>
  services.store.planConnections.insert({
    id: `con_${planId}`,
    memberId,
    planId,
    priceId: null,
    status,
    createdAt: 0,
    purchase: null,
  })

test('returns each of the eight types as its owner wrote it', async () => {
  const { services, content, id } = await openAsAnn()
  await join(services, id, 'pln_pro', 'ACTIVE')
  expect(await content('cnt_download')).toEqual({ type: 'LINK', content: '/icon.svg?for=pro' })
  expect(await content('cnt_style')).toMatchObject({ type: 'CSS', content: expect.stringContaining('.welcome {') })
  expect(await content('cnt_script')).toMatchObject({
    type: 'JS',
    content: expect.stringContaining('dataset.greeting'),
  })
  expect(JSON.parse((await content('cnt_data')).content)).toMatchObject({ days: ['Tuesday', 'Thursday'] })
  expect(await content('cnt_text')).toEqual({ type: 'TEXT', content: 'The word of the week is sesame.' })
  expect(await content('cnt_picture')).toEqual({ type: 'IMAGE', content: '/icon.svg' })
  expect(await content('cnt_file')).toEqual({ type: 'FILE', content: '/icon.svg' })
  expect(await content('cnt_welcome')).toMatchObject({
    type: 'HTML',
    content: expect.stringMatching(/^<article class="welcome"><h2>Welcome/u),
    nodes: [
      { tag: 'article', attributes: { class: 'welcome' }, children: [{ tag: 'h2' }, { tag: 'p' }, { tag: 'ul' }] },
    ],
  })
})

test('sanitizes HTML in both forms', async () => {
  const html = '<p onclick="alert(1)">a<script>alert(1)</script><a href="javascript:alert(1)">b</a></p>'
  const contents = [{ id: 'cnt_x', name: 'X', group: 'members-area', type: 'HTML' as const, content: html }]
  const { content, services } = await openAsAnn()
  await replaceContents(services.store, 'app_demo', contents, 0)
  const paragraph = { tag: 'p', attributes: {}, children: ['a', { tag: 'a', attributes: {}, children: ['b'] }] }
  expect(await content('cnt_x')).toEqual({ type: 'HTML', content: '<p>a<a>b</a></p>', nodes: [paragraph] })
})

test('parses HTML once for all callers, and again after a change', async () => {
  const { services } = await openAsAnn()
  const welcome = await findContent(services.store, 'app_demo', 'cnt_welcome')
  expect(await findContent(services.store, 'app_demo', 'cnt_welcome')).toBe(welcome)
  const first = services.hostedHtml.toSafeHtml(welcome!)
  expect(services.hostedHtml.toSafeHtml(welcome!)).toBe(first)
  const changed = await services.hostedHtml.toSafeHtml({ ...welcome!, content: '<p>New</p>' })
  expect(changed.content).toBe('<p>New</p>')
})

test('refuses visitors and ended sessions', async () => {
  const { services, content, context } = await openAsAnn()
  await expect(content('cnt_welcome', {})).rejects.toMatchObject(denied)
  await services.call('logout', {}, context)
  const dead = { tokenDigest: context.tokenDigest ?? null, member: null }
  await expect(content('cnt_welcome', dead)).rejects.toMatchObject(denied)
})

test.for([
  ['pln_pro', 'ACTIVE', true],
  ['pln_pro', 'TRIALING', true],
  ['pln_pro', 'REQUIRES_PAYMENT', false],
  ['pln_pro', 'REQUIRES_AUTHENTICATION', false],
  ['pln_pro', 'CANCELED', false],
  ['pln_free', 'ACTIVE', false],
] as const)('content for pln_pro, with %s %s: %s', async ([planId, status, may]) => {
  const { services, content, id } = await openAsAnn()
  await join(services, id, planId, status)
  const answer = content('cnt_download')
  await (may ? expect(answer).resolves.toMatchObject({ type: 'LINK' }) : expect(answer).rejects.toMatchObject(denied))
})

test('an unknown ID is not found, for any caller', async () => {
  const { content } = await openAsAnn()
  for (const id of ['cnt_none', 'welcome', '__proto__', 'constructor', '0']) {
    await expect(content(id)).rejects.toMatchObject({ code: 'content-not-found', status: 404 })
    await expect(content(id, {})).rejects.toMatchObject({ code: 'content-not-found' })
  }
})

test('refuses content of a deleted group for all', async () => {
  const { content } = await openAsAnn({ contentGroups: [] })
  await expect(content('cnt_welcome')).rejects.toMatchObject(denied)
})
