import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { StorageRepository, StorageUsage } from '../../../ports/storage-store'
import type { Tables } from '../../../database/tables'

export function createStorageRepository(db: Kysely<Tables>): StorageRepository {
  return {
    async account(memberId) {
      const row = await db
        .selectFrom('storageAccounts')
        .select(['bytes', 'verified'])
        .where('memberId', '=', memberId)
        .executeTakeFirst()
      return row ? { bytes: row.bytes, verified: row.verified === 1 } : null
    },

    async total(appId, mode) {
      const rows = await db
        .selectFrom('storageSums')
        .select(({ fn }) => ['verified', fn.sum('bytes').as('bytes')])
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .groupBy('verified')
        .execute()
      const bytesOf = (flag: 0 | 1) => Number(rows.find(({ verified }) => verified === flag)?.bytes ?? 0)
      return { verified: bytesOf(1), unverified: bytesOf(0) }
    },

    async addDaily(scope, bytes, max) {
      if (max !== null && bytes > max) return false
      const { rows } = await sql`insert into storage_additions (app_id, mode, network, day, bytes)
        values (${scope.appId}, ${scope.mode}, ${scope.network}, ${scope.day}, ${bytes})
        on conflict (app_id, mode, network, day) do update set bytes = storage_additions.bytes + excluded.bytes
        where cast(${max} as bigint) is null or storage_additions.bytes + excluded.bytes <= cast(${max} as bigint)
        returning bytes`.execute(db)
      return rows.length > 0
    },

    async daily({ appId, mode, day }, networks) {
      const rows = await db
        .selectFrom('storageAdditions')
        .select(['network', 'bytes'])
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('day', '=', day)
        .where('network', 'in', networks)
        .execute()
      return new Map(rows.map(({ network, bytes }) => [network, bytes]))
    },

    async deleteDailyBefore(day) {
      await db.deleteFrom('storageAdditions').where('day', '<', day).execute()
    },

    usage: () => selectUsage(db),
  }
}

async function selectUsage(db: Kysely<Tables>): Promise<StorageUsage[]> {
  const sums = await db
    .selectFrom('storageSums')
    .select(({ fn }) => ['appId', 'mode', 'verified', fn.sum('bytes').as('bytes')])
    .groupBy(['appId', 'mode', 'verified'])
    .orderBy('appId')
    .orderBy('mode')
    .execute()
  const counts = await db
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
