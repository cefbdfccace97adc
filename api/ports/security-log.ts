import type { RateLimitName } from '../../contract/rate-limits'
import type { SecurityEventName } from '../domain/security-events/security-events'
import type { Mode } from '../domain/mode'

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
