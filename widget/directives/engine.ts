import { unclobbered } from '../lib/dom'
import { createCandidates } from './candidates'
import type { Directive, DirectiveContext } from './directive'
import { createMounts } from './mounts'

export interface Engine {
  /** Mounts and unmounts, now, what the observer has seen and not yet delivered. */
  flush(): void
  /** Unmounts everything and ends the observing. */
  stop(): void
}

/** From so many changes at once on, a look at the whole page is cheaper than a look at each of them. */
const MANY = 100

/**
 * Keeps directives mounted on the elements that match them: on those that are there, on those the parser or a script
 * adds later, once each, until the element leaves the page. An element that only moves keeps what it has. A directive
 * that throws is reported and stops no other. It never looks into shadow roots.
 */
export function startEngine(directives: readonly Directive[], context: DirectiveContext): Engine {
  const { document, window } = context
  const candidates = createCandidates(directives)
  const mounts = createMounts(directives, candidates, context)
  // One by one: browsers find a single attribute many times faster than a list of selectors.
  const selectors = candidates.attributes.map((name) => `[${name.replaceAll(':', String.raw`\:`)}]`)
  const scan = (root: ParentNode & Node): void => {
    const own = unclobbered(root)
    for (const selector of selectors) own.querySelectorAll(selector).forEach((element) => mounts.on(element))
  }
  const endRemoved = (): void => mounts.endWhere((element) => !unclobbered(element).isConnected)
  const readAll = (): void => {
    endRemoved()
    scan(document)
  }
  const readEach = (records: readonly MutationRecord[]): void => {
    if (records.some(({ removedNodes }) => [...removedNodes].some(isElement))) endRemoved()
    const added = topmostAdded(records)
    if (added.length > MANY) return scan(document)
    for (const element of added) {
      mounts.on(element)
      if (unclobbered(element).firstElementChild) scan(element)
    }
  }
  const read = (records: readonly MutationRecord[]): void => {
    for (const record of records) readAttribute(record, mounts.changed)
    if (parsing || records.length > MANY) readAll()
    else readEach(records)
  }
  // A parser adds every node there is.
  let parsing = document.readyState === 'loading'
  const observer = new window.MutationObserver(read)
  observer.observe(document, {
    childList: true,
    subtree: true,
    attributeOldValue: true,
    attributeFilter: [...candidates.attributes],
  })
  scan(document)

  return {
    flush() {
      read(observer.takeRecords())
      parsing = false
    },
    stop() {
      observer.disconnect()
      mounts.endWhere(() => true)
    },
  }
}

/** A form's field may be named `nodeType`; what comes from another window is no element of this one. */
const isElement = (node: Node): node is Element =>
  node.nodeType === Node.ELEMENT_NODE || node instanceof HTMLFormElement

function readAttribute(record: MutationRecord, changed: (element: Element, attribute: string) => void): void {
  const { attributeName } = record
  if (attributeName === null) return
  const { target, oldValue } = record
  // Set again to what it was: whatever is mounted still fits.
  if (isElement(target) && unclobbered(target).getAttribute(attributeName) !== oldValue) changed(target, attributeName)
}

/** Scanning the topmost of the added elements covers the rest once. */
function topmostAdded(records: readonly MutationRecord[]): Element[] {
  const added = new Set<Node>(records.flatMap((record) => [...record.addedNodes].filter(isElement)))
  return [...added].filter(isElement).filter((node) => {
    const { isConnected, parentNode } = unclobbered(node)
    return isConnected && !(parentNode && added.has(parentNode))
  })
}
