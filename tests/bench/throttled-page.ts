import { setTimeout as sleep } from 'node:timers/promises'
import { CPU_THROTTLE } from './budgets'
import type { DevtoolsBrowser } from './devtools-pipe'

/** A page as the measurements see it, without code of a test tool, which would be measured with the page. */
export interface ThrottledPage {
  /** Sends a DevTools command to this page. */
  send: (method: string, params?: object) => Promise<Record<string, unknown>>
  /** The value of an expression; promises are awaited. */
  evaluate: (expression: string) => Promise<unknown>
  rest: () => Promise<void>
}

/** Runs before the page: stores observer entries that would otherwise be lost. */
const watchLongTasks = `(() => {
  const durations = (window.benchLongTasks = [])
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => durations.push(duration)))
    .observe({ type: 'longtask', buffered: true })
})()`

/** True once a page has loaded; with the widget, once it is ready. */
const isReady = (url: string): string =>
  `location.href === ${JSON.stringify(url)} && document.readyState === 'complete' && window.$memberstackReady !== false`

interface PageOptions {
  /** Added to each request. */
  latencyMs?: number
  /** Runs before the page. */
  before?: string
}

const UNLIMITED = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }

const AT_REST_MS = 500
const READY_WITHIN_MS = 20_000

/** A page in its own profile, with cold caches, on a throttled processor; measured once it is idle. */
export async function withThrottledPage<T>(
  browser: DevtoolsBrowser,
  url: string,
  measure: (page: ThrottledPage) => Promise<T>,
  { latencyMs = 0, before = '' }: PageOptions = {},
): Promise<T> {
  const { browserContextId } = await browser.send('Target.createBrowserContext')
  try {
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId })
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
    const page = pageOf(browser, String(sessionId))
    await page.send('Performance.enable')
    await page.send('Page.enable')
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: watchLongTasks })
    await page.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE })
    if (before) await page.send('Page.addScriptToEvaluateOnNewDocument', { source: before })
    if (latencyMs > 0) await page.send('Network.emulateNetworkConditions', { ...UNLIMITED, latency: latencyMs })
    // Keys go only to a page with the focus.
    await page.send('Emulation.setFocusEmulationEnabled', { enabled: true })
    await page.send('Page.navigate', { url })
    await untilReady(page, url)
    await page.rest()
    return await measure(page)
  } finally {
    await browser.send('Target.disposeBrowserContext', { browserContextId })
  }
}

function pageOf(browser: DevtoolsBrowser, sessionId: string): ThrottledPage {
  const send: ThrottledPage['send'] = (method, params) => browser.send(method, params, sessionId)
  const evaluate = async (expression: string): Promise<unknown> => {
    const answer = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    if (answer['exceptionDetails']) throw new Error(`In the page: ${JSON.stringify(answer['exceptionDetails'])}`)
    const { result } = answer
    return typeof result === 'object' && result !== null && 'value' in result ? result.value : undefined
  }
  return { send, evaluate, rest: () => sleep(AT_REST_MS) }
}

async function untilReady({ evaluate }: ThrottledPage, url: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  // Between two documents no page can respond.
  while ((await evaluate(isReady(url)).catch(() => false)) !== true) {
    if (Date.now() > deadline) throw new Error(`${url} did not become ready.`)
    await sleep(100)
  }
}
