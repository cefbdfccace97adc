import { randomUUID } from 'node:crypto'
import type { RunningProduct } from '../../support/start-product'
import type { EngineBrowser } from './engine'
import type { JourneyPage } from './journey-page'

/** One path through the product, the same for every engine. */
export interface Journey {
  /** A sentence; it names the row in the result table. */
  name: string
  walk(setting: JourneySetting): Promise<void>
}

export interface JourneySetting {
  urls: RunningProduct['urls']
  browser: EngineBrowser
  /** The tab that all journeys of an engine share, one after the other. */
  page: JourneyPage
}

export const PASSWORD = 'a-good-password'

/** An unused email address. */
export const someone = (): string => `engine-${randomUUID()}@example.com`
