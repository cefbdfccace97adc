// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { ModalResult, ScreenName } from '../../../widget/public'
import { $member, clearSession, setMember, setSession } from '../../../widget/stores/identity'
import { $modalRequest, requestModal } from '../../../widget/stores/modal'
import { aMember } from '../../support/a-member'
import { aMemberAuth } from '../../support/fake-client'
import { modalStage, type ModalStage } from './open-modal'

let stage: ModalStage

afterEach(() => {
  stage.leave()
  clearSession()
  $member.set(undefined)
})

/** After the timers that are due. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve))
const open = (name: ScreenName): Promise<{ result: Promise<ModalResult> }> =>
  act(async () => ({ result: requestModal(name, {}) }))
const arrive = (): Promise<void> =>
  act(async () => {
    setSession({ accessToken: 'their-token', expires: 4_102_444_800_000 }, aMember())
    setMember(aMember())
    await nextTurn()
  })

test.each(['LOGIN', 'SIGNUP', 'PASSWORDLESS_TOKEN'] as const)(
  '%s resolves with the member when the visitor who opened it is logged in elsewhere',
  async (name) => {
    stage = modalStage()
    setMember(null)
    const { result } = await open(name)
    await arrive()
    expect($modalRequest.get()).toBeNull()
    const tokens = { accessToken: 'their-token', expires: 4_102_444_800_000, type: 'bearer' }
    expect(await result).toEqual({ type: 'LOGIN', data: { tokens, member: aMember(), redirect: null } })
  },
)

test('also when it is not known at once who came', async () => {
  stage = modalStage()
  setMember(null)
  await open('LOGIN')
  await act(async () => setMember(undefined))
  expect($modalRequest.get()).not.toBeNull()
  await arrive()
  expect($modalRequest.get()).toBeNull()
})

test('its own login ends as that, and the greeting stays until the opener hides it', async () => {
  stage = modalStage()
  setMember(null)
  const auth = aMemberAuth()
  stage.client.loginMemberEmailPassword.mockImplementation(async () => {
    setMember(auth.member)
    return { data: auth }
  })
  const { result } = await open('LOGIN')
  stage.type('email', 'ada@example.com')
  stage.type('password', 'a-good-password')
  await stage.submit()
  expect(await result).toEqual({ type: 'LOGIN', data: auth })
  await act(() => nextTurn())
  expect($modalRequest.get()).not.toBeNull()
  expect(stage.dialog()?.open).toBe(true)
})

test('what a member may want too stays', async () => {
  stage = modalStage()
  setMember(null)
  await open('FORGOT_PASSWORD')
  await arrive()
  expect($modalRequest.get()).not.toBeNull()
})

test('and so does a modal opened by a member, or before the member is known', async () => {
  stage = modalStage()
  for (const before of [aMember(), undefined]) {
    setMember(before)
    await open('LOGIN')
    await arrive()
    expect($modalRequest.get()).not.toBeNull()
  }
})
