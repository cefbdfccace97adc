/** What the database keeps of e-mail addresses, apart from the members who have them. Times are epoch milliseconds. */
import type { CustomFieldValue } from '../../contract/entities'
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
  /** Of the token that the request was answered; null for requests of published clients. */
  requestDigest: string | null
  triesLeft: number
  createdAt: number
  expiresAt: number
}

export interface EmailCodeRepository {
  /** A newer code without a request replaces the older one of the email and purpose. */
  insert(code: EmailCodeRow): Promise<void>
  /**
   * Takes one try of the open code away and returns the code; null when there is none, or no try left.
   * Atomic, so that parallel guesses share the tries.
   * @param requestDigest which request's code; null, the default: the one without a request
   */
  takeTry(
    address: Address,
    purpose: EmailCodePurpose,
    now: number,
    requestDigest?: string | null,
  ): Promise<EmailCodeRow | null>
  /** Deletes it; false when another request was first: a code is used once. */
  consume(id: string): Promise<boolean>
  deleteByAddress(address: Address): Promise<void>
  deleteExpired(now: number): Promise<void>
}

/** What a member wrote into their profile. */
export interface ProfileContent {
  customFields: Record<string, CustomFieldValue>
  metaData: Record<string, unknown>
  json: Record<string, unknown>
}

/** A verified address that a member gave up: whoever reads its mail can take it back until `expiresAt`. */
export interface EmailChangeRow extends Address {
  id: string
  memberId: string
  /** Digest of the 128-bit token in the mail to this address. */
  linkDigest: string
  /**
   * The profile when a mail proved the next address, null as long as none did. What was written after that is not for
   * whoever takes the change back.
   */
  wordsBefore: ProfileContent | null
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
  /** Deletes this change and the member's later ones and answers it as it stood; null when another request was first. */
  takeBack(change: EmailChangeRow): Promise<EmailChangeRow | null>
  /** A mail proved the member's present address: keeps the profile with each change that has none yet. */
  keepWords(memberId: string, words: ProfileContent): Promise<void>
  deleteExpired(now: number): Promise<void>
}
