import type { RateLimitName } from '../../contract/rate-limits'
import type { Mode } from './ids'

/**
 * Everything that the security log tells, by name: how it ended, and when it is written. docs/operations.md explains each.
 * A name that has been written once keeps its meaning: whoever ships these lines has rules for them.
 */
export const securityEvents = {
  // Ways in
  'account-created': { outcome: 'success', what: 'a member was made' },
  'login-succeeded': { outcome: 'success', what: 'a session began; `method` says how' },
  'login-refused': { outcome: 'failure', what: 'a password, a mailed code, a ticket or a provider proved nobody' },
  'session-ended': { outcome: 'success', what: 'a member logged out' },
  'sessions-ended': { outcome: 'success', what: 'a member was logged out everywhere, or everywhere else' },
  'session-refused': { outcome: 'failure', what: 'a session token is none, or has ended' },
  'limit-reached': { outcome: 'failure', what: 'a limit was passed; once for each caller and window' },
  'captcha-refused': { outcome: 'failure', what: 'the proof that a person asks was missing or wrong' },
  // What leads into an account
  'password-changed': { outcome: 'success', what: 'a member set or changed their password' },
  'password-reset': { outcome: 'success', what: 'a password was set by mailed code or link' },
  'password-refused': { outcome: 'failure', what: 'the current password, asked for before a change, was wrong' },
  'code-refused': { outcome: 'failure', what: 'a mailed code or link to reset a password was wrong or too old' },
  'email-changed': { outcome: 'success', what: 'a member took another address' },
  'email-change-undone': { outcome: 'success', what: 'the owner of the old address took it back' },
  'email-verified': { outcome: 'success', what: 'a member proved their address' },
  'account-disowned': { outcome: 'success', what: '“This was not me”: what a stranger had set up was taken away' },
  'provider-linked': { outcome: 'success', what: 'an account of a provider was connected to a member' },
  'provider-unlinked': { outcome: 'success', what: 'an account of a provider was taken off a member' },
  'account-deleted': { outcome: 'success', what: 'a member was deleted, by themselves or by an owner' },
  // Owners and admins
  'owner-link-made': { outcome: 'success', what: 'a link to the owner’s page was made, on the server' },
  'owner-access-granted': { outcome: 'success', what: 'a link opened the owner’s page' },
  'owner-access-refused': { outcome: 'failure', what: 'a link or a session of the owner’s page was none, or over' },
  'admin-key-made': { outcome: 'success', what: 'a secret key of the admin API was made' },
  'admin-key-revoked': { outcome: 'success', what: 'a secret key of the admin API was revoked' },
  'admin-key-refused': { outcome: 'failure', what: 'a secret key was none, or was revoked' },
  'members-exported': { outcome: 'success', what: 'members were taken out over the admin API' },
  'members-imported': { outcome: 'success', what: 'members were brought in over the admin API' },
  'app-changed': { outcome: 'success', what: 'the definition of an app was changed, or an app was added' },
  'webhook-changed': { outcome: 'success', what: 'an address that events are sent to was added, changed or removed' },
  'webhook-secret-changed': { outcome: 'success', what: 'the secret of a webhook was rolled' },
  'signing-key-rotated': { outcome: 'success', what: 'a key that TrustTags or the log are signed with was replaced' },
  // What was turned away
  'access-refused': { outcome: 'failure', what: 'somebody may not do what they asked for (403)' },
  'origin-refused': { outcome: 'failure', what: 'a page asked from where it may not, or sent another site’s form' },
  'signature-refused': { outcome: 'failure', what: 'an event of the payment provider was not signed by it' },
  'upload-refused': { outcome: 'failure', what: 'a file is of a type that is not taken, whatever its name says' },
  // What the signed records contradict
  'tag-record-differs': {
    outcome: 'failure',
    what: 'a row about a TrustTag is not what was signed; the signed facts are answered',
  },
  'status-list-damaged': {
    outcome: 'failure',
    what: 'the stored revocations are not those of the public log; the list is not signed',
  },
  // The service
  'service-started': { outcome: 'success', what: 'a process serves; `subject` is a digest of its open settings' },
  'service-stopping': { outcome: 'success', what: 'a process was told to end' },
} as const satisfies Record<string, { outcome: 'success' | 'failure'; what: string }>

export type SecurityEventName = keyof typeof securityEvents

/** One line that is to be written, beside what is known of who asks. */
export interface SecurityNote {
  event: SecurityEventName
  facts?: SecurityFacts
}

/** Who asks, as far as it is known by now. Nothing of it tells a person to whoever reads the log: no address of a mailbox, no token. */
export interface Caller {
  /** Names the request in every line of the log, and in the answer. */
  requestId?: string
  /** Of the network: as the limits count it, so IPv6 by its /64. */
  address?: string
  /** Method and pattern of the route, never the path itself: `POST /auth/login`. */
  route?: string
  appId?: string
  mode?: Mode
  memberId?: string
  /** An owner or an admin key, as the audit log names them. */
  actor?: string
}

export interface SecurityFacts extends Caller {
  /** Why: a code of `contract/errors`, or the name of a limit. */
  reason?: string
  /** How somebody logged in: `password`, `code`, `ticket` or `provider`. */
  method?: string
  /** What it was done to: an ID, or the key of a provider. */
  subject?: string
}

/** The stream of what an operator must be able to find out later about attacks and changes of who may do what. */
export interface SecurityLog {
  /** Writes one line, at once. Never throws: that it cannot be written is told the log and stops nobody. */
  write(event: SecurityEventName, facts?: SecurityFacts): void
}

/** A limit that was passed. */
export interface PassedLimit {
  name: RateLimitName
  /** Whether this caller passes it for the first time in its window: more than that is not written, or writing would be the attack. */
  isFirst: boolean
}
