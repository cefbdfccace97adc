import type { ProfileWords } from '../../ports/address-store'
import type { MemberRow } from '../../ports/store'
import type { AppDefinition } from '../app-definition'

const NOTHING: ProfileWords = { customFields: {}, metaData: {}, json: {} }

/**
 * A profile with other words of the member's own, and without a picture; what only an admin can write stays as it is.
 *
 * @param words by default none
 */
export function ownWordsOf(
  app: AppDefinition,
  member: MemberRow,
  words: ProfileWords = NOTHING,
): ProfileWords & { profileImage: null } {
  const admins = new Set(app.customFields.filter(({ restrictToAdmin }) => restrictToAdmin).map(({ key }) => key))
  const kept = Object.entries(member.customFields).filter(([key]) => admins.has(key))
  const own = Object.entries(words.customFields).filter(([key]) => !admins.has(key))
  return { ...words, customFields: Object.fromEntries([...own, ...kept]), profileImage: null }
}
