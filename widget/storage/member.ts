import type { Member } from '../../contract/entities'
import type { SafeStorage } from './safe-storage'

export const MEMBER_KEY = '_ms-mem'

/** The stored member; null if there is none, or what is there is no member. */
export function readMember(local: SafeStorage): Member | null {
  try {
    const value: unknown = JSON.parse(local.get(MEMBER_KEY) ?? 'null')
    const isMember = typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    return isMember ? (value as Member) : null
  } catch {
    return null
  }
}

export function writeMember(local: SafeStorage, member: Member | null): void {
  if (member) local.set(MEMBER_KEY, JSON.stringify(member))
  else local.remove(MEMBER_KEY)
}
