import { isRecord } from '../../../contract/credential/json-reading'
import { fail } from './check-values'

const languageKeys: ReadonlySet<string> = new Set(['@value', '@language', '@direction'])

/**
 * `name` and `description` must be a text, or texts with their language.
 * @param path of the owner, as a problem names it: `issuer.`, or empty
 * @throws {VcProblem}
 */
export function checkTexts(owner: Record<string, unknown>, path: string): void {
  for (const name of ['name', 'description']) {
    const value = owner[name]
    const isText = value === undefined || typeof value === 'string' || areLanguageValues(value)
    if (!isText) fail(`${path}${name} must be a text, or an object of @value, @language and @direction.`)
  }
}

function areLanguageValues(value: unknown): boolean {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all.length > 0 && all.every(isLanguageValue)
}

const isLanguageValue = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value['@value'] === 'string' &&
  Object.entries(value).every(([key, one]) => languageKeys.has(key) && typeof one === 'string')
