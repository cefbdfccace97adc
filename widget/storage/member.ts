import type { Member } from '../../contract/entities'
import { attempt } from '../lib/attempt'
import { isRecord } from '../lib/is-record'
import type { SafeStorage } from './safe-storage'

export const MEMBER_KEY = '_ms-mem'

/** The stored member; null if there is none, or what is there is no member. */
export function readMember(local: SafeStorage): Member | null {
  const text = local.get(MEMBER_KEY)
  // Nothing to parse is the usual case, and no error: a thrown one costs milliseconds at page load.
  if (!text) return null
  const value = attempt((): unknown => JSON.parse(text))
  return isMember(value) ? value : null
}

/** Enough to tell it from anything else under this key: the widget itself wrote it, from the server's answer. */
const isMember = (value: unknown): value is Member => isRecord(value) && typeof value['id'] === 'string'

export function writeMember(local: SafeStorage, member: Member | null): void {
  if (member) local.set(MEMBER_KEY, JSON.stringify(member))
  else local.remove(MEMBER_KEY)
}
