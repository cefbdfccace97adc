import { atom } from 'nanostores'

/** Keeps what must not be lost with the page; answers where its author sends people afterwards, null for nowhere. */
export type Prepare = () => string | null

/**
 * Of the form, button or modal by which somebody may be about to leave for a provider's page; null where a script of the
 * page asks by itself: it knows itself what next.
 */
const $preparation = atom<Prepare | null>(null)

/**
 * Names what is to be done should the page be left for a provider's.
 * @returns takes it back
 */
export function beforeLeaving(prepare: Prepare): () => void {
  $preparation.set(prepare)
  return () => ($preparation.get() === prepare ? $preparation.set(null) : undefined)
}

/** @returns undefined where nobody has named anything */
export const prepareToLeave = (): string | null | undefined => $preparation.get()?.()

/** What a page keeps for the one that is come back to. */
export interface Trip {
  /** Proves that the answer is this tab's. */
  verifier: string
  /** The page's own fragment, with its `#`; the answer takes its place in the address. */
  fragment: string
  /** As `prepareToLeave` answered; absent where a script of the page asked. */
  redirect?: string | null
}
