import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Db } from '../../database/db'
import { perConnection } from '../../database/sql'
import type { Services } from '../../http/services'
import { type BoundedCache, createBoundedCache } from '../../lib/cache'
import { reasonOf } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import { createPollingWorker, type PollingWorker } from '../../lib/concurrency'
import type { AppDefinition } from '../apps/definition'
import { listApps, readStoredApp } from '../apps/repository'
import { signInPolicy } from '../apps/sign-in-policy'
import { lifetimeMs } from './repository-sessions'
import { indexMembers, searchFieldsOf } from './search-index'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const FLUSH_MS = 60_000
const REMEMBERED_MAX = 100_000
/** Parameters of one statement. */
const BATCH = 500

interface Seen {
  /** When this process last wrote or queued each session, by the digest of its token. */
  at: BoundedCache<number>
  /** Digests to write, by app. */
  waiting: Map<string, Set<string>>
}

const seenIn = perConnection((): Seen => ({ at: createBoundedCache(REMEMBERED_MAX), waiting: new Map() }))

/** Called for every authenticated request, so it only remembers: `flushSeenSessions` writes once an hour per session. */
export function recordSeen(db: Db, { appId, tokenDigest }: { appId: string; tokenDigest: string }, now: number): void {
  const { at, waiting } = seenIn(db)
  const last = at.get(tokenDigest)
  if (last !== undefined && now >= last && now - last < HOUR_MS) return
  at.set(tokenDigest, now)
  const digests = waiting.get(appId) ?? new Set()
  waiting.set(appId, digests.add(tokenDigest))
}

export const createSeenSessionsWorker = (services: Pick<Services, 'store' | 'clock' | 'log'>): PollingWorker =>
  createPollingWorker({
    pollMs: FLUSH_MS,
    work: () => flushSeenSessions(services),
    fail: (error) => services.log.error({ reason: reasonOf(error) }, 'could not record when sessions were seen'),
  })

/** Writes what `recordSeen` remembered. With `sessions.idleDays`, a session's end moves on with each hour that it is used. */
export async function flushSeenSessions({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const { waiting } = seenIn(store)
  for (const [appId, digests] of waiting) {
    waiting.delete(appId)
    const stored = await readStoredApp(store, appId)
    if (stored) for (const batch of batchesOf([...digests])) await saveSeen(store, stored.app, batch, clock.now())
  }
}

const batchesOf = (digests: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(digests.length / BATCH) }, (_, at) => digests.slice(at * BATCH, (at + 1) * BATCH))

async function saveSeen({ kysely }: Database, app: AppDefinition, digests: readonly string[], now: number) {
  const { idleDays } = signInPolicy(app).sessions
  const byAge = sql<number>`created_at + ${lifetimeMs(app)}`
  const byUse = idleDays === null ? null : now + idleDays * DAY_MS
  await kysely
    .updateTable('sessions')
    .set({
      lastSeenAt: now,
      ...(byUse !== null && { expiresAt: sql<number>`case when ${byAge} < ${byUse} then ${byAge} else ${byUse} end` }),
    })
    .where('tokenDigest', 'in', digests)
    .where('isFormer', '=', 0)
    // Another process may have written it.
    .where('lastSeenAt', '<=', now - HOUR_MS)
    .execute()
}

/** Members whom an older version wrote, or who were written with other fields. */
async function listUnindexed({ kysely }: Db, appId: string, mode: Mode, version: string): Promise<string[]> {
  const ofApp = kysely
    .selectFrom('members')
    .select('id')
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .limit(STEP)
  for (const one of [
    ofApp.where('searchVersion', 'is', null),
    ofApp.where('searchVersion', '>', version),
    ofApp.where('searchVersion', '<', version),
  ]) {
    const rows = await one.execute()
    if (rows.length > 0) return rows.map(({ id }) => id)
  }
  return []
}

const POLL_MS = 5_000
/** Small, so that no other write waits long. */
const STEP = 50
/** At most half of one core. */
const REST_MIN_MS = 5

interface SearchIndexOptions extends Pick<Services, 'log'> {
  store: Database
  /** Skips the work if another process is running it. */
  alone?: (work: () => Promise<void>) => Promise<void>
}

/** Writes members of before the index, and all after a change of the app's fields. A crash loses at most one step. */
export function createSearchIndexWorker({ store, log, alone }: SearchIndexOptions): PollingWorker {
  return createPollingWorker({
    pollMs: POLL_MS,
    alone,
    work: async ({ stopping }) => {
      for (const app of await listApps(store))
        for (const mode of ['live', 'test'] as const) {
          const { version } = searchFieldsOf(app)
          for (;;) {
            const startedAt = performance.now()
            const ids = await listUnindexed(store, app.id, mode, version)
            if (ids.length === 0) break
            await store.transaction((tx) => indexMembers(tx, ids))
            if (stopping.aborted) return
            await pause(Math.max(REST_MIN_MS, performance.now() - startedAt))
          }
        }
    },
    fail: (error) => log.error({ reason: reasonOf(error) }, 'could not write the search index of members'),
  })
}
