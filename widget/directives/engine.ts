import { isHtml, unclobbered } from '../lib/dom'
import { reportProblem } from '../lib/errors'
import type { Cleanup, Directive, DirectiveContext, MountContext } from './directive'

export interface Engine {
  /** Mounts and unmounts now what the observer has not yet delivered. */
  flush(): void
  /** Unmounts everything and ends the observing. */
  stop(): void
}

/** From this many changes on, a scan of the whole page is cheaper than a look at each of them. */
const MANY = 100

/**
 * Keeps directives mounted on the elements that match them, present and added later, once each, until the element
 * leaves the page. An element that only moves keeps its directives. A directive that throws is reported and stops no
 * other. Shadow roots are not searched.
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
  // A parser adds every node of the page.
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

/** A form's field may be named `nodeType`; nodes of another window are not elements of this one. */
const isElement = (node: Node): node is Element =>
  node.nodeType === Node.ELEMENT_NODE || node instanceof HTMLFormElement

function readAttribute(record: MutationRecord, changed: (element: Element, attribute: string) => void): void {
  const { attributeName } = record
  if (attributeName === null) return
  const { target, oldValue } = record
  // Set to its old value again: the mounted directives still fit.
  if (isElement(target) && unclobbered(target).getAttribute(attributeName) !== oldValue) changed(target, attributeName)
}

/** A scan of the topmost added elements covers the rest once. */
function topmostAdded(records: readonly MutationRecord[]): Element[] {
  const added = new Set<Node>(records.flatMap((record) => [...record.addedNodes].filter(isElement)))
  return [...added].filter(isElement).filter((node) => {
    const { isConnected, parentNode } = unclobbered(node)
    return isConnected && !(parentNode && added.has(parentNode))
  })
}

interface Candidates {
  /** Every watched attribute, in the order of the directives. */
  attributes: readonly string[]
  /** The directives that watch an attribute of the element, in their order. */
  of(element: Element): readonly Directive[]
}

/** Elements carry one or two of our attributes: testing each directive on each element would cost too much. */
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

interface Mounts {
  /** Mounts every directive that matches the element and is not on it yet. */
  on(this: void, element: Element): void
  /** The same after a change of an attribute: directives that watch it are mounted again, or ended. */
  changed(this: void, element: Element, attribute: string): void
  /** Ends everything on the elements that the condition picks. */
  endWhere(condition: (element: Element) => boolean): void
}

/** The directives on one element. */
interface Entry {
  mounted: Map<Directive, Mounted>
  /** Whether everything that matches is mounted: another look would find nothing new. */
  complete: boolean
}

interface Mounted {
  endContext(): void
  cleanup: Cleanup | void
}

/** Which directive is on which element. The state is here and never on the elements. */
export function createMounts(
  directives: readonly Directive[],
  candidates: Candidates,
  context: DirectiveContext,
): Mounts {
  const entries = new Map<Element, Entry>()

  function end(directive: Directive, element: Element): void {
    const entry = entries.get(element)
    const here = entry?.mounted.get(directive)
    if (!entry || !here) return
    entry.mounted.delete(directive)
    if (entry.mounted.size === 0) entries.delete(element)
    here.endContext()
    try {
      here.cleanup?.()
    } catch (error) {
      reportFailure(directive, element, error)
    }
  }

  function mountAll(element: Element): void {
    if (!isHtml(element)) return
    const own = unclobbered(element)
    const entry = entries.get(element) ?? { mounted: new Map<Directive, Mounted>(), complete: false }
    for (const directive of candidates.of(element)) {
      if (entry.mounted.has(directive) || !own.matches(directive.selector)) continue
      // An earlier directive of the same element may have removed it.
      if (!own.isConnected) return
      entries.set(element, entry)
      mountOne(directive, element, entry, context)
    }
    entry.complete = true
  }

  return {
    on(element) {
      if (!entries.get(element)?.complete) mountAll(element)
    },
    changed(element, attribute) {
      for (const directive of directives) {
        if (directive.watches.some((name) => name === attribute)) end(directive, element)
      }
      if (unclobbered(element).isConnected) mountAll(element)
    },
    endWhere(condition) {
      for (const [element, { mounted }] of entries) {
        if (condition(element)) for (const directive of mounted.keys()) end(directive, element)
      }
    },
  }
}

function mountOne(directive: Directive, element: HTMLElement, { mounted }: Entry, context: DirectiveContext): void {
  const [mountContext, endContext] = createMountContext(context)
  const here: Mounted = { endContext, cleanup: undefined }
  mounted.set(directive, here)
  try {
    here.cleanup = directive.mount(element, mountContext)
  } catch (error) {
    reportFailure(directive, element, error)
  }
}

/** The signal is made when first asked for: many directives need none. */
function createMountContext(context: DirectiveContext): [context: MountContext, end: () => void] {
  let controller: AbortController | undefined
  let ended = false
  const mountContext: MountContext = {
    ...context,
    get signal() {
      controller ??= new context.window.AbortController()
      if (ended) controller.abort()
      return controller.signal
    },
  }
  const end = (): void => {
    ended = true
    controller?.abort()
  }
  return [mountContext, end]
}

const reportFailure = (directive: Directive, element: Element, error: unknown): void =>
  reportProblem('error', `Directive "${directive.name}" failed:`, element, error)
