import type { Browser } from '@playwright/test'
import { withThrottledPage } from './throttled-page'

export interface LoadCost {
  scriptMs: number
  blockingMs: number
  heapBytes: number
}

const BLOCKING_ABOVE_MS = 50

/** What a page costs until it has come to rest. */
export function measureLoad(browser: Browser, url: string): Promise<LoadCost> {
  return withThrottledPage(browser, url, async ({ devtools, evaluate }) => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    const scriptSeconds = metrics.find(({ name }) => name === 'ScriptDuration')?.value
    const longTasks = await evaluate('window.benchLongTasks')
    if (scriptSeconds === undefined || !Array.isArray(longTasks))
      throw new Error('This browser does not tell its times.')
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const blockingMs = longTasks.reduce((sum: number, task) => sum + Math.max(0, Number(task) - BLOCKING_ABOVE_MS), 0)
    return { scriptMs: scriptSeconds * 1000, blockingMs, heapBytes: usedSize }
  })
}
