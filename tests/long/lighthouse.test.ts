import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import type { Config, Flags } from 'lighthouse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestContext } from 'vitest'
import { screenRows } from '../../console/app/screens'
import { indexedRoutes, routes } from '../../host-site/paths'
import { freePort } from '../support/free-port'
import { launchBrowser } from '../support/launch-browser'
import { startProduct, type RunningProduct } from '../support/start-product'

const RUNS = 5
/** Of each screen of the console. */
const CONSOLE_RUNS = 3
/** Minimum scores; the median of all runs is used. */
const LEAST = { performance: 0.97, accessibility: 1, 'best-practices': 1, seo: 1 } as const
/** Of the profile, which shows what the app knows. */
const PROFILE_LEAST = { ...LEAST, performance: 0.95 }
/** Milliseconds until the largest part is painted on a phone on a slow network, simulated. */
const LARGEST_PAINT_MAX_MS = 2_000
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Of pages that search engines are told not to list. */
const unlisted = ['performance', 'accessibility', 'best-practices'] as const

/** Result for one page: a score per category, and the failed audits in words. */
interface Look {
  scores: Record<(typeof categories)[number], number>
  /** Milliseconds. */
  largestPaint: number
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

async function look(url: string, flags: Flags = {}, config?: Config): Promise<Look> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories], ...flags }, config)
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
    largestPaint: Math.round(lhr.audits['largest-contentful-paint']?.numericValue ?? Infinity),
    wanting: [...wanting, `the speed of this machine: ${lhr.environment.benchmarkIndex}`],
  }
}

/** Milliseconds of the console until a page of it answers at once. */
const INTERACTIVE_MAX_MS = 1_500

const slowed: Flags = { throttling: { ...desktopConfig.settings?.throttling, cpuSlowdownMultiplier: 4 } }

async function timeToInteractive(url: string, flags: Flags): Promise<number> {
  const settings = { port, logLevel: 'error' as const, onlyAudits: ['interactive'], ...flags }
  const result = await lighthouse(url, settings, desktopConfig)
  const { numericValue: time, errorMessage } = result?.lhr.audits['interactive'] ?? {}
  if (time !== undefined) return time
  throw new Error(`Nothing was measured at ${url}: ${errorMessage ?? result?.lhr.runtimeError?.message ?? 'no result'}`)
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** The live site's URL: its script tag has only the app id, and this host is one of the app's live domains. */
const liveAddress = (path: string): string => `http://live.localhost:${new URL(product.urls.site).port}${path}`

/** Shown by `--reporter=verbose`, also of pages that pass. */
type Annotate = TestContext['annotate']

interface Measured {
  categories: readonly (typeof categories)[number][]
  runs: number
  annotate: Annotate
  least?: Look['scores']
  /** Milliseconds of the largest paint. */
  paintedWithin?: number
}

async function expectScores(measured: Measured, lookOnce: () => Promise<Look>): Promise<void> {
  const { annotate, runs, least = LEAST, paintedWithin = Infinity } = measured
  const looks: Look[] = []
  for (let run = 0; run < runs; run += 1) looks.push(await lookOnce())
  const found = measured.categories.map((category) => ({ category, scores: looks.map((one) => one.scores[category]) }))
  const paints = looks.map((one) => one.largestPaint)
  // First: after a failed expectation nothing can be annotated.
  for (const { category, scores } of found) await annotate(`${category} ${scores.join(', ')}`)
  await annotate(`largest paint after ${paints.join(', ')} ms`)
  const wanting = looks.map((one) => one.wanting.join('\n')).join('\n\n')
  for (const { category, scores } of found) {
    const said = `${category} of ${scores.join(', ')}; wanting in each run:\n${wanting}`
    expect.soft(median(scores), said).toBeGreaterThanOrEqual(least[category])
  }
  expect(median(paints), paints.join(', ')).toBeLessThanOrEqual(paintedWithin)
}

describe('a phone on a slow network, in live mode', () => {
  const phone = { categories, runs: RUNS, paintedWithin: LARGEST_PAINT_MAX_MS }

  it.for(indexedRoutes)('scores %s as fast, accessible, well built and findable', (name, { annotate }) =>
    expectScores({ ...phone, annotate }, () => look(liveAddress(routes[name].path))),
  )

  it('scores the profile of a visitor as fast, accessible and well built', ({ annotate }) => {
    const measured = { ...phone, categories: unlisted, least: PROFILE_LEAST, annotate }
    return expectScores(measured, () => look(liveAddress(routes.profile.path)))
  })
})

describe('the console on a desktop', () => {
  /** The open stream of events keeps the network from getting quiet: longer than all else takes. */
  const flags = { disableStorageReset: true, maxWaitForLoad: 10_000 }

  beforeAll(async () => {
    // Lighthouse opens its pages in the browser's own context, which only the protocol reaches.
    const attached = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    const [context] = attached.contexts()
    if (!context) throw new Error('The browser has no context of its own.')
    const page = await context.newPage()
    await page.goto(`${product.urls.api}/console/apps/app_demo`)
    await page.getByRole('button', { name: 'Continue as the demo owner' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.close()
    await attached.close()
  })

  const screens = screenRows.map(({ path }) => `/console/apps/app_demo${path && `/${path}`}`)

  it.for([...screens, '/console/apps', '/console/new'])(
    'scores %s as fast, accessible and well built',
    (path, { annotate }) =>
      expectScores({ categories: unlisted, runs: CONSOLE_RUNS, annotate }, () =>
        look(product.urls.api + path, flags, desktopConfig),
      ),
  )

  it.for(screens)('is interactive at %s within 1.5 s, at a fourth of the speed', async (path, { annotate }) => {
    const times: number[] = []
    for (let run = 0; run < CONSOLE_RUNS; run += 1)
      times.push(Math.round(await timeToInteractive(product.urls.api + path, { ...flags, ...slowed })))
    await annotate(`interactive after ${times.join(', ')} ms`)
    expect(median(times), times.join(', ')).toBeLessThanOrEqual(INTERACTIVE_MAX_MS)
  })
})
