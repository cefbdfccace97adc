// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TagProfile } from '../../../contract/schemas/tag-profiles'
import { aHeldTag, aTagProfile, profileServer } from '../support/member-credits'
import { refused, type Replies } from '../support/answering'
import { aMember } from '../support/fake-client'
import { alertText, click, control, find, leaveSite, renderSite, texts } from '../support/render-site'

const copied = vi.fn<(text: string) => Promise<void>>()

beforeEach(() => {
  copied.mockReset().mockResolvedValue()
  Object.defineProperty(window.navigator, 'clipboard', { value: { writeText: copied }, configurable: true })
})
afterEach(async () => {
  await leaveSite()
  vi.restoreAllMocks()
})

const bar = () => find('.profile-bar output').textContent
async function open(profile: TagProfile = aTagProfile(), more: Replies = {}) {
  const server = profileServer(profile, more)
  await renderSite('/profile', { loggedIn: aMember(), call: server.call })
  return server
}
async function pick(element: HTMLElement, value: string): Promise<void> {
  if (!(element instanceof HTMLSelectElement)) throw new Error('This is no select.')
  await act(async () => {
    element.value = value
    element.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

describe('the TrustTags of a member', () => {
  it('show the server’s facts, with a label if they prove nothing', async () => {
    await open()
    for (const fact of ['Hospitality & Food Service', 'Cook', '80%', 'TT-TEST-CK202612345678', 'Verified', 'Test'])
      expect(find('.thread li').textContent).toContain(fact)
    expect(find('.badge.proved').textContent).toBe('1 verified TrustTag')
    expect(texts('.profile-head .figure')).toEqual(['Average score80%', 'Profile views7'])
    expect(texts('.log li')).toEqual(['TrustTag earnedCook21 November 2026'])
  })

  it('show a revoked one as revoked, and do not count it', async () => {
    await open(aTagProfile({ tags: [aHeldTag({ status: 'revoked', isValid: false })] }))
    expect(find('.proof').textContent).toBe('Revoked')
    expect(find('.badge.proved').textContent).toBe('0 verified TrustTags')
    expect(texts('.profile-head .figure')[0]).toBe('Average score–none yet')
  })

  it('are shared by their link, and the share is recorded', async () => {
    const { asked } = await open(aTagProfile(), { noteShare: ({ tagId }) => ({ trustTagId: tagId }) })
    await click(control('Share Cook'))
    expect(copied).toHaveBeenCalledExactlyOnceWith(`${location.origin}/verify/TT-TEST-CK202612345678`)
    expect(asked).toContainEqual(['noteShare', { tagId: 'TT-TEST-CK202612345678' }])
    expect(bar()).toBe('The link to the TrustTag for Cook has been copied.')
  })

  it('have the visibility that the holder chooses; a failure reverts it', async () => {
    let answer = () =>
      refused('service-unavailable', 'Not now.') as ReturnType<typeof aHeldTag> | ReturnType<typeof refused>
    const { asked } = await open(aTagProfile(), { updateTag: () => answer() })
    const select = () => find('.show-to select')
    await pick(select(), 'PUBLIC')
    expect(alertText()).toBe('This could not be saved. Nothing was changed. Not now.')
    expect(select()).toHaveProperty('value', 'LINK')
    answer = () => aHeldTag({ visibility: 'PRIVATE' })
    await pick(select(), 'PRIVATE')
    expect(asked).toContainEqual(['updateTag', { tagId: 'TT-TEST-CK202612345678', visibility: 'PRIVATE' }])
    expect(select()).toHaveProperty('value', 'PRIVATE')
    await click(control('Share Cook'))
    expect(alertText()).toContain('This TrustTag is private.')
    await click(control('View Cook'))
    expect(alertText()).toContain('Choose Link only or Public to view it.')
    expect(location.pathname).toBe('/profile')
  })
})

describe('the settings of a member', () => {
  it('change at once, are saved, and reverted on failure', async () => {
    let isUp = true
    const { asked } = await open(aTagProfile(), {
      updateTagProfile: ({ publicProfile = true }) => (isUp ? aTagProfile({ publicProfile }) : refused('')),
    })
    const [publicProfile] = document.querySelectorAll<HTMLElement>('[role="switch"]')
    await click(publicProfile!)
    expect(asked).toContainEqual(['updateTagProfile', { publicProfile: false }])
    expect(texts('[role="switch"]')).toEqual(['Disabled', 'Enabled', 'Enabled'])
    isUp = false
    await click(publicProfile!)
    expect(texts('[role="switch"]')[0]).toBe('Disabled')
    expect(alertText()).toBe('This could not be saved. Nothing was changed.')
    await click(control('Share Profile'))
    expect(alertText()).toContain('Your profile is not public.')
  })
})

it('two settings that are changed together do not undo each other', async () => {
  const answers: (() => void)[] = []
  await open(aTagProfile(), {
    updateTagProfile: (wish) =>
      // The response to the first request is older than the second.
      new Promise((resolve) =>
        answers.push(() =>
          resolve(aTagProfile('publicProfile' in wish ? { publicProfile: false } : { shareAnalytics: false })),
        ),
      ),
  })
  for (const element of document.querySelectorAll<HTMLElement>('[role="switch"]:not([id^="email"])'))
    await click(element)
  for (const answer of answers.toReversed()) await act(async () => answer())
  expect(texts('[role="switch"]')).toEqual(['Disabled', 'Enabled', 'Disabled'])
})

describe('the public profile', () => {
  it('is shared once a TrustTag is public', async () => {
    await open()
    await click(control('Share Profile'))
    expect(alertText()).toContain('None of your TrustTags is public')
    await leaveSite()
    await open(aTagProfile({ tags: [aHeldTag({ visibility: 'PUBLIC' })] }))
    await click(control('Share Profile'))
    expect(copied).toHaveBeenCalledExactlyOnceWith('http://localhost:4000/t/abcdefghjkmn')
    expect(bar()).toBe('The link to your profile has been copied.')
  })
})
