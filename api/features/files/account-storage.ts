import {
  accountFullMessage,
  storageLimits as limitsOfModes,
  UNVERIFIED_SHARE_PERCENT,
  unverifiedMessages,
} from '../../../contract/storage-limits'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import type { Db, TransactionQueue, Tx } from '../../database/db'
import { type CallerNetwork, networksOf } from '../../http/rate-limits/limiter'
import type { Services } from '../../http/services'
import { sql } from 'kysely'
import type { Tables } from '../../database/tables'

/** In bytes: `contract/storage-limits` for a mode, with the app's totals. */
export interface ModeStorageLimits {
  unverifiedAccount: number
  account: number
  unverifiedPerAddressAndDay: number
  perAddressAndDay: number
  /** All accounts without a verified email together. */
  unverifiedTotal: number
  total: number
}

export type StorageLimits = Readonly<Record<Mode, ModeStorageLimits>>

declare module '../../http/services' {
  interface Services {
    storageLimits: StorageLimits
  }
}

/** @param totals bytes per app in each mode */
export function storageLimitsWith(totals: Readonly<Record<Mode, number>>): StorageLimits {
  const of = (mode: Mode): ModeStorageLimits => ({
    ...limitsOfModes[mode],
    unverifiedTotal: (totals[mode] * UNVERIFIED_SHARE_PERCENT) / 100,
    total: totals[mode],
  })
  return { live: of('live'), test: of('test') }
}

const DAY_MS = 24 * 60 * 60 * 1000
/** A normal sign-up succeeds even when the app's storage is full; only later writes need room. */
const SIGNUP_FREE_BYTES = 20_000

export type StorageServices = Pick<Services, 'store' | 'clock' | 'storageLimits' | 'hasDiskRoom'>

export interface Storing {
  mode: Mode
  ipAddress: string
  app: { id: string }
  member: { id: string } | null
}

export interface StoringOptions {
  /** See `Database.transaction`. */
  queue?: TransactionQueue
  isSignup?: boolean
  /** Added bytes of a visitor, which no account counts. */
  visitorBytes?: number
}

/**
 * One transaction. Work that adds nothing, such as a deletion or an equal replacement, always succeeds.
 * @throws ApiError `storage-needs-verified-email`, `storage-account-full`, `storage-address-full`, `storage-app-full`,
 * `service-unavailable`
 * when the disk is nearly full
 */
export async function withinStorage<T>(
  services: StorageServices,
  storing: Storing,
  work: (tx: Tx) => Promise<T>,
  { queue, isSignup = false, visitorBytes = 0 }: StoringOptions = {},
): Promise<T> {
  const { store, clock } = services
  const room = await readRoom(services, storing)
  const memberId = storing.member?.id ?? null
  const accountIn = async (db: Db) => (memberId === null ? null : findStorageAccount(db, memberId))
  let growth = 0
  const result = await store.transaction(async (tx) => {
    const before = await accountIn(tx)
    const done = await work(tx)
    const after = await accountIn(tx)
    growth = after ? after.bytes - (before?.bytes ?? 0) : visitorBytes
    if (growth > 0) requireRoom(room, { account: after, growth, isFree: isSignup && growth <= SIGNUP_FREE_BYTES })
    return done
  }, queue)
  if (growth > 0) await addDaily(services, storing, { bytes: growth, max: null, day: dayOf(clock.now()) })
  return result
}

/**
 * Reserves an upload's bytes in advance, so that parallel uploads cannot exceed a limit. Account and app count the inserted row until it is
 * deleted; the IP address counts it for the day.
 * @throws ApiError as `withinStorage`, except for the disk, which is checked with each part
 */
export async function reserveUpload<T>(
  services: StorageServices,
  storing: Storing & { member: { id: string; verified: boolean } },
  bytes: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { store, clock, storageLimits } = services
  const limits = storageLimits[storing.mode]
  const day = dayOf(clock.now())
  const max = storing.member.verified ? limits.perAddressAndDay : limits.unverifiedPerAddressAndDay
  if (!(await addDaily(services, storing, { bytes, max, day })))
    refuseIpAddress(limits, storing.member.verified, clock.now())
  try {
    return await store.transaction(async (tx) => {
      const done = await work(tx)
      const account = await findStorageAccount(tx, storing.member.id)
      if (account) {
        requireAccountRoom(limits, account)
        // Includes what the work has added.
        requireTotalRoom(limits, account, await readStorageTotal(tx, storing.app.id, storing.mode), 0)
      }
      return done
    }, 'uploads')
  } catch (error) {
    await addDaily(services, storing, { bytes: -bytes, max: null, day })
    throw error
  }
}

