import type { Member } from './membership'

/** A custom field of a member as text; empty where it is none. */
export function memberText({ customFields }: Pick<Member, 'customFields'>, key: string): string {
  const value = customFields[key]
  return typeof value === 'string' ? value.trim() : ''
}

/** First and last name, as far as they are known. */
export const memberName = (member: Pick<Member, 'customFields'>): string =>
  [memberText(member, 'first-name'), memberText(member, 'last-name')].filter(Boolean).join(' ')
