import { atom } from 'nanostores'

/** `known` once app and member are known, `timed-out` when they were not in time; a later answer turns that into `known`. */
export type Readiness = 'waiting' | 'known' | 'timed-out'

export const $readiness = atom<Readiness>('waiting')

export const setReadiness = (readiness: Readiness): void => $readiness.set(readiness)

/** A success after the deadline makes good; while the first answer is awaited it decides nothing. */
export function recoverReadiness(): void {
  if ($readiness.get() === 'timed-out') setReadiness('known')
}

/** Resolves when waiting has ended, either way; callers resume in the order in which they came. */
export function waitUntilReady(): Promise<void> {
  if ($readiness.get() !== 'waiting') return Promise.resolve()
  return new Promise((resolve) => {
    const stop = $readiness.listen(() => {
      stop()
      resolve()
    })
  })
}
