import type { EmailChangeRow, EmailCodeRow } from '../ports/address-store'
import type {
  ConnectTicketRow,
  ProviderAnswerRow,
  ProviderConnectionRow,
  ProviderFlowRow,
  TestConsentRow,
} from '../ports/provider-store'
import type { DeviceRow } from '../ports/device-store'
import type { PurchaseRow } from '../ports/purchase-store'
import type { SecretKeyRow } from '../features/apps/secret-keys'
import type { SignupRecordRow } from '../ports/signup-record-store'
import type { CodeRow, ConnectionPurchase, MemberRow, PlanConnectionRow, SessionRow } from '../ports/store'
import type { WebhookDeliveryRow, WebhookEndpointRow, WebhookMessageRow } from '../ports/webhook-store'
import type { TeamMemberRow, TeamRow } from '../ports/team-store'
import type { TestChargeRow, TestCheckoutRow, TestPortalRow, TestSaleRow } from '../ports/test-payments-store'
import type { MemberTicketRow } from '../ports/ticket-store'
import type { AttemptRow, QuestionStatistics } from '../ports/trusttag/attempt-store'
import type { AuditRow, MirrorJobRow } from '../ports/trusttag/audit-store'
import type { CredentialRow } from '../ports/trusttag/credential-store'
import type { StoredKey } from '../features/credentials/keys'
import type { CosignatureRow, LogHeadRow, TileHashRow } from '../ports/trusttag/log-store'
import type { CreditRow, TagOrderRow } from '../ports/trusttag/credit-store'
import type { OwnerAccessRow } from '../ports/trusttag/owner-store'
import type { ActivityRow, ProfileRow, TagRow } from '../ports/trusttag/tag-store'
import type { SampleLinkRow, WorkSampleRow } from '../ports/trusttag/work-sample-store'
import type { CommentVote, SubscriptionAction } from '../../contract/comments'
import type { ProofMode } from '../../contract/proof-paths'
import type { Mode } from '../domain/mode'
import type { MailColumns } from '../adapters/database/repositories/mail-columns'

/** The tables as Kysely sees them: the port's rows with booleans as 0 and 1 and JSON as text. Column names are snake case. */

type Flag = 0 | 1

/** Comments of one subject. */
type Channel = { appId: string; mode: Mode; channelKey: string }

/** The same row with some columns stored differently. */
type Stored<Row, Columns> = Omit<Row, keyof Columns> & Columns

/** What a purchase says of a connection stands in the connection's own row. */
export type PlanConnectionColumns = Omit<PlanConnectionRow, 'purchase'> & {
  purchaseId: string | null
} & { [K in keyof Omit<ConnectionPurchase, 'id'>]: ConnectionPurchase[K] | null }

/** A table of one app in one mode. */
type TableScope = { appId: string; mode: Mode; tableKey: string }

