import type { Mode } from '../lib/ids'

/** Bytes that an account's rows and files take. */
export interface StorageAccount {
  bytes: number
  /** Whether the member's email address is verified. */
  verified: boolean
}

/** Bytes that the accounts of an app and mode take together. */
export interface StorageTotal {
  verified: number
  unverified: number
}

/** What a network added to an app and mode on one day. */
export interface DailyScope {
  appId: string
  mode: Mode
  network: string
  /** Days since 1970, UTC. */
  day: number
}

export interface StorageUsage extends StorageTotal {
  appId: string
  mode: Mode
  /** Accounts that are not deleted. */
  accounts: number
}

/**
 * What is stored, in bytes. The database itself counts what is written and deleted, in the same transaction; only what
 * networks add is counted by the callers of `addDaily`.
 */
export interface StorageRepository {
  /** Null for an unknown member. */
  account(memberId: string): Promise<StorageAccount | null>
  total(appId: string, mode: Mode): Promise<StorageTotal>
  /**
   * Adds to what a network stored on that day, unless that would exceed `max`. Atomic: parallel additions never exceed it.
   * @param bytes negative to take an addition back
   * @param max null: without a limit
   * @returns whether it was added
   */
  addDaily(scope: DailyScope, bytes: number, max: number | null): Promise<boolean>
  /** Bytes that each of these networks added on that day; without an entry it is none. */
  daily(scope: Omit<DailyScope, 'network'>, networks: readonly string[]): Promise<ReadonlyMap<string, number>>
  deleteDailyBefore(day: number): Promise<void>
  /** Of every app and mode that stores something. */
  usage(): Promise<StorageUsage[]>
}
