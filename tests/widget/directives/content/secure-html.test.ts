// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SecureContent } from '../../../../contract/entities'
import { setMember } from '../../../../widget/stores/identity'
import { expectConsole } from '../../../setup/console-watch'
import { aMember } from '../../../support/a-member'
import { type FakeClient, fakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

const html = '<section data-ms-secure-html="cnt_a"><p>Log in to see it.</p> thanks</section>'
const member = aMember()
let client: FakeClient
let contents: Record<string, SecureContent | string>

beforeEach(() => {
  client = fakeClient()
  contents = { cnt_a: { type: 'TEXT', content: 'For members' } }
  client.getSecureContent.mockImplementation(async ({ contentId }) => {
    const answer = contents[contentId] ?? 'content-not-found'
    return typeof answer === 'string' ? Promise.reject({ code: answer, message: 'No.' }) : { data: answer }
  })
})
afterEach(leavePage)

const asked = () => client.getSecureContent.mock.calls.map(([{ contentId }]) => contentId)
const shown = () => find('[data-ms-secure-html]').textContent
const withPlan = (planId: string) =>
  aMember({
    planConnections: [{ id: 'c', active: true, status: 'ACTIVE', planId, planName: 'P', type: 'FREE', payment: null }],
  })

test('shows the content to members and asks nothing for visitors', async () => {
  await mountPage(html, { client })
  expect([asked(), document.body.innerHTML]).toEqual([[], html])
  setMember(member)
  await settle()
  expect([asked(), shown()]).toEqual([['cnt_a'], 'For members'])
})

test('makes no request until the member is confirmed', async () => {
  await mountPage(html, { client, member: undefined, readiness: 'waiting' })
  expect(asked()).toEqual([])
})

test('the author’s same nodes are back after a logout', async () => {
  await mountPage(html, { client })
  const nodes = [...find('section').childNodes]
  setMember(member)
  await settle()
  setMember(null)
  expect([...find('section').childNodes]).toEqual(nodes)
  expect(find('section').firstChild).toBe(nodes[0])
  expect(document.body.innerHTML).toBe(html)
})

test('the original content is shown without access, without a message', async () => {
  contents['cnt_a'] = 'access-denied'
  await mountPage(html, { client, member })
  expect([asked(), document.body.innerHTML]).toEqual([['cnt_a'], html])
})

test('an id that does not exist is named once in the console', async () => {
  expectConsole('warn', /Hosted content "cnt_b" does not exist/)
  await mountPage('<p data-ms-secure-html="cnt_b">own</p><p data-ms-secure-html="cnt_b">own</p>', { client, member })
  setMember(withPlan('pln_free'))
  await settle()
  expect(shown()).toBe('own')
})

test('elements with one id share a call, also when one comes later', async () => {
  const page = await mountPage(html + html, { client, member })
  document.body.insertAdjacentHTML('beforeend', html)
  await page.settle()
  expect(asked()).toEqual(['cnt_a'])
  expect([...document.querySelectorAll('section')].map((one) => one.textContent)).toEqual(Array(3).fill('For members'))
})

test('a plan that comes or goes asks again, any other change of the member does not', async () => {
  contents['cnt_a'] = 'access-denied'
  await mountPage(html, { client, member })
  setMember(aMember({ customFields: {} }))
  await settle()
  expect(asked()).toEqual(['cnt_a'])
  contents['cnt_a'] = { type: 'TEXT', content: 'For Pro' }
  setMember(withPlan('pln_pro'))
  await settle()
  expect([asked(), shown()]).toEqual([['cnt_a', 'cnt_a'], 'For Pro'])
  contents['cnt_a'] = 'access-denied'
  setMember(member)
  await settle()
  expect(document.body.innerHTML).toBe(html)
})

test('a failure is reported in the console, and the next change of the member retries', async () => {
  expectConsole('warn', /"cnt_a" could not be loaded: network-error/)
  contents['cnt_a'] = 'network-error'
  await mountPage(html, { client, member })
  contents['cnt_a'] = { type: 'TEXT', content: 'Now' }
  setMember(aMember({ customFields: {} }))
  await settle()
  expect(shown()).toBe('Now')
})

test('an attribute that names another content loads that', async () => {
  contents['cnt_b'] = { type: 'TEXT', content: 'Other' }
  await mountPage(html, { client, member })
  find('section').setAttribute('data-ms-secure-html', 'cnt_b')
  await settle()
  expect(shown()).toBe('Other')
  find('section').removeAttribute('data-ms-secure-html')
  await settle()
  expect(find('section').innerHTML).toBe('<p>Log in to see it.</p> thanks')
})

test('content that holds an element for itself ends there', async () => {
  const itself = { tag: 'div', attributes: { 'data-ms-secure-html': 'cnt_a' }, children: ['again'] }
  contents['cnt_a'] = { type: 'HTML', content: '', nodes: [itself] }
  await mountPage(html, { client, member })
  expect(find('section').textContent).toBe('again')
})

test('nor does one that writes its id, or another’s, with spaces', async () => {
  const holding = (id: string) => ({ tag: 'div', attributes: { 'data-ms-secure-html': ` ${id} ` }, children: [id] })
  contents['cnt_a'] = { type: 'HTML', content: '', nodes: [holding('cnt_b')] }
  contents['cnt_b'] = { type: 'HTML', content: '', nodes: ['b: ', holding('cnt_b'), holding('cnt_a')] }
  await mountPage(html.replace('cnt_a', ' cnt_a '), { client, member })
  await settle()
  expect(find('section').textContent).toBe('b: cnt_bcnt_a')
})

test.each(['toString', 'constructor', '__proto__', 'valueOf'])(
  'a response of the type %s is not shown',
  async (type) => {
    expectConsole('warn', /"cnt_a" is .+\. An element can’t show it/)
    contents = JSON.parse(`{ "cnt_a": { "type": "${type}", "content": "x" } }`)
    await mountPage(html, { client, member })
    expect(document.body.innerHTML).toBe(html)
  },
)

test('what is put in works as any markup of the page', async () => {
  const name = { tag: 'b', attributes: { 'data-ms-member': 'first-name' }, children: ['friend'] }
  contents['cnt_a'] = { type: 'HTML', content: '', nodes: ['Welcome, ', name] }
  await mountPage(html, { client, member })
  expect(shown()).toBe('Welcome, Ada')
})

test('a copy forgets it at logout', async () => {
  const page = await mountPage(html, { client, member })
  document.body.append(find('section').cloneNode(true))
  await page.settle()
  setMember(null)
  expect(document.body.innerHTML).toBe(html + html)
})

test('a page that htmx writes into the browser’s storage holds none of it', async () => {
  const page = await mountPage(
    '<p data-ms-secure-html="cnt_a">own</p><img alt="" src="/own.png" data-ms-member="profile-image">',
    { client, member: aMember({ profileImage: 'https://x.example/ada.webp' }) },
  )
  document.body.dispatchEvent(new Event('htmx:beforeHistorySave', { bubbles: true }))
  const stored = document.body.innerHTML
  await page.settle()
  expect(stored).not.toContain('For members')
  expect(stored).not.toContain('ada.webp')
  expect([shown(), find('img').getAttribute('src')]).toEqual(['For members', 'https://x.example/ada.webp'])
})
