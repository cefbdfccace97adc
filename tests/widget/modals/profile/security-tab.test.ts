// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aMember } from '../../../support/a-member'
import { type ProfileStage, profileStage } from './profile-stage'

let stage: ProfileStage

afterEach(() => stage.leave())

const withEmail = (email: string) => aMember({ auth: { email, hasPassword: true, providers: [] } })
const open = async (scene: Parameters<typeof profileStage>[0] = {}) => {
  stage = profileStage(scene)
  await stage.openProfile()
  await stage.press('Security')
}

describe('changing the e-mail address', () => {
  test('sends it, shows the server’s message and the new address', async () => {
    await open()
    stage.client.updateMemberAuth.mockImplementation(async () => {
      stage.setMember(withEmail('new@example.com'))
      return { data: withEmail('new@example.com'), message: 'We told the old address.' }
    })
    expect(stage.input('email').value).toBe('ada@example.com')
    expect(stage.button('Change email').disabled).toBe(true)
    stage.type('email', ' new@example.com ')
    await stage.submit()
    expect(stage.client.updateMemberAuth).toHaveBeenCalledExactlyOnceWith({ email: 'new@example.com' })
    expect([stage.status(), stage.title()]).toEqual(['We told the old address.', 'new@example.com'])
    expect(stage.button('Change email').disabled).toBe(true)
  })

  test('wants an address that is one', async () => {
    await open()
    stage.type('email', 'ada@')
    await stage.submit()
    expect(stage.text()).toContain('Please enter a valid email address.')
    expect(stage.focused()).toBe(stage.input('email'))
    expect(stage.client.updateMemberAuth).not.toHaveBeenCalled()
  })

  test('keeps what was typed when the server refuses', async () => {
    await open()
    stage.client.updateMemberAuth.mockRejectedValueOnce({ message: 'An account with this email already exists.' })
    stage.type('email', 'bob@example.com')
    await stage.submit()
    expect(stage.alert()).toBe('An account with this email already exists.')
    expect(stage.input('email').value).toBe('bob@example.com')
    expect(stage.button('Change email').disabled).toBe(false)
  })

  test('a verified address says so', async () => {
    await open({ member: { verified: true } })
    expect(stage.text()).toContain('Verified')
    expect(stage.hasButton('Send verification email')).toBe(false)
  })

  test('an unverified one can be sent another mail', async () => {
    await open()
    stage.client.sendMemberVerificationEmail.mockResolvedValue({
      data: { success: true },
      message: 'It is on its way.',
    })
    expect(stage.text()).toContain('Not verified yet')
    await stage.press('Send verification email')
    expect(stage.status()).toBe('It is on its way.')
  })
})

describe('deleting the account', () => {
  const assign = () => vi.spyOn(window.location, 'assign').mockReturnValue()

  test('is not offered where the app does not allow it', async () => {
    await open({ app: { allowMemberSelfDelete: false } })
    expect(stage.hasButton('Delete account')).toBe(false)
  })

  test('asks first, and cancelling deletes nothing', async () => {
    await open()
    await stage.press('Delete account')
    expect(stage.text()).toContain('Delete your account?')
    expect(stage.hasButton('Yes, Delete Account')).toBe(true)
    expect(stage.focused()).toBe(stage.button('Cancel'))
    await stage.press('Cancel')
    expect(stage.hasButton('Yes, Delete Account')).toBe(false)
    expect(stage.focused()).toBe(stage.button('Delete account'))
    expect(stage.client.deleteMember).not.toHaveBeenCalled()
  })

  test('once confirmed it deletes, closes, and goes to the root of the site', async () => {
    const went = assign()
    stage = profileStage()
    const { result } = await stage.openProfile()
    stage.client.deleteMember.mockImplementation(async () => {
      stage.setMember(null)
      return { data: { id: 'mem_sb_ada' } }
    })
    await stage.press('Security')
    await stage.press('Delete account')
    await stage.press('Yes, Delete Account')
    expect(stage.client.deleteMember).toHaveBeenCalledOnce()
    expect(await result).toEqual({ type: 'CLOSED' })
    expect(went.mock.calls.map(([url]) => String(url))).toEqual([new URL('/', window.location.href).href])
  })

  test('that fails says why and goes nowhere', async () => {
    const went = assign()
    await open()
    stage.client.deleteMember.mockRejectedValueOnce({ message: 'Not now.' })
    await stage.press('Delete account')
    await stage.press('Yes, Delete Account')
    expect(stage.alert()).toBe('Not now.')
    expect(went).not.toHaveBeenCalled()
    expect(stage.hasButton('Yes, Delete Account')).toBe(true)
  })

  test('happens once, however often it is confirmed', async () => {
    await open()
    stage.client.deleteMember.mockReturnValue(new Promise(() => {}))
    await stage.press('Delete account')
    await stage.press('Yes, Delete Account')
    await stage.press('Yes, Delete Account')
    expect(stage.client.deleteMember).toHaveBeenCalledOnce()
  })
})

test('a failure without a connection is said as one', async () => {
  await open()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  stage.client.sendMemberVerificationEmail.mockRejectedValueOnce({ message: 'unreachable' })
  await stage.press('Send verification email')
  expect(stage.alert()).toBe('You are offline. Please check your connection and try again.')
})

test('what failed is no longer said while it is tried again', async () => {
  await open()
  stage.client.sendMemberVerificationEmail.mockRejectedValueOnce({ message: 'Not now.' })
  await stage.press('Send verification email')
  stage.client.sendMemberVerificationEmail.mockReturnValue(new Promise(() => {}))
  await stage.press('Send verification email')
  expect([stage.alert(), stage.busy()]).toEqual(['', true])
})

test('what was said of one part goes with the way to another', async () => {
  await open()
  stage.client.sendMemberVerificationEmail.mockRejectedValueOnce({ message: 'Not now.' })
  await stage.press('Send verification email')
  expect(stage.alert()).toBe('Not now.')
  await act(async () => stage.button('Profile').click())
  expect(stage.alert()).toBe('')
})
