import type { Role } from '../../contract/admin/rights'
import type { Mode } from '../lib/ids'

type Scope = { appId: string; mode: Mode }

/** Hosted content, versions, credentials and installations of apps. Times are epoch milliseconds. */
export interface AppTables {
  /** Beside the definition, so that a save of one piece does not rewrite the others. */
  appContents: {
    appId: string
    id: string
    /** Order of the list. */
    position: number
    name: string
    /** Key of the content group whose members may see it. */
    groupKey: string
    type: string
    content: string
    /** SHA-256 of the content, hexadecimal: the key of caches. */
    digest: string
    /** Counts the saves of this piece. */
    version: number
    changedAt: number
    /** The publisher, as in the audit log; null for a file, or from before it was recorded. */
    author: string | null
  }
  /** Unpublished texts of the team: at most one of each piece. */
  contentDrafts: {
    appId: string
    contentId: string
    name: string
    groupKey: string
    type: string
    content: string
    /** Version of the published piece that it began with; 0: none. */
    baseVersion: number
    /** Counts the saves of this draft. */
    version: number
    /** As in the audit log. */
    author: string
    changedAt: number
  }
  /** Earlier states of hosted content. */
  contentVersions: {
    appId: string
    contentId: string
    number: number
    at: number
    /** As in the audit log; null: a file, or before versions existed. */
    author: string | null
    /** A draft is here after another person replaced it, or it was discarded. */
    kind: 'published' | 'draft'
    name: string
    groupKey: string
    type: string
    content: string
  }
  /** A removed piece and its draft, until it can't come back. Its history stays in `contentVersions`. */
  removedContents: {
    appId: string
    contentId: string
    source: 'appContents' | 'contentDrafts'
    /** 0. */
    number: number
    /** JSON. */
    row: string
    removedAt: number
  }
  /** Earlier definitions, without hosted content. */
  appVersions: {
    appId: string
    number: number
    at: number
    /** As in the audit log; null: before versions existed. */
    author: string | null
    /** Names of the changed parts, separated by commas. */
    parts: string
    /** JSON. */
    definition: string
  }
  appCredentials: Scope & {
    kind: 'stripe' | 'smtp'
    /** Encrypted JSON; bound to app, mode and kind. */
    sealed: string
    /** JSON that may be shown, such as the mail server's host. */
    detail: string
    /** Last four characters of the secret. */
    ending: string
    /** Account at Stripe; null for other kinds. */
    account: string | null
    changedAt: number
    checkedAt: number | null
    /** Null after a successful check. */
    checkError: string | null
  }
  /** Last test mail, through the mail server with this fingerprint. */
  appTestMails: Scope & { fingerprint: string; at: number; error: string | null }
  appInstallations: Scope & {
    origin: string
    /** Version of membership.js; null: unknown. */
    scriptVersion: string | null
    firstSeenAt: number
    lastSeenAt: number
  }
  previewKeys: {
    keyDigest: string
    appId: string
    /** Its creator: a console session or a secret key. */
    owner: string
    /** JSON: `branding` and `texts`, each optional. */
    draft: string
    createdAt: number
    expiresAt: number
  }
}

type Flag = 0 | 1

/** People of the console. A person is a member of the built-in app `app_console`. Tokens are stored as digests. */
export interface StaffTables {
  staffAccounts: {
    memberId: string
    /** Shown in the audit log. */
    name: string
    /** Creates apps and names their first owners; sees no members without a role. */
    serverOwner: Flag
    /** The demo owner of a development machine, who has no password. */
    demo: Flag
    createdAt: number
  }
  staffRoles: {
    appId: string
    memberId: string
    role: Role
    createdAt: number
  }
  /** For one email address; deleted when it is accepted. */
  staffInvitations: {
    id: string
    appId: string
    email: string
    role: Role
    tokenDigest: string
    /** Name of the person who invited. */
    invitedBy: string
    createdAt: number
    expiresAt: number
  }
  consoleSessions: {
    id: string
    tokenDigest: string
    memberId: string
    createdAt: number
    /** Time of the last call, to the minute. */
    usedAt: number
    /** When the person last confirmed the password; null: never in this session. */
    steppedUpAt: number | null
    /** Digest of the password's hash: a changed password ends every session. */
    passwordDigest: string
    expiresAt: number
  }
  /** Links that create a server owner, once. */
  consoleSetups: { tokenDigest: string; createdAt: number; expiresAt: number }
}

/** Tables for lists, jobs and figures of the console. Times are epoch milliseconds, amounts minor units. */
export interface MemberSearchTables {
  /** Lower-cased, unaccented words of a member. */
  memberTerms: Scope & { memberId: string; term: string }
  /** Filterable fields. */
  memberValues: Scope & { memberId: string; fieldKey: string; textValue: string | null; numberValue: number | null }
  memberNotes: Scope & {
    id: string
    memberId: string
    author: string
    note: string
    createdAt: number
    /** Since then nobody sees it, and soon it can't come back. */
    removedAt: number | null
  }
  jobs: Scope & {
    id: string
    kind: string
    /** JSON. */
    input: string
    status: JobStatus
    actor: string
    /** The job that this one reverses. */
    undoes: string | null
    undoneBy: string | null
    total: number
    /** Members that were processed, failed ones included. */
    done: number
    failed: number
    createdAt: number
    /** Until then it can be canceled without a trace. */
    startsAt: number
    finishedAt: number | null
    /** The process that works on it, until `leaseUntil`. */
    leaseOwner: string | null
    leaseUntil: number
  }
  /** A part of a job, which one transaction applies. */
  jobSteps: {
    jobId: string
    position: number
    status: 'WAITING' | 'DONE'
    /** JSON. */
    memberIds: string
    /** JSON: values to restore, by member; null: none. */
    beforeChange: string | null
    /** JSON: members by error code; null: none. */
    failures: string | null
    /** Part of an export's file, else null. */
    filePart: string | null
  }
  /** Money that moved, or was refused, at a payment provider. */
  payments: Scope & {
    id: string
    /** Null: the member was deleted. */
    memberId: string | null
    purchaseId: string
    planId: string
    provider: 'test' | 'stripe'
    /** The provider's ID. */
    externalId: string
    kind: 'charge' | 'refund' | 'refund-failed' | 'dispute' | 'failed'
    amountMinor: number
    /** Null: unknown, as `feeMinor`. */
    taxMinor: number | null
    feeMinor: number | null
    currency: string
    at: number
  }
  dailyFigures: Scope & {
    /** `2026-11-23`, in the app's time zone. */
    day: string
    name: string
    /** Currency, campaign, or empty. */
    part: string
    value: number
  }
}

export type JobStatus = 'WAITING' | 'RUNNING' | 'DONE' | 'CANCELED'
