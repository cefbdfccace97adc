// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { INVITE_TOKEN_MAX_CHARS } from '../../../contract/limits'
import { markInviteUsed, readInvite, rememberInvite } from '../../../widget/storage/pending'

const at = (search: string): void => history.replaceState(null, '', `/join${search}`)
afterEach(() => {
  sessionStorage.clear()
  at('')
})

test('an invite link is remembered for the tab, and the address stays as it is', () => {
  at('?a=1&inviteToken=abc-_D')
  expect(rememberInvite(window)).toBe('abc-_D')
  expect(window.location.search).toBe('?a=1&inviteToken=abc-_D')
  at('')
  expect(rememberInvite(window)).toBeNull()
  expect(readInvite(window)).toBe('abc-_D')
})

test.each([
  '',
  '?token=abc',
  '?inviteToken=',
  '?inviteToken=%20',
  `?inviteToken=${'x'.repeat(INVITE_TOKEN_MAX_CHARS + 1)}`,
])('the URL %s has no invitation', (search) => {
  at(search)
  expect(rememberInvite(window)).toBeNull()
  expect(readInvite(window)).toBeNull()
})

test.each([' ', 'x'.repeat(INVITE_TOKEN_MAX_CHARS + 1)])('an invalid token does not block a sign-up', (text) => {
  sessionStorage.setItem('_ms-invite', text)
  expect(readInvite(window)).toBeNull()
})

test('a used invitation has no effect in this tab, even if the page is opened again; another one works', () => {
  at('?inviteToken=abc')
  rememberInvite(window)
  markInviteUsed(window, 'abc')
  expect(readInvite(window)).toBeNull()
  expect(rememberInvite(window)).toBeNull()
  at('?inviteToken=other')
  expect(rememberInvite(window)).toBe('other')
  expect(readInvite(window)).toBe('other')
})
