import { sql } from 'kysely'
import type { Mode } from '../../lib/ids'
import type { Db } from '../../database/db'
import type { Tables } from '../../database/tables'

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
