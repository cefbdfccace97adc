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

/** The profile page of a member without a TrustTag. */
const openAs = (loggedIn: Member) => renderSite('/profile', { loggedIn, call: profileServer().call })
const bar = () => find('.profile-bar output').textContent
const shown = (name: string) => find(`#panel-${name}`)

describe('the profile page of a visitor', () => {
  it('shows the sample, marked so, with a call to log in or sign up', async () => {
    await renderSite('/profile')
    expect(find('.profile-head').textContent).toContain('Sample profile')
    expect(texts('.thread .badge')).toEqual(['Sample', 'Sample', 'Sample'])
    expect(control('Login', '.profile-bar').getAttribute('href')).toBe('/login')
    expect(control('Sign Up', '.profile-bar').getAttribute('href')).toBe('/signup')
  })

  it('says in the head how many, how well and how often seen', async () => {
    await renderSite('/profile')
    expect(find('.badge.proved').textContent).toBe('3 verified TrustTags')
    expect(texts('.profile-head .figure')).toEqual(['Average score88%', 'Profile views1,247'])
  })

  it('has category, score, skill, ID and day on each TrustTag, and three things to do', async () => {
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

  it('lists what was done, and counts it', async () => {
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
      'End of the account',
    ])
    expect(texts('[role="switch"][aria-checked="true"]')).toEqual(['Enabled', 'Enabled', 'Enabled'])
  })

  it('says at everything that acts on an account that this is a sample, and changes nothing', async () => {
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

  it('forgets what was said when another tab is chosen', async () => {
    await renderSite('/profile')
    await click(control('Edit Profile'))
    await click(control('Activity'))
    expect(bar()).toBe('Sample profile. Log in to see yours.')
  })

  it('goes on showing the sample when the check gets no answer', async () => {
    const prepare: RenderOptions['prepare'] = ({ getCurrentMember }) =>
      getCurrentMember.mockRejectedValue(refusal('network-error', 'Unreachable.', 0))
    const { client } = await renderSite('/profile', { prepare })
    expect(client.getCurrentMember).toHaveBeenCalled()
    expect(find('h1').textContent).toBe('Samuel Okoro')
  })
})

describe('the profile page of a member', () => {
  it('shows who they are and since when, and nothing of the sample', async () => {
    await openAs(aMember())
    expect(find('h1').textContent).toBe('Ann Lee')
    expect(find('.avatar').textContent).toBe('AL')
    expect(find('.profile-head').textContent).toContain('Member since 4 March 2026')
    expect(find('main').textContent).not.toMatch(/sample/i)
    expect(find('#panel-settings').textContent).toContain('ann@example.com')
  })

  it('starts with nothing, said so that it can be heard, and leads on', async () => {
    await openAs(aMember())
    expect(find('.badge.proved').textContent).toBe('0 verified TrustTags')
    expect(texts('.profile-head .figure')).toEqual(['Average score–none yet', 'Profile views0'])
    expect(find('.figure [aria-hidden]').textContent).toBe('–')
    expect(control('Create TrustTag', '#panel-trusttags').getAttribute('href')).toBe('/create-trust-tag')
    expect(shown('activity').textContent).toContain('Nothing yet.')
  })

  it('shows the picture, and the initials when it does not load', async () => {
    await openAs(aMember({ profileImage: 'http://localhost:4001/files/a.webp' }))
    const picture = find('.avatar img')
    expect(picture.getAttribute('src')).toBe('http://localhost:4001/files/a.webp')
    await act(async () => picture.dispatchEvent(new Event('error')))
    expect(find('.avatar').textContent).toBe('AL')
  })

  it('opens the dialog of the membership script, and shows at once what was changed in it', async () => {
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

  it('says why the dialog does not open', async () => {
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

  it('turns into the sample when the member leaves in another tab', async () => {
    const { become } = await openAs(aMember())
    await act(async () => become(null))
    expect(find('.profile-head').textContent).toContain('Sample profile')
  })
})

describe('the profile page of one whose flag is stored', () => {
  it('waits for the answer without showing the sample, with the heading in its place', async () => {
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

  it('says when the account could not be reached, and tries again', async () => {
    const { client } = await renderSite('/verify', { loggedIn: aMember(), call: profileServer().call })
    client.getCurrentMember.mockRejectedValueOnce(refusal('network-error', 'Unreachable.', 0))
    await click(control('Profile'))
    expect(alertText()).toBe('Your account could not be reached.')
    expect(find('main').textContent).not.toContain('Sample')
    await click(control('Try again'))
    expect(find('h1').textContent).toBe('Ann Lee')
  })
})
