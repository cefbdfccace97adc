import type { MemberChanges, MemberRow } from '../../ports/store'
import type { CheckedRow } from './check-entry'

/**
 * What a row changes of a member who is here already: what it speaks of takes the place of what was there, custom fields one
 * by one. A password that the member has stays: it may be newer than the file. So do a proven address and a customer.
 */
export function changesOf(member: MemberRow, entry: CheckedRow['entry']): MemberChanges {
  const { passwordHash, verified, customFields, metaData, json, profileImage, loginRedirect, stripeCustomerId } = entry
  return {
    ...(member.passwordHash === null && typeof passwordHash === 'string' && { passwordHash }),
    ...(verified === true && { verified }),
    ...(customFields && { customFields: { ...member.customFields, ...customFields } }),
    ...(metaData && { metaData }),
    ...(json && { json }),
    ...(profileImage !== undefined && { profileImage }),
    ...(loginRedirect !== undefined && { loginRedirect }),
    ...(member.stripeCustomerId === null && typeof stripeCustomerId === 'string' && { stripeCustomerId }),
  }
}