export interface Tables {
  schemaMigrations: { number: number; name: string; appliedAt: number }
  apps: { id: string; testKey: string; liveKey: string; definition: string }
  members: Stored<
    Omit<MemberRow, 'providers'>,
    {
      verified: Flag
      customFields: string
      metaData: string
      json: string
      /** Numbers the members of an app and mode. */
      internalOrder: number
    }
  >
  memberCounters: { appId: string; mode: Mode; last: number }
  secretKeys: SecretKeyRow
  webhookEndpoints: Stored<WebhookEndpointRow, { events: string }>
  webhookMessages: WebhookMessageRow
  webhookDeliveries: WebhookDeliveryRow
  signupRecords: Stored<SignupRecordRow, { customFields: string }>
  /** With the app and mode of the member, whose filter and number they are. */
  planConnections: PlanConnectionColumns & { appId: string; mode: Mode }
  purchases: PurchaseRow
  paymentEvents: { provider: string; eventId: string; receivedAt: number }
  teams: TeamRow
  teamMembers: TeamMemberRow
  testCustomers: { memberId: string; id: string }
  testCheckouts: Stored<TestCheckoutRow, { price: string; coupon: string | null; metadata: string }>
  testSales: Stored<TestSaleRow, { price: string; coupon: string | null }>
  testCharges: TestChargeRow
  testPortals: Stored<TestPortalRow, { prices: string }>
  sessions: SessionRow
  devices: DeviceRow
  memberTickets: MemberTicketRow
  providerConnections: ProviderConnectionRow
  providerFlows: Stored<ProviderFlowRow, { wishes: string }>
  providerAnswers: ProviderAnswerRow
  connectTickets: ConnectTicketRow
  testConsents: Stored<TestConsentRow, { emailVerified: Flag }>
  codes: CodeRow
  emailCodes: EmailCodeRow
  emailChanges: Stored<EmailChangeRow, { wordsBefore: string | null }>
  captchaKeys: { purpose: string; value: string }
  usedCaptchas: { signature: string; expiresAt: number }
  outbox: MailColumns & {
    appId: string
    mode: Mode
    attempts: number
    nextAttemptAt: number
    lastError: string | null
    createdAt: number
  }
  mailbox: MailColumns & { sentAt: number }
  inboxMessages: {
    id: string
    appId: string
    mode: Mode
    kind: 'inquiry' | 'contact'
    /** The sender's. */
    email: string
    /** JSON. */
    fields: string
    createdAt: number
  }
  visits: {
    appId: string
    mode: Mode
    kind: 'page-view' | 'event'
    /** Of an event; null for a page view. */
    type: string | null
    visitId: string
    path: string
    browser: string | null
    os: string | null
    screenSize: string | null
    /** JSON. */
    utm: string
    at: number
  }
  assessmentAttempts: Stored<AttemptRow, { questions: string; answers: string; result: string | null }>
  questionStatistics: QuestionStatistics & { appId: string; mode: Mode }
  workSamples: WorkSampleRow
  sampleLinks: SampleLinkRow
  tagOrders: Stored<TagOrderRow, { selectedSkills: string }>
  credits: CreditRow
  offerClaims: { appId: string; mode: Mode; emailDigest: string; claimedAt: number }
  tags: Stored<TagRow, { topics: string; proof: string | null }>
  tagActivities: ActivityRow
  tagProfiles: Stored<ProfileRow, { publicProfile: Flag; emailNotifications: Flag; shareAnalytics: Flag }>
  auditLog: Stored<AuditRow, { detail: string }>
  ownerLinks: OwnerAccessRow
  ownerSessions: OwnerAccessRow
  logHeads: LogHeadRow
  logEntries: { mode: ProofMode; position: number; entry: string }
  logHashes: TileHashRow & { mode: ProofMode }
  logCheckpoints: LogHeadRow
  logCosignatures: CosignatureRow
  tagCredentials: CredentialRow
  statusPlaces: { mode: ProofMode; list: number; position: number; revokedAt: number | null }
  revocations: { mode: ProofMode; list: number; position: number; version: number; logIndex: number | null }
  proofAlarms: { subject: string; at: number }
  signingKeys: StoredKey
  dataTableCounters: TableScope & { last: number }
  dataRecords: TableScope & {
    id: string
    /** Who created it; null: a visitor, or the holder of a secret key. */
    memberId: string | null
    createdAt: number
    updatedAt: number
    /** Counts up within the table. */
    internalOrder: number
  }
  dataRecordValues: TableScope & {
    recordId: string
    fieldKey: string
    textValue: string | null
    numberValue: number | null
    /** Of the record, for the indexes. */
    internalOrder: number
  }
  dataRecordUniques: TableScope & { fieldKey: string; value: string; recordId: string }
  dataRecordLinks: {
    recordId: string
    fieldKey: string
    targetRecordId: string | null
    targetMemberId: string | null
    position: number
    /** Of the record that links, for the indexes. */
    tableKey: string
    recordOrder: number
  }
  commentCounters: { appId: string; mode: Mode; last: number }
  comments: Channel & {
    /** `cmt_…` */
    id: string
    /** The post that it answers; null: it is one. */
    parentId: string | null
    memberId: string
    /** Of the page it was written on; null: unknown. */
    url: string | null
    /** As it was sent; null: written before sources were kept. */
    source: string | null
    /** Sanitized HTML. */
    content: string
    /** The same as a tree, in JSON; null: not made yet. */
    nodes: string | null
    /** `SANITIZER_VERSION` that made `content` and `nodes`; null: made before versions were kept. */
    sanitizerVersion: number | null
    /** Of `content` and `nodes`: an older version of the program that runs beside this one edits `content` alone. */
    markupDigest: string | null
    createdAt: number
    updatedAt: number
    /** Counts up within an app and mode. */
    internalOrder: number
  }
  commentVotes: { commentId: string; memberId: string; vote: Exclude<CommentVote, 'NONE'> }
  commentSubscriptions: Channel & { memberId: string; action: SubscriptionAction }
  commentTyping: Channel & { memberId: string; until: number }
  unsubscribeLinks: Channel & { tokenDigest: string; memberId: string; expiresAt: number }
  commentChannels: Channel & { version: number; typingChanges: number | null }
  /** Bytes of a member's rows and files; kept by triggers, as `storageSums` is. */
  storageAccounts: { memberId: string; appId: string; mode: Mode; verified: Flag; bytes: number }
  /** Bytes of an app and mode, in shards that are added up. */
  storageSums: { appId: string; mode: Mode; verified: Flag; shard: string; bytes: number }
  /** Bytes that a network added on one day (days since 1970, UTC). */
  storageAdditions: { appId: string; mode: Mode; network: string; day: number; bytes: number }
  mirrorJobs: MirrorJobRow & { lastError: string | null }
}
