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

/** Hosted pages with a missing or expired link or login, and the test mailbox. */
const hostedPages = [
  '/account/verify-email?token=00000000000000000000000000000000',
  '/account/reset-password?token=00000000000000000000000000000000',
  '/auth-provider/login?provider=google',
  '/auth-provider/callback/google?state=unknown&code=unknown',
  '/test/consent?state=unknown',
  '/dev/mailbox',
]

/** All served pages, by part. */
export const surfaces = { demo: demoPages, site: sitePages, api: hostedPages } as const satisfies Record<
  keyof ProductUrls,
  readonly string[]
>

export type Part = keyof typeof surfaces
export const partNames: readonly Part[] = ['demo', 'site', 'api']

const PAGES_A_TEST = 16

/** The same in chunks that are short enough for one test. */
export const walks: readonly { part: Part; name: string; paths: readonly string[] }[] = partNames.flatMap((part) => {
  const all: readonly string[] = surfaces[part]
  return all.flatMap((_path, at) => {
    if (at % PAGES_A_TEST !== 0) return []
    const paths = all.slice(at, at + PAGES_A_TEST)
    return [{ part, name: `pages ${at + 1} to ${at + paths.length} of the ${part} server`, paths }]
  })
})
