import type { Logger } from 'pino'
import type { Clock } from './clock'
import type { PasswordHasher } from './password-hasher'
import type { RateLimiter } from './rate-limiter'
import type { Secrets } from './secrets'
import type { Store } from './store'

/** Where the parts are reached from outside; no trailing slash. */
export interface PublicUrls {
  api: string
  site: string
  demo: string
}

/** What `createApp` is given. A handler names the ones it uses with `Pick`. */
export interface Services {
  store: Store
  hasher: PasswordHasher
  secrets: Secrets
  clock: Clock
  rateLimiter: RateLimiter
  urls: PublicUrls
  log: Logger
  /** Called after a transaction that put mail into the outbox, so that it leaves at once. */
  mailWaiting(): void
}
