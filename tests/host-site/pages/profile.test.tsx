// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Member } from '../../../widget/public'
import { profileServer } from '../support/member-credits'
import { aMember, refusal } from '../support/fake-client'
import {
  alertText,
  click,
  control,
  find,
  leaveSite,
  renderSite,
  texts,
  type RenderOptions,
} from '../support/render-site'

afterEach(leaveSite)

/** A member without TrustTags. */
const openAs = (loggedIn: Member) => renderSite('/profile', { loggedIn, call: profileServer().call })
const bar = () => find('.profile-bar output').textContent
const shown = (name: string) => find(`#panel-${name}`)

describe('the profile page of a visitor', () => {
  it('shows the labeled sample, with links to log in or sign up', async () => {
    await renderSite('/profile')
    expect(find('.profile-head').textContent).toContain('Sample profile')
    expect(texts('.thread .badge')).toEqual(['Sample', 'Sample', 'Sample'])
    expect(control('Login', '.profile-bar').getAttribute('href')).toBe('/login')
    expect(control('Sign Up', '.profile-bar').getAttribute('href')).toBe('/signup')
  })

  it('shows count, average score and views in the head', async () => {
    await renderSite('/profile')
    expect(find('.badge.proved').textContent).toBe('3 verified TrustTags')
    expect(texts('.profile-head .figure')).toEqual(['Average score88%', 'Profile views1,247'])
  })

  it('shows category, score, skill, ID and date on each TrustTag, with three actions', async () => {
    await renderSite('/profile')
    const first = find('.thread li')
    for (const fact of ['Technology', 'Web Development', '87%', '12 February 2024', 'TT-WD2024001', 'Verified'])
      expect(first.textContent).toContain(fact)
    expect(texts('.thread li:first-child .tag-action')).toEqual([
      'Share Web Development',
      'View Web Development',
      'Download Certificate Web Development',
    ])
    expect(control('View Web Development').getAttribute('href')).toBe('/verify/TT-WD2024001')
  })

  it('lists and counts the activity', async () => {
    await renderSite('/profile#activity')
    expect(texts('.log li').at(-1)).toBe('Assessment completedWeb Development12 February 2024')
    expect(texts('.stats .figure')).toEqual(['TrustTags earned3', 'Average score88%', 'Profile views1,247'])
  })

  it('has three settings, all enabled', async () => {
    await renderSite('/profile#settings')
    expect(texts('#panel-settings h3')).toEqual([
      'Public Profile',
      'Email Notifications',
      'Share Analytics',
      'Your data',
      'Account deletion',
    ])
    expect(texts('[role="switch"][aria-checked="true"]')).toEqual(['Enabled', 'Enabled', 'Enabled'])
  })

  it('explains on every account action that this is a sample, and changes nothing', async () => {
    const { client } = await renderSite('/profile')
    for (const [label, what, within = 'main'] of [
      ['Edit Profile', 'edit your own'],
      ['Share Profile', 'share your own'],
      ['My TrustTags', 'download your own TrustTags', '.quick-actions'],
      ['Export Portfolio', 'export your own portfolio'],
      ['Download Certificate Web Development', 'download certificates of your own'],
      ['Enabled', 'choose your own settings'],
      ['Export My Data', 'export your own data'],
      ['Delete Account', 'manage your own account'],
    ] as const) {
      await click(control(label, within))
      expect(bar(), label).toBe(`This is a sample profile. Log in to ${what}.`)
    }
    expect(texts('[role="switch"][aria-checked="true"]')).toHaveLength(3)
    expect(document.querySelector('dialog[open]')).toBeNull()
    expect(client.deleteMember).not.toHaveBeenCalled()
    expect(client.openModal).not.toHaveBeenCalled()
  })

  it('clears a message when another tab is chosen', async () => {
    await renderSite('/profile')
    await click(control('Edit Profile'))
    await click(control('Activity'))
    expect(bar()).toBe('Sample profile. Log in to see yours.')
  })

  it('keeps showing the sample when the check fails', async () => {
    const prepare: RenderOptions['prepare'] = ({ getCurrentMember }) =>
      getCurrentMember.mockRejectedValue(refusal('network-error', 'Unreachable.', 0))
    const { client } = await renderSite('/profile', { prepare })
    expect(client.getCurrentMember).toHaveBeenCalled()
    expect(find('h1').textContent).toBe('Samuel Okoro')
  })
})

