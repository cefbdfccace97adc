import type { ProofMode } from '../../contract/proof-paths'
import type { Mode } from '../lib/ids'

type Flag = 0 | 1

/** A link to the owner's page, or a session there. */
type OwnerAccess = { tokenDigest: string; appId: string; mode: Mode; expiresAt: number }

/** A log tree and its signed checkpoint. */
type SignedTree = {
  mode: ProofMode
  size: number
  checkpoint: string
}

/** Assessments, TrustTags, credentials and the log. Times are epoch milliseconds. */
export interface TrustTagTables {
  assessmentAttempts: {
    id: string
    appId: string
    mode: Mode
    memberId: string | null
    /** Token digest of the browser that started it. */
    visitorDigest: string | null
    /** As shown, and as a TrustTag will name it. */
    skill: string
    bankId: string
    category: string
    /** JSON. */
    questions: string
    /** JSON by question number, from 1: chosen options joined with commas, or the typed text. */
    answers: string
    /** `VOID`: answered faster than anyone can. An open one that has expired is closed, and counts. */
    status: 'OPEN' | 'COMPLETE' | 'VOID'
    startedAt: number
    /** Accepts answers until then. */
    expiresAt: number
    completedAt: number | null
    /** JSON. */
    result: string | null
    /** 0: practice on the open questions. */
    counts: Flag
    /** Among the counted attempts at the claim within twelve months, from 1; null: practice, or from before. */
    number: number | null
    /** ID of the first set. */
    secondOf: string | null
    /** When question 1 was last shown as the first of this set: the time limit runs from then. */
    sittingAt: number
    /** Extends the time limit: 1, 1.25, 1.5 or 2, as the person chose. */
    timeFactor: number
    /** Number of the last question that was sent. */
    reached: number
    /** JSON by question number. Emptied after 90 days, like `flags`. */
    timings: string
    /** JSON. Evidence, never a verdict. */
    flags: string
    /** Keyed digest of the IP address (IPv6: /64). Emptied like `flags`. */
    networkDigest: string | null
  }
  /** How often a question was part of a started set, by day; the row with an empty ID has the number of sets. */
  questionExposures: {
    appId: string
    mode: Mode
    bankId: string
    questionId: string
    /** Since 1970. */
    day: number
    shown: number
  }
  /** Sums for a question's difficulty and its correlation with the score. */
  questionStatistics: {
    appId: string
    mode: Mode
    bankId: string
    questionId: string
    asked: number
    points: number
    scores: number
    squaredScores: number
    pointsTimesScores: number
  }
  workSamples: {
    id: string
    appId: string
    mode: Mode
    memberId: string
    attemptId: string
    name: string
    /** The device's digest of the content, to recognize it again; null without one. */
    fingerprint: string | null
    /** Media type: claimed until complete, then detected. */
    type: string
    /** Announced until complete, then of the stored file. */
    sizeBytes: number
    receivedBytes: number
    /** `RECEIVING`: parts are missing; `READY`: complete and checked. */
    status: 'RECEIVING' | 'READY'
    /** Name in `Uploads`. */
    file: string
    /** Hexadecimal SHA-256 of the stored file; null until ready. */
    digest: string | null
    /** ID of the TrustTag that shows it to anyone who checks that. */
    shownWith: string | null
    createdAt: number
    changedAt: number
  }
  /** URLs that show a work sample to anyone. */
  sampleLinks: { tokenDigest: string; sampleId: string; expiresAt: number }
  tags: {
    /** `TT-<skill code><year><number>`; in Test Mode `TT-TEST-…`. */
    id: string
    appId: string
    mode: Mode
    memberId: string
    attemptId: string
    creditId: string
    skill: string
    category: string
    /** As confirmed by the holder. */
    holderName: string
    /** Percent. */
    score: number
    /** JSON. */
    topics: string
    /** Sets of ten questions behind the score. */
    sets: number
    /** Counted attempts until the score; null: from before they were counted. */
    attemptNumber: number | null
    isReviewed: Flag
    issuedAt: number
    expiresAt: number
    revokedAt: number | null
    revokeReason: string | null
    /**
     * - `PUBLIC`: on the holder's public profile, and checked by its ID
     * - `LINK`: checked by anyone with its ID or link
     * - `PRIVATE`: to others the same as an unknown one
     */
    visibility: 'PUBLIC' | 'LINK' | 'PRIVATE'
    /** JSON; null: issued before the log existed, not entered yet. */
    proof: string | null
  }
  tagActivities: {
    id: string
    memberId: string
    action: 'TrustTag earned' | 'TrustTag shared' | 'Assessment completed'
    skill: string
    at: number
  }
  tagProfiles: {
    memberId: string
    appId: string
    mode: Mode
    /** For `/t/:slug`: unique in app and mode, unrelated to the name. */
    slug: string
    publicProfile: Flag
    emailNotifications: Flag
    shareAnalytics: Flag
    views: number
    /** Reviewed name for further TrustTags; null: that of the first one. */
    holderName: string | null
    createdAt: number
  }
  /** Each opens the owner's page once. */
  ownerLinks: OwnerAccess
  ownerSessions: OwnerAccess
  logHeads: SignedTree
  logEntries: { mode: ProofMode; position: number; entry: string }
  /** Hashes of tiles: leaves at level zero, above them the roots of 256 hashes each. */
  logHashes: {
    mode: ProofMode
    level: number
    position: number
    hash: string
  }
  logCheckpoints: SignedTree
  logCosignatures: {
    mode: ProofMode
    size: number
    witness: string
    /** With its newline. */
    line: string
    /** The witness's clock, seconds since 1970. */
    time: number
  }
  /** Deleted with the holder. The log entry stays and identifies no one. */
  tagCredentials: {
    tagId: string
    mode: ProofMode
    /** Null: a sample's. */
    memberId: string | null
    /** JSON, signed. */
    credential: string
    /** 128 random bits, base64url, so that the credential's digest cannot be guessed. */
    salt: string
    /** SHA-256 of the canonical JSON (RFC 8785), hexadecimal. */
    digest: string
    logIndex: number
    /** Hexadecimal. */
    leafHash: string
    /** List and index of its revocation bit. */
    statusList: number
    statusIndex: number
  }
  /** Allocated status list indexes, without their credentials. */
  statusPlaces: { mode: ProofMode; list: number; position: number; revokedAt: number | null }
  /** Permanently set bits. */
  revocations: {
    mode: ProofMode
    list: number
    position: number
    /** First list version with the bit. */
    version: number
    /** The `revoke` entry; null: unknown, for a credential erased before this was stored. */
    logIndex: number | null
  }
  proofAlarms: { subject: string; at: number }
  signingKeys: {
    purpose: 'issuer-live' | 'issuer-test' | 'log-live' | 'log-test'
    publicKey: string
    seed: string | null
    createdAt: number
    retiredAt: number | null
  }
}
