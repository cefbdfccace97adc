/** What the database keeps of social login. Times are epoch milliseconds. */
import type { CustomFieldValue } from '../../contract/entities'
import type { ProviderFlow } from '../../contract/providers'
import type { Mode } from '../lib/ids'

/** An account at a provider, and the member it logs in. */
export interface ProviderConnectionRow {
  memberId: string
  appId: string
  mode: Mode
  /** Its key, such as `google`. */
  provider: string
  /** The provider's own id of the account. */
  subject: string
  /** The device whose session connected it; null where none is known. */
  deviceId: string | null
  createdAt: number
}

export interface ProviderConnectionRepository {
  /** @throws UniqueConstraintError when the account is connected already, or the member with that provider. */
  insert(connection: ProviderConnectionRow): Promise<void>
  find(
    account: Pick<ProviderConnectionRow, 'appId' | 'mode' | 'provider' | 'subject'>,
  ): Promise<ProviderConnectionRow | null>
  /** In the order in which they were connected. */
  listByMember(memberId: string): Promise<ProviderConnectionRow[]>
  /** False when there was none. */
  delete(memberId: string, provider: string): Promise<boolean>
  /** @param exceptDevice what this device connected stays */
  deleteByMember(memberId: string, exceptDevice?: string | null): Promise<void>
}

/** What a page asked for when it opened a provider's window. */
export interface FlowOptions {
  customFields: Record<string, CustomFieldValue>
  plans: { planId: string }[]
  inviteToken: string | null
  /** Of a login: whether somebody who has no account gets one. */
  allowSignup: boolean
  /**
   * Of our client: the public part of the browser's device token, null without one. It proves nothing; a known one only
   * saves a new token. Absent for published clients.
   */
  deviceId?: string | null
}

/** One way to a provider and back, from its first page to its answer. */
export interface ProviderFlowRow {
  /** Of the `state` that goes to the provider. */
  stateDigest: string
  /** Of the secret that the browser keeps in a cookie: nobody else finishes the way. PKCE verifier and nonce derive from it. */
  secretDigest: string
  appId: string
  mode: Mode
  flow: ProviderFlow
  provider: string
  /** The one origin that may be told how it ended. */
  openerOrigin: string
  /** Told to that page again; null for published clients. */
  openerState: string | null
  /** Full-page way: the page to lead back to, with the answer in its fragment; null in a window. */
  returnUrl: string | null
  /** Full-page way: SHA-256 of what that page keeps, hexadecimal. */
  challenge: string | null
  /** Who connects, and the session that said so; null but for `connect`. */
  memberId: string | null
  sessionDigest: string | null
  wishes: FlowOptions
  createdAt: number
  expiresAt: number
}

export interface ProviderFlowRepository {
  insert(flow: ProviderFlowRow): Promise<void>
  /** Looks at it and leaves it: for the page that stands in for a provider. Null when unknown or expired. */
  find(stateDigest: string, now: number): Promise<ProviderFlowRow | null>
  /** Deletes it and answers it; null when unknown, expired, of another browser, or another request was first. Atomic. */
  consume(digests: Pick<ProviderFlowRow, 'stateDigest' | 'secretDigest'>, now: number): Promise<ProviderFlowRow | null>
  deleteExpired(now: number): Promise<void>
}

/** What a full-page way came to, until the page that it led back to asks. */
export interface ProviderAnswerRow {
  answerDigest: string
  challenge: string
  appId: string
  mode: Mode
  /** What it came to: whoever signs up and has an account is logged in to it. */
  flow: ProviderFlow
  memberId: string
  /** A sentence for the person; null: none. */
  message: string | null
  createdAt: number
  expiresAt: number
}

export interface ProviderAnswerRepository {
  insert(answer: ProviderAnswerRow): Promise<void>
  /** Like that of a flow; the challenge must be the one it was made for. */
  consume(
    answer: Pick<ProviderAnswerRow, 'answerDigest' | 'challenge' | 'appId' | 'mode'>,
    now: number,
  ): Promise<ProviderAnswerRow | null>
  deleteByMember(memberId: string): Promise<void>
  deleteExpired(now: number): Promise<void>
}

/** Names a member to the window that connects a provider. It lives no longer than the session that made it. */
export interface ConnectTicketRow {
  ticketDigest: string
  memberId: string
  sessionDigest: string
  appId: string
  mode: Mode
  expiresAt: number
}

export interface ConnectTicketRepository {
  insert(ticket: ConnectTicketRow): Promise<void>
  /** Deletes it and answers it; null when unknown, expired, of another app or mode, or another request was first. */
  consume(
    ticketDigest: string,
    owner: Pick<ConnectTicketRow, 'appId' | 'mode'>,
    now: number,
  ): Promise<ConnectTicketRow | null>
  deleteExpired(now: number): Promise<void>
}

/** The test consent page's memory: a code that it gave away, and whom it stands for. */
export interface TestConsentRow {
  codeDigest: string
  provider: string
  email: string
  emailVerified: boolean
  /** PKCE: SHA-256 of the verifier, base64url. */
  challenge: string
  redirectUri: string
  nonce: string
  expiresAt: number
}

export interface TestConsentRepository {
  insert(consent: TestConsentRow): Promise<void>
  /** Deletes it and answers it: a code works once. */
  consume(codeDigest: string, now: number): Promise<TestConsentRow | null>
  deleteExpired(now: number): Promise<void>
}
