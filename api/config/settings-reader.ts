import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error'
import { FILE_SUFFIX, findSetting } from './find-setting'
import { parseSettingsFile } from './settings-file'

export type Environment = Readonly<Record<string, string | undefined>>

/** A setting's value, undefined when it is not set. */
export type Read = (name: string) => string | undefined

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
  return { ...parseSettingsFile(path, readText('SETTINGS_FILE', path)), ...Object.fromEntries(given) }
}

/** Most files end with a line break that is no part of the secret. */
function readSecret(name: string, path: string): string {
  const secret = trimmed(readText(name, path))
  if (secret === undefined) throw new ConfigError(`${name} names ${path}, which is empty.`)
  return secret
}

function readText(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new ConfigError(`${name} names ${path}, which cannot be read (${code}).`, { cause: error })
  }
}
