import { atom } from 'nanostores'
import type { Member } from '../../contract/entities'

/** Who is looking at the page: undefined while a stored session has not been confirmed, null for a visitor. */
export const $member = atom<Member | null | undefined>(undefined)

export const setMember = (member: Member | null | undefined): void => $member.set(member)
