import type { Member } from '../../lib/membership'
import type { ProfileView } from './profile-view'

/** The profile of a member, from what the membership service knows. Nothing has been earned or counted there. */
export function memberProfile(member: Member): ProfileView {
  const text = (key: string): string => {
    const value = member.customFields[key]
    return typeof value === 'string' ? value.trim() : ''
  }
  const name = [text('first-name'), text('last-name')].filter(Boolean).join(' ')
  return {
    sample: false,
    holder: {
      id: member.id,
      name: name || member.auth.email,
      headline: text('profession') || null,
      picture: member.profileImage,
      memberSince: member.createdAt,
    },
    tags: [],
    activity: [],
    views: 0,
    settings: null,
  }
}
