import { attributes } from '../../attributes'
import { unclobbered } from '../../lib/dom'
import { templates } from '../comments/templates'
import type { Mount } from '../directive'
import type { Gate } from './gate'

/** `data-ms-content`: who may see the element. `data-ms-gating`: what becomes of it, and of all in it, if not. */
export const gatedContent =
  (gate: Gate): Mount =>
  (element) => {
    const own = unclobbered(element)
    // Comments are copied from it as its author wrote it.
    if (own.closest(templates)) return undefined
    const unwatch = own.hasAttribute(attributes.content) ? gate.watch(element) : undefined
    if (!own.hasAttribute(attributes.gating)) return unwatch
    // The choice is about everything in the element.
    gate.applySoon()
    return () => {
      unwatch?.()
      gate.applySoon()
    }
  }
