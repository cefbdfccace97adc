import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { CosignedCheckpoint, LogRepository } from '../../../ports/trusttag/log-store'
import type { ProofMode } from '../../../../contract/proof-paths'
import type { Tables } from '../../../database/tables'
import { inChunks } from '../../../database/sql'

/** Of those that follow an entry; one that few signed because witnesses were away is then passed by. */
const CHECKPOINTS_COMPARED = 200

export function createLogRepository(db: Kysely<Tables>): LogRepository {
  const head: LogRepository['head'] = async (mode) =>
    (await db.selectFrom('logHeads').selectAll().where('mode', '=', mode).where('size', '>', 0).executeTakeFirst()) ??
    null

  return {
    head,

    // A write that changes nothing takes the row's lock in every engine; before the first entry it makes the row.
    async lock(mode) {
      await db
        .insertInto('logHeads')
        .values({ mode, size: 0, checkpoint: '' })
        .onConflict((conflict) => conflict.column('mode').doUpdateSet({ mode }))
        .execute()
      return head(mode)
    },

    async append({ mode, size, checkpoint, entry, hashes }) {
      await db
        .insertInto('logEntries')
        .values({ mode, position: size - 1, entry })
        .execute()
      await db
        .insertInto('logHashes')
        .values(hashes.map((hash) => ({ mode, ...hash })))
        .execute()
      await db.updateTable('logHeads').set({ size, checkpoint }).where('mode', '=', mode).execute()
    },

    async readHashes(mode, level, from, count) {
      const rows = await db
        .selectFrom('logHashes')
        .select('hash')
        .where('mode', '=', mode)
        .where('level', '=', level)
        .where('position', '>=', from)
        .where('position', '<', from + count)
        .orderBy('position')
        .execute()
      return rows.map(({ hash }) => hash)
    },

    async readEntries(mode, from, count) {
      const rows = await db
        .selectFrom('logEntries')
        .select('entry')
        .where('mode', '=', mode)
        .where('position', '>=', from)
        .where('position', '<', from + count)
        .orderBy('position')
        .execute()
      return rows.map(({ entry }) => entry)
    },

    ...createRevocations(db),
    ...createCosignatures(db),
  }
}

/** The condition is that of the index `log_entries_revocations`, word for word, so that it is used. */
const revocations = (db: Kysely<Tables>, mode: ProofMode) =>
  db
    .selectFrom('logEntries')
    .select(['position', 'entry'])
    .where('mode', '=', mode)
    .where(sql<boolean>`substr(entry, 78, 15) = '"type":"revoke"'`)

const createRevocations = (db: Kysely<Tables>): Pick<LogRepository, 'findRevocations' | 'listRevocations'> => ({
  async findRevocations(mode, entries) {
    const found: string[] = []
    for (const texts of inChunks(entries)) {
      const rows = await revocations(db, mode).where('entry', 'in', texts).execute()
      found.push(...rows.map(({ entry }) => entry))
    }
    return found
  },

  listRevocations: (mode, from, count) =>
    revocations(db, mode)
      .where('position', '>=', from)
      .where('position', '<', from + count)
      .execute(),
})

type Cosignatures = Pick<LogRepository, 'addCosignature' | 'bestCosigned' | 'newestCosigned' | 'newestSizeOf'>

function createCosignatures(db: Kysely<Tables>): Cosignatures {
  return {
    async addCosignature(checkpoint, cosignature) {
      const { mode, size } = cosignature
      await db
        .insertInto('logCheckpoints')
        .values({ mode, size, checkpoint })
        .onConflict((conflict) => conflict.columns(['mode', 'size']).doNothing())
        .execute()
      await db
        .insertInto('logCosignatures')
        .values(cosignature)
        .onConflict((conflict) => conflict.columns(['mode', 'size', 'witness']).doNothing())
        .execute()
    },

    // In the order of the primary key, so that it reads these few and no more, however many checkpoints there are.
    async bestCosigned(mode, size) {
      const counts = db
        .selectFrom('logCosignatures')
        .select(['size', ({ fn }) => fn.countAll<number>().as('signers')])
        .where('mode', '=', mode)
        .where('size', '>=', size)
        .groupBy('size')
      const next = await counts.orderBy('size').limit(CHECKPOINTS_COMPARED).execute()
      const newest = await counts.orderBy('size', 'desc').limit(1).execute()
      const [best] = [...next, ...newest].toSorted((one, other) => other.signers - one.signers)
      return best ? readCosigned(db, mode, best.size) : null
    },

    async newestCosigned(mode) {
      const newest = await db
        .selectFrom('logCosignatures')
        .select('size')
        .where('mode', '=', mode)
        .orderBy('size', 'desc')
        .limit(1)
        .executeTakeFirst()
      return newest ? readCosigned(db, mode, newest.size) : null
    },

    async newestSizeOf(mode, witness) {
      const newest = await db
        .selectFrom('logCosignatures')
        .select('size')
        .where('mode', '=', mode)
        .where('witness', '=', witness)
        .orderBy('size', 'desc')
        .limit(1)
        .executeTakeFirst()
      return newest?.size ?? 0
    },
  }
}

async function readCosigned(db: Kysely<Tables>, mode: ProofMode, size: number): Promise<CosignedCheckpoint> {
  const { checkpoint } = await db
    .selectFrom('logCheckpoints')
    .select('checkpoint')
    .where('mode', '=', mode)
    .where('size', '=', size)
    .executeTakeFirstOrThrow()
  const cosignatures = await db
    .selectFrom('logCosignatures')
    .select(['witness', 'line', 'time'])
    .where('mode', '=', mode)
    .where('size', '=', size)
    .orderBy('time')
    .orderBy('witness')
    .execute()
  return { size, checkpoint, cosignatures }
}
