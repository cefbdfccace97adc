import { accountFullMessage, unverifiedMessages } from '../../../contract/storage-limits'
import type { TransactionQueue } from '../../database/db'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { StorageAccount, StorageTotal } from '../../ports/storage-store'
import type { Repositories, StoreTx } from '../../ports/store'
import { ApiError } from '../api-error'
import { networksOf } from '../caller-networks'
import type { CallerNetwork } from '../caller-networks'
import type { ModeStorageLimits } from './storage-limits'

const DAY_MS = 24 * 60 * 60 * 1000
/** A sign-up of ordinary size is taken when the app's storage is full: only what it stores later needs room. */
const SIGNUP_FREE_BYTES = 20_000

export type StorageServices = Pick<Services, 'store' | 'clock' | 'storageLimits' | 'hasDiskRoom'>

/** Whose bytes they are, and where they come from. */
export interface Storing extends Pick<RequestContext, 'mode' | 'address'> {
  app: Pick<RequestContext['app'], 'id'>
  /** Null: a visitor. */
  member: { id: string } | null
}

export interface StoringOptions {
  /** See `Store.transaction`. */
  queue?: TransactionQueue
  /** The member is only made by this work. */
  isSignup?: boolean
  /** What the work adds, where no account counts it: of a visitor. */
  visitorBytes?: number
}

/**
 * Runs work that may add to what a member stores, in one transaction, and refuses what passes a limit. Work that adds nothing,
 * because it deletes or replaces something of the same size, is always let through.
 * @throws ApiError `storage-needs-verified-email`, `storage-account-full`, `storage-address-full`, `storage-app-full`,
 *   `service-unavailable` when the disk is nearly full
 */
export async function withinStorage<T>(
  services: StorageServices,
  storing: Storing,
  work: (repositories: StoreTx) => Promise<T>,
  { queue, isSignup = false, visitorBytes = 0 }: StoringOptions = {},
): Promise<T> {
  const { store, clock } = services
  const room = await readRoom(services, storing)
  const memberId = storing.member?.id ?? null
  const accountIn = async ({ storage }: Repositories) => (memberId === null ? null : storage.account(memberId))
  let growth = 0
  const result = await store.transaction(async (repositories) => {
    const before = await accountIn(repositories)
    const done = await work(repositories)
    const after = await accountIn(repositories)
    growth = after ? after.bytes - (before?.bytes ?? 0) : visitorBytes
    if (growth > 0) requireRoom(room, { account: after, growth, isFree: isSignup && growth <= SIGNUP_FREE_BYTES })
    return done
  }, queue)
  if (growth > 0) await addDaily(services, storing, growth, null, dayOf(clock.now()))
  return result
}

/**
 * Reserves what an upload will take before it begins: of uploads at once none passes a limit. The account and the app count
 * the row that the work inserts, until it is deleted; the address counts it for the day.
 * @throws ApiError as `withinStorage`, without the disk, which is asked for with each part
 */
export async function reserveUpload<T>(
  services: StorageServices,
  storing: Storing & { member: { id: string; verified: boolean } },
  bytes: number,
  work: (repositories: StoreTx) => Promise<T>,
): Promise<T> {
  const { store, clock, storageLimits } = services
  const limits = storageLimits[storing.mode]
  const day = dayOf(clock.now())
  const max = storing.member.verified ? limits.perAddressAndDay : limits.unverifiedPerAddressAndDay
  if (!(await addDaily(services, storing, bytes, max, day))) refuseAddress(limits, storing.member.verified, clock.now())
  try {
    return await store.transaction(async (repositories) => {
      const done = await work(repositories)
      const account = await repositories.storage.account(storing.member.id)
      if (account) {
        requireAccountRoom(limits, account)
        // What the work added is in it.
        requireTotalRoom(limits, account, await repositories.storage.total(storing.app.id, storing.mode), 0)
      }
      return done
    }, 'uploads')
  } catch (error) {
    await addDaily(services, storing, -bytes, null, day)
    throw error
  }
}

/** What is known before a transaction begins; a moment old when it ends, which single rows may pass the sums by. */
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
    total: await store.storage.total(app.id, mode),
    daily: await store.storage.daily({ appId: app.id, mode, day: dayOf(now) }, names),
    networks,
    hasDiskRoom: await hasDiskRoom(),
    now,
  }
}

interface Growth {
  /** With the growth; null for a visitor. */
  account: StorageAccount | null
  growth: number
  /** The totals of the app do not count. */
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

/** All or none of the networks of an address. */
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
    if (!(await store.storage.addDaily(scopeOf(one), bytes, max === null ? null : max * one.times))) {
      for (const back of added) await store.storage.addDaily(scopeOf(back), -bytes, null)
      return false
    }
    added.push(one)
  }
  return true
}

const dayOf = (now: number): number => Math.floor(now / DAY_MS)
