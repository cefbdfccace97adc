// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchMemberstack1 } from '../../../../widget/directives/memberstack-1/watch'
import type { Memberstack1 } from '../../../../widget/directives/memberstack-1/client'
import { setMember } from '../../../../widget/stores/identity'
import { hideModal, requestModal } from '../../../../widget/stores/modal'
import { aMember } from '../../../support/a-member'
import { aFreePlan } from '../../../support/a-plan-connection'
import { fakeClient, type FakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'
import { expectConsole } from '../../../setup/console-watch'

let client: FakeClient
let stop = (): void => {}

beforeEach(() => (client = fakeClient()))
afterEach(() => {
  stop()
  leavePage()
})

async function open(html: string, { isOldTag = false, member = null as ReturnType<typeof aMember> | null } = {}) {
  const { engine } = await mountPage(html, { client, member })
  stop = watchMemberstack1({ client, document, window, flush: engine.flush, isOldTag })
  await settle()
}

/** As a script of the page reads it. */
const memberStack = (): Memberstack1 => {
  const found: Memberstack1 = Reflect.get<Record<string, never>, string>(Object(window), 'MemberStack')
  return found
}
const isRun = (): boolean => find('#probe').hasAttribute('data-ms-modal')
const PROBE = '<a id="probe" href="#" ms-login="true">Log in</a>'

test('a page without old markup is left alone', async () => {
  await open('<a id="probe" href="#/about">About</a><form><input name="email" /></form>')
  find('#probe').click()
  expect(isRun()).toBe(false)
})

test('old markup starts the layer; what the element says itself stays', async () => {
  await open(`${PROBE}<a id="own" href="#/ms/login" data-ms-modal="signup">x</a>`)
  expect(isRun()).toBe(true)
  expect(find('#own').getAttribute('data-ms-modal')).toBe('signup')
})

test('only such a page gets the record of Memberstack 1.0, with the fields that pages read', async () => {
  const member = aMember({
    customFields: { 'first-name': 'Ada' },
    loginRedirect: '/home',
    planConnections: [aFreePlan({ planId: 'pln_free', planName: 'Free' })],
  })
  await open('<a href="#/about">About</a>', { member })
  expect(localStorage.getItem('memberstack')).toBeNull()
  stop()
  leavePage()
  await open(PROBE, { member })
  expect(JSON.parse(localStorage.getItem('memberstack') ?? '')).toEqual({
    email: member.auth.email,
    loginRedirect: '/home',
    membership: expect.objectContaining({ id: 'pln_free', name: 'Free', status: 'active' }),
    information: { id: member.id, email: member.auth.email, 'first-name': 'Ada' },
    protected: [{ access: true }],
  })
  localStorage.clear()
})

test('a visitor has no record: scripts take any record for a login', async () => {
  await open(PROBE, { member: null })
  expect(isRun()).toBe(true)
  expect(localStorage.getItem('memberstack')).toBeNull()
})

test('a script that listens to clicks on .ms-portal-exit hears when the profile closes', async () => {
  await open(PROBE, { isOldTag: false })
  const [exit] = document.getElementsByClassName('ms-portal-exit')
  const heard = vi.fn()
  exit?.addEventListener('click', heard)
  void requestModal('LOGIN', {})
  hideModal()
  expect(heard).not.toHaveBeenCalled()
  void requestModal('PROFILE', {})
  expect(heard).not.toHaveBeenCalled()
  hideModal()
  expect(heard).toHaveBeenCalledOnce()
  stop()
  expect(document.getElementsByClassName('ms-portal-exit')).toHaveLength(0)
})

test('the old install tag starts it before the page is parsed, and the console names the new one', async () => {
  expectConsole('warn', /data-memberstack-id is the install tag.*data-memberstack-app="app_335d"/)
  document.head.innerHTML = '<script type="inert" data-memberstack-id="335d"></script>'
  await open(PROBE, { isOldTag: true })
  expect(isRun()).toBe(true)
  document.head.replaceChildren()
})

test('markup that is added later is run at its first use, and from then on at once', async () => {
  await open('<main></main>')
  find('main').innerHTML = '<form id="late" ms-login="true"><input ms-field="email" /><input type="password" /></form>'
  await settle()
  expect(find('#late').getAttribute('data-ms-form')).toBe(null)
  find('input').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  expect(find('#late').getAttribute('data-ms-form')).toBe('login')
  expect(find('[type=password]').getAttribute('data-ms-member')).toBe('password')
  find('main').innerHTML = PROBE
  await settle()
  expect(isRun()).toBe(true)
})

test('the first click on a link already opens the modal', async () => {
  await open('<main></main>')
  const opened = vi.spyOn(client, 'openModal')
  find('main').innerHTML = '<a id="probe" href="#/ms/login">Log in</a>'
  find('#probe').click()
  expect(opened).toHaveBeenCalledExactlyOnceWith('LOGIN', expect.anything())
})

test('a form never reaches the browser’s own submit', async () => {
  await open('<form ms-login="true"><input ms-field="email" /><input type="password" ms-field="password" /></form>')
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true })
  find('form').dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
})

