import { createPoll } from '../lib/concurrency'
import type { Context, Handler } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Logger } from 'pino'
import { consoleEventRights, consoleEvents, isConsoleEventKind } from '../../contract/admin/events'
import type { ConsoleEvent, ConsoleEventKind } from '../../contract/admin/events'
import { mayDo } from '../../contract/admin/rights'
import { EVENT_STREAMS_MAX, LIVE_STREAM_RETRY_SECONDS } from '../../contract/limits'
import type { Db } from '../database/db'
import { requirePerson } from '../http/admin-pipeline'
import { releaseSlot } from '../http/fair-queue'
import type { AppEnv } from '../http/request'
import type { Services } from '../http/services'
import { ApiError, reasonOf } from '../lib/errors'
import type { OwnerScope } from './apps/definition'
import type { StaffActor } from './apps/secret-keys'
import { identifyPerson } from './staff/sessions'
import { findRole, isConsoleSessionOpen } from './staff/repository'

declare module '../http/services' {
  interface Services {
    consoleEvents: EventWatch
  }
}

interface EventWatch {
  /** @returns null past `EVENT_STREAMS_MAX` streams of the person, or while the server stops */
  watch(scope: OwnerScope, staffId: string, onEvent: (event: ConsoleEvent) => void): Watch | null
  /** @returns unregisters it */
  onStop(onStop: () => void): () => void
  stop(): void
}

interface Watch {
  end(): void
  /** Changes from now on are events. */
  begun: Promise<void>
}

/** The newest of each kind, as `id` and what else changes. */
type Heads = Record<ConsoleEventKind, { id: string | null; state: string }>

interface Watched {
  scope: OwnerScope
  /** Null until the first read. */
  heads: Heads | null
  /** After the first read. */
  begun: Promise<void>
  begin: () => void
  listeners: Set<(event: ConsoleEvent) => void>
}

interface WatchOptions {
  store: Db
  log: Logger
  intervalMs?: number
}

/** Five small reads a second for each watched app and mode. Polling sees changes of other processes, and reads nothing without a stream. */
export function watchConsoleEvents({ store, log, intervalMs = 1_000 }: WatchOptions): EventWatch {
  const watched = new Map<string, Watched>()
  const streams = new Map<string, number>()
  const onStops = new Set<() => void>()
  const poll = createPoll({
    async work() {
      for (const one of watched.values()) await readChanges(store, one)
    },
    isNeeded: () => watched.size > 0,
    fail: (error) => log.warn({ reason: reasonOf(error) }, 'could not read events of the console'),
    pauseMs: intervalMs,
  })
  const countStream = (staffId: string, change: 1 | -1): void => {
    const count = (streams.get(staffId) ?? 0) + change
    void (count > 0 ? streams.set(staffId, count) : streams.delete(staffId))
  }

  return {
    watch(scope, staffId, onEvent) {
      if (poll.isStopped || (streams.get(staffId) ?? 0) >= EVENT_STREAMS_MAX) return null
      const key = `${scope.appId} ${scope.mode}`
      const one = watched.get(key) ?? newWatched(scope)
      watched.set(key, one)
      one.listeners.add(onEvent)
      countStream(staffId, 1)
      poll.start(0)
      let isOpen = true
      const end = (): void => {
        if (!isOpen) return
        isOpen = false
        countStream(staffId, -1)
        one.listeners.delete(onEvent)
        if (one.listeners.size === 0 && watched.get(key) === one) watched.delete(key)
      }
      return { end, begun: one.begun }
    },
    onStop(onStop) {
      onStops.add(onStop)
      return () => void onStops.delete(onStop)
    },
    stop() {
      poll.stop()
      for (const onStop of onStops) onStop()
      watched.clear()
    },
  }
}

async function readChanges(store: Db, one: Watched): Promise<void> {
  const heads = await readHeads(store, one.scope)
  const changes = one.heads === null ? [] : changed(one.heads, heads)
  one.heads = heads
  one.begin()
  for (const event of changes) for (const listener of one.listeners) listener(event)
}

function newWatched(scope: OwnerScope): Watched {
  let begin = (): void => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  return { scope, heads: null, begun, begin, listeners: new Set() }
}

