import { isIP } from 'node:net'
import { parseUrl } from '../../contract/parse-url'
import { ConfigError } from '../lib/settings'
import type { Read, Setting } from '../lib/settings'
import { findSetting } from './reader'
import type { NameOfShape } from './setting-groups'

/**
 * A whole number within the bounds of its row.
 * @throws {ConfigError} for any other value
 */
export function readInteger(read: Read, name: NameOfShape<'integer'>): number {
  const { shape, ...setting } = rowOf(name)
  if (shape.is !== 'integer') throw new Error(`${name} is no number.`)
  const value = read(name) ?? defaultOf(setting)
  const number = /^\d{1,6}$/u.test(value) ? Number(value) : Number.NaN
  if (number >= shape.from && number <= shape.to) return number
  throw new ConfigError(
    `${name} must be a whole number from ${shape.from} to ${shape.to}, not ${JSON.stringify(value)}.`,
  )
}

/**
 * One of the words of its row, in any case.
 * @param of the same words
 * @throws {ConfigError} for any other
 */
export function readChoice<Word extends string>(read: Read, name: NameOfShape<'choice'>, of: readonly Word[]): Word {
  const value = read(name) ?? defaultOf(rowOf(name))
  const word = of.find((one) => one === value.toLowerCase())
  if (word) return word
  const words = of.length > 2 ? `one of ${of.join(', ')}` : of.join(' or ')
  throw new ConfigError(`${name} must be ${words}, not ${JSON.stringify(value)}.`)
}

/**
 * An origin as the URL standard writes it: without slash, without the default port.
 * @param fallback what counts when nothing is said
 * @throws {ConfigError} for anything else
 */
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

/** What a server can listen on. */
export function readHost(read: Read): string {
  const value = readText(read, 'HOST')
  if (isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/iu.test(value)) return value
  throw new ConfigError(`HOST must be an address or a host name without scheme and port, not ${JSON.stringify(value)}.`)
}

/** Whatever was written, else the default of the row. */
export const readText = (read: Read, name: NameOfShape<'text'>): string => read(name) ?? defaultOf(rowOf(name))

/** Never repeated in an error: it holds a password. */
export function readDatabaseUrl(read: Read): string | null {
  const value = read('DATABASE_URL')
  if (value === undefined) return null
  const url = parseUrl(value)
  const isPostgres = url !== null && /^postgres(?:ql)?:$/u.test(url.protocol) && url.pathname.length > 1
  if (!isPostgres) throw new ConfigError('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  return value
}

/** Its value is never repeated: it may hold a password. */
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

/** Reads on after a value that cannot be used, so that all of them are told at once. */
export interface ProblemCollector {
  /**
   * @param from reads a part of the settings; must not throw where nothing is set
   * @returns what it read; where it threw, what it reads of an empty environment
   */
  attempt: <T>(from: (read: Read) => T) => T
  complain: (line: string) => void
  /** @throws {ConfigError} one line for each problem, when there is any */
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
