import { ApiError } from '../lib/errors'
import type { AppDefinition } from './app-definition'
import type { Mode } from '../lib/ids'

interface Caller {
  app: AppDefinition
  mode: Mode
  origin: string | null
}

/**
 * A site that a client names must be the site that called, and in live one of the app's own: nobody else's address
 * gets into what we send.
 *
 * @throws ApiError `invalid-field-value`
 */
export function checkOriginDomain({ app, mode, origin }: Caller, originDomain: string | undefined): void {
  if (originDomain === undefined) return
  const named = new URL(originDomain)
  const allowed = mode === 'test' || app.liveDomains.includes(named.hostname)
  // What a blob: or filesystem: address holds is of a site, too, and is no page of it; nor has a page credentials.
  const isPage = /^https?:$/u.test(named.protocol) && named.username === '' && named.password === ''
  if (named.origin !== origin || !allowed || !isPage) throw new ApiError('invalid-field-value')
}
