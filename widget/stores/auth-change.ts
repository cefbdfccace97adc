import { atom } from 'nanostores'
import type { Member } from '../../contract/entities'

/** The last login, signup, logout or dead session, here or in another tab; null before the first. */
export const $authChange = atom<{ member: Member | null } | null>(null)

export const announceAuthChange = (member: Member | null): void => $authChange.set({ member })
