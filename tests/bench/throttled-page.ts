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
  /** Resolves once the page is idle again. */
  reload: () => Promise<void>
}

/** Runs before the page: stores observer entries that would otherwise be lost. */
const watchLongTasks = `(() => {
  const durations = (window.benchLongTasks = [])
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => durations.push(duration)))
    .observe({ type: 'longtask', buffered: true })
})()`

/** True once a page has loaded; with the widget, once it is ready. */
const isReady = "document.readyState === 'complete' && window.$memberstackReady !== false"

interface PageOptions {
  /** Added to each request. */
  latencyMs?: number
  /** Runs before the page. */
  before?: string
  /** Called with the bytes of each response, with its headers. Costs the page time. */
  onReceived?: (bytes: number) => void
}

const UNLIMITED = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }

const AT_REST_MS = 500
const READY_WITHIN_MS = 20_000

/** A page in its own profile, with cold caches, on a throttled processor; measured once it is idle. */
export async function withThrottledPage<T>(
  browser: DevtoolsBrowser,
  url: string,
  measure: (page: ThrottledPage) => Promise<T>,
  { latencyMs = 0, before = '', onReceived }: PageOptions = {},
): Promise<T> {
  const { browserContextId } = await browser.send('Target.createBrowserContext')
  let unlisten = (): void => {}
  try {
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId })
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
    const page = pageOf(browser, String(sessionId))
    if (onReceived) {
      unlisten = browser.listen(({ method, params, sessionId: from }) => {
        if (from === sessionId && method === 'Network.loadingFinished') onReceived(Number(params['encodedDataLength']))
      })
      await page.send('Network.enable')
    }
    await page.send('Performance.enable')
    await page.send('Page.enable')
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: watchLongTasks })
    await page.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE })
    if (before) await page.send('Page.addScriptToEvaluateOnNewDocument', { source: before })
    if (latencyMs > 0) await page.send('Network.emulateNetworkConditions', { ...UNLIMITED, latency: latencyMs })
    // Keys go only to a page with the focus.
    await page.send('Emulation.setFocusEmulationEnabled', { enabled: true })
    await page.send('Page.navigate', { url })
    await untilReady(page.evaluate, `location.href === ${JSON.stringify(url)} && ${isReady}`)
    await rest()
    return await measure(page)
  } finally {
    unlisten()
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
  const reload = async (): Promise<void> => {
    await evaluate('window.benchBefore = true')
    await send('Page.reload')
    await untilReady(evaluate, `!window.benchBefore && ${isReady}`)
    await rest()
  }
  return { send, evaluate, rest, reload }
}

const rest = (): Promise<void> => sleep(AT_REST_MS)

async function untilReady(evaluate: ThrottledPage['evaluate'], condition: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  // Between two documents no page can respond.
  while ((await evaluate(condition).catch(() => false)) !== true) {
    if (Date.now() > deadline) throw new Error(`The page did not become ready: ${condition}`)
    await sleep(100)
  }
}

/** Milliseconds from the navigation to the first paint. */
export async function firstPaint({ evaluate }: ThrottledPage): Promise<number> {
  const time = await evaluate("performance.getEntriesByName('first-paint')[0]?.startTime")
  if (typeof time !== 'number') throw new Error('The page was not painted.')
  return time
}
