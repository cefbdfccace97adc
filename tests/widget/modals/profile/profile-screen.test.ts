// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { aMember } from '../../../support/a-member'
import { type ProfileStage, profileStage } from './profile-stage'

let stage: ProfileStage

afterEach(() => stage.leave())

describe('the profile waits for the member', () => {
  test('in the loading state, although the page has one stored', async () => {
    stage = profileStage()
    let answer: () => void = () => {}
    stage.client.getCurrentMember.mockReturnValue(
      new Promise((resolve) => {
        answer = () => resolve({ data: aMember() })
      }),
    )
    await stage.openProfile()
    expect(stage.find('.loading').textContent).toContain('Loading…')
    expect(stage.text()).not.toContain('ada@example.com')
    await act(async () => answer())
    expect(stage.title()).toBe('ada@example.com')
  })

  test('and closes with an error if no one is logged in', async () => {
    stage = profileStage()
    stage.setMember(null)
    const { result } = await stage.openProfile()
    await expect(result).rejects.toMatchObject({ message: 'Member not logged in', code: 'login-required' })
    expect(stage.dialog()?.open ?? false).toBe(false)
  })

  test('and asks again where the server could not be reached', async () => {
    stage = profileStage()
    stage.client.getCurrentMember.mockRejectedValueOnce(new Error('no network'))
    await stage.openProfile()
    expect(stage.text()).toContain('Loading failed')
    await stage.press('Try again')
    expect(stage.title()).toBe('ada@example.com')
  })
})

test('a profile that was closed while it waited closes nothing that was opened since', async () => {
  stage = profileStage()
  let answer: () => void = () => {}
  stage.client.getCurrentMember.mockReturnValue(
    new Promise((resolve) => {
      answer = () => resolve({ data: null })
    }),
  )
  await stage.openProfile()
  stage.hide()
  void stage.open()
  await act(async () => answer())
  expect(stage.dialog()?.open).toBe(true)
  expect(stage.title()).toBe('Log in to your account')
})

describe('the open profile', () => {
  test('follows what the page knows of the member', async () => {
    stage = profileStage()
    await stage.openProfile()
    stage.setMember(aMember({ auth: { email: 'new@example.com', hasPassword: true, providers: [] } }))
    expect(stage.title()).toBe('new@example.com')
  })

  test('closes when the member logs out elsewhere', async () => {
    stage = profileStage()
    const { result } = await stage.openProfile()
    stage.setMember(null)
    expect(await result).toEqual({ type: 'CLOSED' })
    expect(stage.text()).not.toContain('ada@example.com')
  })

  test('logs out, gives the opener the redirect, and no longer shows the member', async () => {
    stage = profileStage()
    stage.client.logout.mockImplementation(async () => {
      stage.setMember(null)
      return { data: { redirect: '/bye' } }
    })
    const { result } = await stage.openProfile()
    await stage.press('Logout')
    expect(await result).toEqual({ type: 'LOGOUT', data: { redirect: '/bye' } })
    expect(stage.dialog()?.open).toBe(true)
    expect(stage.title()).toBe('You are logged out')
    expect(stage.text()).not.toContain('ada@example.com')
    expect(stage.status()).toBe('')
  })

  test('says why a logout failed, and stays', async () => {
    stage = profileStage()
    stage.client.logout.mockRejectedValueOnce({ code: 'x', message: 'Not now.' })
    const { result } = await stage.openProfile()
    await stage.press('Logout')
    expect(stage.alert()).toBe('Not now.')
    expect(stage.title()).toBe('ada@example.com')
    stage.setMember(null)
    expect(await result).toEqual({ type: 'CLOSED' })
  })

  test('logs out only once, whatever is clicked during the call', async () => {
    stage = profileStage()
    stage.client.logout.mockReturnValue(new Promise(() => {}))
    await stage.openProfile()
    await stage.press('Logout')
    await stage.press('Logout')
    expect(stage.client.logout).toHaveBeenCalledOnce()
    expect(stage.busy()).toBe(true)
  })
})

test('a call that is refused because the session is dead ends the profile with what the server said', async () => {
  stage = profileStage()
  const refusal = { code: 'client/invalid-token', message: 'An invalid token has been provided.' }
  stage.client.updateMember.mockImplementation(async () => {
    // Like the client: subscribers of the member are notified before the caller.
    stage.setMember(null)
    return Promise.reject(refusal)
  })
  const { result } = await stage.openProfile()
  stage.type('first-name', 'Augusta')
  await stage.submit()
  await expect(result).rejects.toBe(refusal)
  expect(stage.dialog()?.open ?? false).toBe(false)
})
