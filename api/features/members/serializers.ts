import type { CustomFieldValue } from '../../../contract/entities'
import type { AppDefinition } from '../apps/definition'
import type { MemberRow } from '../../ports/store'

/** What other people see of a member. */
export interface ShownMember {
  id: string
  /** The public fields; a logged-in viewer also gets those that members may see. */
  customFields: Record<string, CustomFieldValue>
  profileImage: string | null
}

/** @param viewer null: a visitor */
export function toShownMember(
  { customFields }: Pick<AppDefinition, 'customFields'>,
  member: Pick<MemberRow, 'id' | 'customFields' | 'profileImage'>,
  viewer: Pick<MemberRow, 'id'> | null,
): ShownMember {
  const shown = customFields.filter(
    ({ visibility, restrictToAdmin }) =>
      !restrictToAdmin && (visibility === 'PUBLIC' || (visibility === 'MEMBERS' && viewer !== null)),
  )
  return {
    id: member.id,
    customFields: Object.fromEntries(shown.map(({ key }) => [key, member.customFields[key] ?? null])),
    profileImage: member.profileImage,
  }
}

/** Drops the custom fields that only an admin may see. */
export function withoutAdminFields<T>(app: AppDefinition, values: Record<string, T>): Record<string, T> {
  // Most apps have none, and this is most of the cost of reading a session.
  const restricted = app.customFields.filter((field) => field.restrictToAdmin)
  if (restricted.length === 0) return values
  const keys = new Set(restricted.map(({ key }) => key))
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.has(key)))
}

/** The owner names moderators by email, so only a verified email makes one. */
export const isModerator = (
  { comments }: Pick<AppDefinition, 'comments'>,
  { email, verified }: Pick<MemberRow, 'email' | 'verified'>,
): boolean => verified && comments?.moderators.includes(email) === true
