// oxlint-disable no-empty-pattern -- Playwright requires destructuring, even in a fixture without dependencies
import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { expect, test as base, type ProductUrls } from '../../e2e/product-test'
import type { ServedPage } from '../../e2e/serve-html'
import { serveClientSite } from './client-site'
import type { Ended } from './page/published-client'
import { requests } from './requests'
import { refusal } from './shapes/answered'
import { loggedIn } from './shapes/auth'
import { type Asked, isFor, watchRequests } from './watch-requests'

export const PASSWORD = 'a-good-password'

/** A page with the published client, and the calls of a case. */
export interface Stage {
  page: Page
  urls: ProductUrls
  /** URL of the page. */
  site: string
  /** Unique within this run. */
  email: string
  asked(): Promise<Asked[]>
  /** Opens the page and starts the client. @param more of `init` */
  open(more?: Record<string, unknown>, address?: string): Promise<void>
  /** Calls a method and compares its answer with the documented shape. */
  ask<Shape extends v.GenericSchema>(shape: Shape, method: string, ...args: unknown[]): Promise<v.InferOutput<Shape>>
  /** Calls a method that is refused. @returns the code */
  refused(method: string, ...args: unknown[]): Promise<string>
  /** Checks the result of a call that was made in another way. */
  check<Shape extends v.GenericSchema>(shape: Shape, ended: Ended): v.InferOutput<Shape>
  /** Signs up a new member, who stays logged in on the page. @returns the sign-up response */
  join(email?: string): Promise<v.InferOutput<typeof loggedIn>['data']>
}

interface DomFixtures {
  stage: Stage
}

export const test = base.extend<DomFixtures, { clientSite: ServedPage }>({
  clientSite: [
    async ({}, provide) => {
      const site = await serveClientSite()
      await provide(site)
      site.close()
    },
    { scope: 'worker' },
  ],
  stage: async ({ page, urls, email, clientSite, expectedConsole }, provide) => {
    // The browser logs every error response.
    expectedConsole.push(/Failed to load resource: the server responded with a status of 4\d\d/)
    const stage = setStage(page, urls, clientSite.url, email)
    await provide(stage)
    expect((await stage.asked()).filter(isUnknown)).toEqual([])
  },
})

export { expect }

/** Requests without a row, or without an endpoint of our server. */
const isUnknown = (asked: Asked): boolean =>
  asked.code === 'not-found' ||
  asked.code === 'method-not-allowed' ||
  !Object.values(requests).some((row) => isFor(asked, row))

function setStage(page: Page, urls: ProductUrls, site: string, email: string): Stage {
  const call = (method: string, args: unknown[]): Promise<Ended> =>
    page.evaluate(([name, given]) => window.published.call(name, given), [method, args] as const)
  const stage: Stage = {
    page,
    urls,
    site,
    email,
    asked: watchRequests(page, urls.api),
    async open(more = {}, address = '') {
      await page.goto(site + address)
      const config = { publicKey: 'pk_sb_demo', appId: 'app_demo', domain: urls.api, ...more }
      await page.evaluate((given) => window.published.start(given), config)
    },
    ask: async (shape, method, ...args) => check(shape, await call(method, args), method),
    async refused(method, ...args) {
      const ended = await call(method, args)
      if (!('refusal' in ended)) throw new Error(`${method} was not refused: ${JSON.stringify(ended)}`)
      return v.parse(refusal, ended.refusal).code
    },
    check: (shape, ended) => check(shape, ended),
    join: async (as = email) =>
      (await stage.ask(loggedIn, 'signupMemberEmailPassword', { email: as, password: PASSWORD })).data,
  }
  return stage
}

function check<Shape extends v.GenericSchema>(shape: Shape, ended: Ended, what = 'It'): v.InferOutput<Shape> {
  if ('refusal' in ended) throw new Error(`${what} was refused: ${JSON.stringify(ended.refusal)}`)
  const { issues, output, success } = v.safeParse(shape, ended.answer)
  if (success) return output
  const differences = issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  throw new Error(`${what} does not answer as documented.\n${differences.join('\n')}`)
}