const changed = (before: Heads, after: Heads): ConsoleEvent[] =>
  Object.entries(after).flatMap(([kind, { id, state }]) =>
    isConsoleEventKind(kind) && before[kind].state !== state ? [{ kind, id }] : [],
  )

/** An index gives each of these; an app has few installations. */
async function readHeads({ kysely }: Db, { appId, mode }: OwnerScope): Promise<Heads> {
  const member = await kysely
    .selectFrom('members')
    .select('id')
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .orderBy('internalOrder', 'desc')
    .limit(1)
    .executeTakeFirst()
  const newest = (table: 'payments' | 'auditLog') =>
    kysely
      .selectFrom(table)
      .select('id')
      .where('appId', '=', appId)
      .where('mode', '=', mode)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  const job = await kysely
    .selectFrom('jobs')
    .select(['id', 'status', 'done'])
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const installation = await kysely
    .selectFrom('appInstallations')
    .select(['origin', 'lastSeenAt'])
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('origin')
    .limit(1)
    .executeTakeFirst()
  const [payment, action] = [await newest('payments'), await newest('auditLog')]
  const head = (row: { id: string } | undefined) => ({ id: row?.id ?? null, state: row?.id ?? '' })
  return {
    member: head(member),
    payment: head(payment),
    action: head(action),
    installation: {
      id: installation?.origin ?? null,
      state: installation ? `${installation.origin} ${installation.lastSeenAt}` : '',
    },
    job: { id: job?.id ?? null, state: job ? `${job.id} ${job.status} ${job.done}` : '' },
  }
}

/** Proxies close connections that are silent for longer; a removed person's stream ends at the latest then. */
const HEARTBEAT_MS = 25_000
/** Limits hanging streams; the page opens another. */
const STREAM_MAX_MS = 10 * 60 * 1000

/**
 * @param trustProxyHops TRUST_PROXY
 * @throws ApiError `too-many-requests` past `EVENT_STREAMS_MAX` streams of a person, and as every call of the console's page
 */
export const streamConsoleEvents =
  (services: Services, trustProxyHops: number): Handler<AppEnv> =>
  async (context: Context<AppEnv>) => {
    const caller = await requirePerson(context, consoleEvents, services, { identifyPerson, trustProxyHops })
    if (!('app' in caller) || caller.actor.kind !== 'staff') throw new ApiError('access-denied')
    const { app, mode, actor } = caller
    const scope = { appId: app.id, mode }
    let send: (event: ConsoleEvent) => void = () => {}
    const watch = services.consoleEvents.watch(scope, actor.staffId, (event) => send(event))
    if (!watch)
      throw new ApiError('too-many-requests', {
        message: 'Too many live connections are open. Please try again later.',
        retryAfterSeconds: LIVE_STREAM_RETRY_SECONDS,
      })
    if (context.env?.outgoing) releaseSlot(context.env.outgoing)
    return streamSSE(context, async (stream) => {
      // A page reads again at "alive": what changed before is in that read, what changes later is an event.
      void watch.begun.then(() => stream.writeSSE({ event: 'alive', data: '' }))
      send = ({ kind, id }) => {
        const mayHear = actor.role !== null && mayDo(actor.role, consoleEventRights[kind])
        if (mayHear) void stream.writeSSE({ event: kind, data: JSON.stringify({ id }) })
      }
      await new Promise<void>((resolve) => {
        const end = (): void => {
          watch.end()
          unregister()
          clearInterval(heartbeat)
          clearTimeout(last)
          resolve()
        }
        const beat = async (): Promise<void> => {
          if (await mayStay(services, scope, actor)) await stream.writeSSE({ event: 'alive', data: '' })
          else end()
        }
        const heartbeat = setInterval(() => void beat().catch(end), HEARTBEAT_MS)
        const last = setTimeout(end, STREAM_MAX_MS)
        const unregister = services.consoleEvents.onStop(end)
        stream.onAbort(end)
      })
    })
  }

/** Without using the session: an idle page still logs out. */
const mayStay = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { appId }: OwnerScope,
  { staffId, sessionId, role }: StaffActor,
): Promise<boolean> =>
  (await isConsoleSessionOpen(store, sessionId, clock.now())) && (await findRole(store, appId, staffId)) === role
