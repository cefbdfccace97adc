import { resolve } from 'node:path'
import { readCaptcha } from './config/captcha-settings'
import type { CaptchaSettings } from './features/captcha/hosted'
import { ConfigError, ON_OFF } from './lib/settings'
import {
  collectProblems,
  readChoice,
  readDatabaseUrl,
  readHost,
  readInteger,
  readOrigin,
  readRedisUrl,
  readText,
} from './config/values'
import { settingsReader } from './config/reader'
import { LOG_LEVELS } from './config/groups/operation'
import { readObservation } from './config/observation-settings'
import type { ObservationSettings } from './config/observation-settings'
import { readPorts } from './config/ports'
import type { Part } from './config/ports'
import { productionProblems } from './config/production-problems'
import type { Environment, Read } from './lib/settings'
import { isLoopback } from './lib/text'
import { AIRTABLE_API_URL, readAirtable } from './features/mirror/airtable'
import type { AirtableSettings } from './features/mirror/airtable'
import { readSmtpUrl } from './features/mail/mailers'
import type { SmtpSettings } from './features/mail/mailers'
import { readStripeAccounts } from './features/payments/settings'
import type { StripeSettings } from './features/payments/settings'
import { readStorage } from './features/files/settings'
import type { StorageSettings } from './features/files/settings'
import { storageLimitsWith } from './domain/storage/storage-limits'
import type { StorageLimits } from './domain/storage/storage-limits'
import { readKeySettings } from './features/credentials/settings'
import type { KeySettings } from './features/credentials/settings'
import { readSocialProviders } from './features/social/settings'
import type { SocialProviderSettings } from './features/social/settings'
import { readWitnesses } from './features/transparency-log/settings'
import type { WitnessSettings } from './features/transparency-log/settings'
import type { PublicUrls } from './ports/services'

export { ConfigError } from './lib/settings'
export { PORTS } from './config/ports'

const BYTES_PER_MB = 1_000_000

export type LogLevel = (typeof LOG_LEVELS)[number]

/** What the environment decides. Nothing else reads `process.env`. */
export interface Config extends ObservationSettings {
  host: string
  ports: Record<Part, number>
  /** Absolute folder of the database and everything else that must survive a restart. */
  dataDir: string
  /** PostgreSQL; null: the SQLite file in `dataDir`. It holds a password. */
  databaseUrl: string | null
  /** Redis or Valkey that counts limits; null: PostgreSQL does, or memory. It may hold a password. */
  redisUrl: string | null
  /** Where the files of members are kept. */
  storage: StorageSettings
  /** What members may store; the totals of an app come from the settings. */
  storageLimits: StorageLimits
  urls: PublicUrls
  /** Whether the demo pages are served: in production only where they have an address. */
  servesDemoPages: boolean
  /** Origin under which credentials name their issuer and the log; it must outlive every TrustTag. */
  issuerOrigin: string
  /** Where the keys are that TrustTags and the log are signed with. */
  keys: KeySettings
  /** Who watches the public logs. */
  witnesses: WitnessSettings
  /** How many proxies stand in front: so many entries of X-Forwarded-For are believed. */
  trustProxyHops: number
  /** Multiplies every limit of `contract/rate-limits`. */
  rateLimitFactor: number
  logLevel: LogLevel
  /** The mail server; null: mails land in the test mailbox. */
  smtp: SmtpSettings | null
  /** Who checks that visitors are persons; null: the self-hosted proof of work. */
  captcha: CaptchaSettings | null
  /** Who takes the money, where it is Stripe. */
  stripe: StripeSettings
  /** Who people can log in with. */
  social: SocialProviderSettings
  /** Where copies of sign-ups and purchases go; null: nowhere. */
  airtable: AirtableSettings | null
  /** Whether tools on this machine may have credentials signed and checked (VC API); in development only. */
  vcApi: boolean
  /** Whether everything is on the loopback interface, and this is no production start: only then `/dev/*` exists. */
  development: boolean
}

export interface ReadOptions {
  /** A start for others: nothing that is for development is taken, whatever the addresses are. */
  production?: boolean
}

/**
 * Reads and checks the environment, through the table of settings.
 * @param env usually `process.env`; see `settingsReader` for what an empty value and files mean
 * @throws {ConfigError} with a line for each value that cannot be used
 */
