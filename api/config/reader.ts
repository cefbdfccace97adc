import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { parseEnv } from 'node:util'
import { editDistance } from '../../contract/edit-distance'
import { parseUrl } from '../../contract/parse-url'
import { socialProviders } from '../../contract/providers'
import { ConfigError, type Environment, type Read, type Setting, type SettingGroup } from '../lib/settings'
import { isLoopback } from '../lib/text'
import { type NameOfShape, settingGroups } from './table'

export interface SettingsReader {
  read: Read
  /** Whether it has a value, valid or not. */
  isGiven: (name: string) => boolean
}

/**
 * The only access to settings: environment, then SETTINGS_FILE; secrets also from the file in `<NAME>_FILE`. Empty means absent.
 * @throws {ConfigError} for an unreadable or invalid settings file; the reader throws it for a file of a secret
 */
export function settingsReader(env: Environment): SettingsReader {
  const given = withFile(env)
  const isGiven = (name: string): boolean =>
    [name, name + FILE_SUFFIX].some((variable) => trimmed(given[variable]) !== undefined)
  const read: Read = (name) => {
    const setting = findSetting(name)
    if (!setting) throw new Error(`${name} is read but missing from the table of settings, api/config/table.ts.`)
    const value = trimmed(given[name])
    const path = setting.isSecret ? trimmed(given[name + FILE_SUFFIX]) : undefined
    if (path === undefined) return value
    if (value === undefined) return readSecret(name + FILE_SUFFIX, path)
    throw new ConfigError(`${name} and ${name}${FILE_SUFFIX} are both set. Remove one.`)
  }
  return { read, isGiven }
}

const trimmed = (value: string | undefined): string | undefined => value?.trim() || undefined

/** Adds the settings file; the environment takes precedence. */
function withFile(env: Environment): Environment {
  const path = trimmed(env['SETTINGS_FILE'])
  if (path === undefined) return env
  const given = Object.entries(env).filter(([, value]) => trimmed(value) !== undefined)
  return { ...parseSettingsFile(path, readFile('SETTINGS_FILE', path)), ...Object.fromEntries(given) }
}

/** Trimmed, because most files end with a line break. */
function readSecret(name: string, path: string): string {
  const secret = trimmed(readFile(name, path))
  if (secret === undefined) throw new ConfigError(`${name} is ${path}, which is an empty file.`)
  return secret
}

function readFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new ConfigError(`${name} is ${path}, which cannot be read (${code}).`, { cause: error })
  }
}

