import type { OrderFulfilment } from '../features/payments/settle'
import type { Logger } from 'pino'
import type { StorageLimits } from '../domain/storage/storage-limits'
import type { Witness, WitnessStates } from '../features/transparency-log/witnesses'
import type { Captcha } from '../features/captcha/check'
import type { ChannelWatch } from '../features/comments/channel-watch'
import type { Clock } from '../lib/clock'
import type { Files, Uploads } from '../features/files/storage'
import type { HostedHtml } from '../lib/html'
import type { ImageEncoder } from '../features/files/images'
import type { Mirror } from '../features/mirror/jobs'
import type { PaymentProviders } from '../features/payments/provider'
import type { PasswordHasher } from '../features/accounts/hasher'
import type { RateLimiter } from './rate-limiter'
import type { Secrets } from '../lib/ids'
import type { SecurityLog } from '../lib/security-log'
import type { SocialProviders } from '../features/apps/social-providers'
import type { Issuer } from '../features/credentials/issuer'
import type { ProofAlarm } from './trusttag/proof-alarm'
import type { QuestionBanks } from '../features/assessments/question-bank'
import type { TagDocuments } from '../features/tags/documents/tag-documents'
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
  captcha: Captcha
  /** Puzzles for tries past a limit, whatever captcha the environment chose. */
  proofOfWork: Captcha
  /** Pictures that members uploaded. */
  files: Files
  images: ImageEncoder
  /** Work samples. */
  uploads: Uploads
  /** What accounts, addresses and apps may store. */
  storageLimits: StorageLimits
  /** Whether members' rows may grow: the last of a local database's disk is kept for logins. */
  hasDiskRoom(): Promise<boolean>
  hostedHtml: HostedHtml
  payments: PaymentProviders
  fulfilment: OrderFulfilment
  socialProviders: SocialProviders
  /** Where copies of some records go; null: nowhere. */
  mirror: Mirror | null
  /** Who reads comments is told through it of changes. */
  channelWatch: ChannelWatch
  /** Questions of assessments, with their keys. */
  banks: QuestionBanks
  /** Signs credentials and the log. */
  issuer: Issuer
  /** Who watches the log. */
  witnesses: readonly Witness[]
  /** How they took it when they were last asked. */
  witnessStates: WitnessStates
  documents: TagDocuments
  urls: PublicUrls
  /** Whether webhooks may go to this machine: in development. */
  webhooksToLoopback: boolean
  log: Logger
  /** Attacks, and changes of who may do what. */
  securityLog: SecurityLog
  /** Called after a transaction that put mail into the outbox, so that it leaves at once. */
  mailWaiting(): void
  /** Tells the owner, once for each subject, that the database contradicts what was signed. Returns at once, never throws. */
  proofAlarm(alarm: ProofAlarm): void
  /** Called after a transaction that wrote to the log, so that witnesses are asked at once. */
  logGrew(): void
}
