import { attributePage } from './attribute-page'
import type { BenchPages } from './bench-pages'
import type { DevtoolsBrowser } from './devtools-pipe'
import { measureLoad } from './measure-load'
import { withThrottledPage } from './throttled-page'

/** Milliseconds that the script of a page full of attributes takes. */
export interface AttributeCost {
  /** From the start of the page until everything is mounted: evaluation, callbacks and microtasks. */
  mountMs: number
  /** The task in which the same content is put into a running page in one go, with all that observers do in it. */
  insertionMs: number
}

/** The two costs of one owner's pages. */
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
    // Ahead of it: to make the nodes is nobody's work of those compared.
    await evaluate(`window.benchNodes = document.importNode(document.querySelector('template').content, true); 0`)
    await rest()
    const time = await evaluate(`(${insertAndWait.toString()})(window.benchNodes)`)
    await rest()
    await evaluate(assertion)
    if (typeof time !== 'number') throw new Error(`${url} answered ${String(time)} instead of a time.`)
    return time
  })
}

/** Runs in the page. What the browser then does to lay it out is a task of its own, the same on either page. */
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

/** A comparison counts only if either page has done all of the work. */
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
