import type { Database } from '../database/db'
import type { Logger } from 'pino'
import type { Clock } from '../lib/clock'
import type { HostedHtml } from '../lib/html'
import type { Secrets } from '../lib/ids'
import type { SecurityLog } from '../lib/security-log'
import type { RateLimiter } from './rate-limits/limiter'

export interface ConsoleSettings {
  /** CONSOLE */
  enabled: boolean
  /** CONSOLE_ALLOW: ranges of IP addresses; null: any. */
  allows: ((ipAddress: string) => boolean) | null
  /** The demo owner can log in. */
  development: boolean
  /** A mail server is set; else mails go to the test mailbox. */
  sendsMail: boolean
}

/** Public URLs, without a trailing slash. */
export interface PublicUrls {
  api: string
  site: string
  demo: string
}

/**
 * Passed to handlers, pages and workers; each names what it uses with `Pick`. A feature declares its own services (`declare module`);
 * features below it must not name them.
 */
export interface Services {
  store: Database
  secrets: Secrets
  clock: Clock
  rateLimiter: RateLimiter
  /** Whether members' rows may grow: the last space of a local disk is reserved for logins. */
  hasDiskRoom(): Promise<boolean>
  hostedHtml: HostedHtml
  urls: PublicUrls
  console: ConsoleSettings
  /** In development. */
  webhooksToLoopback: boolean
  log: Logger
  /** Attacks and changes of permissions. */
  securityLog: SecurityLog
  /** Call after a transaction that queued mail, so that it is sent at once. */
  mailWaiting(): void
  /** Call after a transaction that wrote to the log, so that witnesses are asked at once. */
  logGrew(): void
}
