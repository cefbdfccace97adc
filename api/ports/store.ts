/**
 * The database, as the handlers see it. Every repository method is one statement or a few; what must hold together
 * runs in `transaction`, whose repositories share it. Times are epoch milliseconds.
 */
import type { Database, Db, TransactionQueue, Tx } from '../database/db'
import type { Awaitable } from './awaitable'
import type { AppDefinition } from '../features/apps/definition'
import type { Mode } from '../domain/mode'
import type { EmailChangeRepository, EmailCodeRepository } from './address-store'
import type { ExpensiveRead } from './expensive-reads'
import type { DeviceRepository } from './device-store'
import type { CaptchaRepository } from '../features/captcha/check'
import type { Mail } from '../features/mail/mailers'
import type { MemberRepository, MemberRow } from './member-store'
import type { PlanConnectionRepository, PlanConnectionRow } from './plan-connection-store'
import type {
  ConnectTicketRepository,
  ProviderAnswerRepository,
  ProviderConnectionRepository,
  ProviderFlowRepository,
  TestConsentRepository,
} from './provider-store'
import type { PaymentEventRepository, PurchaseRepository } from './purchase-store'
import type { SecretKeyRepository } from '../features/apps/secret-keys'
import type { SignupRecordRepository } from './signup-record-store'
import type { StorageRepository } from './storage-store'
import type { TeamRepository } from './team-store'
import type { TestPaymentsRepository } from './test-payments-store'
import type { MemberTicketRepository } from './ticket-store'
import type { MemberTransferRepository } from './transfer-store'
import type { TrustTagRepositories } from './trusttag/repositories'
import type { WebhookRepository } from './webhook-store'

export type {
  ListedMember,
  MemberChanges,
  MemberFilter,
  MemberList,
  MemberPage,
  MemberRepository,
  MemberRow,
  MemberSearch,
} from './member-store'
export type { ConnectionPurchase, PlanConnectionRepository, PlanConnectionRow } from './plan-connection-store'

export interface AppRepository {
  findById(id: string): Awaitable<AppDefinition | null>
  /** By the test or the live public key. */
  findByPublicKey(key: string): Awaitable<{ app: AppDefinition; mode: Mode } | null>
  /** Adds the app; false when it is there already (a start never overwrites what an owner changed). */
  insert(app: AppDefinition): Promise<boolean>
  /** Puts another definition, and its keys, in the place of the one of that id. For the owner's command: servers change no app. */
  replace(app: AppDefinition): Promise<void>
  list(): Promise<AppDefinition[]>
  /** Locks the app's row until the transaction ends: whoever counts what is limited in a whole app does so under it. */
  lock(id: string): Promise<void>
}

export interface SessionRow {
  tokenDigest: string
  memberId: string
  appId: string
  mode: Mode
  /** The browser that logged in, where its device is known. */
  deviceId: string | null
  createdAt: number
  expiresAt: number
}

/** A session's member, and what there is of plans. */
export interface SessionCaller extends Pick<SessionRow, 'appId' | 'mode'> {
  member: MemberRow
  plans: CallerPlans
}

/** What was read of a member's plans together with their session. */
export interface CallerPlans {
  /** In the order in which they came. */
  connections: readonly PlanConnectionRow[]
  /** Whether they own or have joined a team. */
  hasTeams: boolean
  /** Whether they ever began to buy anything. */
  hasPurchases: boolean
}

export interface SessionRepository {
  insert(session: SessionRow): Promise<void>
  /** Null when unknown or expired. */
  find(tokenDigest: string, now: number): Promise<SessionRow | null>
  /** What a request with a token begins with, in one statement. Null when the session is unknown or expired. */
  findCaller(tokenDigest: string, now: number): Awaitable<SessionCaller | null>
  delete(tokenDigest: string): Promise<void>
  /** @param exceptDevice sessions that began on this device stay */
  deleteByMember(memberId: string, exceptDevice?: string | null): Promise<void>
  /** Every session of the member but the one with this token. */
  deleteOthers(memberId: string, tokenDigest: string): Promise<void>
  deleteExpired(now: number): Promise<void>
}

export type CodePurpose = 'reset-password' | 'verify-email'

