import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import {
  collectProblems,
  productionProblems,
  readChoice,
  readDatabaseUrl,
  readHost,
  readInteger,
  readOrigin,
  readRedisUrl,
  readText,
  settingsReader,
} from './config/reader'
import { LOG_LEVELS } from './config/table'
import { type StorageLimits, storageLimitsWith } from './features/files/account-storage'
import { type BreachedPasswordsSetting, readBreachedPasswords } from './features/accounts/breached-passwords'
import { type CaptchaSettings, readCaptcha } from './features/captcha/hosted'
import { type KeySettings, readEncryptionKey, readKeySettings } from './features/credentials/settings'
import { readStorage, type StorageSettings } from './features/files/settings'
import { readSmtpUrl, type SmtpSettings } from './features/mail/mailers'
import { AIRTABLE_API_URL, type AirtableSettings, readAirtable } from './features/mirror/airtable'
import { readStripeAccounts, type StripeSettings } from './features/payments/settings'
import { readSocialProviders, type SocialProviderSettings } from './features/social/settings'
import { readConsoleAllow } from './features/staff/settings'
import { readWitnesses, type WitnessSettings } from './features/transparency-log/settings'
import { ConfigError, type Environment, ON_OFF, type Read } from './lib/settings'
import { isLoopback } from './lib/text'
import type { ConsoleSettings, PublicUrls } from './http/services'

export { ConfigError } from './lib/settings'

const BYTES_PER_MB = 1_000_000

type Part = 'site' | 'api' | 'demo'

export const portSettings = {
  site: 'SITE_PORT',
  api: 'API_PORT',
  demo: 'DEMO_PORT',
} as const satisfies Record<Part, string>

/** The only reader of `process.env`. */
export interface Config {
  host: string
  ports: Record<Part, number>
  /** Absolute path. Holds everything that must survive a restart. */
  dataDir: string
  /** PostgreSQL, may contain a password; null: the SQLite file in `dataDir`. */
  databaseUrl: string | null
  /** Redis or Valkey for rate limits, may contain a password; null: PostgreSQL or memory. */
  redisUrl: string | null
  storage: StorageSettings
  /** Per member; totals per app come from the settings. */
  storageLimits: StorageLimits
  /** Keeps `diskReserve` free. */
  keepsDiskReserve: boolean
  urls: PublicUrls
  /** In production only if they have a URL. */
  servesDemoPages: boolean
  /** Origin of the issuer and the log in credentials; it must outlive every TrustTag. */
  issuerOrigin: string
  /** Signing keys of TrustTags and the log. */
  keys: KeySettings
  /** KEY_ENCRYPTION_KEY, for the credentials of apps; null: a key in DATA_DIR. */
  encryptionKey: Uint8Array | null
  witnesses: WitnessSettings
  /** Number of trusted proxies: this many entries of X-Forwarded-For are believed. */
  trustProxyHops: number
  /** Multiplies every limit of `contract/rate-limits`. */
  rateLimitFactor: number
  /** Folder of the question banks, absolute; null: those of this version. */
  banksDir: string | null
  /** 1; 0: assessments accept any speed. */
  assessmentPace: number
  logLevel: (typeof LOG_LEVELS)[number]
  /** Seconds that requests are still served after `/ready` turns 503. */
  drainSeconds: number
  /** Bearer token of `/metrics`; null: no metrics. */
  metricsToken: string | null
  /** Absolute path of its file; null: part of the log. */
  securityLog: string | null
  /** null: mails go to the test mailbox. */
  smtp: SmtpSettings | null
  /** null: the self-hosted proof of work. */
  captcha: CaptchaSettings | null
  /** null: new passwords are not compared with leaked ones. */
  breachedPasswords: BreachedPasswordsSetting
  console: ConsoleSettings
  stripe: StripeSettings
  social: SocialProviderSettings
  /** null: no copies of sign-ups and purchases. */
  airtable: AirtableSettings | null
  /** Development only: tools on this machine may sign and check credentials (VC API). */
  vcApi: boolean
  /** Everything is on loopback and this is not a production start: only then `/dev/*` exists. */
  development: boolean
}

