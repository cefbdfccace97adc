import type { ProofMode } from '../../../contract/proof-paths'
import type { Db, Tx } from '../../database/db'
import { inChunks } from '../../database/sql'
import type { Tables } from '../../database/tables'

export type CredentialRow = Tables['tagCredentials']

/** The columns that link a credential to its `revoke` entry. */
export type CredentialKeys = Pick<CredentialRow, 'tagId' | 'digest' | 'salt' | 'statusList' | 'statusIndex'>

/** A bit of a status list (Bitstring Status List 1.0, `statusListIndex`). */
export interface StatusListIndex {
  list: number
  index: number
}

interface RevocationRow extends StatusListIndex, Pick<Tables['revocations'], 'mode' | 'version' | 'logIndex'> {}

/** A signing key with its seed as stored; a `KeyStore` encrypts and decrypts it. */
export type SigningKeyRow = Tables['signingKeys']

export async function insertCredential({ kysely }: Db, credential: CredentialRow): Promise<void> {
  await kysely.insertInto('tagCredentials').values(credential).execute()
}

export async function findCredential({ kysely }: Db, tagId: string): Promise<CredentialRow | null> {
  return (await kysely.selectFrom('tagCredentials').selectAll().where('tagId', '=', tagId).executeTakeFirst()) ?? null
}

/** Oldest first. */
export const listCredentialsByMember = ({ kysely }: Db, memberId: string): Promise<CredentialRow[]> =>
  kysely.selectFrom('tagCredentials').selectAll().where('memberId', '=', memberId).orderBy('logIndex').execute()

/** Existing credentials of TrustTags, unordered. */
export async function listCredentialsByTags({ kysely }: Db, tagIds: readonly string[]): Promise<CredentialRow[]> {
  const rows: CredentialRow[] = []
  for (const ids of inChunks(tagIds))
    rows.push(...(await kysely.selectFrom('tagCredentials').selectAll().where('tagId', 'in', ids).execute()))
  return rows
}

/** IDs of TrustTags whose credential a key has signed, oldest first. @param key `z6Mk…` */
export async function listTagsSignedBy({ kysely }: Db, mode: ProofMode, key: string): Promise<string[]> {
  const rows = await kysely
    .selectFrom('tagCredentials')
    .select('tagId')
    .where('mode', '=', mode)
    .where('credential', 'like', `%#${key}"%`)
    .orderBy('logIndex')
    .execute()
  return rows.map(({ tagId }) => tagId)
}

/** A page of credentials, ordered by TrustTag ID. @param after last ID of the previous page; empty for the first */
export const listCredentialKeys = (
  { kysely }: Db,
  mode: ProofMode,
  after: string,
  limit: number,
): Promise<CredentialKeys[]> =>
  kysely
    .selectFrom('tagCredentials')
    .select(['tagId', 'digest', 'salt', 'statusList', 'statusIndex'])
    .where('mode', '=', mode)
    .where('tagId', '>', after)
    .orderBy('tagId')
    .limit(limit)
    .execute()

/** Deletes a TrustTag's credential and the proof in its row, so that a new one can be issued. */
export async function deleteCredential({ kysely }: Tx, tagId: string): Promise<void> {
  await kysely.deleteFrom('tagCredentials').where('tagId', '=', tagId).execute()
  await kysely.updateTable('tags').set({ proof: null }).where('id', '=', tagId).execute()
}

/** The list that indexes are allocated from, and its number of allocated indexes. At first: list 1 with 0. */
export async function findNewestList({ kysely }: Db, mode: ProofMode): Promise<{ list: number; used: number }> {
  const newest = await kysely
    .selectFrom('statusPlaces')
    .select(['list', ({ fn }) => fn.countAll<number | bigint | string>().as('used')])
    .where('mode', '=', mode)
    .groupBy('list')
    .orderBy('list', 'desc')
    .executeTakeFirst()
  return newest ? { list: newest.list, used: Number(newest.used) } : { list: 1, used: 0 }
}

