import { atom } from 'nanostores'

/** Stores what must not be lost with the page. Returns where its author redirects afterwards; null for nowhere. */
export type LeaveHook = () => string | null

/**
 * Set by the form, button or modal that may go to a provider's page; null if a script of the page starts the flow and
 * decides what comes next.
 */
const $leaveHook = atom<LeaveHook | null>(null)

/**
 * Sets what runs before the page is left for a provider's.
 * @returns removes it
 */
export function beforeLeaving(hook: LeaveHook): () => void {
  $leaveHook.set(hook)
  return () => ($leaveHook.get() === hook ? $leaveHook.set(null) : undefined)
}

/** @returns the hook's result; undefined without a hook */
export const runLeaveHook = (): string | null | undefined => $leaveHook.get()?.()

/** A provider flow that replaced this page: stored in the tab until it returns. */
export interface PendingFlow {
  /** Proves that the result belongs to this tab. */
  verifier: string
  /** The page's own fragment, with its `#`. In the URL, the result replaces it. */
  fragment: string
  /** The provider. */
  method?: string | null
  /** The result of `runLeaveHook`; absent if a script of the page started the flow. */
  redirect?: string | null
}