export interface ReadOptions {
  /** Refuses development settings, whatever the URLs are. */
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
  const urls = readUrls(attempt, ports)
  const smtp = attempt(readSmtp)
  const reachable = production ? 'The server is in production mode' : findReachable(host, urls.api)
  const isAlone = reachable === null
  const config: Config = {
    host,
    ports,
    dataDir: resolve(attempt((from) => readText(from, 'DATA_DIR'))),
    databaseUrl: attempt(readDatabaseUrl),
    redisUrl: attempt(readRedisUrl),
    storage: attempt((from) => usable(readStorage(from))),
    storageLimits: attempt(readStorageLimits),
    keepsDiskReserve: attempt((from) => readChoice(from, 'DISK_RESERVE', ON_OFF)) === 'on',
    urls,
    servesDemoPages: !production || reader.isGiven('PUBLIC_DEMO_URL'),
    issuerOrigin: attempt((from) => readOrigin(from, 'PUBLIC_ISSUER_URL', urls.api)),
    keys: attempt((from) => usable(readKeySettings(from))),
    encryptionKey: attempt(readEncryptionKey),
    witnesses: attempt((from) => usable(readWitnesses(from))),
    trustProxyHops: attempt((from) => readInteger(from, 'TRUST_PROXY')),
    rateLimitFactor: attempt((from) => readInteger(from, 'RATE_LIMIT_FACTOR')),
    ...attempt(readAssessments),
    ...attempt(readObservation),
    logLevel: attempt((from) => readChoice(from, 'LOG_LEVEL', LOG_LEVELS)),
    smtp,
    captcha: attempt(readCaptcha),
    breachedPasswords: attempt((from) => readBreachedPasswords(from, resolve)),
    console: {
      enabled: attempt((from) => readChoice(from, 'CONSOLE', ON_OFF)) === 'on',
      allows: attempt(readConsoleAllow),
      development: isAlone,
      sendsMail: smtp !== null,
    },
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

const readUrls = (attempt: ReturnType<typeof collectProblems>['attempt'], ports: Config['ports']): Config['urls'] => ({
  api: attempt((from) => readOrigin(from, 'PUBLIC_API_URL', `http://localhost:${ports.api}`)),
  site: attempt((from) => readOrigin(from, 'PUBLIC_SITE_URL', `http://localhost:${ports.site}`)),
  demo: attempt((from) => readOrigin(from, 'PUBLIC_DEMO_URL', `http://localhost:${ports.demo}`)),
})

/** Errors do not repeat the value: it contains a password. */
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

const readStripe = (read: Read, development: boolean): StripeSettings => ({
  accounts: usable(readStripeAccounts(read)),
  apiUrl: readFakeServer(read, 'STRIPE_API_URL', development),
})

/** @param settings or an error sentence without secrets @throws {ConfigError} with that sentence */
function usable<T extends object | null>(settings: T | string): T {
  if (typeof settings === 'string') throw new ConfigError(settings)
  return settings
}

function readAirtableSettings(read: Read, development: boolean): AirtableSettings | null {
  const settings = usable(readAirtable(read))
  const apiUrl = readFakeServer(read, 'AIRTABLE_API_URL', development) ?? AIRTABLE_API_URL
  return settings && { ...settings, apiUrl }
}

/** Origin of a fake server in development; null: the real service. */
function readFakeServer(read: Read, name: 'STRIPE_API_URL' | 'AIRTABLE_API_URL', development: boolean): string | null {
  const url = readOrigin(read, name, null)
  if (url === null || (development && isLoopback(new URL(url).hostname))) return url
  throw new ConfigError(
    `${name} is for development: it must be a loopback URL, and only this machine may reach the API.`,
  )
}

/** The setting that exposes the API, as `NAME is value`; null when only this machine can reach it. */
function findReachable(host: string, apiUrl: string): string | null {
  if (!isLoopback(host)) return `HOST is ${host}`
  return isLoopback(new URL(apiUrl).hostname) ? null : `PUBLIC_API_URL is ${apiUrl}`
}

/** The VC API signs whatever it gets, so only this machine may reach it. */
function readVcApi(read: Read, reachable: string | null): boolean {
  const isOn = readChoice(read, 'VC_API', ON_OFF) === 'on'
  if (!isOn || reachable === null) return isOn
  throw new ConfigError(`${reachable}, which other machines can reach, but VC_API is for development. Remove it.`)
}

/** The test mailbox is public, so without a mail server only this machine may reach the API. */
const withoutMail = (reachable: string): string =>
  `${reachable}, which other machines can reach, but there is no mail server. Set SMTP_URL, or use a loopback address such as localhost.`

const PARTS = ['site', 'api', 'demo'] as const

/** @throws {ConfigError} also when two parts share a port */
function readPorts(read: Read): Record<Part, number> {
  const port = (part: Part): number => readInteger(read, portSettings[part])
  const ports = { site: port('site'), api: port('api'), demo: port('demo') }
  for (const [index, first] of PARTS.entries())
    for (const second of PARTS.slice(index + 1))
      if (ports[first] === ports[second])
        throw new ConfigError(
          `${portSettings[first]} and ${portSettings[second]} are both ${ports[first]}. Give each its own port.`,
        )
  return ports
}

/** Shorter tokens could be guessed: `/metrics` has no rate limit. */
const TOKEN_MIN_CHARS = 16

/** @throws {ConfigError} without the token */
function readAssessments(read: Read): Pick<Config, 'banksDir' | 'assessmentPace'> {
  const folder = read('BANKS_DIR')
  return {
    banksDir: folder === undefined ? null : resolve(folder),
    assessmentPace: readChoice(read, 'ASSESSMENT_PACE', ON_OFF) === 'on' ? 1 : 0,
  }
}

function readObservation(read: Read): Pick<Config, 'drainSeconds' | 'metricsToken' | 'securityLog'> {
  const metricsToken = read('METRICS_TOKEN') ?? null
  if (metricsToken !== null && !/^[\x21-\x7E]+$/u.test(metricsToken))
    throw new ConfigError('METRICS_TOKEN must consist of ASCII characters without spaces.')
  if (metricsToken !== null && metricsToken.length < TOKEN_MIN_CHARS)
    throw new ConfigError(`METRICS_TOKEN must have at least ${TOKEN_MIN_CHARS} characters.`)
  const file = read('SECURITY_LOG')
  return {
    drainSeconds: readInteger(read, 'DRAIN_SECONDS'),
    metricsToken,
    securityLog: file === undefined ? null : resolve(file),
  }
}

/** Compares two starts: 16 hexadecimal digits. Includes only whether a secret is set, so the digest reveals none. */
export function digestSettings(config: Config): string {
  const { host, ports, dataDir, urls, issuerOrigin, trustProxyHops, rateLimitFactor, logLevel, development } = config
  const { drainSeconds, securityLog, captcha } = config
  const open = { host, ports, dataDir, urls, issuerOrigin, trustProxyHops, rateLimitFactor, logLevel, development }
  const given = {
    database: config.databaseUrl !== null,
    smtp: config.smtp !== null,
    metrics: config.metricsToken !== null,
    airtable: config.airtable !== null,
    captcha: captcha && { provider: captcha.provider, siteKey: captcha.siteKey },
    stripe: Object.entries(config.stripe.accounts).map(([mode, account]) => [mode, account !== null]),
  }
  return createHash('sha256')
    .update(JSON.stringify({ ...open, drainSeconds, securityLog, ...given }))
    .digest('hex')
    .slice(0, 16)
}
