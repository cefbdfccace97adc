import { ApiError } from './api-error'
import type { AppDefinition } from './app-definition'
import type { Mode } from './mode'

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
  if (named.origin !== origin || !allowed) throw new ApiError('invalid-field-value')
}
