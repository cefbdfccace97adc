import { unshadowed } from '../lib/unshadowed'
import type { Directive, DirectiveContext } from './directive'
import { createMounts, type Mounts } from './mounts'

export interface Engine {
  /** Mounts and unmounts, now, what the observer has seen and not yet delivered. */
  flush(): void
  /** Unmounts everything and ends the observing. */
  stop(): void
}

/**
 * Keeps directives mounted on the elements that match them: on those that are there, on those the parser or a script
 * adds later, once each, until the element leaves the page. An element that only moves keeps what it has. A directive
 * that throws is reported and stops no other. It never looks into shadow roots.
 */
export function startEngine(directives: readonly Directive[], context: DirectiveContext): Engine {
  const { document, window } = context
  const mounts = createMounts(directives, context)
  const selector = directives.map((directive) => directive.selector).join(',')
  const scan = (root: ParentNode): void => {
    for (const element of unshadowed(root).querySelectorAll(selector)) mounts.on(element)
  }
  const read = (records: readonly MutationRecord[]): void => {
    for (const record of records) readAttribute(record, directives, mounts)
    if (records.some((record) => record.removedNodes.length > 0))
      mounts.endWhere((element) => !unshadowed(element).isConnected)
    if (parsing) return scan(document)
    for (const element of topmostAdded(records)) {
      mounts.on(element)
      scan(element)
    }
  }
  // A parser adds every node there is: one look at the whole page is cheaper than a look at each of them.
  let parsing = document.readyState === 'loading'
  const observer = new window.MutationObserver(read)
  observer.observe(document, {
    childList: true,
    subtree: true,
    attributeOldValue: true,
    attributeFilter: [...new Set(directives.flatMap((directive) => directive.watches))],
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

function readAttribute(record: MutationRecord, directives: readonly Directive[], mounts: Mounts): void {
  const { target, attributeName, oldValue } = record
  // Set again to what it was: whatever is mounted still fits.
  if (attributeName === null || !isElement(target) || unshadowed(target).getAttribute(attributeName) === oldValue)
    return
  for (const directive of directives) {
    if (directive.watches.some((name) => name === attributeName)) mounts.end(directive, target)
  }
  if (unshadowed(target).isConnected) mounts.on(target)
}

/** A parser reports every level of the tree it adds: scanning the topmost of them covers the rest once. */
function topmostAdded(records: readonly MutationRecord[]): Element[] {
  const added = new Set<Node>(records.flatMap((record) => [...record.addedNodes].filter(isElement)))
  return [...added].filter(isElement).filter((node) => {
    const { isConnected, parentNode } = unshadowed(node)
    return isConnected && !(parentNode && added.has(parentNode))
  })
}
