import { parseUrl } from '../../../contract/parse-url'
import { ApiError } from '../../domain/api-error'
import type { Mode } from '../../domain/mode'
import { once } from '../../ports/awaitable'
import type { Awaitable } from '../../ports/awaitable'
import type { AppRepository } from '../../ports/store'
import type { AppDefinition } from './definition'

/** How a client names its app: by headers, or by the query of a hosted page. */
interface AppHeaders {
  /** `X-APP-ID` */
  appId: string | undefined
  /** `X-API-Key`: a public key, or the app id where a client does not know its key yet. */
  key: string | undefined
  /** The checked Origin header. */
  origin: string | null
}

export interface IdentifiedApp {
  app: AppDefinition
  mode: Mode
}

/**
 * Finds the app and mode of a request. A key decides both; with an app ID alone the mode is live on the app's live domains, else
 * test.
 * @throws {ApiError} `app-not-found`, `invalid-public-key`, `access-denied` (a secret key sent by a page) or
 *   `domain-not-permitted` (live mode from a foreign page)
 */
export function identifyApp(apps: AppRepository, headers: AppHeaders): Awaitable<IdentifiedApp> {
  const { origin } = headers
  const appId = headers.appId || undefined
  const key = headers.key || undefined
  if (key?.startsWith('sk_') && origin !== null) throw new ApiError('access-denied')
  const keyIsAppId = key?.startsWith('app_') ?? false
  if (keyIsAppId && appId !== undefined && appId !== key) throw new ApiError('invalid-public-key')
  const id = appId ?? key
  if (key === undefined || keyIsAppId)
    return once(id === undefined ? null : apps.findById(id), (app) => permitted(ofId(app, origin), origin))
  return once(apps.findByPublicKey(key), (found) => permitted(ofKey(found, appId), origin))
}

function permitted(identified: IdentifiedApp, origin: string | null): IdentifiedApp {
  if (identified.mode === 'live' && origin !== null && !isLiveDomain(identified.app, origin))
    throw new ApiError('domain-not-permitted')
  return identified
}

function ofId(app: AppDefinition | null, origin: string | null): IdentifiedApp {
  if (app === null) throw new ApiError('app-not-found')
  return { app, mode: origin !== null && isLiveDomain(app, origin) ? 'live' : 'test' }
}

function ofKey(found: IdentifiedApp | null, appId: string | undefined): IdentifiedApp {
  if (found === null || (appId !== undefined && appId !== found.app.id)) throw new ApiError('invalid-public-key')
  return found
}

/** Whether an origin's host name is one of the app's live domains; port and scheme do not matter. */
export function isLiveDomain(app: Pick<AppDefinition, 'liveDomains'>, origin: string): boolean {
  const { hostname } = new URL(origin)
  return app.liveDomains.some((domain) => domain.toLowerCase() === hostname)
}

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

/** An origin as a header or an address names it, normalised; null when it is absent, `null`, of another scheme, or more than an origin. */
export function httpOrigin(named: string | undefined): string | null {
  const url = named === undefined ? null : parseUrl(named)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  return `${url.origin}/` === url.href ? url.origin : null
}