/** False if the index is already allocated. Atomic. */
export async function tryAllocateIndex(
  { kysely }: Db,
  mode: ProofMode,
  { list, index }: StatusListIndex,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto('statusPlaces')
    .values({ mode, list, position: index, revokedAt: null })
    .onConflict((conflict) => conflict.columns(['mode', 'list', 'position']).doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function isListUsed({ kysely }: Db, mode: ProofMode, list: number): Promise<boolean> {
  const any = await kysely
    .selectFrom('statusPlaces')
    .select('position')
    .where('mode', '=', mode)
    .where('list', '=', list)
    .limit(1)
    .executeTakeFirst()
  return any !== undefined
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Sets a bit; a set bit does not change. @param at stored as a day, in a column that nothing relies on */
export async function insertRevocation(
  { kysely }: Tx,
  { mode, list, index, version, logIndex }: RevocationRow,
  at: number,
): Promise<void> {
  await kysely
    .insertInto('revocations')
    .values({ mode, list, position: index, version, logIndex })
    .onConflict((conflict) => conflict.columns(['mode', 'list', 'position']).doNothing())
    .execute()
  await kysely
    .updateTable('statusPlaces')
    .set({ revokedAt: Math.floor(at / DAY_MS) * DAY_MS })
    .where('mode', '=', mode)
    .where('list', '=', list)
    .where('position', '=', index)
    .where('revokedAt', 'is', null)
    .execute()
}

/** Ordered by version and index. */
export const listRevocations = (
  { kysely }: Db,
  mode: ProofMode,
  list: number,
): Promise<Pick<RevocationRow, 'index' | 'version'>[]> =>
  kysely
    .selectFrom('revocations')
    .select(['position as index', 'version'])
    .where('mode', '=', mode)
    .where('list', '=', list)
    .orderBy('version')
    .orderBy('position')
    .execute()

/** Indexes that older releases marked as revoked in a column. Read once, to backfill the `revocations` table. */
export async function listMarkedIndexes({ kysely }: Db, mode: ProofMode, list: number): Promise<number[]> {
  const rows = await kysely
    .selectFrom('statusPlaces')
    .select('position')
    .where('mode', '=', mode)
    .where('list', '=', list)
    .where('revokedAt', 'is not', null)
    .orderBy('position')
    .execute()
  return rows.map(({ position }) => position)
}

/** Oldest first. */
export const listSigningKeys = ({ kysely }: Db): Promise<SigningKeyRow[]> =>
  kysely.selectFrom('signingKeys').selectAll().orderBy('createdAt').orderBy('publicKey').execute()

/** False if its purpose already has an active key. Atomic: an index allows one. */
export async function insertSigningKey({ kysely }: Db, key: SigningKeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto('signingKeys')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function retireSigningKeys({ kysely }: Db, purpose: SigningKeyRow['purpose'], at: number): Promise<void> {
  await kysely
    .updateTable('signingKeys')
    .set({ retiredAt: at, seed: null })
    .where('purpose', '=', purpose)
    .where('retiredAt', 'is', null)
    .execute()
}

/** Replaces the stored form of a seed, unless it has changed since the read. */
export async function replaceSeed({ kysely }: Db, publicKey: string, before: string, after: string): Promise<void> {
  await kysely
    .updateTable('signingKeys')
    .set({ seed: after })
    .where('publicKey', '=', publicKey)
    .where('seed', '=', before)
    .execute()
}

/** False for unknown keys and for active ones. */
export async function deleteRetiredKey({ kysely }: Db, publicKey: string): Promise<boolean> {
  const { numDeletedRows } = await kysely
    .deleteFrom('signingKeys')
    .where('publicKey', '=', publicKey)
    .where('retiredAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Atomic. @returns false if an alarm for this subject is already recorded */
export async function recordAlarm({ kysely }: Db, subject: string, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto('proofAlarms')
    .values({ subject, at })
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
