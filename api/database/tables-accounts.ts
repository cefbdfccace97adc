import type { ProviderFlow } from '../../contract/providers'
import type { Mode } from '../lib/ids'

type Flag = 0 | 1

/** Apps, members and logins. Tokens and codes are stored as digests, times as epoch milliseconds. */
export interface AccountTables {
  apps: {
    id: string
    testKey: string
    liveKey: string
    /** JSON, without hosted content. */
    definition: string
    /** Counts the changes; null: none yet, which is version 1. */
    version: number | null
  }
  secretKeys: {
    id: string
    appId: string
    mode: Mode
    keyDigest: string
    /** Given by the owner, for the audit log. */
    name: string
    /** Last four characters, so that an owner can tell keys apart. */
    ending: string
    /** JSON: the key's rights; null: all that a key can have. */
    rights: string | null
    createdAt: number
    lastUsedAt: number | null
    revokedAt: number | null
  }
  members: {
    id: string
    appId: string
    mode: Mode
    email: string
    /** Null: a member without a password. */
    passwordHash: string | null
    verified: Flag
    /** Made by `ImageColumn` from the URL. */
    profileImage: string | null
    loginRedirect: string | null
    /** Customer at the payment provider; named as in the published client. */
    stripeCustomerId: string | null
    /** JSON, as `metaData` and `json`. */
    customFields: string
    metaData: string
    json: string
    createdAt: number
    lastLoginAt: number | null
    /** Null: not suspended. */
    suspendedAt: number | null
    /** The fields that `member_terms` and `member_values` were written with; null: they are not yet. */
    searchVersion: string | null
    /** Counts up within an app and mode. */
    internalOrder: number
  }
  /** The member asked for the deletion; a login removes the row. */
  plannedDeletions: { memberId: string; dueAt: number }
  memberCounters: { appId: string; mode: Mode; last: number }
  /** Written once at sign-up, never changed, deleted with the member. */
  signupRecords: {
    id: string
    appId: string
    mode: Mode
    memberId: string
    /** At sign-up; the member may have another by now. */
    email: string
    /** JSON: the accepted custom fields, never a password. */
    customFields: string
    createdAt: number
  }
  sessions: {
    tokenDigest: string
    memberId: string
    appId: string
    mode: Mode
    /** The browser that logged in; null: unknown. */
    deviceId: string | null
    /** Public; stays when the token is renewed. */
    sessionId: string
    /** How the member logged in and proved themselves since, separated by spaces. */
    methods: string
    /** The latest proof of the member; null: before proofs were recorded. */
    verifiedAt: number | null
    /** To the hour. */
    lastSeenAt: number | null
    /** /24 or /48 of the login. */
    network: string | null
    /** Browser and system, as shown. */
    agent: string | null
    /** The earlier token of a renewed session, which only reads. */
    isFormer: Flag
    createdAt: number
    expiresAt: number
  }
  /** A browser that has logged in as a member. It gives no access by itself. */
  devices: {
    memberId: string
    /** Public part of the browser's token, the same for all its members. */
    deviceId: string
    appId: string
    mode: Mode
    /** Digest of the whole token. */
    tokenDigest: string
    /** When this browser set the member's current password; null: another one did. */
    passwordSetAt: number | null
    /** When this browser last did the second step; null: never. */
    secondStepAt: number | null
    createdAt: number
    lastSeenAt: number
  }
  /** One login on another site of the app, within the lifetime of the session that made the ticket. */
  memberTickets: {
    ticketDigest: string
    memberId: string
    sessionDigest: string
    appId: string
    mode: Mode
    createdAt: number
    expiresAt: number
  }
  /** Mailed to members. */
  codes: {
    id: string
    memberId: string
    appId: string
    mode: Mode
    /** `not-me`: of the mail about a new device. */
    purpose: 'reset-password' | 'verify-email' | 'not-me'
    /** Digest of member ID and six digits; null: a link only. */
    codeDigest: string | null
    /** Digest of the 128-bit token in the emailed link. */
    linkDigest: string
    /** Digest of the request token; null for published clients. */
    requestDigest: string | null
    /** The request's IP address: a code without its email works only from there (design section 8). */
    requestedFrom: string
    triesLeft: number
    createdAt: number
    expiresAt: number
  }
  /** Six digits that prove an email, with or without a member. */
  emailCodes: {
    id: string
    appId: string
    mode: Mode
    email: string
    purpose: 'login' | 'signup' | 'reauthenticate'
    /** Digest of email and digits. */
    codeDigest: string
    /** Digest of the request token; null for published clients. */
    requestDigest: string | null
    /** Of the 128-bit token in the mailed link; null: the mail has a code only. */
    linkDigest: string | null
    /** The page that asked, for the link; null: the hosted page. */
    returnUrl: string | null
    /** Of the request, for the page that the link opens elsewhere. */
    network: string | null
    agent: string | null
    triesLeft: number
    createdAt: number
    expiresAt: number
  }
  /** A former verified email: its reader can revert the change until `expiresAt`. */
  emailChanges: {
    id: string
    appId: string
    mode: Mode
    email: string
    memberId: string
    /** Digest of the 128-bit token in the email to this address. */
    linkDigest: string
    /** JSON: the profile when the next address was verified; null before that. Later content is not restored. */
    wordsBefore: string | null
    createdAt: number
    expiresAt: number
  }
  /** A provider account that logs in the member. */
  providerConnections: {
    memberId: string
    appId: string
    mode: Mode
    provider: string
    subject: string
    /** The device that connected it; null: unknown. */
    deviceId: string | null
    createdAt: number
  }
  /** From the first page to the provider's callback. */
  providerFlows: {
    /** Digest of the `state` sent to the provider. */
    stateDigest: string
    /** Digest of the secret in the browser's cookie, which completes the flow. PKCE verifier and nonce derive from it. */
    secretDigest: string
    appId: string
    mode: Mode
    flow: ProviderFlow
    provider: string
    /** The only origin that gets the result. */
    openerOrigin: string
    /** Returned to that page; null for published clients. */
    openerState: string | null
    /** Full-page flow: the page with the result in its fragment; null for a popup. */
    returnUrl: string | null
    /** Full-page flow: SHA-256 of that page's secret, hexadecimal. */
    challenge: string | null
    /** For `connect`: the member and their session; otherwise null. */
    memberId: string | null
    sessionDigest: string | null
    wishes: string
    /** JSON: the provider's answer, while the person decides whether to create an account; null: not asked. */
    identity: string | null
    createdAt: number
    expiresAt: number
  }
  /** Result of a full-page flow, until its page fetches it. */
  providerAnswers: {
    answerDigest: string
    challenge: string
    appId: string
    mode: Mode
    /** A sign-up with an existing account is a login. */
    flow: ProviderFlow
    memberId: string
    /** A sentence for the person; null: none. */
    message: string | null
    createdAt: number
    expiresAt: number
  }
  /** Identifies a member to the popup that connects a provider, within the lifetime of their session. */
  connectTickets: {
    ticketDigest: string
    memberId: string
    sessionDigest: string
    appId: string
    mode: Mode
    expiresAt: number
  }
  testConsents: {
    codeDigest: string
    provider: string
    email: string
    emailVerified: Flag
    /** PKCE: SHA-256 of the verifier, base64url. */
    challenge: string
    redirectUri: string
    nonce: string
    expiresAt: number
  }
}

