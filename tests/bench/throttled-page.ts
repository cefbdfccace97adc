import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession } from '@playwright/test'
import { CPU_THROTTLE } from './budgets'

/** A page as the measurements see it: nothing of the test tool's own runs in it, which would count as the page's. */
export interface ThrottledPage {
  devtools: CDPSession
  /** The value of an expression, of a promise's too. */
  evaluate: (expression: string) => Promise<unknown>
  rest: () => Promise<void>
}

/** Runs in the page before anything else: keeps what the observer would otherwise have to be asked for too late. */
const watchLongTasks = `(() => {
  const durations = (window.benchLongTasks = [])
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => durations.push(duration)))
    .observe({ type: 'longtask', buffered: true })
})()`

const AT_REST_MS = 500
const READY_WITHIN_MS = 20_000

/** A page in a profile of its own, with cold caches, on a slowed processor; measured when it has come to rest. */
export async function withThrottledPage<T>(
  browser: Browser,
  url: string,
  measure: (page: ThrottledPage) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Page.enable')
    await devtools.send('Performance.enable')
    await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: watchLongTasks })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE })
    await page.goto(url, { waitUntil: 'load' })
    const throttled = { devtools, evaluate: evaluator(devtools), rest: () => sleep(AT_REST_MS) }
    await untilReady(throttled, url)
    await throttled.rest()
    return await measure(throttled)
  } finally {
    await context.close()
  }
}

function evaluator(devtools: CDPSession): ThrottledPage['evaluate'] {
  return async (expression) => {
    const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(`In the page: ${exceptionDetails.exception?.description ?? expression}`)
    return result.value
  }
}

/** The widget says when it is ready; the other pages have nothing to say. */
async function untilReady({ evaluate }: ThrottledPage, url: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while ((await evaluate('window.$memberstackReady')) === false) {
    if (Date.now() > deadline) throw new Error(`${url} did not become ready.`)
    await sleep(100)
  }
}
