import type { AppRepository } from '../ports/store'
import { ApiError } from '../lib/errors'
import type { AppDefinition } from './app-definition'
import type { Mode } from '../lib/ids'

/** By what a client says which app it belongs to: headers of a call, or parameters of a hosted page's address. */
export interface AppHeaders {
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
 * Which app, and which of its modes, a request is for. A key decides both; with the app id alone the mode is live
 * on the app's own domains and test everywhere else.
 * @throws {ApiError} `app-not-found`, `invalid-public-key`, `access-denied` (a secret key sent by a page) or
 *   `domain-not-permitted` (live mode from a foreign page)
 */
export async function identifyApp(apps: AppRepository, headers: AppHeaders): Promise<IdentifiedApp> {
  const { origin } = headers
  const appId = headers.appId || undefined
  const key = headers.key || undefined
  if (key?.startsWith('sk_') && origin !== null) throw new ApiError('access-denied')
  const keyIsAppId = key?.startsWith('app_') ?? false
  if (keyIsAppId && appId !== undefined && appId !== key) throw new ApiError('invalid-public-key')
  const id = appId ?? key
  if (key === undefined || keyIsAppId)
    return permitted(ofId(id === undefined ? null : await apps.findById(id), origin), origin)
  return permitted(ofKey(await apps.findByPublicKey(key), appId), origin)
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
