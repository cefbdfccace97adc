import { isHtml, unclobbered } from '../lib/dom'
import { reportProblem } from '../lib/errors'
import type { Cleanup, Directive, DirectiveContext, MountContext } from './directive'

export interface Engine {
  /** Processes pending observer records now. */
  flush(): void
  /** Unmounts everything and stops observing. */
  stop(): void
}

/** From this many changes, one scan of the page is cheaper than handling each change. */
const MANY = 100

/**
 * Keeps directives mounted on matching elements, once each, until the element leaves the page. A moved element keeps
 * its directives. A directive that throws is reported and does not stop the others. Shadow roots are not searched.
 */
export function startEngine(directives: readonly Directive[], context: DirectiveContext): Engine {
  const { document, window } = context
  const candidates = createCandidates(directives)
  const mounts = createMounts(directives, candidates, context)
  // One by one: browsers find a single attribute much faster than a selector list.
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
  // The parser adds every node of the page.
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

/** A form field may be named `nodeType`. Nodes of another window are not elements of this one. */
const isElement = (node: Node): node is Element =>
  node.nodeType === Node.ELEMENT_NODE || node instanceof HTMLFormElement

function readAttribute(record: MutationRecord, changed: (element: Element, attribute: string) => void): void {
  const { attributeName } = record
  if (attributeName === null) return
  const { target, oldValue } = record
  // Reset to its old value: the mounted directives still fit.
  if (isElement(target) && unclobbered(target).getAttribute(attributeName) !== oldValue) changed(target, attributeName)
}

/** Scanning the topmost added elements covers the rest. */
function topmostAdded(records: readonly MutationRecord[]): Element[] {
  const added = new Set<Node>(records.flatMap((record) => [...record.addedNodes].filter(isElement)))
  return [...added].filter(isElement).filter((node) => {
    const { isConnected, parentNode } = unclobbered(node)
    return isConnected && !(parentNode && added.has(parentNode))
  })
}

interface Candidates {
  /** All watched attributes, in the order of the directives. */
  attributes: readonly string[]
  /** The directives that watch an attribute of the element, in their order. */
  of(element: Element): readonly Directive[]
}

/** Elements carry one or two of our attributes. Testing every directive on every element would be slow. */
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
  /** Mounts every matching directive that is not yet mounted on the element. */
  on(this: void, element: Element): void
  /** Handles a changed attribute: remounts or ends the directives that watch it. */
  changed(this: void, element: Element, attribute: string): void
  /** Unmounts everything on elements that match the condition. */
  endWhere(condition: (element: Element) => boolean): void
}

/** The directives on one element. */
interface Entry {
  mounted: Map<Directive, Mounted>
  /** Whether everything that matches is mounted. */
  complete: boolean
}

interface Mounted {
  endContext(): void
  cleanup: Cleanup | void
}

/** Which directives are mounted on which element. The state is never stored on the elements. */
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
      // An earlier directive may have removed the element.
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

/** The signal is created lazily: many directives need none. */
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