export interface CodeRow {
  id: string
  memberId: string
  appId: string
  mode: Mode
  purpose: CodePurpose
  /** Digest over the member id and the six digits; null for a link alone. */
  codeDigest: string | null
  /** Digest of the 128-bit token in the mailed link. */
  linkDigest: string
  /** Of the token that the request was answered; null for requests of published clients. */
  requestDigest: string | null
  /** The IP address that requested it: a code without its email works only from there (design section 8). */
  requestedFrom: string
  triesLeft: number
  createdAt: number
  expiresAt: number
}

export interface CodeRepository {
  /** A newer code without a request replaces the older one of the member and purpose. */
  insert(code: CodeRow): Promise<void>
  /**
   * The member's open code of one request; without a request the newest that has none replaces the one before.
   * @param requestDigest null by default
   */
  findOpen(memberId: string, purpose: CodePurpose, now: number, requestDigest?: string | null): Promise<CodeRow | null>
  findByLink(linkDigest: string, purpose: CodePurpose, now: number): Promise<CodeRow | null>
  /** The newest open code without a request token that one IP address requested. */
  findNewestOf(
    requestedFrom: string,
    scope: Pick<CodeRow, 'appId' | 'mode' | 'purpose'>,
    now: number,
  ): Promise<CodeRow | null>
  /** Takes one try away; false when none was left. Atomic, so that parallel guesses share the five tries. */
  takeTry(id: string): Promise<boolean>
  /** Deletes it; false when another request was first: a code is used once. */
  consume(id: string): Promise<boolean>
  /** With a purpose, only the code for it. */
  deleteByMember(memberId: string, purpose?: CodePurpose): Promise<void>
  deleteExpired(now: number): Promise<void>
}

export interface OutboxRow extends Mail {
  appId: string
  mode: Mode
  attempts: number
  nextAttemptAt: number
  createdAt: number
}

export interface OutboxRepository {
  insert(mail: OutboxRow): Promise<void>
  /** Claims up to `limit` mails that are due until `claimUntil`, so that two processes never send one twice. */
  claimDue(now: number, claimUntil: number, limit: number): Promise<OutboxRow[]>
  /** Deletes the mail once it is sent. */
  delete(id: string): Promise<void>
  reschedule(id: string, attempts: number, nextAttemptAt: number, lastError: string): Promise<void>
}

export interface MailboxMessage extends Mail {
  /** ISO 8601, UTC. */
  sentAt: string
}

/** The test mailbox: what Test Mode and development would have sent. */
export interface MailboxRepository {
  insert(mail: Mail, sentAt: number): Promise<void>
  /** Newest first, at most 200; `to` in any letter case. */
  list(to?: string): Promise<MailboxMessage[]>
  find(id: string): Promise<MailboxMessage | null>
}

export interface Repositories extends TrustTagRepositories {
  apps: AppRepository
  members: MemberRepository
  /** Many members at once. */
  memberTransfers: MemberTransferRepository
  signupRecords: SignupRecordRepository
  planConnections: PlanConnectionRepository
  purchases: PurchaseRepository
  paymentEvents: PaymentEventRepository
  teams: TeamRepository
  /** What the test provider remembers; for the test provider alone. */
  testPayments: TestPaymentsRepository
  sessions: SessionRepository
  devices: DeviceRepository
  memberTickets: MemberTicketRepository
  providerConnections: ProviderConnectionRepository
  providerFlows: ProviderFlowRepository
  providerAnswers: ProviderAnswerRepository
  connectTickets: ConnectTicketRepository
  /** What the test consent page remembers; for that page alone. */
  testConsents: TestConsentRepository
  codes: CodeRepository
  emailCodes: EmailCodeRepository
  emailChanges: EmailChangeRepository
  captchas: CaptchaRepository
  outbox: OutboxRepository
  mailbox: MailboxRepository
  /** Of the admin API. */
  secretKeys: SecretKeyRepository
  webhooks: WebhookRepository
  storage: StorageRepository
}

/** What `transaction` passes while some repositories are no functions over `Tx` yet. */
export type StoreTx = Tx & Repositories

/** The database, with the repositories that are no functions over `Db` yet. */
export interface Store extends Omit<Database, 'transaction' | 'expensiveRead'>, Repositories {
  transaction<T>(work: (tx: StoreTx) => Promise<T>, queue?: TransactionQueue): Promise<T>
  expensiveRead: ExpensiveRead<Db & Repositories>
}
