import type { OwnerValue } from './owner-list'

/** A value of a record for people. @param name under which it stands in the record */
export function showValue(name: string, value: OwnerValue | undefined): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return name.endsWith('At') && typeof value === 'string' ? readableTime(value) : String(value)
}

/** `2026-11-21 09:30 UTC` */
const readableTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
