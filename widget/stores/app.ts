import { atom } from 'nanostores'
import type { App } from '../../contract/entities'

/** The app as last sent by the server; null before the first response. */
export const $app = atom<App | null>(null)

export const setApp = (app: App): void => $app.set(app)

/** `known` once app and member are known; `timed-out` if they were late. A later response turns that into `known`. */
export type Readiness = 'waiting' | 'known' | 'timed-out'

export const $readiness = atom<Readiness>('waiting')

export const setReadiness = (readiness: Readiness): void => $readiness.set(readiness)

/** After the deadline, any success makes the page ready. Before it, only the first response does. */
export function recoverReadiness(): void {
  if ($readiness.get() === 'timed-out') setReadiness('known')
}

/** Resolves when waiting has ended, whatever the result. Callers resume in order. */
export function waitUntilReady(): Promise<void> {
  if ($readiness.get() !== 'waiting') return Promise.resolve()
  return new Promise((resolve) => {
    const stop = $readiness.listen(() => {
      stop()
      resolve()
    })
  })
}
