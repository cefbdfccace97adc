import { isRecord } from '../../../contract/credential/json-reading'
import { parseUrl } from '../../../contract/parse-url'
import { VcProblem } from './vc-problem'
import type { ProblemKind } from './vc-problem'

/** @throws {VcProblem} always */
export function fail(detail: string, kind: ProblemKind = 'malformed'): never {
  throw new VcProblem(kind, detail)
}

/** Whether it is one absolute address: `https:`, `did:`, `urn:`, whatever the scheme. */
export const isUrl = (value: unknown): value is string =>
  typeof value === 'string' && !/\s/u.test(value) && parseUrl(value) !== null

/**
 * The objects of a property that holds one or several; none when it is not there.
 * @throws {VcProblem} when something else stands among them, or a list holds none
 */
export function objectsOf(owner: Record<string, unknown>, name: string): Record<string, unknown>[] {
  const value = owner[name]
  if (value === undefined) return []
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (all.length === 0 || !all.every(isRecord)) fail(`${name} must be an object or a list of objects.`)
  return all.filter(isRecord)
}

/** The `id` of an object must be one address. @param path of it, as a problem names it */
export function checkId(owner: Record<string, unknown>, path: string, isRequired = false): void {
  if (!isRequired && !('id' in owner)) return
  if (!isUrl(owner.id)) fail(`${path} must be one address.`)
}

/** The type must be one or more names or addresses, and `needed` among them. */
export function checkType({ type }: Record<string, unknown>, needed?: string): void {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  const areNames = types.length > 0 && types.every((one) => typeof one === 'string' && /^\S+$/u.test(one))
  if (!areNames) fail('type must be one or more names or addresses.')
  if (needed !== undefined && !types.includes(needed)) fail(`type must include ${needed}.`)
}

/** Each object of a property must have a type. @param needsId whether it must have an address, too */
export function checkTyped(owner: Record<string, unknown>, name: string, needsId: boolean): void {
  for (const one of objectsOf(owner, name)) {
    if (!('type' in one)) fail(`${name} must have a type.`)
    checkType(one)
    checkId(one, `${name}.id`, needsId)
  }
}
