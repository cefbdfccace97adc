// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { aMember } from '../../../support/a-member'
import { type ProfileStage, profileStage } from './profile-stage'

let stage: ProfileStage

afterEach(() => stage.leave())

const auth = (hasPassword: boolean) => ({ email: 'ada@example.com', hasPassword, providers: [] })
const open = async (hasPassword: boolean) => {
  stage = profileStage({ member: { auth: auth(hasPassword) } })
  await stage.openProfile({ tab: 'security' })
  await stage.press(hasPassword ? 'Change Password' : 'Set Password')
}
const fill = (values: Record<string, string>) =>
  Object.entries(values).forEach(([name, value]) => stage.type(name, value))
const invalid = () =>
  [...stage.find('form').querySelectorAll('[aria-invalid=true]')].map((input) => input.getAttribute('name'))
const good = { oldPassword: 'old secret', newPassword: 'new secret', confirmPassword: 'new secret' }

describe('changing the password', () => {
  test('tells password managers whose password it is, which is the old one and which the new', async () => {
    await open(true)
    const hints = [...stage.find('form').querySelectorAll('input')].map(({ autocomplete, value }) => [
      autocomplete,
      value,
    ])
    expect(hints).toEqual([
      ['username', 'ada@example.com'],
      ['current-password', ''],
      ['new-password', ''],
      ['new-password', ''],
    ])
  })

  test('sends the old and the new one, thanks, and goes back to security', async () => {
    await open(true)
    stage.client.updateMemberAuth.mockResolvedValue({ data: aMember(), message: 'Your password has been changed.' })
    fill(good)
    await stage.submit()
    expect(stage.client.updateMemberAuth).toHaveBeenCalledExactlyOnceWith({
      oldPassword: 'old secret',
      newPassword: 'new secret',
    })
    expect([stage.status(), stage.panelTitle()]).toEqual(['Your password has been changed.', 'Security'])
    expect(stage.focused()?.textContent).toBe('Security')
  })

  test.each([
    ['without the current one', { oldPassword: '' }, ['oldPassword']],
    ['with a new one that is too short', { newPassword: 'short', confirmPassword: 'short' }, ['newPassword']],
    ['without the new one again', { confirmPassword: '' }, ['confirmPassword']],
    ['with another one the second time', { confirmPassword: 'new secre' }, ['confirmPassword']],
    ['with nothing', { oldPassword: '', newPassword: '', confirmPassword: '' }, Object.keys(good)],
  ])('%s is stopped beside the field', async (_name, changes, fields) => {
    await open(true)
    fill({ ...good, ...changes })
    await stage.submit()
    expect(invalid()).toEqual(fields)
    expect(stage.focused()?.getAttribute('name')).toBe(fields[0])
    expect(stage.client.updateMemberAuth).not.toHaveBeenCalled()
  })

  test('a wrong current one is named beside its field', async () => {
    stage = profileStage()
    await stage.openProfile({ tab: 'changePassword' })
    stage.client.updateMemberAuth.mockRejectedValueOnce({
      code: 'invalid-password',
      message: 'Please enter a valid password.',
    })
    stage.type('oldPassword', 'wrong secret')
    stage.type('newPassword', 'new secret')
    await stage.submit()
    expect(stage.text()).toContain('Please repeat the new password.')
    stage.type('confirmPassword', 'new secret')
    await stage.submit()
    expect(stage.text()).toContain('This is not your current password.')
    expect(stage.focused()).toBe(stage.input('oldPassword'))
    expect(stage.alert()).toBe('')
  })

  test('keeps what was typed when the server refuses', async () => {
    await open(true)
    stage.client.updateMemberAuth.mockRejectedValueOnce({ message: 'Please enter a valid password.' })
    fill(good)
    await stage.submit()
    expect([stage.alert(), stage.panelTitle()]).toEqual(['Please enter a valid password.', 'Change Password'])
    expect(stage.input('newPassword').value).toBe('new secret')
  })
})

describe('setting a first password', () => {
  test('asks for no current one, and uses the call for it', async () => {
    await open(false)
    stage.client.setPassword.mockImplementation(async () => {
      stage.setMember(aMember({ auth: auth(true) }))
      return { data: aMember(), message: 'Your password has been set.' }
    })
    expect(stage.input('oldPassword')).toBeNull()
    fill({ newPassword: 'new secret', confirmPassword: 'new secret' })
    await stage.submit()
    expect(stage.client.setPassword).toHaveBeenCalledExactlyOnceWith({ password: 'new secret' })
    expect(stage.status()).toBe('Your password has been set.')
    expect(stage.hasButton('Change Password')).toBe(true)
  })
})

describe('opened with the tab changePassword', () => {
  test.each([
    [true, 'Change Password', 'oldPassword'],
    [false, 'Set Password', 'newPassword'],
  ])('where there is a password (%s) the profile starts with "%s"', async (hasPassword, title, field) => {
    stage = profileStage({ member: { auth: auth(hasPassword) } })
    await stage.openProfile({ tab: 'changePassword' })
    expect([stage.panelTitle(), stage.focused()?.getAttribute('name'), stage.entries()]).toEqual([
      title,
      field,
      ['Security'],
    ])
  })

  test('leads back to security alone', async () => {
    stage = profileStage({ member: { auth: auth(true) } })
    await stage.openProfile({ tab: 'changePassword' })
    await stage.press('Back')
    expect([stage.panelTitle(), stage.entries()]).toEqual(['Security', ['Security']])
  })

  test('in a narrow window is what shows first, and back leads to the navigation', async () => {
    stage = profileStage({ member: { auth: auth(true) }, width: 500 })
    await stage.openProfile({ tab: 'changePassword' })
    expect([stage.title(), stage.entries()]).toEqual(['Change Password', []])
    await stage.press('Back')
    expect([stage.title(), stage.entries()]).toEqual(['ada@example.com', ['Security']])
  })
})
