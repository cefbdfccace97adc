import { attributes } from '../../attributes'
import { isParsed } from '../../lib/is-parsed'
import { reportProblem } from '../../lib/report-problem'
import { unshadowed } from '../../lib/unshadowed'
import { $member } from '../../stores/member'
import { $readiness } from '../../stores/readiness'
import { createPageSheet } from '../page-sheet'
import { allowedContent, contentValues, isDecided } from './allowed-content'
import { isFrameworkOwned } from './framework-owned'
import { hidingRules } from './hiding-rules'

export interface Gate {
  /** Applies the gate to an element for as long as it is on the page; returns the end of that. */
  watch(element: Element): () => void
  /** Applies the present state to the whole page. */
  apply(): void
  /** Ends the following of the state. What is hidden or removed stays so: a gate that is gone must not open. */
  stop(): void
  /** Stops, and hides nothing any more: another gate has taken over. */
  release(): void
}

/**
 * Decides who sees what. A style sheet hides at once; nodes that are denied for certain are then taken off the page,
 * each leaving a comment, and the same nodes return when the state allows them.
 * @param always rules of others that hold from the first paint on too: one sheet is cheaper than two
 */
export function createGate(document: Document, window: Window & typeof globalThis, always = ''): Gate {
  const sheet = createPageSheet(document, window)
  const watched = new Set<Element>()
  const removals = createRemovals(document)
  const warned = new Set<string>()
  const state = () => ({ member: $member.get(), readiness: $readiness.get() })

  function check(element: Element): void {
    const value = contentOf(element)
    if (value === '') return
    if (!contentValues.includes(value)) {
      if (!warned.has(value)) {
        reportProblem('warn', `${attributes.content}="${value}" is not a value this version knows; it stays hidden.`)
      }
      warned.add(value)
      return
    }
    if (!isDecided(state()) || allowedContent(state()).includes(value)) return
    if (isRemovable(element)) removals.remove(element, value)
  }

  function apply(): void {
    const allowed = allowedContent(state())
    sheet.set(always + hidingRules(allowed))
    for (const element of watched) check(element)
    removals.putBack((element) => allowed.includes(contentOf(element)))
  }

  const stops = [$member.listen(apply), $readiness.listen(apply)]
  const stop = (): void => stops.forEach((end) => end())
  apply()
  return {
    watch(element) {
      watched.add(element)
      check(element)
      return () => void watched.delete(element)
    },
    apply,
    stop,
    release() {
      stop()
      sheet.set('')
    },
  }
}

const contentOf = (element: Element): string => unshadowed(element).getAttribute(attributes.content) ?? ''

/** The page's own skeleton is only ever hidden, and so is what the parser or a framework still works on. */
const isRemovable = (element: Element): boolean =>
  !unshadowed(element).matches('html,head,body') && isParsed(element) && !isFrameworkOwned(element)

/** Nodes off the page, each held by the comment in its place: a page that drops the comment drops the node too. */
function createRemovals(document: Document) {
  const elements = new WeakMap<Comment, Element>()
  let places: WeakRef<Comment>[] = []
  return {
    remove(element: Element, value: string): void {
      const place = document.createComment(`${attributes.content}="${value}"`)
      elements.set(place, element)
      places.push(new WeakRef(place))
      unshadowed(element).replaceWith(place)
    },
    putBack(mayReturn: (element: Element) => boolean): void {
      places = places.filter((reference) => {
        const place = reference.deref()
        const element = place && elements.get(place)
        if (!place || !element) return false
        // Also inside a removed ancestor, which brings it along when it returns.
        if (!place.parentNode || !mayReturn(element)) return true
        place.replaceWith(element)
        return false
      })
    },
  }
}
