import type { RateLimitName } from '../../contract/rate-limits'
import type { Mode } from './ids'

/**
 * All events of the security log; docs/operations.md explains each. Names never change meaning once released: operators have alert rules
 * for them.
 */
export const securityEvents = {
  // Ways in
  'account-created': { outcome: 'success', what: 'a member was created' },
  'login-succeeded': { outcome: 'success', what: 'a session started; `method` names the login method' },
  'login-refused': {
    outcome: 'failure',
    what: 'a password, an emailed code, a ticket or a provider login was refused',
  },
  'passkey-added': { outcome: 'success', what: 'a member added a passkey' },
  'passkey-removed': { outcome: 'success', what: 'a passkey of a member was removed' },
  'passkey-counter-fell': {
    outcome: 'failure',
    what: 'the counter of a passkey fell, which may be a copy; on a key that is on one device only, the login was refused',
  },
  'second-factor-enabled': { outcome: 'success', what: 'a member turned on two-step verification' },
  'second-factor-disabled': { outcome: 'success', what: 'two-step verification of a member was turned off' },
  'recovery-requested': { outcome: 'success', what: 'a member asked for the removal of lost second factors' },
  'recovery-started': { outcome: 'success', what: 'the emailed link of a recovery was used; the wait began' },
  'recovery-canceled': { outcome: 'success', what: 'a recovery was canceled' },
  'recovery-completed': { outcome: 'success', what: 'the wait was over: the second factors of a member were removed' },
  'second-factor-refused': { outcome: 'failure', what: 'a code of the second step was wrong' },
  'session-ended': { outcome: 'success', what: 'a member logged out' },
  'sessions-ended': { outcome: 'success', what: 'a member was logged out everywhere, or everywhere else' },
  'session-refused': { outcome: 'failure', what: 'a session token is unknown or expired' },
  'limit-reached': { outcome: 'failure', what: 'a limit was exceeded; once per caller and window' },
  'captcha-refused': { outcome: 'failure', what: 'the captcha proof was missing or wrong' },
  // Ways into an account
  'password-changed': { outcome: 'success', what: 'a member set or changed their password' },
  'password-reset': { outcome: 'success', what: 'a password was set by emailed code or link' },
  'password-refused': { outcome: 'failure', what: 'the current password, required for a change, was wrong' },
  'code-refused': { outcome: 'failure', what: 'an emailed code or link to reset a password was wrong or expired' },
  'email-changed': { outcome: 'success', what: 'a member changed their email' },
  'email-change-undone': { outcome: 'success', what: 'the owner of the old email reverted the change' },
  'email-verified': { outcome: 'success', what: 'a member verified their email' },
  'account-disowned': { outcome: 'success', what: '“This was not me”: the login methods of a stranger were removed' },
  'provider-linked': { outcome: 'success', what: 'an account of a provider was connected to a member' },
  'provider-unlinked': { outcome: 'success', what: 'an account of a provider was disconnected from a member' },
  'account-deleted': { outcome: 'success', what: 'a member was deleted, by themselves or by an owner' },
  // Owners and admins
  'owner-link-made': { outcome: 'success', what: 'a link to the owner’s page was created on the server' },
  'owner-access-granted': { outcome: 'success', what: 'a link opened the owner’s page' },
  'owner-access-refused': { outcome: 'failure', what: 'a link or session of the owner’s page was unknown or expired' },
  'admin-key-made': { outcome: 'success', what: 'a secret key of the admin API was created' },
  'admin-key-revoked': { outcome: 'success', what: 'a secret key of the admin API was revoked' },
  'admin-key-refused': { outcome: 'failure', what: 'a secret key was unknown or revoked' },
  'members-exported': { outcome: 'success', what: 'members were exported through the admin API' },
  'members-imported': { outcome: 'success', what: 'members were imported through the admin API' },
  'app-changed': { outcome: 'success', what: 'the definition of an app was changed, or an app was added' },
  'webhook-changed': { outcome: 'success', what: 'a webhook endpoint was added, changed or removed' },
  'webhook-secret-changed': { outcome: 'success', what: 'the secret of a webhook was rolled' },
  'signing-key-rotated': { outcome: 'success', what: 'a signing key of TrustTags or the log was replaced' },
  // Refused requests
  'access-refused': { outcome: 'failure', what: 'a caller lacked permission (403)' },
  'origin-refused': { outcome: 'failure', what: 'a call from a foreign origin, or a form of another site' },
  'signature-refused': { outcome: 'failure', what: 'an event without a valid signature of the payment provider' },
  'upload-refused': { outcome: 'failure', what: 'a file whose content has an unsupported type' },
  // Contradictions to signed records
  'tag-record-differs': {
    outcome: 'failure',
    what: 'a row about a TrustTag differs from the signed facts, which are returned',
  },
  'status-list-damaged': {
    outcome: 'failure',
    what: 'the stored revocations differ from the public log; the list is not signed',
  },
  'log-origin-differs': {
    outcome: 'failure',
    what: 'the newest entry of a public log was signed under another origin; the server signed it again under its own',
  },
  // The service
  'service-started': {
    outcome: 'success',
    what: 'a process started; `subject` is a digest of its settings that are not secret',
  },
  'service-stopping': { outcome: 'success', what: 'a process received the signal to stop' },
} as const satisfies Record<string, { outcome: 'success' | 'failure'; what: string }>

export type SecurityEventName = keyof typeof securityEvents

export interface SecurityNote {
  event: SecurityEventName
  facts?: SecurityFacts
}

/** The caller, as far as known by now. Nothing here identifies a person: no email, no token. */
export interface Caller {
  /** Also in every log line and in the response. */
  requestId?: string
  /** Network as rate limits count it: IPv6 by its /64. */
  address?: string
  /** Method and pattern of the route, never the path itself: `POST /auth/login`. */
  route?: string
  appId?: string
  mode?: Mode
  memberId?: string
  /** An owner or an admin key, with the name used in the audit log. */
  actor?: string
}

export interface SecurityFacts extends Caller {
  /** Why: a code of `contract/errors`, or the name of a limit. */
  reason?: string
  /** How the member logged in: `password`, `code`, `ticket` or `provider`. */
  method?: string
  /** The affected object: an ID, or the key of a provider. */
  subject?: string
}

/** Events that an operator must be able to reconstruct later: attacks and changes of permissions. */
export interface SecurityLog {
  /** Writes one line at once. Never throws: a failed write is logged and blocks no request. */
  write(event: SecurityEventName, facts?: SecurityFacts): void
}

export interface PassedLimit {
  name: RateLimitName
  /** First refusal of this caller in its window. Only that one is logged: otherwise an attacker could flood the log. */
  isFirst: boolean
}