/** Read before the transaction, so single rows may exceed the sums slightly. */
interface Room {
  limits: ModeStorageLimits
  total: StorageTotal
  daily: ReadonlyMap<string, number>
  networks: readonly CallerNetwork[]
  hasDiskRoom: boolean
  now: number
}

async function readRoom(services: StorageServices, { app, mode, ipAddress }: Storing): Promise<Room> {
  const { store, clock, storageLimits, hasDiskRoom } = services
  const now = clock.now()
  const networks = networksOf(ipAddress)
  const names = networks.map(({ key }) => key)
  return {
    limits: storageLimits[mode],
    total: await readStorageTotal(store, app.id, mode),
    daily: await readDailyBytes(store, { appId: app.id, mode, day: dayOf(now) }, names),
    networks,
    hasDiskRoom: await hasDiskRoom(),
    now,
  }
}

interface Growth {
  /** Includes the growth; null for a visitor. */
  account: StorageAccount | null
  growth: number
  isFree: boolean
}

function requireRoom(room: Room, { account, growth, isFree }: Growth): void {
  const { limits, total, daily, networks, hasDiskRoom, now } = room
  const verified = account?.verified ?? false
  if (account) requireAccountRoom(limits, account)
  const max = verified ? limits.perAddressAndDay : limits.unverifiedPerAddressAndDay
  if (networks.some(({ key, times }) => (daily.get(key) ?? 0) + growth > max * times))
    refuseIpAddress(limits, verified, now)
  if (isFree) return
  requireTotalRoom(limits, account ?? { verified: true }, total, growth)
  if (!hasDiskRoom) throw new ApiError('service-unavailable', { cause: new Error('The disk is nearly full.') })
}

function requireAccountRoom(limits: ModeStorageLimits, { bytes, verified }: StorageAccount): void {
  if (!verified && bytes > limits.unverifiedAccount)
    throw needsVerifiedEmail(unverifiedMessages.account(limits.unverifiedAccount))
  if (bytes > limits.account)
    throw new ApiError('storage-account-full', { message: accountFullMessage(limits.account) })
}

function requireTotalRoom(
  limits: ModeStorageLimits,
  { verified }: Pick<StorageAccount, 'verified'>,
  total: StorageTotal,
  growth: number,
): void {
  if (total.verified + total.unverified + growth > limits.total) throw new ApiError('storage-app-full')
  if (!verified && total.unverified + growth > limits.unverifiedTotal)
    throw needsVerifiedEmail(unverifiedMessages.app())
}

const needsVerifiedEmail = (message: string): ApiError => new ApiError('storage-needs-verified-email', { message })

function refuseIpAddress(limits: ModeStorageLimits, verified: boolean, now: number): never {
  if (!verified) throw needsVerifiedEmail(unverifiedMessages.address(limits.unverifiedPerAddressAndDay))
  throw new ApiError('storage-address-full', { retryAfterSeconds: ((dayOf(now) + 1) * DAY_MS - now) / 1000 })
}

/** All networks of an IP address, or none. */
async function addDaily(
  { store }: Pick<Services, 'store'>,
  { app, mode, ipAddress }: Storing,
  { bytes, max, day }: { bytes: number; max: number | null; day: number },
): Promise<boolean> {
  const added: CallerNetwork[] = []
  const scopeOf = ({ key }: CallerNetwork) => ({ appId: app.id, mode, network: key, day })
  for (const one of networksOf(ipAddress)) {
    if (!(await addDailyBytes(store, scopeOf(one), bytes, max === null ? null : max * one.times))) {
      for (const back of added) await addDailyBytes(store, scopeOf(back), -bytes, null)
      return false
    }
    added.push(one)
  }
  return true
}

