import { isRecord } from '../../../contract/credential/json-reading'
import { fail, isUrl } from './check-values'

/** One of these comes first: version 2.0 of the data model, and 1.1. */
const baseContexts: ReadonlySet<unknown> = new Set([
  'https://www.w3.org/ns/credentials/v2',
  'https://www.w3.org/2018/credentials/v1',
])

/** @throws {VcProblem} unless it is a list of addresses and definitions that begins with a version of the data model */
export function checkContext(context: unknown): void {
  if (!Array.isArray(context)) fail('@context must be a list.')
  const [first, ...others]: readonly unknown[] = context
  if (!baseContexts.has(first)) fail('@context must begin with https://www.w3.org/ns/credentials/v2.')
  for (const one of others) {
    if (isRecord(one)) checkDefinitions(one)
    else if (!isUrl(one)) fail('@context must hold addresses and objects only.')
  }
}

/**
 * What a term stands for must be an address, a keyword or another term's name: JSON-LD processors take anything with a colon
 * for an address.
 */
function checkDefinitions(definitions: Record<string, unknown>): void {
  for (const [term, definition] of Object.entries(definitions)) {
    if (term.startsWith('@') && term !== '@vocab') continue
    const meaning = isRecord(definition) ? definition['@id'] : definition
    if (typeof meaning === 'string' && meaning.includes(':') && !isUrl(meaning))
      fail('A definition in @context stands for something that is no address.')
    const scoped = isRecord(definition) ? definition['@context'] : null
    if (isRecord(scoped)) checkDefinitions(scoped)
  }
}
