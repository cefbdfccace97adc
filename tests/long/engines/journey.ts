import { randomUUID } from 'node:crypto'
import type { RunningProduct } from '../../support/start-product'
import type { EngineBrowser } from './engine'
import type { JourneyPage } from './journey-page'

/** One way through the product, the same for every engine. */
export interface Journey {
  /** A sentence; the table at the end has a row for it. */
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

/** An address that nobody has. */
export const someone = (): string => `engine-${randomUUID()}@example.com`