export function readConfig(env: Environment, { production = false }: ReadOptions = {}): Config {
  const reader = settingsReader(env)
  const { attempt, complain, finish } = collectProblems(reader.read)
  const host = attempt(readHost)
  const ports = attempt(readPorts)
  const urls = {
    api: attempt((from) => readOrigin(from, 'PUBLIC_API_URL', `http://localhost:${ports.api}`)),
    site: attempt((from) => readOrigin(from, 'PUBLIC_SITE_URL', `http://localhost:${ports.site}`)),
    demo: attempt((from) => readOrigin(from, 'PUBLIC_DEMO_URL', `http://localhost:${ports.demo}`)),
  }
  const smtp = attempt(readSmtp)
  const reachable = production ? 'This is a start in production' : findReachable(host, urls.api)
  const isAlone = reachable === null
  const config: Config = {
    host,
    ports,
    dataDir: resolve(attempt((from) => readText(from, 'DATA_DIR'))),
    databaseUrl: attempt(readDatabaseUrl),
    redisUrl: attempt(readRedisUrl),
    storage: attempt((from) => usable(readStorage(from))),
    storageLimits: attempt(readStorageLimits),
    urls,
    servesDemoPages: !production || reader.isGiven('PUBLIC_DEMO_URL'),
    issuerOrigin: attempt((from) => readOrigin(from, 'PUBLIC_ISSUER_URL', urls.api)),
    keys: attempt((from) => usable(readKeySettings(from))),
    witnesses: attempt((from) => usable(readWitnesses(from))),
    trustProxyHops: attempt((from) => readInteger(from, 'TRUST_PROXY')),
    rateLimitFactor: attempt((from) => readInteger(from, 'RATE_LIMIT_FACTOR')),
    ...attempt(readObservation),
    logLevel: attempt((from) => readChoice(from, 'LOG_LEVEL', LOG_LEVELS)),
    smtp,
    captcha: attempt(readCaptcha),
    stripe: attempt((from) => readStripe(from, isAlone)),
    social: attempt((from) => usable(readSocialProviders(from, ({ hostname }) => isAlone && isLoopback(hostname)))),
    airtable: attempt((from) => readAirtableSettings(from, isAlone)),
    vcApi: attempt((from) => readVcApi(from, reachable)),
    development: isAlone,
  }
  if (production) productionProblems(reader, config).forEach(complain)
  else if (!isAlone && smtp === null && !reader.isGiven('SMTP_URL')) complain(withoutMail(reachable))
  finish()
  return config
}

/** Its value is never repeated: it holds a password. */
function readSmtp(read: Read): SmtpSettings | null {
  const value = read('SMTP_URL')
  const settings = value === undefined ? null : readSmtpUrl(value)
  if (settings !== null || value === undefined) return settings
  throw new ConfigError(
    'SMTP_URL must look like smtp://user:password@mail.example:587 or smtps://…, with special characters percent-encoded.',
  )
}

const readStorageLimits = (read: Read): StorageLimits =>
  storageLimitsWith({
    live: readInteger(read, 'STORAGE_LIVE_MAX_MB') * BYTES_PER_MB,
    test: readInteger(read, 'STORAGE_TEST_MAX_MB') * BYTES_PER_MB,
  })

/** The values of the keys are never repeated. */
const readStripe = (read: Read, development: boolean): StripeSettings => ({
  accounts: usable(readStripeAccounts(read)),
  apiUrl: readStandIn(read, 'STRIPE_API_URL', development),
})

/** Settings, or a sentence about what cannot be meant, which repeats no secret. */
function usable<T extends object | null>(settings: T | string): T {
  if (typeof settings === 'string') throw new ConfigError(settings)
  return settings
}

/** The value of the key is never repeated. */
function readAirtableSettings(read: Read, development: boolean): AirtableSettings | null {
  const settings = usable(readAirtable(read))
  const apiUrl = readStandIn(read, 'AIRTABLE_API_URL', development) ?? AIRTABLE_API_URL
  return settings && { ...settings, apiUrl }
}

/** Origin of what stands in for a service in development; null: the service itself. */
function readStandIn(read: Read, name: 'STRIPE_API_URL' | 'AIRTABLE_API_URL', development: boolean): string | null {
  const url = readOrigin(read, name, null)
  if (url === null || (development && isLoopback(new URL(url).hostname))) return url
  throw new ConfigError(`${name} is for development: a loopback address, while nobody else can reach the API.`)
}

/** The setting by which others can reach the API, as `NAME is value`; null when only this machine can. */
function findReachable(host: string, apiUrl: string): string | null {
  if (!isLoopback(host)) return `HOST is ${host}`
  return isLoopback(new URL(apiUrl).hostname) ? null : `PUBLIC_API_URL is ${apiUrl}`
}

/** It signs whatever it is handed, so nobody but this machine may reach it. */
function readVcApi(read: Read, reachable: string | null): boolean {
  const isOn = readChoice(read, 'VC_API', ON_OFF) === 'on'
  if (!isOn || reachable === null) return isOn
  throw new ConfigError(`${reachable}, which others can reach, but VC_API is for development. Leave it out.`)
}

/** The test mailbox is open to whoever reaches it, so without a mail server nothing outside may reach us. */
const withoutMail = (reachable: string): string =>
  `${reachable}, which others can reach, but there is no mail server. Set SMTP_URL, or use a loopback address such as localhost.`
