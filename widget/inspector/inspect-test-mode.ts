import { reportProblem } from '../lib/errors'
import { $app } from '../stores/app'
import { onLeaving, setInspector } from '../stores/inspection'
import { startInspector } from './start-inspector'
import type { InspectorSettings } from './store'

/**
 * Starts the inspector in Test Mode once the page is idle. A live page never evaluates it
 * (commands/build/lazy-modules.mjs).
 * @returns stops it
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
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(start, { timeout: START_WITHIN_MS })
    else setTimeout(start)
    // Events of a page that redirects immediately are shown on the next one. Such a page may get no pagehide.
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
