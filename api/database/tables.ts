import type { deliveryStatuses, SentEvent } from '../../contract/webhooks'
import type { CommentVote, SubscriptionAction } from '../../contract/comments'
import type { Mode } from '../lib/ids'
import type { AccountTables, SignInTables } from './tables-accounts'
import type { AppTables, MemberSearchTables, StaffTables } from './tables-apps'
import type { CommerceTables } from './tables-commerce'
import type { TrustTagTables } from './tables-trusttag'

/** All tables for Kysely: booleans are 0 and 1, JSON is text. Column names are in snake case in the database. */

type Flag = 0 | 1

type Channel = { appId: string; mode: Mode; channelKey: string }

/** `from`, `to` and `text` are reserved words of SQL. */
export interface MailColumns {
  id: string
  recipient: string
  sender: string
  subject: string
  textBody: string
  htmlBody: string
  replyTo: string | null
  unsubscribeUrl: string | null
}

type TableScope = { appId: string; mode: Mode; tableKey: string }

export interface Tables
  extends AccountTables, AppTables, CommerceTables, MemberSearchTables, SignInTables, StaffTables, TrustTagTables {
  schemaMigrations: { number: number; name: string; appliedAt: number }
  webhookEndpoints: {
    id: string
    appId: string
    mode: Mode
    url: string
    /** `whsec_` and base64, encrypted if a key is set: see `sealSecret`. */
    secret: string
    /** Also signs until `previousSecretUntil`, so that a new secret loses no event. */
    previousSecret: string | null
    previousSecretUntil: number | null
    /** JSON: event names. */
    events: string
    /** Null: enabled. */
    disabledAt: number | null
    createdAt: number
  }
  webhookMessages: {
    id: string
    appId: string
    mode: Mode
    event: SentEvent
    body: string
    createdAt: number
  }
  webhookDeliveries: {
    id: string
    messageId: string
    endpointId: string
    status: (typeof deliveryStatuses)[number]
    attempts: number
    nextAttemptAt: number
    /** Status of the last response; null without one. */
    lastStatusCode: number | null
    /** Error of the last attempt, without the payload. */
    lastError: string | null
    deliveredAt: number | null
  }
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
    email: string
    /** JSON. */
    fields: string
    createdAt: number
  }
  visits: {
    appId: string
    mode: Mode
    kind: 'page-view' | 'event'
    /** Event type; null for a page view. */
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
  auditLog: {
    id: string
    appId: string
    mode: Mode
    /** A person's name, `owner page`, `owner command`, or the part of the service that acted. */
    actor: string
    /** ID of the person or key; null: neither. */
    actorId: string | null
    /** Null: a page, a command or the service. */
    via: 'console' | 'key' | null
    /** `tag.revoke`, `purchase.refund` … */
    act: string
    subject: string
    /** JSON. */
    detail: string
    at: number
  }
  dataTableCounters: TableScope & { last: number }
  dataRecords: TableScope & {
    id: string
    /** The creator; null: a visitor or a secret key. */
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
    /** The record's, for the indexes. */
    internalOrder: number
  }
  dataRecordUniques: TableScope & { fieldKey: string; value: string; recordId: string }
  dataRecordLinks: {
    recordId: string
    fieldKey: string
    targetRecordId: string | null
    targetMemberId: string | null
    position: number
    /** The linking record's, for the indexes. */
    tableKey: string
    recordOrder: number
  }
  commentCounters: { appId: string; mode: Mode; last: number }
  comments: Channel & {
    id: string
    /** The post that it answers; null: a post. */
    parentId: string | null
    memberId: string
    /** Page of the comment; null: unknown. */
    url: string | null
    /** As sent; null: older than stored sources. */
    source: string | null
    /** Sanitized HTML. */
    content: string
    /** The same as a tree, in JSON; null: not yet. */
    nodes: string | null
    /** `SANITIZER_VERSION` of `content` and `nodes`; null: older than versions. */
    sanitizerVersion: number | null
    /** Digest of `content` and `nodes`, because an older version that runs at the same time edits only `content`. */
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
  /** Bytes of a member's rows and files, updated by triggers as `storageSums` is. */
  storageAccounts: { memberId: string; appId: string; mode: Mode; verified: Flag; bytes: number }
  /** Bytes of an app and mode, as the sum of shards. */
  storageSums: { appId: string; mode: Mode; verified: Flag; shard: string; bytes: number }
  /** Bytes per network and day (days since 1970, UTC). */
  storageAdditions: { appId: string; mode: Mode; network: string; day: number; bytes: number }
  mirrorJobs: {
    id: string
    appId: string
    mode: Mode
    kind: 'signup' | 'purchase'
    recordId: string
    attempts: number
    nextAttemptAt: number
    createdAt: number
    lastError: string | null
  }
}
