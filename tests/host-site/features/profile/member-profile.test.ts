import { describe, expect, it } from 'vitest'
import { memberProfile, toProfileTag } from '../../../../host-site/features/profile/profile-view'
import { aHeldTag, aTagProfile } from '../../support/member-credits'
import { aMember } from '../../support/fake-client'

const profileOf = (changes: Parameters<typeof aMember>[0] = {}, profile = aTagProfile()) =>
  memberProfile(aMember(changes), profile, null)
const holderOf = (changes: Parameters<typeof aMember>[0]) => profileOf(changes).holder

describe('the profile of a member', () => {
  it('shows name and join date from the membership service', () => {
    const customFields = { 'first-name': 'Ann', 'last-name': 'Lee', profession: ' Carpenter ' }
    expect(holderOf({ customFields, profileImage: 'https://api.example/a.webp' })).toEqual({
      id: 'mem_1',
      name: 'Ann Lee',
      headline: 'Carpenter',
      picture: 'https://api.example/a.webp',
      memberSince: '2026-03-04T05:06:07.000Z',
    })
  })

  it('uses the email address without a name', () => {
    expect(holderOf({ customFields: {} }).name).toBe('ann@example.com')
    expect(holderOf({ customFields: { 'first-name': '  ', 'last-name': 'Lee' } }).name).toBe('Lee')
  })

  it('has no headline or image by default', () => {
    expect(holderOf({ customFields: { profession: '' } })).toMatchObject({ headline: null, picture: null })
    expect(holderOf({ customFields: { profession: null } }).headline).toBeNull()
  })

  it('has the server’s views, settings and activity, and nothing of the sample', () => {
    const activity = [
      { action: 'TrustTag earned', skill: 'Cook', date: '2026-11-21' },
      { action: 'Something of a newer server', skill: 'Cook', date: '2026-11-20' },
    ]
    const shown = profileOf({}, aTagProfile({ activity, shareAnalytics: false }))
    expect(shown).toMatchObject({ sample: false, views: 7, activity: activity.slice(0, 1) })
    expect(shown.settings).toEqual({ publicProfile: true, emailNotifications: true, shareAnalytics: false })
  })
})

describe('a TrustTag on a profile', () => {
  it('has the color of its category, and a label if it proves nothing', () => {
    expect(toProfileTag(aHeldTag())).toEqual({
      id: 'TT-TEST-CK202612345678',
      isGeneral: false,
      skill: 'Cook',
      score: 80,
      band: { low: 70, high: 95 },
      questions: 10,
      nameState: 'not checked',
      isReviewed: false,
      issueDate: '2026-11-21T09:10:00.000Z',
      category: 'Hospitality & Food Service',
      status: 'verified',
      hue: 'hospitality',
      mark: 'Test',
      visibility: 'LINK',
      links: {
        url: 'http://localhost:4000/verify/TT-TEST-CK202612345678',
        filesUrl: 'http://localhost:4001/trusttag/tags/TT-TEST-CK202612345678',
        expiresAt: '2028-03-14T00:00:00.000Z',
      },
    })
    expect(toProfileTag(aHeldTag({ proof: null }))).toMatchObject({ unlogged: true })
    expect(toProfileTag(aHeldTag({ mode: 'live', category: 'Custom' }))).toMatchObject({ hue: null })
    expect(toProfileTag(aHeldTag({ mode: 'live' }))).not.toHaveProperty('mark')
    expect(toProfileTag(aHeldTag({ status: 'revoked' })).status).toBe('revoked')
  })
})
