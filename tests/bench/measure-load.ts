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
  return withThrottledPage(browser, url, async (page, devtools) => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    const scriptSeconds = metrics.find(({ name }) => name === 'ScriptDuration')?.value
    if (scriptSeconds === undefined) throw new Error('This browser does not tell its script time.')
    const longTasks = await page.evaluate((): number[] => Reflect.get(window, 'benchLongTasks'))
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const blockingMs = longTasks.reduce((sum, duration) => sum + Math.max(0, duration - BLOCKING_ABOVE_MS), 0)
    return { scriptMs: scriptSeconds * 1000, blockingMs, heapBytes: usedSize }
  })
}