test('a visitor is not logged in, and calls for members are refused', async () => {
  await open('')
  client.getMemberJSON.mockRejectedValue(new Error('Member not logged in'))
  const member = await memberStack().onReady
  expect(member.loggedIn).toBe(false)
  expect(member['email']).toBe(undefined)
  await expect(member.getMetaData()).rejects.toThrow('not logged in')
})

test('a member has the fields as properties, the membership and the page of the plan', async () => {
  const member = aMember({ customFields: { 'first-name': 'Ada', id: 'not-this' }, loginRedirect: '/crew' })
  await open('', { member })
  const read = await memberStack().onReady
  expect(read).toMatchObject({
    loggedIn: true,
    id: member.id,
    email: member.auth.email,
    'first-name': 'Ada',
    memberPage: '/crew',
  })
})

test('onReady is of now: after a login it names the member', async () => {
  await open('')
  expect((await memberStack().onReady).loggedIn).toBe(false)
  setMember(aMember())
  expect((await memberStack().reload()).loggedIn).toBe(true)
})

test('updateMetaData keeps the other keys; updateProfile saves fields and shows the result if asked to', async () => {
  await open('', { member: aMember() })
  const { updateMetaData, updateProfile } = await memberStack().onReady
  client.getMemberJSON.mockResolvedValue({ data: { a: 1, b: 2 } })
  client.updateMemberJSON.mockImplementation(async ({ json }) => ({ data: json }))
  expect(await updateMetaData({ b: 3 })).toEqual({ a: 1, b: 3 })
  client.updateMember.mockResolvedValue({ data: aMember(), message: 'Saved' })
  await updateProfile({ 'first-name': 'Grace' })
  expect(client.updateMember).toHaveBeenCalledWith({ customFields: { 'first-name': 'Grace' } })
  expect(client._showMessage).not.toHaveBeenCalled()
  await updateProfile({ 'first-name': 'Grace' }, true)
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('Saved')
  client.updateMember.mockRejectedValue(new Error('Too long'))
  await expect(updateProfile({ 'first-name': 'x' }, true)).rejects.toThrow('Too long')
  expect(client._showMessage).toHaveBeenLastCalledWith('Too long', true)
})

test('an object that the page sets replaces ours, also after the end', async () => {
  await open('')
  Object.assign(window, { MemberStack: 'theirs' })
  expect(memberStack()).toBe('theirs')
  stop()
  expect(memberStack()).toBe('theirs')
  Reflect.deleteProperty(window, 'MemberStack')
})

test('after the end nothing is left', async () => {
  await open('')
  stop()
  expect('MemberStack' in window).toBe(false)
})
