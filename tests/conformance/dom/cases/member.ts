import { codeFromMailbox } from '../../../e2e/mailbox'
import { sampleImage } from '../../../support/sample-images'
import { expect, PASSWORD, type Stage } from '../dom-test'
import * as shapes from '../shapes/member'
import { loggedIn } from '../shapes/auth'
import { nothing } from '../shapes/answered'
import type { Cases } from './cases'

/** The server ignores the declared type. */
async function upload(stage: Stage, bytes: number[]) {
  return stage.page.evaluate(
    (given) =>
      window.published.callWithFile('updateMemberProfileImage', 'profileImage', {
        bytes: given,
        name: 'a.png',
        type: 'image/png',
      }),
    bytes,
  )
}

/** The logged-in member. */
export const memberCases = {
  getCurrentMember: async (stage) => {
    expect((await stage.ask(shapes.currentMember, 'getCurrentMember')).data).toBeNull()
    expect((await stage.asked()).filter(({ path }) => path === '/member')).toEqual([])
    const { member } = await stage.join()
    expect((await stage.ask(shapes.currentMember, 'getCurrentMember')).data).toEqual(member)
    const cached = await stage.ask(shapes.currentMember, 'getCurrentMember', { useCache: true })
    expect(cached.data).toEqual(member)
  },

  updateMember: async (stage) => {
    expect(await stage.refused('updateMember', { customFields: {} })).toBe('login-required')
    await stage.join()
    const customFields = { 'first-name': 'B', 'internal-note': 'owners only', 'of-no-field': 'x' }
    const { data } = await stage.ask(shapes.changedMember, 'updateMember', { customFields })
    expect(data.customFields).toEqual({ 'first-name': 'B' })
  },

  updateMemberAuth: async (stage) => {
    const { email } = stage
    await stage.join()
    const wrong = { oldPassword: 'not-the-password', newPassword: 'a-new-password' }
    expect(await stage.refused('updateMemberAuth', wrong)).toBe('invalid-password')
    const params = { oldPassword: PASSWORD, newPassword: 'a-new-password' }
    await stage.ask(shapes.changedMember, 'updateMemberAuth', params)
    // The new address waits until its link is opened.
    const moved = await stage.ask(shapes.changedMember, 'updateMemberAuth', { email: `new-${email}` })
    expect(moved.data).toMatchObject({ auth: { email } })
    expect(await stage.refused('updateMemberAuth', {})).toBe('required-field-missing')
    await stage.ask(nothing, 'logout')
    await stage.ask(loggedIn, 'loginMemberEmailPassword', { email, password: 'a-new-password' })
  },

  setPassword: async (stage) => {
    const { email } = stage
    await stage.ask(nothing, 'sendMemberSignupPasswordlessEmail', { email })
    const passwordlessToken = await codeFromMailbox(stage.urls.api, email)
    await stage.ask(loggedIn, 'signupMemberPasswordless', { email, passwordlessToken })
    expect(await stage.refused('setPassword', { password: 'short' })).toBe('invalid-password-too-short')
    const { data } = await stage.ask(shapes.changedMember, 'setPassword', { password: PASSWORD })
    expect(data.auth.hasPassword).toBe(true)
  },

  getMemberJSON: async (stage) => {
    expect(await stage.refused('getMemberJSON')).toBe('login-required')
    const { tokens } = await stage.join()
    expect((await stage.ask(shapes.memberJson, 'getMemberJSON')).data).toEqual({})
    // A token in the call identifies the member, regardless of who is logged in.
    await stage.ask(nothing, 'updateMemberJSON', { json: { mine: true } })
    await stage.join(`other-${stage.email}`)
    const { data } = await stage.ask(shapes.memberJson, 'getMemberJSON', { token: tokens.accessToken })
    expect(data).toEqual({ mine: true })
  },

  updateMemberJSON: async (stage) => {
    await stage.join()
    await stage.ask(shapes.memberJson, 'updateMemberJSON', { json: { a: 1 } })
    const { data } = await stage.ask(shapes.memberJson, 'updateMemberJSON', { json: { b: [1, { c: null }] } })
    expect(data).toEqual({ b: [1, { c: null }] })
  },

  deleteMember: async (stage) => {
    const { member } = await stage.join()
    expect((await stage.ask(shapes.deletedMember, 'deleteMember')).data.id).toBe(member.id)
    expect((await stage.ask(shapes.currentMember, 'getCurrentMember')).data).toBeNull()
    const params = { email: stage.email, password: PASSWORD }
    expect(await stage.refused('loginMemberEmailPassword', params)).toBe('invalid-credentials')
  },

  updateMemberProfileImage: async (stage) => {
    await stage.join()
    const { data } = stage.check(shapes.newPicture, await upload(stage, [...(await sampleImage('png'))]))
    const served = await fetch(data.profileImage)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, expect.stringContaining('image/')])
    expect(await upload(stage, [1, 2, 3])).toMatchObject({ refusal: { code: 'invalid-file-type' } })
    const none = await stage.ask(shapes.noPicture, 'updateMemberProfileImage', { profileImage: null })
    expect(none.data).toEqual({ profileImage: null })
  },

  deleteMemberProfileImage: async (stage) => {
    await stage.join()
    await upload(stage, [...(await sampleImage('png'))])
    await stage.ask(shapes.noPicture, 'deleteMemberProfileImage')
    const member = await stage.ask(shapes.currentMember, 'getCurrentMember')
    expect(member.data?.profileImage).toBeNull()
  },
} satisfies Cases
