import type { Browser } from '@playwright/test'
import lighthouse from 'lighthouse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indexedRoutes, routes } from '../../host-site/paths'
import { freePort } from '../support/free-port'
import { launchBrowser } from '../support/launch-browser'
import { startProduct, type RunningProduct } from '../support/start-product'

const RUNS = 5
/** What a phone on a slow line must find, by the measure of the tool itself; the median of all runs counts. */
const LEAST = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 } as const
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** One look at a page: a score for each category, and in words what was found wanting. */
interface Look {
  scores: Record<(typeof categories)[number], number>
  wanting: string[]
}

let product: RunningProduct
let browser: Browser
let port = 0

beforeAll(async () => {
  product = await startProduct()
  port = await freePort()
  browser = await launchBrowser(`--remote-debugging-port=${port}`)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

async function look(url: string): Promise<Look> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] })
  if (!result) throw new Error(`Nothing was measured at ${url}.`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
  const score = (name: (typeof categories)[number]) => lhr.categories[name]?.score ?? 0
  const wanting = categories.flatMap((name) =>
    (lhr.categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = lhr.audits[id]
      if (!audit || weight === 0 || audit.score === null || audit.score >= (name === 'performance' ? 0.9 : 1)) return []
      return [`${name}: ${audit.title} ${audit.displayValue ?? ''} ${audit.explanation ?? ''}`.trim()]
    }),
  )
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    wanting: [...wanting, `the speed of this machine: ${lhr.environment.benchmarkIndex}`],
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** The address where the site runs live: the script tag names only the app, and this is one of its live domains. */
const liveAddress = (path: string): string => `http://live.localhost:${new URL(product.urls.site).port}${path}`

describe('a phone on a slow line, in live mode', () => {
  it.each(indexedRoutes)('finds %s fast, accessible, sound and easy to find', async (name) => {
    const looks: Look[] = []
    for (let run = 0; run < RUNS; run += 1) looks.push(await look(liveAddress(routes[name].path)))
    const wanting = looks.map((one) => one.wanting.join('\n')).join('\n\n')
    for (const category of categories) {
      const scores = looks.map((one) => one.scores[category])
      const said = `${category} of ${scores.join(', ')}; wanting in each run:\n${wanting}`
      expect.soft(median(scores), said).toBeGreaterThanOrEqual(LEAST[category])
    }
  })
})
