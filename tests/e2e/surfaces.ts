import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { routeNames, routes } from '../../host-site/paths'
import { projectRoot } from '../support/run-process'
import type { ProductUrls } from './product-test'

const demoFolder = join(projectRoot, 'demo-pages')

const demoPages = readdirSync(demoFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .map((file) => `/${file.replaceAll('\\', '/')}`)

const sitePages = routeNames.map((name) => routes[name].path.replace('*', '/no-such-page'))

/** Hosted pages as somebody sees them whose link is missing or old, and the test mailbox. */
const hostedPages = [
  '/account/verify-email?token=00000000000000000000000000000000',
  '/account/reset-password?token=00000000000000000000000000000000',
  '/dev/mailbox',
]

/** Every page that the product serves, by the part that serves it. */
export const surfaces = { demo: demoPages, site: sitePages, api: hostedPages } as const satisfies Record<
  keyof ProductUrls,
  readonly string[]
>

export type Part = keyof typeof surfaces
export const partNames: readonly Part[] = ['demo', 'site', 'api']
