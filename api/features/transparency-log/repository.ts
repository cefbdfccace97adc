import { sql } from 'kysely'
import type { ProofMode } from '../../../contract/proof-paths'
import type { Db, Tx } from '../../database/db'
import { inChunks } from '../../database/sql'
import type { Tables } from '../../database/tables'

export type LogHeadRow = Tables['logHeads']

export type TileHashRow = Omit<Tables['logHashes'], 'mode'>

/** A witness's signature below a checkpoint. */
export type CosignatureRow = Tables['logCosignatures']

export interface CosignedCheckpoint {
  size: number
  /** Without the witnesses' lines. */
  checkpoint: string
  cosignatures: Pick<CosignatureRow, 'witness' | 'line' | 'time'>[]
}

/** An entry and the tree that it completes. */
export interface LogAppend extends LogHeadRow {
  /** Its UTF-8 bytes are hashed. Its index is `size - 1`. */
  entry: string
  /** The leaf, and every tile root that it completes. */
  hashes: readonly TileHashRow[]
}

/** Null before the first entry. */
export async function findLogHead({ kysely }: Db, mode: ProofMode): Promise<LogHeadRow | null> {
  const head = await kysely
    .selectFrom('logHeads')
    .selectAll()
    .where('mode', '=', mode)
    .where('size', '>', 0)
    .executeTakeFirst()
  return head ?? null
}

/** Whether entries, hashes or cosigned checkpoints are stored. */
export async function hasLogRows({ kysely }: Db, mode: ProofMode): Promise<boolean> {
  for (const table of ['logEntries', 'logHashes', 'logCheckpoints'] as const)
    if (await kysely.selectFrom(table).select('mode').where('mode', '=', mode).limit(1).executeTakeFirst()) return true
  return false
}

/** Locks the log until the transaction ends, so that appends are serial. @returns as `findLogHead` */
export async function lockLog(tx: Tx, mode: ProofMode): Promise<LogHeadRow | null> {
  // A write that changes nothing locks the row in both engines; before the first entry, it creates the row.
  await tx.kysely
    .insertInto('logHeads')
    .values({ mode, size: 0, checkpoint: '' })
    .onConflict((conflict) => conflict.column('mode').doUpdateSet({ mode }))
    .execute()
  return findLogHead(tx, mode)
}

export async function insertLogEntry(
  { kysely }: Tx,
  { mode, size, checkpoint, entry, hashes }: LogAppend,
): Promise<void> {
  await kysely
    .insertInto('logEntries')
    .values({ mode, position: size - 1, entry })
    .execute()
  await kysely
    .insertInto('logHashes')
    .values(hashes.map((hash) => ({ mode, ...hash })))
    .execute()
  await kysely.updateTable('logHeads').set({ size, checkpoint }).where('mode', '=', mode).execute()
}

/** Replaces the signed text of the newest tree. */
export async function updateCheckpoint({ kysely }: Tx, { mode, size, checkpoint }: LogHeadRow): Promise<void> {
  await kysely.updateTable('logHeads').set({ checkpoint }).where('mode', '=', mode).where('size', '=', size).execute()
}

/** Hashes of a level, hexadecimal, in order; fewer at the end of the log. */
export async function readLogHashes(
  { kysely }: Db,
  mode: ProofMode,
  { level, from, count }: { level: number; from: number; count: number },
): Promise<string[]> {
  const rows = await kysely
    .selectFrom('logHashes')
    .select('hash')
    .where('mode', '=', mode)
    .where('level', '=', level)
    .where('position', '>=', from)
    .where('position', '<', from + count)
    .orderBy('position')
    .execute()
  return rows.map(({ hash }) => hash)
}

/** In order; fewer at the end of the log. */
export async function readLogEntries({ kysely }: Db, mode: ProofMode, from: number, count: number): Promise<string[]> {
  const rows = await kysely
    .selectFrom('logEntries')
    .select('entry')
    .where('mode', '=', mode)
    .where('position', '>=', from)
    .where('position', '<', from + count)
    .orderBy('position')
    .execute()
  return rows.map(({ entry }) => entry)
}

