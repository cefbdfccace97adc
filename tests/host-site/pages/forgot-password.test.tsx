// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { refusal } from '../support/fake-client'
import { alertText, click, control, field, fill, find, leaveSite, renderSite, submit } from '../support/render-site'

afterEach(leaveSite)

describe('a forgotten password', () => {
  it('is replaced with a mailed code, and the way ends at login', async () => {
    const { client } = await renderSite('/forgot-password')
    await fill({ email: 'ann@example.com' })
    await submit()
    expect(client.sendMemberResetPasswordEmail).toHaveBeenCalledWith({ email: 'ann@example.com' })
    expect(find('output').textContent).toBe('A code is on its way.')
    expect(document.activeElement?.id).toBe('code')
    expect(field('email').value).toBe('ann@example.com')
    await fill({ code: ' 123456 ', newPassword: 'password2' })
    await submit()
    expect(client.resetMemberPassword).toHaveBeenCalledWith({
      email: 'ann@example.com',
      token: '123456',
      newPassword: 'password2',
    })
    expect(location.pathname).toBe('/login')
    expect(find('output').textContent).toBe('Your password has been reset. Please login.')
  })

  it('stays where it is with a wrong code, which can be typed again', async () => {
    const { client } = await renderSite('/forgot-password')
    client.resetMemberPassword.mockRejectedValue(refusal('invalid-reset-code', 'Wrong code.'))
    await click(control('I already have a code'))
    expect(document.activeElement?.id).toBe('email')
    await fill({ email: 'ann@example.com', code: '000000', newPassword: 'password2' })
    await submit()
    expect(alertText()).toBe('Wrong code.')
    expect(field('code').value).toBe('000000')
    expect(location.pathname).toBe('/forgot-password')
  })

  it('says so when the mail could not be asked for', async () => {
    const { client } = await renderSite('/forgot-password')
    client.sendMemberResetPasswordEmail.mockRejectedValue(refusal('x', ''))
    await fill({ email: 'ann@example.com' })
    await submit()
    expect(alertText()).toBe('Failed to send the code. Please try again.')
    expect(field('email').value).toBe('ann@example.com')
  })
})
