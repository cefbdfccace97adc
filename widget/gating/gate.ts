import { isBeforeScripts } from '../lib/page-lifecycle'
import { createGatedElements, type GatedElements } from './gated-elements'
import { createPageStyleSheet } from './style-sheet'
import { followContentState, hidingRules } from './visible-content'

export interface Gate {
  /** Applies the gate to an element for as long as it is on the page. @returns ends that */
  watch(element: Element): () => void
  /**
   * Notifies, now and after every change, whether an element's own `data-ms-content` shows it; an element without one
   * shows once the state is known.
   * @returns ends that
   */
  follow(element: Element, notify: (shows: boolean) => void): () => void
  /** Applies the present state to the whole page. */
  apply(): void
  /** From now on denied nodes leave the page. Until then they are only hidden: scripts still look for their elements. */
  startRemoving(): void
  /** Like `apply`, once at the end of this task. */
  applySoon(): void
  /** Stops following the state. Hidden and removed content stays so: a stopped gate must not open. */
  stop(): void
  /** Stops and hides nothing any longer: another gate has taken over. */
  release(): void
}

/**
 * Decides who sees what. A style sheet hides at once; nodes that are denied for certain then leave the page, each
 * replaced by a comment, and the same nodes return when the state allows them.
 * @param always rules to apply from the first paint on as well: one sheet is cheaper than two
 */
export function createGate(document: Document, window: Window & typeof globalThis, always = ''): Gate {
  const sheet = createPageStyleSheet(document, window)
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
    follow: (element, notify) => elements().follow(element, notify),
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
