import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { socialProviders } from '../../contract/providers'
import { ConfigError } from '../lib/settings'
import type { Environment, Read, Setting, SettingGroup } from '../lib/settings'
import { settingGroups } from './setting-groups'

export interface SettingsReader {
  read: Read
  /** Whether anything is said, usable or not. */
  isGiven: (name: string) => boolean
}

/**
 * The one way to a setting's value: from the environment, from the file that `SETTINGS_FILE` names, and a secret also from
 * the file that the variable with `_FILE` at its end names. An empty value counts as absent.
 * @throws {ConfigError} when the settings file cannot be read or has a line that is no setting; the reader throws it for a file of a secret
 */
export function settingsReader(env: Environment): SettingsReader {
  const given = withFile(env)
  const isGiven = (name: string): boolean =>
    [name, name + FILE_SUFFIX].some((variable) => trimmed(given[variable]) !== undefined)
  const read: Read = (name) => {
    const setting = findSetting(name)
    if (!setting) throw new Error(`${name} is read, but it is not in the table of settings: api/config/groups.`)
    const value = trimmed(given[name])
    const path = setting.isSecret ? trimmed(given[name + FILE_SUFFIX]) : undefined
    if (path === undefined) return value
    if (value === undefined) return readSecret(name + FILE_SUFFIX, path)
    throw new ConfigError(`${name} and ${name}${FILE_SUFFIX} are both set. Leave one out.`)
  }
  return { read, isGiven }
}

const trimmed = (value: string | undefined): string | undefined => value?.trim() || undefined

/** With what the settings file says; the environment itself comes first. */
export function withFile(env: Environment): Environment {
  const path = trimmed(env['SETTINGS_FILE'])
  if (path === undefined) return env
  const given = Object.entries(env).filter(([, value]) => trimmed(value) !== undefined)
  return { ...parseSettingsFile(path, readFile('SETTINGS_FILE', path)), ...Object.fromEntries(given) }
}

/** Most files end with a line break that is no part of the secret. */
function readSecret(name: string, path: string): string {
  const secret = trimmed(readFile(name, path))
  if (secret === undefined) throw new ConfigError(`${name} names ${path}, which is empty.`)
  return secret
}

function readFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new ConfigError(`${name} names ${path}, which cannot be read (${code}).`, { cause: error })
  }
}

const LINE = /^\s*(?:export\s+)?[A-Za-z_]\w*\s*=(?<value>.*)$/u
const QUOTED = /^(?<quote>["'`])(?:(?!\k<quote>).)*\k<quote>\s*(?:#.*)?$/u

/**
 * What a settings file says. The parser of Node takes a line that is none for part of the next one's name, and cuts a
 * value at `#`: what somebody set would silently not be set, so both are refused.
 * @param path as it was named
 * @throws {ConfigError} with a sentence for each such line, which repeats nothing of it: it may hold a secret
 */
export function parseSettingsFile(path: string, content: string): Record<string, string | undefined> {
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
  if (value === undefined) return 'is not NAME=value.'
  if (/^["'`]/u.test(value)) return QUOTED.test(value) ? null : 'must end with the quote that its value begins with.'
  return /[^\s#]#/u.test(value.replace(/(?:^|\s)#.*$/u, '')) ? 'has a # in its value: put the value in quotes.' : null
}

const groups: readonly SettingGroup[] = settingGroups
const all: readonly Setting[] = groups.flatMap(({ settings }) => settings)

const providers = socialProviders.map(({ key }) => key.toUpperCase())

/** What a name in the table stands for. `<KEY>` can be anything. */
const patterns = all.map((setting) => {
  const source = setting.name.replace('<PROVIDER>', `(${providers.join('|')})`).replace('<KEY>', '[A-Z0-9_]+')
  return { setting, pattern: new RegExp(`^${source}$`, 'u') }
})

/** The row of a variable; undefined for one that is not ours. */
export const findSetting = (name: string): Setting | undefined =>
  patterns.find(({ pattern }) => pattern.test(name))?.setting

/** Every name that can be listed; those of `<KEY>` cannot. */
export const settingNames: readonly string[] = all
  .flatMap(({ name }) =>
    name.includes('<PROVIDER>') ? providers.map((provider) => name.replace('<PROVIDER>', provider)) : [name],
  )
  .filter((name) => !name.includes('<KEY>'))

export const FILE_SUFFIX = '_FILE'

/** The row of the secret that a file may hold, which a variable such as `SMTP_URL_FILE` names. */
export function findSecretOfFile(name: string): Setting | undefined {
  const setting = name.endsWith(FILE_SUFFIX) ? findSetting(name.slice(0, -FILE_SUFFIX.length)) : undefined
  return setting?.isSecret ? setting : undefined
}
