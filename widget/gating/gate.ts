import { isBeforeScripts } from '../lib/page-lifecycle'
import { createGatedElements, type GatedElements } from './gated-elements'
import { createPageStyleSheet } from './style-sheet'
import { followContentState, hidingRules } from './visible-content'

export interface Gate {
  /** Applies the gate to an element while it is on the page. @returns stops it */
  watch(element: Element): () => void
  /**
   * Notifies now and after every change whether an element's own `data-ms-content` shows it. An element without one is
   * shown once the state is known.
   * @returns stops it
   */
  follow(element: Element, notify: (shows: boolean) => void): () => void
  /** Applies the current state to the whole page. */
  apply(): void
  /**
   * From now on, denied nodes are removed. Before that they are only hidden, because scripts still look for their
   * elements.
   */
  startRemoving(): void
  /** Like `apply`, once at the end of this task. */
  applySoon(): void
  /** Stops following the state. Hidden and removed content stays so: a stopped gate must not open. */
  stop(): void
  /** Stops and no longer hides anything: another gate has taken over. */
  release(): void
}

/**
 * Decides who sees what. A style sheet hides immediately. Nodes that are certainly denied are then removed, each
 * replaced by a comment, and the same nodes return when access is granted.
 * @param always rules to apply from the first paint: one sheet is cheaper than two
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
