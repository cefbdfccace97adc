import type { Member } from '../../../contract/entities'
import { tryOrUndefined } from '../../lib/errors'

/**
 * What an element with `data-ms-member` shows.
 * @param key `email`, `id`, `signup-date`, or the key of a custom field
 * @param language of the page, a BCP 47 tag, for the date
 * @returns null when there is nothing to show
 */
export function memberValue(member: Member, key: string, language: string): string | null {
  const special: Record<string, () => string> = {
    email: () => member.auth.email,
    id: () => member.id,
    'signup-date': () => localDate(member.createdAt, language),
  }
  const read = Object.hasOwn(special, key) ? special[key] : undefined
  const value = read ? read() : Object.hasOwn(member.customFields, key) ? member.customFields[key] : null
  return value === null || value === undefined || value === '' ? null : String(value)
}

/** @param language a BCP 47 tag @param timeStyle without it the date alone */
export function localDate(iso: string, language: string, timeStyle?: 'short'): string {
  const format = (locale?: string): string =>
    new Intl.DateTimeFormat(locale || undefined, { dateStyle: 'medium', timeStyle }).format(new Date(iso))
  // The page may name a language that is none, and the date may be none.
  return tryOrUndefined(() => format(language)) ?? tryOrUndefined(format) ?? ''
}
