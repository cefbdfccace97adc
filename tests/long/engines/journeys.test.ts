import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProduct } from '../../support/start-product'
import type { RunningProduct } from '../../support/start-product'
import { chromium } from './chromium'
import type { Engine, EngineBrowser } from './engine'
import { firefox } from './firefox'
import { journeyPage } from './journey-page'
import type { JourneyPage } from './journey-page'
import { journeys } from './journeys'
import { webkit } from './webkit'

const engines: readonly [name: string, engine: Engine | null][] = [
  ['Chromium', await chromium()],
  ['Firefox', firefox()],
  ['WebKit', webkit()],
]
const JOURNEY_MS = 180_000

let product: RunningProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

// The command that prints the table reads engine and journey from these titles.
for (const [name, engine] of engines) {
  describe.skipIf(!engine)(name, { timeout: JOURNEY_MS }, () => {
    let browser: EngineBrowser
    let page: JourneyPage
    beforeAll(async () => {
      if (!engine) throw new Error(`${name} is not installed here.`)
      browser = await engine.open()
      page = journeyPage(await browser.newTab())
    }, JOURNEY_MS)
    afterAll(() => browser?.close())

    for (const journey of journeys) test(journey.name, () => journey.walk({ urls: product.urls, browser, page }))
  })
}

test('the journeys know three engines', () => {
  expect(engines.map(([name]) => name)).toEqual(['Chromium', 'Firefox', 'WebKit'])
})
