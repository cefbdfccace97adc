import { CONSOLE_APP_ID, CONSOLE_PUBLIC_KEY, CONSOLE_TEST_KEY } from '../../../contract/admin/console-session'
import type { Db } from '../../database/db'
import { perConnection } from '../../database/sql'
import { ttlCache } from '../../lib/cache'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import type { AppDefinition, PlanDefinition } from './definition'

/** @returns null for an unknown app; a change by an owner's command is visible after a second */
export const findAppById = (db: Db, id: string): Promise<AppDefinition | null> =>
  id === CONSOLE_APP_ID ? Promise.resolve(consoleApp) : cacheOf(db).byId(id)

/** Test or live key; cached like `findAppById`. */
export const findAppByPublicKey = (db: Db, key: string): Promise<{ app: AppDefinition; mode: Mode } | null> =>
  key === CONSOLE_PUBLIC_KEY ? Promise.resolve({ app: consoleApp, mode: 'live' }) : cacheOf(db).byPublicKey(key)

/** Without the built-in app of the console. */
export async function listApps(db: Db, { countMax }: { countMax?: number } = {}): Promise<AppDefinition[]> {
  const rows = await db.kysely
    .selectFrom('apps')
    .select('definition')
    .where('id', '!=', CONSOLE_APP_ID)
    .orderBy('id')
    .$if(countMax !== undefined, (query) => query.limit(countMax ?? 0))
    .execute()
  return rows.map(({ definition }) => cacheOf(db).parse(definition))
}

/** Newly read, without the cache: for changes. @returns null for an unknown app */
export async function readStoredApp(db: Db, id: string): Promise<{ app: AppDefinition; version: number } | null> {
  const row = await db.kysely
    .selectFrom('apps')
    .select(['definition', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { app: parseDefinition(row.definition), version: row.version ?? FIRST_VERSION } : null
}

export const FIRST_VERSION = 1

/** Locks the app's row for the transaction, to count what is limited per app. */
export async function lockApp({ kysely }: Db, id: string): Promise<void> {
  // A no-op write locks the row in both engines.
  await kysely.updateTable('apps').set({ id }).where('id', '=', id).execute()
}

/** Every request reads its app, and servers never change one. */
const CACHED_MS = 1_000

const cacheOf = perConnection(({ kysely, cacheClock }) => {
  const parse = createDefinitionParser()
  const apps = kysely.selectFrom('apps')
  return {
    parse,
    byId: ttlCache(
      CACHED_MS,
      async (id) => {
        const row = await apps.select('definition').where('id', '=', id).executeTakeFirst()
        return row ? parse(row.definition) : null
      },
      cacheClock,
    ),
    byPublicKey: ttlCache(
      CACHED_MS,
      async (key): Promise<{ app: AppDefinition; mode: Mode } | null> => {
        const row = await apps
          .select(['definition', 'testKey'])
          .where((columns) => columns.or([columns('testKey', '=', key), columns('liveKey', '=', key)]))
          .executeTakeFirst()
        return row ? { app: parse(row.definition), mode: row.testKey === key ? 'test' : 'live' } : null
      },
      cacheClock,
    ),
  }
})

const PARSED_MAX = 100

/** Parses each stored text once. LRU eviction. */
function createDefinitionParser(): (text: string) => AppDefinition {
  const parsed = new Map<string, AppDefinition>()
  return (text) => {
    const app = parsed.get(text) ?? parseDefinition(text)
    parsed.delete(text)
    parsed.set(text, app)
    const [oldest] = parsed.keys()
    if (parsed.size > PARSED_MAX && oldest !== undefined) parsed.delete(oldest)
    return app
  }
}

/** Possibly stored before some parts existed. */
interface StoredDefinition extends Omit<AppDefinition, keyof typeof laterParts | 'plans'> {
  plans: (Omit<PlanDefinition, 'prices'> & { prices: StoredPrice[] })[]
}
type StoredPrice = Omit<PlanDefinition['prices'][number], keyof typeof laterPartsOfPrices>

/** Defaults for definitions stored before these parts existed. */
const laterParts = {
  coupons: [],
  dataTables: [],
  keepsSignupRecords: false,
} satisfies Partial<AppDefinition>
const laterPartsOfPrices = { trialDays: 0, active: true } satisfies Partial<PlanDefinition['prices'][number]>

/** An app from its row, which an older version may have written. Hosted content is elsewhere: `contents.ts`. */
export function parseDefinition(text: string): AppDefinition {
  const { contents: _, ...stored }: StoredDefinition & { contents?: unknown } = JSON.parse(text)
  return withLaterParts(stored)
}

const withLaterParts = (stored: StoredDefinition): AppDefinition => ({
  ...laterParts,
  ...stored,
  plans: stored.plans.map((plan) => ({
    ...plan,
    prices: plan.prices.map((price) => ({ ...laterPartsOfPrices, ...price })),
  })),
})

/** From the first session of a person until a login asks for a second factor. */
export const STAFF_SECOND_FACTOR_DAYS = 7

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

/** The built-in app whose members are the people of the console. It is in no list or export. No mail or provider decides who sees members. */
export const consoleApp: AppDefinition = {
  id: CONSOLE_APP_ID,
  name: 'Console',
  keys: { test: CONSOLE_TEST_KEY, live: CONSOLE_PUBLIC_KEY },
  liveDomains: LOOPBACK_NAMES,
  allowMemberSelfDelete: false,
  captchaRequired: false,
  verificationMailOnSignup: false,
  keepsSignupRecords: false,
  // Exchanged within minutes for a session of the console.
  sessionLifetimeDays: 1,
  redirects: {},
  branding: { logo: null, colors: { lightMode: {} } },
  texts: {},
  mail: { sender: { name: 'Membership console', address: 'console@localhost' }, texts: {} },
  passwordless: { enabled: false, isDefault: false },
  // Only an owner removes a lost second factor of a person of the console.
  signIn: {
    preset: 'compatible',
    recoveryWaitHours: 0,
    secondFactor: { requiredFor: { all: true }, graceDays: STAFF_SECOND_FACTOR_DAYS },
  },
  authProviders: [],
  plans: [],
  coupons: [],
  customFields: [],
  contentGroups: [],
  dataTables: [],
}

const byHost = new Map<string, AppDefinition>()

/** With the host that serves the console as a live domain. @param apiUrl PUBLIC_API_URL */
export function consoleAppAt(apiUrl: string): AppDefinition {
  const { hostname } = new URL(apiUrl)
  const known = byHost.get(hostname)
  if (known) return known
  const { sender } = consoleApp.mail
  const app: AppDefinition = {
    ...consoleApp,
    liveDomains: [...new Set([hostname, ...LOOPBACK_NAMES])],
    mail: { sender: { ...sender, address: `console@${hostname.replace(/^\[|\]$/gu, '')}` }, texts: {} },
  }
  byHost.set(hostname, app)
  return app
}

/** People join by an invitation or a setup link, never by the client API. @throws ApiError `invitation-required` */
export function requireOpenSignup({ id }: Pick<AppDefinition, 'id'>): void {
  if (id === CONSOLE_APP_ID) throw new ApiError('invitation-required')
}
