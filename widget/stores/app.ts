import { atom } from 'nanostores'
import type { App } from '../../contract/entities'

/** The app as the server last described it, null before its first answer. */
export const $app = atom<App | null>(null)

export const setApp = (app: App): void => $app.set(app)

/** `known` once app and member are known, `timed-out` if they were late; a later answer turns that into `known`. */
export type Readiness = 'waiting' | 'known' | 'timed-out'

export const $readiness = atom<Readiness>('waiting')

export const setReadiness = (readiness: Readiness): void => $readiness.set(readiness)

/** After the deadline any success makes the page ready; before it only the first answer does. */
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
