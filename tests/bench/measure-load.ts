import type { DevtoolsBrowser } from './devtools-pipe'
import { withThrottledPage } from './throttled-page'

export interface LoadCost {
  scriptMs: number
  blockingMs: number
  heapBytes: number
}

const BLOCKING_ABOVE_MS = 50

/**
 * The cost of a page until it is idle.
 * @param assertion an expression that throws in the page if the measured work was not done
 */
export function measureLoad(browser: DevtoolsBrowser, url: string, assertion = ''): Promise<LoadCost> {
  return withThrottledPage(browser, url, async ({ send, evaluate }) => {
    const scriptSeconds = scriptDuration(await send('Performance.getMetrics'))
    const longTasks = await evaluate('window.benchLongTasks')
    await evaluate(assertion)
    if (!Array.isArray(longTasks)) throw new Error('This browser does not tell its long tasks.')
    await send('HeapProfiler.collectGarbage')
    const { usedSize } = await send('Runtime.getHeapUsage')
    const blockingMs = longTasks.reduce((sum: number, task) => sum + Math.max(0, Number(task) - BLOCKING_ABOVE_MS), 0)
    return { scriptMs: scriptSeconds * 1000, blockingMs, heapBytes: Number(usedSize) }
  })
}

/** Seconds of script in the page: evaluation, callbacks and microtasks. */
function scriptDuration({ metrics }: Record<string, unknown>): number {
  const all: { name: string; value: number }[] = Array.isArray(metrics) ? metrics : []
  const found = all.find(({ name }) => name === 'ScriptDuration')
  if (!found) throw new Error('This browser does not tell its script time.')
  return found.value
}