const LINE = /^\s*(?:export\s+)?[A-Za-z_]\w*\s*=(?<value>.*)$/u
const QUOTED = /^(?<quote>["'`])(?:(?!\k<quote>).)*\k<quote>\s*(?:#.*)?$/u

/**
 * Refuses what Node's parser would silently change: it joins an invalid line to the next name and cuts a value at `#`.
 * @param path for errors
 * @throws {ConfigError} with a sentence per line, without its text, which may be a secret
 */
function parseSettingsFile(path: string, content: string): Record<string, string | undefined> {
  const text = content.replace(/^\uFEFF/u, '')
  const problems = text.split(/\r?\n/u).flatMap((line, index) => {
    const problem = problemOf(line.trim())
    return problem === null ? [] : [`SETTINGS_FILE ${path}, line ${index + 1}, ${problem}`]
  })
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return parseEnv(text)
}

function problemOf(line: string): string | null {
  if (line === '' || line.startsWith('#')) return null
  const value = LINE.exec(line)?.groups?.['value']?.trim()
  if (value === undefined) return 'must look like NAME=value.'
  if (/^["'`]/u.test(value)) return QUOTED.test(value) ? null : 'has an opening quote but no matching closing quote.'
  return /[^\s#]#/u.test(value.replace(/(?:^|\s)#.*$/u, '')) ? 'has a # in its value. Put the value in quotes.' : null
}

const groups: readonly SettingGroup[] = settingGroups
const all: readonly Setting[] = groups.flatMap(({ settings }) => settings)

const providers = socialProviders.map(({ key }) => key.toUpperCase())

/** `<KEY>` matches any key. */
const patterns = all.map((setting) => {
  const source = setting.name.replace('<PROVIDER>', `(${providers.join('|')})`).replace('<KEY>', '[A-Z0-9_]+')
  return { setting, pattern: new RegExp(`^${source}$`, 'u') }
})

export const findSetting = (name: string): Setting | undefined =>
  patterns.find(({ pattern }) => pattern.test(name))?.setting

/** Without the open-ended `<KEY>` names. */
export const settingNames: readonly string[] = all
  .flatMap(({ name }) =>
    name.includes('<PROVIDER>') ? providers.map((provider) => name.replace('<PROVIDER>', provider)) : [name],
  )
  .filter((name) => !name.includes('<KEY>'))

const FILE_SUFFIX = '_FILE'

/** For a name such as `SMTP_URL_FILE`. */
function findSecretOfFile(name: string): Setting | undefined {
  const setting = name.endsWith(FILE_SUFFIX) ? findSetting(name.slice(0, -FILE_SUFFIX.length)) : undefined
  return setting?.isSecret ? setting : undefined
}

/** Shorter names resemble too many unrelated words. */
const SHORT_CHARS = 8

/** Variables that look like misspelled settings. @returns a sentence each, without values */
export function unknownSettings(env: Environment): string[] {
  return Object.entries(withFile(env)).flatMap(([name, value]) => {
    if (!value?.trim() || findSetting(name) || findSecretOfFile(name)) return []
    const plain = name.endsWith(FILE_SUFFIX) ? name.slice(0, -FILE_SUFFIX.length) : null
    if (plain !== null && findSetting(plain)) return [`${name} is ignored: only secrets can come from a file.`]
    const meant = nearest(name)
    return meant === null ? [] : [`${name} is not a setting and is ignored. Did you mean ${meant}?`]
  })
}

function nearest(name: string): string | null {
  const limit = name.length < SHORT_CHARS ? 1 : 2
  const near = settingNames
    .filter((known) => Math.abs(known.length - name.length) <= limit)
    .map((known) => ({ known, distance: editDistance(name.toUpperCase(), known) }))
    .filter(({ distance }) => distance <= limit)
  return near.toSorted((one, other) => one.distance - other.distance)[0]?.known ?? null
}

/** @throws {ConfigError} outside the bounds of its row */
export function readInteger(read: Read, name: NameOfShape<'integer'>): number {
  const { shape, ...setting } = rowOf(name)
  if (shape.is !== 'integer') throw new Error(`${name} is not a number.`)
  const value = read(name) ?? defaultOf(setting)
  const number = /^\d{1,6}$/u.test(value) ? Number(value) : Number.NaN
  if (number >= shape.from && number <= shape.to) return number
  throw new ConfigError(
    `${name} must be a whole number from ${shape.from} to ${shape.to}, not ${JSON.stringify(value)}.`,
  )
}

/** Ignores letter case. @param of the words of its row @throws {ConfigError} for any other word */
export function readChoice<Word extends string>(read: Read, name: NameOfShape<'choice'>, of: readonly Word[]): Word {
  const value = read(name) ?? defaultOf(rowOf(name))
  const word = of.find((one) => one === value.toLowerCase())
  if (word) return word
  const words = of.length > 2 ? `one of ${of.join(', ')}` : of.join(' or ')
  throw new ConfigError(`${name} must be ${words}, not ${JSON.stringify(value)}.`)
}

/** Normalized: no trailing slash, no default port. @param fallback without the setting @throws {ConfigError} for anything else */
export function readOrigin<Fallback extends string | null>(
  read: Read,
  name: NameOfShape<'origin'>,
  fallback: Fallback,
): string | Fallback {
  const value = read(name)
  if (value === undefined) return fallback
  const url = parseUrl(value)
  const bare = url !== null && ['http:', 'https:'].includes(url.protocol) && `${url.origin}/` === url.href
  if (bare) return url.origin
  throw new ConfigError(
    `${name} must be an http or https origin such as http://localhost:4001, not ${JSON.stringify(value)}.`,
  )
}

export function readHost(read: Read): string {
  const value = readText(read, 'HOST')
  if (isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/iu.test(value)) return value
  throw new ConfigError(
    `HOST must be an IP address or a host name without scheme and port, not ${JSON.stringify(value)}.`,
  )
}

export const readText = (read: Read, name: NameOfShape<'text'>): string => read(name) ?? defaultOf(rowOf(name))

/** Errors do not repeat the value: it contains a password. */
export function readDatabaseUrl(read: Read): string | null {
  const value = read('DATABASE_URL')
  if (value === undefined) return null
  const url = parseUrl(value)
  const isPostgres = url !== null && /^postgres(?:ql)?:$/u.test(url.protocol) && url.pathname.length > 1
  if (!isPostgres) throw new ConfigError('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  return value
}

/** Errors do not repeat the value: it may contain a password. */
export function readRedisUrl(read: Read): string | null {
  const value = read('REDIS_URL')
  if (value === undefined) return null
  const url = parseUrl(value)
  const isRedis =
    url !== null && /^rediss?:$/u.test(url.protocol) && url.hostname !== '' && /^(?:\/\d*)?$/u.test(url.pathname)
  if (!isRedis) throw new ConfigError('REDIS_URL must look like redis://user:password@host:6379/0 or rediss://….')
  return value
}

function rowOf(name: string): Setting {
  const setting = findSetting(name)
  if (setting) return setting
  throw new Error(`${name} is not in the table of settings.`)
}

function defaultOf({ name, default: fallback }: Pick<Setting, 'name' | 'default'>): string {
  if ('value' in fallback) return fallback.value
  throw new Error(`${name} has no default value.`)
}

/** Continues after an invalid value, to report all problems at once. */
interface ProblemCollector {
  /** @param from must not throw for an empty environment @returns its result; after an error, its result for an empty environment */
  attempt: <T>(from: (read: Read) => T) => T
  complain: (line: string) => void
  /** @throws {ConfigError} one line per problem */
  finish: () => void
}

export function collectProblems(read: Read): ProblemCollector {
  const problems: string[] = []
  return {
    attempt(from) {
      try {
        return from(read)
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        problems.push(error.message)
        return from(() => undefined)
      }
    },
    complain: (line) => void problems.push(line),
    finish() {
      if (problems.length > 0) throw new ConfigError([...new Set(problems)].join('\n'))
    },
  }
}

const MAX_RATE_LIMIT_FACTOR = 10

const REQUIRED_ORIGINS = ['PUBLIC_API_URL', 'PUBLIC_SITE_URL'] as const
const ORIGINS = [...REQUIRED_ORIGINS, 'PUBLIC_DEMO_URL', 'PUBLIC_ISSUER_URL'] as const

/** Their presence shows a decision about TLS. */
const TLS_PARAMETERS = ['sslmode', 'ssl', 'sslnegotiation', 'sslrootcert'] as const

interface Checked {
  trustProxyHops: number
  rateLimitFactor: number
  assessmentPace: number
  keepsDiskReserve: boolean
}

/** Settings that are fine in development and dangerous in public, in addition to those that `readConfig` refuses. @returns one line each */
export function productionProblems({ read, isGiven }: SettingsReader, checked: Checked): string[] {
  const missing = REQUIRED_ORIGINS.filter((name) => !isGiven(name))
  const plain = ORIGINS.filter((name) => isPlainInPublic(read(name)))
  return [
    ...missing.map((name) => `${name} is not set. Set the https URL under which browsers reach it.`),
    ...plain.map((name) => `${name} is http, so passwords would be sent unencrypted. Put a TLS proxy in front.`),
    ...(isGiven('SMTP_URL') ? [] : ['SMTP_URL is not set. Without a mail server, members cannot reset a password.']),
    ...(read('PUBLIC_API_URL')?.startsWith('https:') && checked.trustProxyHops === 0
      ? ['TRUST_PROXY is 0 but TLS ends at a proxy: all clients share one rate limit. Set the number of proxies.']
      : []),
    ...(saysNothingOfTls(read('DATABASE_URL'))
      ? [
          'DATABASE_URL is on another machine and does not set TLS. Add ?sslmode=verify-full, or ?sslmode=disable on a private network.',
        ]
      : []),
    ...(checked.rateLimitFactor > MAX_RATE_LIMIT_FACTOR
      ? [`RATE_LIMIT_FACTOR is ${checked.rateLimitFactor}; that is for tests. Use ${MAX_RATE_LIMIT_FACTOR} or less.`]
      : []),
    ...(checked.assessmentPace === 0 ? ['ASSESSMENT_PACE is off; that is for tests. Remove it.'] : []),
    ...(checked.keepsDiskReserve ? [] : ['DISK_RESERVE is off; that is for tests. Remove it.']),
  ]
}

function isPlainInPublic(value: string | undefined): boolean {
  const url = value === undefined ? null : parseUrl(value)
  return url?.protocol === 'http:' && !isLoopback(url.hostname)
}

/** A name without a dot is a container on the same host. A local socket has its path in the query, or no host. */
function saysNothingOfTls(value: string | undefined): boolean {
  const url = value === undefined ? null : parseUrl(value)
  if (url === null) return false
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  const isAway = /[.:]/u.test(host) && !host.startsWith('/') && !isLoopback(host)
  return isAway && !TLS_PARAMETERS.some((name) => url.searchParams.has(name))
}