/** Those of these `revoke` entries that the log has. */
export async function findRevokeEntries(db: Db, mode: ProofMode, entries: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const texts of inChunks(entries)) {
    const rows = await revokeEntries(db, mode).where('entry', 'in', texts).execute()
    found.push(...rows.map(({ entry }) => entry))
  }
  return found
}

/** The `revoke` entries among `count` entries from a position on, unordered. */
export const listRevokeEntries = (
  db: Db,
  mode: ProofMode,
  from: number,
  count: number,
): Promise<{ position: number; entry: string }[]> =>
  revokeEntries(db, mode)
    .where('position', '>=', from)
    .where('position', '<', from + count)
    .execute()

/** Word for word the condition of the index `log_entries_revocations`, so that it is used. */
const revokeEntries = ({ kysely }: Db, mode: ProofMode) =>
  kysely
    .selectFrom('logEntries')
    .select(['position', 'entry'])
    .where('mode', '=', mode)
    .where(sql<boolean>`substr(entry, 78, 15) = '"type":"revoke"'`)

/** Stores a witness's signature with its checkpoint; keeps what is already stored. */
export async function saveCosignature({ kysely }: Db, checkpoint: string, cosignature: CosignatureRow): Promise<void> {
  const { mode, size } = cosignature
  await kysely
    .insertInto('logCheckpoints')
    .values({ mode, size, checkpoint })
    .onConflict((conflict) => conflict.columns(['mode', 'size']).doNothing())
    .execute()
  await kysely
    .insertInto('logCosignatures')
    .values(cosignature)
    .onConflict((conflict) => conflict.columns(['mode', 'size', 'witness']).doNothing())
    .execute()
}

/** Bounds the read: it skips checkpoints that few witnesses signed because others were down. */
const CHECKPOINTS_COMPARED = 200

/**
 * The first checkpoint with the most cosignatures, among the next 200 cosigned ones from a size on and the newest. Its
 * lines are ordered by time.
 */
export async function findBestCosigned(db: Db, mode: ProofMode, size: number): Promise<CosignedCheckpoint | null> {
  // Ordered by the primary key, so that it reads only these, however many checkpoints exist.
  const counts = db.kysely
    .selectFrom('logCosignatures')
    .select(['size', ({ fn }) => fn.countAll<number>().as('signers')])
    .where('mode', '=', mode)
    .where('size', '>=', size)
    .groupBy('size')
  const next = await counts.orderBy('size').limit(CHECKPOINTS_COMPARED).execute()
  const newest = await counts.orderBy('size', 'desc').limit(1).execute()
  const [best] = [...next, ...newest].toSorted((one, other) => other.signers - one.signers)
  return best ? readCosigned(db, mode, best.size) : null
}

export async function findNewestCosigned(db: Db, mode: ProofMode): Promise<CosignedCheckpoint | null> {
  const newest = await db.kysely
    .selectFrom('logCosignatures')
    .select('size')
    .where('mode', '=', mode)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest ? readCosigned(db, mode, newest.size) : null
}

/** Size of the newest checkpoint that a witness signed; 0: none. */
export async function findCosignedSize({ kysely }: Db, mode: ProofMode, witness: string): Promise<number> {
  const newest = await kysely
    .selectFrom('logCosignatures')
    .select('size')
    .where('mode', '=', mode)
    .where('witness', '=', witness)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.size ?? 0
}

async function readCosigned({ kysely }: Db, mode: ProofMode, size: number): Promise<CosignedCheckpoint> {
  const { checkpoint } = await kysely
    .selectFrom('logCheckpoints')
    .select('checkpoint')
    .where('mode', '=', mode)
    .where('size', '=', size)
    .executeTakeFirstOrThrow()
  const cosignatures = await kysely
    .selectFrom('logCosignatures')
    .select(['witness', 'line', 'time'])
    .where('mode', '=', mode)
    .where('size', '=', size)
    .orderBy('time')
    .orderBy('witness')
    .execute()
  return { size, checkpoint, cosignatures }
}
