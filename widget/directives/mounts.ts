import { isHtml } from '../lib/is-tag'
import { reportProblem } from '../lib/report-problem'
import { unshadowed } from '../lib/unshadowed'
import type { Cleanup, Directive, DirectiveContext } from './directive'

export interface Mounts {
  /** Mounts every directive that matches the element and is not on it yet. */
  on(element: Element): void
  /** Ends one directive on one element. */
  end(directive: Directive, element: Element): void
  /** Ends everything on the elements that the condition picks. */
  endWhere(condition: (element: Element) => boolean): void
}

interface Mounted {
  abort: AbortController
  cleanup: Cleanup | void
}

/** Which directive is on which element. The state is here and never on the elements. */
export function createMounts(directives: readonly Directive[], context: DirectiveContext): Mounts {
  const mounted = new Map<Element, Map<Directive, Mounted>>()

  function guard<T>(directive: Directive, element: Element, run: () => T): T | undefined {
    try {
      return run()
    } catch (error) {
      reportProblem('error', `Directive "${directive.name}" failed:`, element, error)
      return undefined
    }
  }

  function mount(directive: Directive, element: HTMLElement): void {
    const here = mounted.get(element) ?? new Map<Directive, Mounted>()
    // An earlier directive of the same element may have taken it off the page.
    if (here.has(directive) || !unshadowed(element).isConnected) return
    mounted.set(element, here)
    const entry: Mounted = { abort: new context.window.AbortController(), cleanup: undefined }
    here.set(directive, entry)
    const { signal } = entry.abort
    entry.cleanup = guard(directive, element, () => directive.mount(element, { ...context, signal }))
  }

  function end(directive: Directive, element: Element): void {
    const here = mounted.get(element)
    const entry = here?.get(directive)
    if (!here || !entry) return
    here.delete(directive)
    if (here.size === 0) mounted.delete(element)
    entry.abort.abort()
    guard(directive, element, () => entry.cleanup?.())
  }

  return {
    on(element) {
      if (!isHtml(element)) return
      const own = unshadowed(element)
      for (const directive of directives) if (own.matches(directive.selector)) mount(directive, element)
    },
    end,
    endWhere(condition) {
      for (const [element, here] of mounted) {
        if (condition(element)) for (const directive of here.keys()) end(directive, element)
      }
    },
  }
}
