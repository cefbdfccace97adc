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
import { addDailyBytes, findStorageAccount, readDailyBytes, readStorageTotal } from './repository'
import type { StorageAccount, StorageTotal } from './repository'

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
  address: string
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
  if (growth > 0) await addDaily(services, storing, growth, null, dayOf(clock.now()))
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
  if (!(await addDaily(services, storing, bytes, max, day))) refuseAddress(limits, storing.member.verified, clock.now())
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
    await addDaily(services, storing, -bytes, null, day)
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

async function readRoom(services: StorageServices, { app, mode, address }: Storing): Promise<Room> {
  const { store, clock, storageLimits, hasDiskRoom } = services
  const now = clock.now()
  const networks = networksOf(address)
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
    refuseAddress(limits, verified, now)
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

function refuseAddress(limits: ModeStorageLimits, verified: boolean, now: number): never {
  if (!verified) throw needsVerifiedEmail(unverifiedMessages.address(limits.unverifiedPerAddressAndDay))
  throw new ApiError('storage-address-full', { retryAfterSeconds: ((dayOf(now) + 1) * DAY_MS - now) / 1000 })
}

/** All networks of an IP address, or none. */
async function addDaily(
  { store }: Pick<Services, 'store'>,
  { app, mode, address }: Storing,
  bytes: number,
  max: number | null,
  day: number,
): Promise<boolean> {
  const added: CallerNetwork[] = []
  const scopeOf = ({ key }: CallerNetwork) => ({ appId: app.id, mode, network: key, day })
  for (const one of networksOf(address)) {
    if (!(await addDailyBytes(store, scopeOf(one), bytes, max === null ? null : max * one.times))) {
      for (const back of added) await addDailyBytes(store, scopeOf(back), -bytes, null)
      return false
    }
    added.push(one)
  }
  return true
}

const dayOf = (now: number): number => Math.floor(now / DAY_MS)
