import { withoutHidden } from './memory'
import type { Memory } from './memory'
import { invalid } from './refusal'

/** Stripe's limit of nested expansions. */
const DEPTH_MAX = 4

/** Expands IDs such as `latest_invoice.payments` into objects. */
export function expand(memory: Memory, answer: object, paths: readonly string[]): object {
  const shown = withoutHidden(answer)
  for (const path of paths) {
    const parts = path.split('.')
    if (parts.length > DEPTH_MAX) throw invalid(`You cannot expand more than ${DEPTH_MAX} levels of a property.`)
    expandPart(memory, shown, answer, parts)
  }
  return shown
}

/** @param whole the same object with hidden fields */
function expandPart(memory: Memory, shown: object, whole: object, [part = '', ...rest]: readonly string[]): void {
  const hidden: unknown = Reflect.get(whole, `_${part}`)
  if (hidden !== undefined && typeof Reflect.get(shown, part) !== 'object') Reflect.set(shown, part, copy(hidden))
  const value: unknown = Reflect.get(shown, part)
  if (value === undefined) throw invalid(`This property cannot be expanded (${part}).`, { param: 'expand' })
  Reflect.set(shown, part, follow(memory, value, Reflect.get(whole, part), rest))
}

function follow(memory: Memory, value: unknown, whole: unknown, rest: readonly string[]): unknown {
  if (Array.isArray(value))
    return value.map((one: unknown, index) =>
      follow(memory, one, Array.isArray(whole) ? (whole[index] as unknown) : one, rest),
    )
  // An earlier path may have expanded it.
  const found = typeof whole === 'string' ? memory.things.get(whole) : undefined
  const shown = found && typeof value === 'string' ? withoutHidden(found) : value
  if (rest.length > 0 && typeof shown === 'object' && shown !== null)
    expandPart(memory, shown, found ?? (typeof whole === 'object' && whole !== null ? whole : shown), rest)
  return shown
}

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
