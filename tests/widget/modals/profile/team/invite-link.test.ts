// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aTeam } from '../../../../support/a-team'
import type { ProfileStage } from '../profile-stage'
import { teamStage } from './team-stage'

let stage: ProfileStage

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  stage.leave()
})

const link = () => stage.input('invite-link')
const clipboard = (write: (text: string) => Promise<void>) =>
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write)
const addressOf = (path: string) => new URL(path, window.location.origin).href

test('is the site’s address of the sign-up with the team’s token, to be read only', async () => {
  stage = await teamStage()
  expect(link().value).toBe(addressOf('/signup.html?inviteToken=first-token'))
  expect([link().readOnly, link().labels?.[0]?.textContent]).toEqual([true, 'Invite link'])
})

test('keeps what the sign-up’s address says already', async () => {
  const { plan } = aTeam()
  const team = aTeam({ plan: { ...plan, teamAccountInviteSignupLink: '/join?from=team#form' } })
  stage = await teamStage({ ...team, inviteToken: 'a&b' })
  expect(link().value).toBe(addressOf('/join?from=team&inviteToken=a%26b#form'))
})

test('is missing for a team without invitations', async () => {
  stage = await teamStage(aTeam({ inviteToken: null }))
  expect(link()).toBeNull()
})

describe('copying', () => {
  test('puts it on the clipboard, and says so for two seconds', async () => {
    stage = await teamStage()
    vi.useFakeTimers()
    const wrote = clipboard(async () => {})
    await stage.press('copy')
    expect(wrote.mock.calls).toEqual([[link().value]])
    expect(stage.hasButton('copied')).toBe(true)
    expect([...stage.find('.row').querySelectorAll('output')].map((one) => one.textContent)).toEqual(['copied'])
    await act(async () => vi.advanceTimersByTime(1_999))
    expect(stage.hasButton('copied')).toBe(true)
    await act(async () => vi.advanceTimersByTime(1))
    expect([stage.hasButton('copied'), stage.hasButton('copy')]).toEqual([false, true])
  })

  test('where the clipboard is refused says so, and selects the text', async () => {
    stage = await teamStage()
    clipboard(async () => Promise.reject(new Error('refused')))
    await stage.press('copy')
    expect(stage.alert()).toBe('Copying failed. Please select the text and copy it yourself.')
    expect([link().selectionStart, link().selectionEnd]).toEqual([0, link().value.length])
    expect(stage.focused()).toBe(link())
    expect(stage.hasButton('copied')).toBe(false)
  })

  test('where there is no clipboard fails in the same way', async () => {
    stage = await teamStage()
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
    await stage.press('copy')
    Reflect.deleteProperty(navigator, 'clipboard')
    expect(stage.alert()).toContain('Copying failed.')
  })
})

describe('regenerating', () => {
  test('asks first; then it rebuilds the link from the new token, and says so', async () => {
    stage = await teamStage()
    stage.client.generateInviteToken.mockResolvedValue({ data: { inviteToken: 'second-token' } })
    await stage.press('Regenerate link')
    expect(stage.client.generateInviteToken).not.toHaveBeenCalled()
    expect(stage.text()).toContain('The current link stops working.')
    await stage.press('Are you sure?')
    expect(stage.client.generateInviteToken).toHaveBeenCalledExactlyOnceWith({ teamId: 'team_1' })
    expect(link().value).toBe(addressOf('/signup.html?inviteToken=second-token'))
    expect(stage.status()).toBe('Invite Link Regenerated')
  })

  test('that fails says why, ends the loading and keeps the old one', async () => {
    stage = await teamStage()
    stage.client.generateInviteToken.mockRejectedValueOnce({ message: 'Not now.' })
    await stage.press('Regenerate link')
    await stage.press('Are you sure?')
    expect([stage.alert(), stage.busy()]).toEqual(['Not now.', false])
    expect(link().value).toContain('first-token')
  })
})
