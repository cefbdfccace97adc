import type { Member } from '../../widget/public'

/** Whether an answer holds what the site reads of a member: a page must not break on half of one. */
export function isMember(value: Partial<Member>): value is Member {
  const { id, auth, createdAt, customFields } = value
  return (
    typeof id === 'string' &&
    typeof auth?.email === 'string' &&
    !Number.isNaN(Date.parse(createdAt ?? '')) &&
    typeof customFields === 'object' &&
    customFields !== null
  )
}
