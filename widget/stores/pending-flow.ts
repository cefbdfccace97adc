import { atom } from 'nanostores'

/** Stores what must not be lost with the page; returns where its author sends people afterwards, null for nowhere. */
export type LeaveHook = () => string | null

/**
 * Of the form, button or modal that may take its visitor to a provider's page; null where a script of the page starts the
 * flow: it decides itself what comes next.
 */
const $leaveHook = atom<LeaveHook | null>(null)

/**
 * Sets what is done before the page is left for a provider's.
 * @returns removes it again
 */
export function beforeLeaving(hook: LeaveHook): () => void {
  $leaveHook.set(hook)
  return () => ($leaveHook.get() === hook ? $leaveHook.set(null) : undefined)
}

/** @returns what the hook returns, undefined without one */
export const runLeaveHook = (): string | null | undefined => $leaveHook.get()?.()

/** A flow with a provider that has replaced this page: what the tab stores until it comes back. */
export interface PendingFlow {
  /** Proves that the result belongs to this tab. */
  verifier: string
  /** The page's own fragment, with its `#`; the result takes its place in the URL. */
  fragment: string
  /** As `runLeaveHook` returned it; absent where a script of the page started the flow. */
  redirect?: string | null
}
