import type { CustomFieldValue } from '../../../contract/entities'
import type { MemberRow } from '../../ports/store'
import type { AppDefinition } from '../app-definition'

/** What others see of a member. */
export interface ShownMember {
  id: string
  /** Those that everybody may see; for members, those too that members may. */
  customFields: Record<string, CustomFieldValue>
  profileImage: string | null
}

/** @param viewer who looks; null: a visitor */
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
