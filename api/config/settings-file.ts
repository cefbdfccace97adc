import { parseEnv } from 'node:util'
import { ConfigError } from './config-error'

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
