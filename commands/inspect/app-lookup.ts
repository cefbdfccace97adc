import { resolve } from 'node:path'
import * as v from 'valibot'
import { app as appSchema } from '../../contract/entities'
import { parseUrl } from '../../contract/parse-url'
import { APP_ATTRIBUTE } from '../../widget/inspector/rules/elements'
import type { InspectedApp } from '../../widget/inspector/rules/page'
import type { CheckedApp } from '../../widget/inspector/rules/source/inspect-source'
import { DEFAULT_APP_ID, readApp, shippedApps } from './read-app'
import type { FoundApp } from './read-app'
import { networkProblem, UnreadableError } from './sources'
import type { StoredApps } from './stored-apps'

export interface AppLookup {
  /**
   * @param named the app ID in the page's install script
   * @throws {UnreadableError} naming what cannot be read
   */
  find(named: string): Promise<CheckedApp>
  /** For pages without an install script, if no other page names an app. */
  findDefault(): Promise<CheckedApp>
  close(): Promise<void>
}

interface AppLookupOptions {
  /** `--app`: a definition file or the URL of an API; undefined for the database. */
  app: string | undefined
  /** Base of a relative path. */
  cwd: string
  env: Readonly<Record<string, string | undefined>>
}

/** @throws {UnreadableError} */
export async function openAppLookup({ app, cwd, env }: AppLookupOptions): Promise<AppLookup> {
  if (app === undefined) return storedLookup(env)
  return /^https?:\/\//i.test(app) ? apiLookup(app) : fileLookup(app, await readApp(resolve(cwd, app)))
}

function fileLookup(file: string, found: FoundApp): AppLookup {
  const checked: CheckedApp = { id: found.id, app: found.app, label: `${found.id} (${file})` }
  return {
    async find(named) {
      const problem = keyProblem(named, found)
      if (problem) return { ...checked, problem }
      if (named === found.id) return checked
      const message = `The page names the app "${named}", but it was checked against ${checked.label}.`
      return { ...checked, problem: { severity: 'warning', message } }
    },
    findDefault: async () => checked,
    close: async () => {},
  }
}

function apiLookup(url: string): AppLookup {
  const known = new Map<string, Promise<InspectedApp | null>>()
  const read = (id: string): Promise<InspectedApp | null> => {
    const app = known.get(id) ?? readApiApp(url, id)
    known.set(id, app)
    return app
  }
  return {
    async find(named) {
      const app = await read(named)
      return app
        ? { id: named, app, label: `${named} (${url}, which lists neither coupons nor hosted content)` }
        : unknownApp(named, `The API ${url} has no such app.`)
    },
    findDefault: async () => ({ id: null, app: null, label: `no app (${url} needs an app ID)` }),
    close: async () => {},
  }
}

/** The database, or without one the apps that come with the product. */
async function storedLookup(env: AppLookupOptions['env']): Promise<AppLookup> {
  // Loaded on use: it brings both database drivers.
  const { openStoredApps } = await import('./stored-apps')
  const stored: StoredApps | null = await openStoredApps(env)
  const shipped = stored ? [] : shippedApps()
  const isOf =
    (named: string) =>
    ({ id, keys }: FoundApp): boolean =>
      id === named || keys.includes(named)
  const place = stored?.name ?? 'its definition in the product, because there is no database'
  const find = async (named: string): Promise<CheckedApp> => {
    const found = stored ? await stored.find(named) : shipped.find(isOf(named))
    if (!found)
      return unknownApp(
        named,
        `${missing(stored)} If it is elsewhere, name its definition or API: --app <file or URL>.`,
      )
    const problem = keyProblem(named, found)
    return { id: found.id, app: found.app, label: `${found.id} (${place})`, ...(problem && { problem }) }
  }
  return {
    find,
    findDefault: () => find(DEFAULT_APP_ID),
    close: async () => stored?.close(),
  }
}

const missing = (stored: StoredApps | null): string =>
  stored
    ? `It is not in ${stored.name}.`
    : 'There is no database (DATA_DIR, DATABASE_URL), and it is no app of the product.'

const unknownApp = (named: string, why: string): CheckedApp => ({
  id: null,
  app: null,
  label: `no app ("${named}" is unknown)`,
  problem: { severity: 'error', message: `${whatIs(named)} ${why}` },
})

const whatIs = (named: string): string =>
  isPublicKey(named) ? `"${named}" is a public key. ${APP_ATTRIBUTE} takes the app ID.` : `There is no app "${named}".`

/** A known app's public key in place of its ID. */
const keyProblem = (named: string, { id, keys }: FoundApp): CheckedApp['problem'] =>
  keys.includes(named)
    ? {
        severity: 'error',
        message: `"${named}" is a public key. ${APP_ATTRIBUTE} takes the app ID: ${id}.`,
      }
    : undefined

const isPublicKey = (text: string): boolean => text.startsWith('pk_')

const TIME_LIMIT_SECONDS = 20

/** The fields that `GET /app` of every version has. */
const answerSchema = v.object({
  data: v.pick(appSchema, ['plans', 'customFields', 'contentGroups', 'authProviders']),
})

const refusalSchema = v.object({ code: v.literal('app-not-found') })

/**
 * Reads an app as browsers do: without coupons and hosted content.
 * @param base URL of an API, with or without `/app`
 * @returns null if the API does not have the app
 * @throws {UnreadableError} whose message follows the URL
 */
export async function readApiApp(base: string, id: string): Promise<InspectedApp | null> {
  const url = appUrlOf(base)
  const answer = await ask(url, id)
  if (v.is(refusalSchema, answer.body)) return null
  if (answer.status !== 200) throw new UnreadableError(`returned status ${answer.status} for the app ${id}`)
  const { success, output } = v.safeParse(answerSchema, answer.body)
  if (!success) throw new UnreadableError(`is not a membership API: ${url} returned no app`)
  return output.data
}

function appUrlOf(base: string): string {
  const url = parseUrl(base)
  if (!url) throw new UnreadableError('is not a valid URL')
  if (url.username || url.password) throw new UnreadableError('contains a user name or password, which are not sent')
  return `${url.origin}${url.pathname.replace(/\/*(app\/*)?$/, '')}/app`
}

async function ask(url: string, id: string): Promise<{ status: number; body: unknown }> {
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json', 'x-api-key': id, 'x-app-id': id, 'user-agent': 'membership-inspect' },
      signal: AbortSignal.timeout(TIME_LIMIT_SECONDS * 1000),
    })
    return { status: answer.status, body: tryParse(await answer.text()) }
  } catch (error) {
    throw networkProblem(error, TIME_LIMIT_SECONDS * 1000)
  }
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
