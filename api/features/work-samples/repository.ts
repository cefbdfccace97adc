import type { Db, Tx } from '../../database/db'
import type { Tables } from '../../database/tables'

/** A file that shows work, possibly still incomplete. */
export type WorkSampleRow = Tables['workSamples']

export type WorkSampleProgress = Pick<WorkSampleRow, 'receivedBytes' | 'changedAt'> &
  Partial<Pick<WorkSampleRow, 'type' | 'sizeBytes' | 'status' | 'file' | 'digest'>>

type SampleLinkRow = Tables['sampleLinks']

export async function insertWorkSample({ kysely }: Db, sample: WorkSampleRow): Promise<void> {
  await kysely.insertInto('workSamples').values(sample).execute()
}

export async function findWorkSampleById({ kysely }: Db, id: string): Promise<WorkSampleRow | null> {
  return (await kysely.selectFrom('workSamples').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Oldest first. */
export async function listWorkSamplesByAttempt({ kysely }: Db, attemptId: string): Promise<WorkSampleRow[]> {
  const practice = kysely
    .selectFrom('assessmentAttempts as own')
    .innerJoin('assessmentAttempts as practice', (join) =>
      join
        .onRef('practice.memberId', '=', 'own.memberId')
        .onRef('practice.bankId', '=', 'own.bankId')
        .onRef('practice.skill', '=', 'own.skill'),
    )
    .select('practice.id')
    .where('own.id', '=', attemptId)
    .where('own.counts', '=', 1)
    .where('practice.counts', '=', 0)
  return kysely
    .selectFrom('workSamples')
    .selectAll()
    .where((columns) => columns.or([columns('attemptId', '=', attemptId), columns('attemptId', 'in', practice)]))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Oldest first. */
export const listWorkSamplesByMember = ({ kysely }: Db, memberId: string): Promise<WorkSampleRow[]> =>
  kysely
    .selectFrom('workSamples')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Ready files that a TrustTag shows, oldest first. */
export const listWorkSamplesShownWith = ({ kysely }: Db, tagId: string): Promise<WorkSampleRow[]> =>
  kysely
    .selectFrom('workSamples')
    .selectAll()
    .where('shownWith', '=', tagId)
    .where('status', '=', 'READY')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Shows these files with a TrustTag, and no others. */
export async function showWorkSamples({ kysely }: Tx, tagId: string, ids: readonly string[]): Promise<void> {
  await kysely.updateTable('workSamples').set({ shownWith: null }).where('shownWith', '=', tagId).execute()
  if (ids.length > 0) await kysely.updateTable('workSamples').set({ shownWith: tagId }).where('id', 'in', ids).execute()
}

/** Changes an incomplete sample that has received exactly this many bytes; false if it has not. */
export async function advanceWorkSample(
  { kysely }: Db,
  id: string,
  received: number,
  progress: WorkSampleProgress,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('workSamples')
    .set(progress)
    .where('id', '=', id)
    .where('status', '=', 'RECEIVING')
    .where('receivedBytes', '=', received)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function deleteWorkSampleById({ kysely }: Db, id: string): Promise<void> {
  await kysely.deleteFrom('workSamples').where('id', '=', id).execute()
}

export async function findUsedFiles({ kysely }: Db, files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return []
  const rows = await kysely.selectFrom('workSamples').select('file').where('file', 'in', files).execute()
  return rows.map(({ file }) => file)
}

/**
 * Deletes incomplete samples.
 * @param options.lastPart of those whose last part arrived before this time
 * @param options.announced of those without a part that were announced before this time
 * @returns their files
 */
export async function deleteAbandonedWorkSamples(
  { kysely }: Db,
  { lastPart, announced }: { lastPart: number; announced: number },
): Promise<string[]> {
  const rows = await kysely
    .deleteFrom('workSamples')
    .where('status', '=', 'RECEIVING')
    .where((eb) =>
      eb.or([eb('changedAt', '<', lastPart), eb.and([eb('receivedBytes', '=', 0), eb('changedAt', '<', announced)])]),
    )
    .returning('file')
    .execute()
  return rows.map(({ file }) => file)
}

export async function insertSampleLink({ kysely }: Db, link: SampleLinkRow): Promise<void> {
  await kysely.insertInto('sampleLinks').values(link).execute()
}

/** Null if unknown or expired. */
export async function findSampleLink({ kysely }: Db, tokenDigest: string, now: number): Promise<SampleLinkRow | null> {
  const link = await kysely
    .selectFrom('sampleLinks')
    .selectAll()
    .where('tokenDigest', '=', tokenDigest)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return link ?? null
}

export async function deleteExpiredSampleLinks({ kysely }: Db, now: number): Promise<void> {
  await kysely.deleteFrom('sampleLinks').where('expiresAt', '<=', now).execute()
}
