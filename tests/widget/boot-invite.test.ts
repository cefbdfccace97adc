// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { boot } from '../../widget/boot'
import { $app, setReadiness } from '../../widget/stores/app'
import { $modalRequest, hideModal } from '../../widget/stores/modal'
import { clearSession, setMember } from '../../widget/stores/identity'
import { aMember } from '../support/a-member'
import { anApp } from '../support/an-app'
import { eventually } from '../support/eventually'

const tag = {
  appId: 'app_demo',
  publicKey: null,
  isMemberstack1: false,
  apiUrl: 'https://api.example',
  analytics: false,
  curtain: true,
  gatedPages: null,
  pageGate: true,
  inspector: false,
}

/** Opens the page. With a stored session there is a member. */
async function start(search: string, isMember: boolean): Promise<void> {
  window.location.href = `https://shop.example/join${search}`
  if (isMember) localStorage.setItem('_ms-mid', 'token')
  vi.spyOn(window, 'fetch').mockImplementation(async () => {
    const data = { app: anApp(), member: isMember ? aMember() : null, sessionData: { sessionId: '01HVISIT' } }
    return new Response(JSON.stringify({ data }))
  })
  boot(window, tag)
  await eventually(() => expect(window.$memberstackReady).toBe(true))
}

afterEach(() => {
  hideModal()
  window.$memberstackDom?.destroy()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  clearSession()
  setMember(undefined)
  setReadiness('waiting')
  $app.set(null)
})

test('a visitor’s invite link is remembered for the tab, without a word', async () => {
  await start('?inviteToken=abc', false)
  expect(sessionStorage.getItem('_ms-invite')).toBe('abc')
  expect($modalRequest.get()).toBeNull()
})

test('a sign-up by a script of the page takes it along, on whichever page of the tab', async () => {
  sessionStorage.setItem('_ms-invite', 'abc')
  await start('', false)
  await window.$memberstackDom
    ?.signupMemberEmailPassword({ email: 'ada@example.com', password: 'correct horse' })
    .catch(() => {})
  const bodies = vi.mocked(window.fetch).mock.calls.map(([, init]) => init?.body)
  expect(bodies.at(-1)).toContain('"inviteToken":"abc"')
})

test('a member who opens an invite link is asked', async () => {
  await start('?inviteToken=abc', true)
  await eventually(() =>
    expect($modalRequest.get()).toMatchObject({ name: 'JOIN_TEAM', params: { inviteToken: 'abc' } }),
  )
})

test('on any other page a member is asked nothing', async () => {
  await start('?token=abc', true)
  expect($modalRequest.get()).toBeNull()
  expect(sessionStorage).toHaveLength(0)
})