/** Passkeys, second factors and what a login waits for. Secrets are digests, hashes or encrypted; times are epoch milliseconds. */
export interface SignInTables {
  /** Random, so that an authenticator stores nothing about the person. */
  userHandles: { memberId: string; appId: string; mode: Mode; handle: string }
  passkeys: {
    id: string
    memberId: string
    appId: string
    mode: Mode
    /** The domain it works for. A member who moves adds a new one. */
    rpId: string
    /** base64url, as the next one. */
    credentialId: string
    /** COSE. */
    publicKey: string
    /** COSE algorithm: -8, -7 or -257. */
    algorithm: number
    signCount: number
    /** JSON list. */
    transports: string
    deviceType: 'singleDevice' | 'multiDevice'
    isBackedUp: Flag
    aaguid: string
    name: string
    /** The known device that added it; null: unknown. */
    deviceId: string | null
    createdAt: number
    lastUsedAt: number | null
  }
  /** Until their challenge expires, so that each works once. */
  usedChallenges: { challengeDigest: string; expiresAt: number }
  totpSecrets: {
    memberId: string
    appId: string
    mode: Mode
    /** Encrypted with KEY_ENCRYPTION_KEY. */
    secret: string
    /** Null: not confirmed with a code yet. */
    confirmedAt: number | null
    /** The latest used time step: each works once. */
    lastStep: number | null
    createdAt: number
  }
  recoveryCodes: {
    memberId: string
    /** First character of the code, which names it: one hash per check. */
    selector: string
    appId: string
    mode: Mode
    /** argon2id. */
    codeHash: string
    usedAt: number | null
    createdAt: number
  }
  secondFactorDeadlines: { memberId: string; dueAt: number }
  /** A login after its first step. */
  loginSteps: {
    challengeDigest: string
    memberId: string
    appId: string
    mode: Mode
    /** `setup`: the policy asks for a second factor that the member does not have yet. */
    kind: 'second-factor' | 'setup'
    /** The first step. */
    method: string
    /** Null: no known device. */
    deviceId: string | null
    origin: string | null
    triesLeft: number
    /** JSON: what the login answers after the second step. */
    details: string
    createdAt: number
    expiresAt: number
  }
  recoveryRequests: {
    id: string
    memberId: string
    appId: string
    mode: Mode
    linkDigest: string
    /** The mailed link was used; null: not yet. */
    openedAt: number | null
    /** When the second factors end; null: the link was not used yet. */
    dueAt: number | null
    createdAt: number
    expiresAt: number
  }
  /** An email that takes effect after its link is opened and the member has proven themselves. */
  pendingEmails: {
    memberId: string
    appId: string
    mode: Mode
    email: string
    linkDigest: string
    /** The session that asked had proven itself at this time; null: it had not. */
    verifiedAt: number | null
    createdAt: number
    expiresAt: number
  }
}
