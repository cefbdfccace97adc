import { reportProblem } from '../lib/errors'
import type { MembershipClient } from '../public'
import { $app } from '../stores/app'
import { onLeaving, setInspector } from '../stores/inspection'
import { startInspector } from './start-inspector'

export interface InspectorSettings {
  client: MembershipClient
  window: Window & typeof globalThis
  /** Origin, or base URL, of the API: help texts and documentation stand there. */
  apiUrl: string
}

/**
 * Starts the inspector of a page in Test Mode, once the page has nothing better to do. On a live page nothing of it is
 * ever evaluated (commands/build/lazy-modules.mjs).
 * @returns the end of it
 */
export function inspectTestMode(settings: InspectorSettings): () => void {
  const { window } = settings
  let end = (): void => {}
  let isOver = false
  let isStarted = false
  const start = (): void => {
    if (isOver || isStarted) return
    isStarted = true
    try {
      end = startInspector(settings)
    } catch (error) {
      setInspector(null)
      reportProblem('error', 'The inspector could not start.', error)
    }
  }
  const stop = $app.subscribe((app) => {
    if (!app) return
    if (app.mode !== 'sandbox') return setInspector(null)
    // Safari has no idle time to give.
    if ('requestIdleCallback' in window) window.requestIdleCallback(start, { timeout: START_WITHIN_MS })
    else setTimeout(start)
    // What happened on a page that leads on at once is told on the next. (A page that never finished loading has no pagehide.)
    onLeaving(start)
  })
  return () => {
    isOver = true
    stop()
    end()
    setInspector(null)
  }
}

const START_WITHIN_MS = 2_000
