import { isBeforeScripts } from '../../lib/page-lifecycle'
import { createGatedElements, type GatedElements } from '../on-demand'
import { createPageSheet } from '../page-sheet'
import { followContentState } from './content-state'
import { hidingRules } from './hiding-rules'

export interface Gate {
  /** Applies the gate to an element for as long as it is on the page; returns the end of that. */
  watch(element: Element): () => void
  /**
   * Tells, now and after every change, whether an element's own `data-ms-content` lets it show; without one it does
   * once the state is known. Returns the end of that.
   */
  follow(element: Element, tell: (shows: boolean) => void): () => void
  /** Applies the present state to the whole page. */
  apply(): void
  /** From now on denied nodes leave the page. Before, while its scripts look for their elements, they are only hidden. */
  startRemoving(): void
  /** The same as `apply` at the end of this turn, once for all who ask. */
  applySoon(): void
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
  const state = followContentState(apply)
  let removing = !isBeforeScripts(window)
  let made: GatedElements | undefined
  const elements = (): GatedElements =>
    (made ??= createGatedElements({ document, window, now: () => state.now(), mayRemove: () => removing }))
  function apply(): void {
    sheet.set(always + hidingRules(state.now()))
    made?.apply()
  }
  const stop = (): void => {
    state.stop()
    made?.stop()
  }
  apply()
  return {
    watch: (element) => elements().watch(element),
    follow: (element, tell) => elements().follow(element, tell),
    apply,
    startRemoving() {
      removing = true
      apply()
    },
    applySoon: () => elements().applySoon(),
    stop,
    release() {
      stop()
      sheet.set('')
      made?.release()
    },
  }
}
