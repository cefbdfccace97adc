import { attributePage } from './attribute-page'
import type { BenchPages } from './bench-pages'
import type { DevtoolsBrowser } from './devtools-pipe'
import { measureLoad } from './measure-load'
import { withThrottledPage } from './throttled-page'

/** Script time of a page with many attributes, in milliseconds. */
export interface AttributeCost {
  /** From page start until everything is mounted: evaluation, callbacks and microtasks. */
  mountMs: number
  /** The task that inserts the same content into a running page at once, with the work of all observers. */
  insertionMs: number
}

/** Both costs for the pages of one owner. */
export async function measureAttributes(
  browser: DevtoolsBrowser,
  pages: BenchPages,
  owner: 'attributes' | 'alpine',
): Promise<AttributeCost> {
  const { scriptMs } = await measureLoad(browser, pages.url(owner), assertion)
  return { mountMs: scriptMs, insertionMs: await measureInsertion(browser, pages.url(`${owner}Inserted`)) }
}

function measureInsertion(browser: DevtoolsBrowser, url: string): Promise<number> {
  return withThrottledPage(browser, url, async ({ evaluate, rest }) => {
    // Outside the measurement: creating the nodes costs both libraries the same.
    await evaluate(`window.benchNodes = document.importNode(document.querySelector('template').content, true); 0`)
    await rest()
    const time = await evaluate(`(${insertAndWait.toString()})(window.benchNodes)`)
    await rest()
    await evaluate(assertion)
    if (typeof time !== 'number') throw new Error(`${url} answered ${String(time)} instead of a time.`)
    return time
  })
}

/** Runs in the page. The browser's layout is a separate task, the same on both pages. */
function insertAndWait(nodes: DocumentFragment): Promise<number> {
  return new Promise((resolve, reject) => {
    let insertedAt = 0
    new PerformanceObserver((list) => {
      const around = list
        .getEntries()
        .find(({ startTime, duration }) => startTime <= insertedAt && insertedAt < startTime + duration)
      if (around) resolve(around.duration)
    }).observe({ type: 'longtask' })
    setTimeout(() => reject(new Error('The insertion made no long task.')), 20_000)
    setTimeout(() => {
      insertedAt = performance.now()
      document.body.append(nodes)
    })
  })
}

/** A comparison is valid only if both pages have done all of the work. */
const assertion = `(${assertMounted.toString()})(${JSON.stringify(attributePage)})`

/** Runs in the page. */
function assertMounted(expected: typeof attributePage): void {
  const count = (selector: string, fits: (element: HTMLElement) => boolean): number =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(fits).length
  const found = {
    texts: count('.text', ({ textContent }) => textContent === expected.firstName),
    shown: count('.gated', (element) => element.checkVisibility()),
    filled: count('input', (field) => field instanceof HTMLInputElement && field.value !== ''),
  }
  if (found.texts !== expected.texts || found.shown !== expected.shown || found.filled !== expected.filled)
    throw new Error(`Not everything is mounted: ${JSON.stringify(found)}`)
}
