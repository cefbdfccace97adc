import { unclobbered } from '../lib/dom'
import type { Directive } from './directive'

export interface Candidates {
  /** Every attribute that a directive watches, in the order of the directives. */
  attributes: readonly string[]
  /** The directives that watch an attribute which the element carries, in their own order. */
  of(element: Element): readonly Directive[]
}

/**
 * Which directives are worth a look. Elements carry one or two of our attributes: asking each directive about each
 * element would cost more than all that they do.
 */
export function createCandidates(directives: readonly Directive[]): Candidates {
  const watched = new Set<string>(directives.flatMap(({ watches }) => watches))
  const byAttributes = new Map<string, readonly Directive[]>()
  return {
    attributes: [...watched],
    of(element) {
      const here = unclobbered(element)
        .getAttributeNames()
        .filter((name) => watched.has(name))
      const key = here.join(' ')
      let candidates = byAttributes.get(key)
      if (!candidates) {
        candidates = directives.filter(({ watches }) => watches.some((name) => here.includes(name)))
        byAttributes.set(key, candidates)
      }
      return candidates
    },
  }
}
