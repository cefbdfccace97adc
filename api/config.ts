import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isLoopback } from './domain/is-loopback'
import { AIRTABLE_API_URL, readAirtable } from './domain/mirror/airtable-settings'
import type { AirtableSettings } from './domain/mirror/airtable-settings'
import { readSmtpUrl } from './domain/mails/smtp-settings'
import type { SmtpSettings } from './domain/mails/smtp-settings'
import { readStripeAccounts } from './domain/payments/stripe-settings'
import type { StripeSettings } from './domain/payments/stripe-settings'
import { readKeySettings } from './domain/proof/key-settings'
import type { KeySettings } from './domain/proof/key-settings'
import { readSocialProviders } from './domain/social/provider-settings'
import type { SocialProviderSettings } from './domain/social/provider-settings'
import { readWitnesses } from './domain/witness/witness-settings'
import type { WitnessSettings } from './domain/witness/witness-settings'
import type { PublicUrls } from './ports/services'

export type LogLevel = (typeof LOG_LEVELS)[number]

/** What the environment decides. Nothing else reads `process.env`. */
export interface Config {
  host: string
  ports: Record<Part, number>
  /** Absolute folder of the database and everything else that must survive a restart. */
  dataDir: string
  /** PostgreSQL; null: the SQLite file in `dataDir`. It holds a password. */
  databaseUrl: string | null
  urls: PublicUrls
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
  /** Whether everything is on the loopback interface: only then `/dev/*` exists. */
  development: boolean
}

/** A hosted captcha: its public key, and the secret it is asked with. */
export interface CaptchaSettings {
  provider: (typeof CAPTCHAS)[number]['provider']
  siteKey: string
  secret: string
}

/** A setting that cannot be used. The message is one line that names the variable. */
export class ConfigError extends Error {
  readonly expected = true

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConfigError'
  }
}

type Part = 'site' | 'api' | 'demo'
type Environment = Readonly<Record<string, string | undefined>>

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** The variables of every hosted captcha. */
const CAPTCHAS = [
  { provider: 'hcaptcha', siteKey: 'HCAPTCHA_SITE_KEY', secret: 'HCAPTCHA_SECRET' },
  { provider: 'turnstile', siteKey: 'TURNSTILE_SITE_KEY', secret: 'TURNSTILE_SECRET' },
] as const

/** Variable and default of every port. */
export const PORTS = {
  site: { variable: 'SITE_PORT', default: 4000 },
  api: { variable: 'API_PORT', default: 4001 },
  demo: { variable: 'DEMO_PORT', default: 4002 },
} as const satisfies Record<Part, { variable: string; default: number }>

/**
 * Reads and checks the environment; an empty variable counts as absent.
 * @param env usually `process.env`
 * @throws {ConfigError} for the first value that cannot be used
 */
export function readConfig(env: Environment): Config {
  const read = (name: string): string | undefined => env[name]?.trim() || undefined
  const port = (part: Part) => integer(PORTS[part].variable, read(PORTS[part].variable), PORTS[part].default, 1, 65_535)
  const host = readHost(read('HOST') ?? '127.0.0.1')
  const ports = { site: port('site'), api: port('api'), demo: port('demo') }
  refuseClash(ports)
  const url = (name: string, part: Part) => origin(name, read(name) ?? `http://localhost:${ports[part]}`)
  const urls = {
    api: url('PUBLIC_API_URL', 'api'),
    site: url('PUBLIC_SITE_URL', 'site'),
    demo: url('PUBLIC_DEMO_URL', 'demo'),
  }
  const smtp = readSmtp(read('SMTP_URL'))
  const reachable = findReachable(host, urls.api)
  if (reachable !== null && smtp === null) throw withoutMail(reachable)
  const stripe = readStripe(read, reachable === null)
  return {
    host,
    ports,
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    databaseUrl: readDatabaseUrl(read('DATABASE_URL')),
    urls,
    issuerOrigin: origin('PUBLIC_ISSUER_URL', read('PUBLIC_ISSUER_URL') ?? urls.api),
    keys: usable(readKeySettings(read)),
    witnesses: usable(readWitnesses(read)),
    trustProxyHops: integer('TRUST_PROXY', read('TRUST_PROXY'), 0, 0, 10),
    rateLimitFactor: integer('RATE_LIMIT_FACTOR', read('RATE_LIMIT_FACTOR'), 1, 1, 10_000),
    // A terminal shows the table of addresses, not a line for every request.
    logLevel: logLevel(read('LOG_LEVEL') ?? 'warn'),
    smtp,
    captcha: readCaptcha(read),
    stripe,
    social: usable(readSocialProviders(read, ({ hostname }) => reachable === null && isLoopback(hostname))),
    airtable: readAirtableSettings(read, reachable === null),
    vcApi: readVcApi(read('VC_API'), reachable),
    development: reachable === null,
  }
}

