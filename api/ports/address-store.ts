/** What the database keeps of e-mail addresses, apart from the members who have them. Times are epoch milliseconds. */
import type { Mode } from '../domain/mode'

/** An address in one app and mode. */
export interface Address {
  appId: string
  mode: Mode
  email: string
}

export type EmailCodePurpose = 'login' | 'signup'

/** Six digits that prove an address; it may have no member yet. */
export interface EmailCodeRow extends Address {
  id: string
  purpose: EmailCodePurpose
  /** Digest over the address and the digits. */
  codeDigest: string
  triesLeft: number
  createdAt: number
  expiresAt: number
}

export interface EmailCodeRepository {
  /** A newer code of an address and purpose replaces an older one. */
  insert(code: EmailCodeRow): Promise<void>
  /**
   * Takes one try of the address's open code away and answers the code; null when there is none, or no try left.
   * Atomic, so that parallel guesses share the tries.
   */
  takeTry(address: Address, purpose: EmailCodePurpose, now: number): Promise<EmailCodeRow | null>
  /** Deletes it; false when another request was first: a code is used once. */
  consume(id: string): Promise<boolean>
  deleteByAddress(address: Address): Promise<void>
  deleteExpired(now: number): Promise<void>
}

/** A verified address that a member gave up: whoever reads its mail can take it back until `expiresAt`. */
export interface EmailChangeRow extends Address {
  id: string
  memberId: string
  /** Digest of the 128-bit token in the mail to this address. */
  linkDigest: string
  createdAt: number
  expiresAt: number
}

export interface EmailChangeRepository {
  insert(change: EmailChangeRow): Promise<void>
  findByLink(linkDigest: string, now: number): Promise<EmailChangeRow | null>
  /** The change that gave up this address and can still be taken back. */
  findByAddress(address: Address, now: number): Promise<EmailChangeRow | null>
  /** The member's latest change that can still be taken back. */
  findLatest(memberId: string, now: number): Promise<EmailChangeRow | null>
  /** Deletes this change and the member's later ones; false when another request was first. */
  takeBack(change: EmailChangeRow): Promise<boolean>
  /** None of the member's changes can be taken back any more. */
  deleteByMember(memberId: string): Promise<void>
  deleteExpired(now: number): Promise<void>
}
