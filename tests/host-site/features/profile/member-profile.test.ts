import { describe, expect, it } from 'vitest'
import { memberProfile } from '../../../../host-site/features/profile/member-profile'
import { aMember } from '../../support/fake-client'

const holderOf = (changes: Parameters<typeof aMember>[0]) => memberProfile(aMember(changes)).holder

describe('the profile of a member', () => {
  it('says who they are and since when, from what the service knows', () => {
    const customFields = { 'first-name': 'Ann', 'last-name': 'Lee', profession: ' Carpenter ' }
    expect(holderOf({ customFields, profileImage: 'https://api.example/a.webp' })).toEqual({
      id: 'mem_1',
      name: 'Ann Lee',
      headline: 'Carpenter',
      picture: 'https://api.example/a.webp',
      memberSince: '2026-03-04T05:06:07.000Z',
    })
  })

  it('is called by the e-mail address where no name was given', () => {
    expect(holderOf({ customFields: {} }).name).toBe('ann@example.com')
    expect(holderOf({ customFields: { 'first-name': '  ', 'last-name': 'Lee' } }).name).toBe('Lee')
  })

  it('has no headline, and no picture, until there is one', () => {
    expect(holderOf({ customFields: { profession: '' } })).toMatchObject({ headline: null, picture: null })
    expect(holderOf({ customFields: { profession: null } }).headline).toBeNull()
  })

  it('holds nothing of the sample', () => {
    expect(memberProfile(aMember())).toMatchObject({ sample: false, tags: [], activity: [], views: 0, settings: null })
  })
})
