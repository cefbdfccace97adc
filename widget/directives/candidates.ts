import { unshadowed } from '../lib/unshadowed'
import type { Directive } from './directive'

export interface Candidates {
  /** The name of every attribute that a selector asks for, in the order of the directives. */
  attributes: readonly string[]
  /** The directives that ask for an attribute which the element carries, in their own order. */
  of(element: Element): readonly Directive[]
}

/**
 * Which directives are worth a look. Elements carry one or two of our attributes: asking each of some thirty directives
 * about each element would cost more than all that they do.
 */
export function createCandidates(directives: readonly Directive[]): Candidates {
  const asked = new Map(directives.map((directive) => [directive, attributesIn(directive.selector)]))
  const known = new Set([...asked.values()].flat())
  const byAttributes = new Map<string, readonly Directive[]>()
  return {
    attributes: [...known],
    of(element) {
      const here = unshadowed(element)
        .getAttributeNames()
        .filter((name) => known.has(name))
      const key = here.join(' ')
      let candidates = byAttributes.get(key)
      if (!candidates) {
        candidates = directives.filter((directive) => asked.get(directive)?.some((name) => here.includes(name)))
        byAttributes.set(key, candidates)
      }
      return candidates
    },
  }
}

const attributesIn = (selector: string): string[] =>
  Array.from(selector.matchAll(/\[([^\]=]+)/g), ([, name = '']) => name.replaceAll('\\', ''))