const dayOf = (now: number): number => Math.floor(now / DAY_MS)

export interface StorageAccount {
  bytes: number
  /** Whether the member's email is verified. */
  verified: boolean
}

/** All accounts of an app and mode. */
export interface StorageTotal {
  verified: number
  unverified: number
}

/** A network's bytes of one day, in an app and mode. */
type DailyScope = Omit<Tables['storageAdditions'], 'bytes'>

interface StorageUsage extends StorageTotal {
  appId: string
  mode: Mode
  /** Deleted ones do not count. */
  accounts: number
}

/** Triggers update it in the writing transaction. @returns null for an unknown member */
export async function findStorageAccount({ kysely }: Db, memberId: string): Promise<StorageAccount | null> {
  const row = await kysely
    .selectFrom('storageAccounts')
    .select(['bytes', 'verified'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row ? { bytes: row.bytes, verified: row.verified === 1 } : null
}

export async function readStorageTotal({ kysely }: Db, appId: string, mode: Mode): Promise<StorageTotal> {
  const rows = await kysely
    .selectFrom('storageSums')
    .select(({ fn }) => ['verified', fn.sum('bytes').as('bytes')])
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .groupBy('verified')
    .execute()
  const bytesOf = (flag: 0 | 1) => Number(rows.find(({ verified }) => verified === flag)?.bytes ?? 0)
  return { verified: bytesOf(1), unverified: bytesOf(0) }
}

/**
 * Refuses to exceed `max`. Atomic: parallel additions cannot exceed it either.
 * @param bytes negative to revert an addition
 * @param max null: without a limit
 * @returns whether it was added
 */
export async function addDailyBytes(
  { kysely }: Db,
  scope: DailyScope,
  bytes: number,
  max: number | null,
): Promise<boolean> {
  if (max !== null && bytes > max) return false
  const { rows } = await sql`insert into storage_additions (app_id, mode, network, day, bytes)
    values (${scope.appId}, ${scope.mode}, ${scope.network}, ${scope.day}, ${bytes})
    on conflict (app_id, mode, network, day) do update set bytes = storage_additions.bytes + excluded.bytes
    where cast(${max} as bigint) is null or storage_additions.bytes + excluded.bytes <= cast(${max} as bigint)
    returning bytes`.execute(kysely)
  return rows.length > 0
}

/** Bytes by network; a network without an entry has added no bytes. */
export async function readDailyBytes(
  { kysely }: Db,
  { appId, mode, day }: Omit<DailyScope, 'network'>,
  networks: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await kysely
    .selectFrom('storageAdditions')
    .select(['network', 'bytes'])
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('day', '=', day)
    .where('network', 'in', networks)
    .execute()
  return new Map(rows.map(({ network, bytes }) => [network, bytes]))
}

/** @param day days since 1970, UTC */
export async function deleteDailyBytesBefore({ kysely }: Db, day: number): Promise<void> {
  await kysely.deleteFrom('storageAdditions').where('day', '<', day).execute()
}

export async function listStorageUsage({ kysely }: Db): Promise<StorageUsage[]> {
  const sums = await kysely
    .selectFrom('storageSums')
    .select(({ fn }) => ['appId', 'mode', 'verified', fn.sum('bytes').as('bytes')])
    .groupBy(['appId', 'mode', 'verified'])
    .orderBy('appId')
    .orderBy('mode')
    .execute()
  const counts = await kysely
    .selectFrom('storageAccounts')
    .select(({ fn }) => ['appId', 'mode', fn.countAll<number | string | bigint>().as('accounts')])
    .groupBy(['appId', 'mode'])
    .execute()
  const found = new Map<string, StorageUsage>()
  for (const { appId, mode, verified, bytes } of sums) {
    const accounts = counts.find((one) => one.appId === appId && one.mode === mode)?.accounts ?? 0
    const key = `${mode} ${appId}`
    const usage = found.get(key) ?? { appId, mode, verified: 0, unverified: 0, accounts: Number(accounts) }
    usage[verified === 1 ? 'verified' : 'unverified'] = Number(bytes)
    found.set(key, usage)
  }
  return [...found.values()]
}
