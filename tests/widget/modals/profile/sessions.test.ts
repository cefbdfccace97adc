// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { MemberSession } from '../../../../widget/public'
import { type ProfileStage, profileStage } from './profile-stage'

let stage: ProfileStage

afterEach(() => stage.leave())

const session = (more: Partial<MemberSession>): MemberSession => ({
  id: 'ses_1',
  isCurrent: false,
  agent: 'Firefox on macOS',
  network: '192.0.2.0/24',
  methods: ['password', 'totp'],
  startedAt: '2026-11-21T09:00:00.000Z',
  lastSeenAt: '2026-11-22T10:00:00.000Z',
  ...more,
})

const rows = () => [...stage.element().shadowRoot!.querySelectorAll('li')].map((row) => row.textContent)

const here = session({ id: 'ses_here', isCurrent: true, agent: 'Chrome on Linux' })
const phone = session({ id: 'ses_phone', agent: null, methods: ['link', 'unheard-of'] })

async function open(sessions: MemberSession[]): Promise<void> {
  stage = profileStage()
  stage.client.getMemberSessions.mockResolvedValue({ data: sessions })
  await stage.openProfile()
  await stage.press('Security')
}

test('shows system, network, method, start and last use of each login, and ends one of the others', async () => {
  await open([here, session({}), phone])
  stage.client.endMemberSession.mockResolvedValue({ data: { id: 'ses_1' }, message: 'The session has ended.' })
  expect(stage.text()).toContain('Where you are logged in')
  expect(stage.text()).toContain('192.0.2.0/24 · Password · Two-step verification')
  expect(stage.text()).toMatch(/Since Nov 21, 2026, .*Last seen on Nov 22, 2026/)
  expect(stage.text()).toContain('192.0.2.0/24 · Login link')
  expect(rows().filter((row) => row.includes('This device'))).toHaveLength(1)
  expect(rows().filter((row) => row.endsWith('End'))).toHaveLength(2)
  expect(stage.button('End').title).toBe('Firefox on macOS')
  await stage.press('End')
  expect(stage.client.endMemberSession).toHaveBeenCalledExactlyOnceWith({ id: 'ses_1' })
  expect(stage.status()).toBe('The session has ended.')
  expect(stage.text()).not.toContain('Firefox on macOS')
  expect(stage.text()).toContain('Unknown browser')
})

test('ends all others, and then offers nothing to end', async () => {
  await open([here, session({}), phone])
  stage.client.endOtherMemberSessions.mockResolvedValue({ data: { ended: 2 }, message: 'All others have ended.' })
  await stage.press('End all others')
  expect(stage.status()).toBe('All others have ended.')
  expect(stage.text()).toContain('Chrome on Linux')
  expect([stage.hasButton('End'), stage.hasButton('End all others')]).toEqual([false, false])
})

test('a refusal is shown and changes nothing', async () => {
  await open([here, phone])
  const refusal = { code: 'reauthentication-required', message: 'Please log in again to do this.' }
  stage.client.endOtherMemberSessions.mockRejectedValueOnce(refusal)
  await stage.press('End all others')
  expect(stage.alert()).toBe('Please log in again to do this.')
  expect(stage.hasButton('End')).toBe(true)
})

test('without an answer the part is missing', async () => {
  stage = profileStage()
  stage.client.getMemberSessions.mockRejectedValue({ code: 'network-error' })
  await stage.openProfile()
  await stage.press('Security')
  expect(stage.text()).not.toContain('Where you are logged in')
})
