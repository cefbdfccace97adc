import { isHtml, unclobbered } from '../lib/dom'
import { reportProblem } from '../lib/errors'
import type { Candidates } from './candidates'
import type { Cleanup, Directive, DirectiveContext, MountContext } from './directive'

export interface Mounts {
  /** Mounts every directive that matches the element and is not on it yet. */
  on(this: void, element: Element): void
  /** The same after one of its attributes has changed: what watches that one is mounted anew, or ended. */
  changed(this: void, element: Element, attribute: string): void
  /** Ends everything on the elements that the condition picks. */
  endWhere(condition: (element: Element) => boolean): void
}

/** What is on one element. */
interface Entry {
  mounted: Map<Directive, Mounted>
  /** Whether all that matches is mounted: then a further look at the element finds nothing new. */
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

  function mount(directive: Directive, element: HTMLElement, { mounted }: Entry): void {
    const [mountContext, endContext] = createMountContext(context)
    const here: Mounted = { endContext, cleanup: undefined }
    mounted.set(directive, here)
    try {
      here.cleanup = directive.mount(element, mountContext)
    } catch (error) {
      reportFailure(directive, element, error)
    }
  }

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
      // An earlier directive of the same element may have taken it off the page.
      if (!own.isConnected) return
      entries.set(element, entry)
      mount(directive, element, entry)
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

/** The signal is made when it is first asked for: many directives never do. */
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