describe('the profile page of a member', () => {
  it('shows name and join date, and nothing of the sample', async () => {
    await openAs(aMember())
    expect(find('h1').textContent).toBe('Ann Lee')
    expect(find('.avatar').textContent).toBe('AL')
    expect(find('.profile-head').textContent).toContain('Member since 4 March 2026')
    expect(find('main').textContent).not.toMatch(/sample/i)
    expect(find('#panel-settings').textContent).toContain('ann@example.com')
  })

  it('starts empty, with accessible texts and a link to continue', async () => {
    await openAs(aMember())
    expect(find('.badge.proved').textContent).toBe('0 verified TrustTags')
    expect(texts('.profile-head .figure')).toEqual(['Average score–none yet', 'Profile views0'])
    expect(find('.figure [aria-hidden]').textContent).toBe('–')
    expect(control('Create TrustTag', '#panel-trusttags').getAttribute('href')).toBe('/create-trust-tag')
    expect(shown('activity').textContent).toContain('Nothing yet.')
  })

  it('shows the image, or the initials if it fails to load', async () => {
    await openAs(aMember({ profileImage: 'http://localhost:4001/files/a.webp' }))
    const picture = find('.avatar img')
    expect(picture.getAttribute('src')).toBe('http://localhost:4001/files/a.webp')
    await act(async () => picture.dispatchEvent(new Event('error')))
    expect(find('.avatar').textContent).toBe('AL')
  })

  it('opens the membership script’s dialog, and shows its changes at once', async () => {
    const { client } = await openAs(aMember())
    client.openModal.mockImplementation(async () => {
      const customFields = { 'first-name': 'Ann', 'last-name': 'Lee', profession: 'Carpenter' }
      client.getCurrentMember.mockResolvedValue({ data: aMember({ customFields }) })
      return { type: 'CLOSED' }
    })
    await click(control('Add your profession'))
    expect(client.openModal).toHaveBeenCalledExactlyOnceWith('PROFILE')
    expect(find('.identity .lead').textContent).toBe('Carpenter')
  })

  it('shows why the dialog does not open', async () => {
    const { client } = await openAs(aMember())
    client.openModal.mockRejectedValue(refusal('service-unavailable', 'Not now.', 503))
    await click(control('Edit Profile'))
    expect(alertText()).toBe('Not now.')
    await click(control('Close', '.profile-bar'))
    expect(alertText()).toBeNull()
  })

  it('goes home when the member logs out in the dialog', async () => {
    const { client, become, loads } = await openAs(aMember())
    client.openModal.mockImplementation(async () => {
      become(null)
      return { type: 'LOGOUT', data: { redirect: null } }
    })
    await click(control('Edit Profile'))
    expect(client.hideModal).toHaveBeenCalledOnce()
    expect(loads).toEqual(['/'])
  })

  it('turns into the sample after a logout in another tab', async () => {
    const { become } = await openAs(aMember())
    await act(async () => become(null))
    expect(find('.profile-head').textContent).toContain('Sample profile')
  })
})

describe('the profile page with a stored flag', () => {
  it('waits for the member without showing the sample, with the heading in place', async () => {
    window.localStorage.setItem('isLoggedIn', 'true')
    let answer: (member: { data: Member }) => void = () => {}
    const pending = new Promise<{ data: Member }>((resolve) => (answer = resolve))
    await renderSite('/profile', {
      call: profileServer().call,
      prepare: ({ getCurrentMember }) => getCurrentMember.mockReturnValue(pending),
    })
    expect(find('main').textContent).not.toMatch(/sample/i)
    expect(find('main').textContent).toContain('Loading your profile...')
    const heading = find('h1')
    await act(async () => answer({ data: aMember() }))
    expect(find('h1')).toBe(heading)
    expect(heading.textContent).toBe('Ann Lee')
  })

  it('shows an unreachable account, and retries', async () => {
    const { client } = await renderSite('/verify', { loggedIn: aMember(), call: profileServer().call })
    client.getCurrentMember.mockRejectedValueOnce(refusal('network-error', 'Unreachable.', 0))
    await click(control('Profile'))
    expect(alertText()).toBe('Your account could not be reached.')
    expect(find('main').textContent).not.toContain('Sample')
    await click(control('Try again'))
    expect(find('h1').textContent).toBe('Ann Lee')
  })
})
