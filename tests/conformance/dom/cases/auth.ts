import { codeFromMailbox, linkFromMailbox } from '../../../e2e/mailbox'
import { expect, PASSWORD } from '../dom-test'
import { resetPassword } from '../reset-password'
import { done, loggedIn, loggedOut, sentence } from '../shapes/auth'
import { nothing } from '../shapes/answered'
import { currentMember } from '../shapes/member'
import type { Cases } from './cases'

/** Sign-up, login, logout, and their mails. */
export const authCases = {
  signupMemberEmailPassword: async (stage) => {
    const { email } = stage
    const { data } = await stage.ask(
      loggedIn,
      'signupMemberEmailPassword',
      {
        email,
        password: PASSWORD,
        customFields: { 'first-name': 'Ann', 'of-no-field': 'x' },
        metaData: { seats: 2 },
        captchaToken: 'unasked',
        inviteToken: 'of-no-team',
        plans: [{ planId: 'pln_free' }],
      },
      { includeContentGroups: true, isWebflow: true },
    )
    expect(data.member).toMatchObject({ auth: { email, hasPassword: true }, metaData: { seats: 2 }, verified: false })
    expect(data.member.customFields).toEqual({ 'first-name': 'Ann' })
    expect(data.member.planConnections).toMatchObject([{ planId: 'pln_free', type: 'FREE', payment: null }])
    expect(data.tokens.expires).toBeGreaterThan(Date.now())
    const free = data.contentGroups?.find(({ key }) => key === 'free-area')
    expect(free?.activeMemberHasAccess).toBe(true)
    const again = { email: email.toUpperCase(), password: PASSWORD }
    expect(await stage.refused('signupMemberEmailPassword', again)).toBe('email-already-in-use')
  },

  loginMemberEmailPassword: async (stage) => {
    const { email } = stage
    const { member } = await stage.join()
    await stage.ask(nothing, 'logout')
    const params = { email, password: PASSWORD }
    const wrong = { email, password: 'another-password' }
    expect(await stage.refused('loginMemberEmailPassword', wrong)).toBe('invalid-credentials')
    const { data } = await stage.ask(loggedIn, 'loginMemberEmailPassword', params, { includeContentGroups: true })
    expect(data.member.id).toBe(member.id)
    expect(data.contentGroups).toHaveLength(3)
  },

  sendMemberLoginPasswordlessEmail: async (stage) => {
    await stage.join()
    await stage.ask(done, 'sendMemberLoginPasswordlessEmail', { email: stage.email })
    expect(await codeFromMailbox(stage.urls.api, stage.email)).toMatch(/^\d{6}$/)
  },

  sendMemberSignupPasswordlessEmail: async (stage) => {
    await stage.ask(done, 'sendMemberSignupPasswordlessEmail', { email: stage.email })
    expect(await codeFromMailbox(stage.urls.api, stage.email)).toMatch(/^\d{6}$/)
    await stage.join()
    const taken = { email: stage.email }
    expect(await stage.refused('sendMemberSignupPasswordlessEmail', taken)).toBe('email-already-in-use')
  },

  loginMemberPasswordless: async (stage) => {
    const { email } = stage
    const { member } = await stage.join()
    await stage.ask(nothing, 'logout')
    await stage.ask(done, 'sendMemberLoginPasswordlessEmail', { email })
    const passwordlessToken = await codeFromMailbox(stage.urls.api, email)
    const wrong = { email, passwordlessToken: passwordlessToken === '000000' ? '000001' : '000000' }
    expect(await stage.refused('loginMemberPasswordless', wrong)).toBe('invalid-passwordless-login-code')
    const params = { email, passwordlessToken, inviteToken: 'of-no-team' }
    const { data } = await stage.ask(loggedIn, 'loginMemberPasswordless', params)
    expect(data.member).toMatchObject({ id: member.id, verified: true })
  },

  signupMemberPasswordless: async (stage) => {
    const { email } = stage
    await stage.ask(done, 'sendMemberSignupPasswordlessEmail', { email })
    const passwordlessToken = await codeFromMailbox(stage.urls.api, email)
    const { data } = await stage.ask(loggedIn, 'signupMemberPasswordless', {
      email,
      passwordlessToken,
      customFields: { 'first-name': 'Ann' },
      metaData: { from: 'a code' },
      inviteToken: 'of-no-team',
      plans: [{ planId: 'pln_free' }],
    })
    expect(data.member).toMatchObject({ auth: { email, hasPassword: false }, verified: true })
    expect(data.member.planConnections).toHaveLength(1)
  },

  sendMemberResetPasswordEmail: async (stage) => {
    const stranger = { email: `nobody-${stage.email}` }
    const unknown = await stage.ask(sentence, 'sendMemberResetPasswordEmail', stranger)
    await stage.join()
    const known = await stage.ask(sentence, 'sendMemberResetPasswordEmail', { email: stage.email })
    expect(known).toEqual(unknown)
  },

  resetMemberPassword: async (stage) => {
    const { email } = stage
    await stage.join()
    await stage.ask(nothing, 'logout')
    const short = { token: '000000', newPassword: 'short' }
    expect(await stage.refused('resetMemberPassword', short)).toBe('invalid-password-too-short')
    await resetPassword(stage, 'a-new-password', async (token) => {
      const wrong = { token: token === '000000' ? '000001' : '000000', newPassword: 'a-new-password' }
      expect(await stage.refused('resetMemberPassword', wrong)).toBe('invalid-reset-code')
    })
    await stage.ask(loggedIn, 'loginMemberEmailPassword', { email, password: 'a-new-password' })
  },

  sendMemberVerificationEmail: async (stage) => {
    expect(await stage.refused('sendMemberVerificationEmail')).toBe('login-required')
    await stage.join()
    await stage.ask(done, 'sendMemberVerificationEmail')
    expect(await linkFromMailbox(stage.urls.api, stage.email, '/account/verify-email')).not.toBe('')
  },

  logout: async (stage) => {
    await stage.join()
    await stage.ask(loggedOut, 'logout')
    expect((await stage.ask(currentMember, 'getCurrentMember')).data).toBeNull()
    expect(await stage.page.evaluate(() => Object.keys(localStorage))).not.toContain('_ms-mid')
  },
} satisfies Cases
