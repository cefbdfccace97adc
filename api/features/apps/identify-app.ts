import { CONSOLE_APP_ID } from '../../../contract/admin/console-session'
import type { Db } from '../../database/db'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import { consoleAppAt, findAppById, findAppByPublicKey } from './repository'
import type { AppDefinition } from './definition'
import { isLiveDomain } from './relying-party'

/** By headers, or by the query of a hosted page. */
interface AppHeaders {
  appId: string | undefined
  /** `X-API-Key`: a public key, or the app ID from a client that does not know its key yet. */
  key: string | undefined
  origin: string | null
}

export interface IdentifiedApp {
  app: AppDefinition
  mode: Mode
}

/**
 * A key decides app and mode; with an app ID alone, the mode is live on the app's live domains, else test.
 * @throws {ApiError} `app-not-found`, `invalid-public-key`, `access-denied` (a page sent a secret key), `domain-not-permitted` (live mode
 * from
 * a foreign page)
 * @param apiUrl PUBLIC_API_URL, whose host is a live domain of the console
 */
export async function identifyApp(db: Db, headers: AppHeaders, apiUrl?: string): Promise<IdentifiedApp> {
  const { origin } = headers
  const appId = headers.appId || undefined
  const key = headers.key || undefined
  if (key?.startsWith('sk_') && origin !== null) throw new ApiError('access-denied')
  const keyIsAppId = key?.startsWith('app_') ?? false
  if (keyIsAppId && appId !== undefined && appId !== key) throw new ApiError('invalid-public-key')
  const id = appId ?? key
  if (key === undefined || keyIsAppId)
    return permitted(ofId(id === undefined ? null : hosted(await findAppById(db, id), apiUrl), origin), origin)
  const found = await findAppByPublicKey(db, key)
  return permitted(ofKey(found && { ...found, app: hosted(found.app, apiUrl) }, appId), origin)
}

const hosted = <App extends AppDefinition | null>(app: App, apiUrl: string | undefined): App | AppDefinition =>
  app?.id === CONSOLE_APP_ID && apiUrl !== undefined ? consoleAppAt(apiUrl) : app

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
