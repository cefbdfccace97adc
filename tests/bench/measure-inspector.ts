import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchPages } from './bench-pages'
import type { DevtoolsBrowser } from './devtools-pipe'
import { type ThrottledPage, withThrottledPage } from './throttled-page'

/** Costs of the inspector's check of a page of 10,000 elements, beside axe-core's check of the same page. */
export interface InspectorCost {
  /** The longest task during the check; 0 without a long task as browsers define it. */
  sliceMs: number
  scanMs: number
  axeMs: number
}

const AXE = new URL('../../node_modules/axe-core/axe.min.js', import.meta.url)
const SCANNED_WITHIN_MS = 60_000

export function measureInspector(browser: DevtoolsBrowser, pages: BenchPages): Promise<InspectorCost> {
  return withThrottledPage(browser, pages.url('inspected'), async (page) => {
    // The checks at page start are done by then; one of them waits for a second.
    await sleep(FIRST_LOOKS_MS)
    await page.evaluate('benchLongTasks.length = 0')
    const errors = await countOf(page)
    const scanMs = await timeOf(page, async () => {
      await page.evaluate(`document.body.append(Object.assign(document.createElement('div'), { id: 'wrong' }));
        document.getElementById('wrong').setAttribute('data-ms-form', 'login')`)
      const deadline = Date.now() + SCANNED_WITHIN_MS
      while ((await countOf(page)) === errors) {
        if (Date.now() > deadline) throw new Error('The inspector found no mistake.')
        await sleep(50)
      }
    })
    const sliceMs = Number(await page.evaluate('Math.max(0, ...benchLongTasks)'))
    await page.evaluate(await readFile(AXE, 'utf8'))
    const axeMs = await timeOf(page, () => page.evaluate('axe.run(document).then(({ passes }) => passes.length)'))
    return { sliceMs, scanMs, axeMs }
  })
}

const FIRST_LOOKS_MS = 6_000

const countOf = ({ evaluate }: ThrottledPage): Promise<unknown> =>
  evaluate(`document.querySelector('ms-inspector').shadowRoot.querySelector('.count').textContent`)

/** Milliseconds in which the page's main thread was busy. */
async function timeOf({ send }: ThrottledPage, work: () => Promise<unknown>): Promise<number> {
  const busy = async (): Promise<number> => {
    const { metrics } = await send('Performance.getMetrics')
    const all: unknown[] = Array.isArray(metrics) ? metrics : []
    const found = all.find(
      (one): one is { name: string; value: number } => isMetric(one) && one.name === 'TaskDuration',
    )
    if (!found) throw new Error('The browser does not say how long the page was busy.')
    return found.value * 1000
  }
  const before = await busy()
  await work()
  return (await busy()) - before
}

const isMetric = (one: unknown): one is { name: string; value: number } =>
  typeof one === 'object' && one !== null && 'name' in one && 'value' in one && typeof one.value === 'number'
