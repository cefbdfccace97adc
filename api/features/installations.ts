import { CONSOLE_APP_ID } from '../../contract/admin/console-session'
import { INSTALLATIONS_MAX } from '../../contract/limits'
import type { Db } from '../database/db'
import type { Tables } from '../database/tables'
import type { Services } from '../http/services'
import { type BoundedCache, createBoundedCache } from '../lib/cache'
import { toIso } from '../lib/clock'
import { describeError } from '../lib/errors'
import { perConnection } from '../database/sql'
import type { OwnerScope } from './apps/definition'
import type { AdminHandlers } from './apps/secret-keys'

export type Installation = Omit<Tables['appInstallations'], 'appId' | 'mode'>

export const installationHandlers: Pick<AdminHandlers, 'listInstallations'> = {
  /** Latest first. */
  async listInstallations({ store }, { app, mode }) {
    const rows = await listInstallations(store, { appId: app.id, mode })
    return {
      data: rows.map(({ origin, scriptVersion, firstSeenAt, lastSeenAt }) => ({
        origin,
        scriptVersion,
        firstSeenAt: toIso(firstSeenAt),
        lastSeenAt: toIso(lastSeenAt),
      })),
    }
  },
}

/** One write an hour per origin. */
const WRITE_EVERY_MS = 60 * 60 * 1000
const REMEMBERED_MAX = 5_000
const ORIGIN_MAX_CHARS = 300

/** When this process last wrote each origin. */
const writtenBy = perConnection((): BoundedCache<number> => createBoundedCache(REMEMBERED_MAX))

interface Caller extends OwnerScope {
  origin: string | null
  /** Empty: unknown. */
  scriptVersion?: string | undefined
}

/** A page has called; pages of the console do not belong to an owner's site. A failure is logged: it must not keep the page from its app. */
export async function recordInstallation(
  { store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>,
  { appId, mode, origin, scriptVersion: sent = '' }: Caller,
): Promise<void> {
  if (appId === CONSOLE_APP_ID) return
  if (origin === null || origin.length > ORIGIN_MAX_CHARS || !/^https?:\/\//u.test(origin)) return
  const scriptVersion = sent || null
  const [now, written, key] = [clock.now(), writtenBy(store), `${appId} ${mode} ${origin} ${scriptVersion}`]
  const last = written.get(key)
  if (last !== undefined && now >= last && now - last < WRITE_EVERY_MS) return
  written.set(key, now)
  await saveInstallation(store, { appId, mode, origin, scriptVersion, firstSeenAt: now, lastSeenAt: now }).catch(
    (error: unknown) => log.warn({ error: describeError(error) }, 'could not record the origin of a page'),
  )
}

async function saveInstallation({ kysely }: Db, row: Tables['appInstallations']): Promise<void> {
  const { appId, mode, lastSeenAt, scriptVersion } = row
  await kysely
    .insertInto('appInstallations')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['appId', 'mode', 'origin'])
        .doUpdateSet({ lastSeenAt, ...(scriptVersion && { scriptVersion }) }),
    )
    .execute()
  // Anyone can send an origin in Test Mode.
  const kept = await kysely
    .selectFrom('appInstallations')
    .select('lastSeenAt')
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .orderBy('lastSeenAt', 'desc')
    .offset(INSTALLATIONS_MAX)
    .limit(1)
    .executeTakeFirst()
  if (!kept) return
  await kysely
    .deleteFrom('appInstallations')
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('lastSeenAt', '<=', kept.lastSeenAt)
    .where('origin', '<>', row.origin)
    .execute()
}

export const listInstallations = ({ kysely }: Db, { appId, mode }: OwnerScope): Promise<Installation[]> =>
  kysely
    .selectFrom('appInstallations')
    .select(['origin', 'scriptVersion', 'firstSeenAt', 'lastSeenAt'])
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('origin')
    .execute()