/** Never repeated in an error: it holds a password. */
function readDatabaseUrl(value: string | undefined): string | null {
  if (value === undefined) return null
  const url = URL.canParse(value) ? new URL(value) : null
  const isPostgres = url !== null && /^postgres(?:ql)?:$/u.test(url.protocol) && url.pathname.length > 1
  if (!isPostgres) throw new ConfigError('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  return value
}

function integer(name: string, value: string | undefined, fallback: number, min: number, max: number): number {
  if (value === undefined) return fallback
  const number = /^\d{1,6}$/u.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(value)}.`)
}

function readHost(value: string): string {
  if (isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/iu.test(value)) return value
  throw new ConfigError(`HOST must be an address or a host name without scheme and port, not ${JSON.stringify(value)}.`)
}

function origin(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  const bare = url !== null && ['http:', 'https:'].includes(url.protocol) && `${url.origin}/` === url.href
  if (bare) return url.origin
  throw new ConfigError(
    `${name} must be an http or https origin such as http://localhost:4001, not ${JSON.stringify(value)}.`,
  )
}

function logLevel(value: string): LogLevel {
  const level = LOG_LEVELS.find((one) => one === value.toLowerCase())
  if (level) return level
  throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not ${JSON.stringify(value)}.`)
}

function refuseClash(ports: Record<Part, number>): void {
  const parts = ['site', 'api', 'demo'] as const
  for (const [index, first] of parts.entries())
    for (const second of parts.slice(index + 1))
      if (ports[first] === ports[second])
        throw new ConfigError(
          `${PORTS[first].variable} and ${PORTS[second].variable} are both ${ports[first]}. Give each its own port.`,
        )
}

/** Its value is never repeated: it holds a password. */
function readSmtp(value: string | undefined): SmtpSettings | null {
  const settings = value === undefined ? null : readSmtpUrl(value)
  if (settings !== null || value === undefined) return settings
  throw new ConfigError(
    'SMTP_URL must look like smtp://user:password@mail.example:587 or smtps://…, with special characters percent-encoded.',
  )
}

/** The secret's value is never repeated. */
function readCaptcha(read: (name: string) => string | undefined): CaptchaSettings | null {
  const [found, another] = CAPTCHAS.flatMap((names) => {
    const [siteKey, secret] = [read(names.siteKey), read(names.secret)]
    if (siteKey === undefined && secret === undefined) return []
    if (siteKey !== undefined && secret !== undefined) return [{ provider: names.provider, siteKey, secret }]
    const [given, missing] = siteKey === undefined ? [names.secret, names.siteKey] : [names.siteKey, names.secret]
    throw new ConfigError(`${given} is set without ${missing}. A hosted captcha needs both.`)
  })
  if (another === undefined) return found ?? null
  throw new ConfigError(`${CAPTCHAS.map(({ siteKey }) => siteKey).join(' and ')} are both set. Choose one captcha.`)
}

/** The values of the keys are never repeated. */
function readStripe(read: (name: string) => string | undefined, development: boolean): StripeSettings {
  return { accounts: usable(readStripeAccounts(read)), apiUrl: readStandIn(read, 'STRIPE_API_URL', development) }
}

/** Settings, or a sentence about what cannot be meant, which repeats no secret. */
function usable<T extends object | null>(settings: T | string): T {
  if (typeof settings === 'string') throw new ConfigError(settings)
  return settings
}

/** The value of the key is never repeated. */
function readAirtableSettings(
  read: (name: string) => string | undefined,
  development: boolean,
): AirtableSettings | null {
  const settings = usable(readAirtable(read))
  const apiUrl = readStandIn(read, 'AIRTABLE_API_URL', development) ?? AIRTABLE_API_URL
  return settings && { ...settings, apiUrl }
}

/** Origin of what stands in for a service in development; null: the service itself. */
function readStandIn(read: (name: string) => string | undefined, name: string, development: boolean): string | null {
  const given = read(name)
  const url = given === undefined ? null : origin(name, given)
  if (url === null || (development && isLoopback(new URL(url).hostname))) return url
  throw new ConfigError(`${name} is for development: a loopback address, while nobody else can reach the API.`)
}

/** The setting by which others can reach the API, as `NAME is value`; null when only this machine can. */
function findReachable(host: string, apiUrl: string): string | null {
  if (!isLoopback(host)) return `HOST is ${host}`
  return isLoopback(new URL(apiUrl).hostname) ? null : `PUBLIC_API_URL is ${apiUrl}`
}

/** It signs whatever it is handed, so nobody but this machine may reach it. */
function readVcApi(value: string | undefined, reachable: string | null): boolean {
  if (value !== undefined && value !== 'on' && value !== 'off')
    throw new ConfigError(`VC_API must be on or off, not ${JSON.stringify(value)}.`)
  if (value !== 'on' || reachable === null) return value === 'on'
  throw new ConfigError(`${reachable}, which others can reach, but VC_API is for development. Leave it out.`)
}

/** The test mailbox is open to whoever reaches it, so without a mail server nothing outside may reach us. */
function withoutMail(reachable: string): ConfigError {
  return new ConfigError(
    `${reachable}, which others can reach, but there is no mail server. Set SMTP_URL, or use a loopback address such as localhost.`,
  )
}
