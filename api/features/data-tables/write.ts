import { relationFieldTypes } from '../../../contract/data-tables'
import type { DataRecord } from '../../../contract/schemas/data-tables'
import type { Db, Tx } from '../../database/db'
import { ApiError, UniqueConstraintError } from '../../lib/errors'
import type { DataTableDefinition } from '../apps/definition'
import { type StorageServices, type Storing, withinStorage } from '../files/account-storage'
import { yieldToEventLoop } from '../../lib/concurrency'
import type { Services } from '../../http/services'
import {
  completeValues,
  defaultsOf,
  findTable,
  type LinkChange,
  memberIdOf,
  readRecordData,
  type RecordChanges,
  type RecordRequest,
  requireScope,
  scopeOf,
  singleReferences,
  uniquesOf,
  visibleRecords,
} from './fields'
import type { DataRecordRow, LinkTarget, RecordLink } from './query-types'
import {
  connect,
  countVisibleRecords,
  deleteDataRecord,
  deleteLinks,
  disconnect,
  insertDataRecord,
  isConnectedWithMember,
  listLinks,
  lockDataRecord,
  updateDataRecord,
} from './repository'
import { toDataRecord } from './serializers'
import { listMembersByIds } from '../members/repository'

type WriteServices = StorageServices & Pick<Services, 'secrets'>
type PageRequest = RecordRequest & Storing
type Data = Readonly<Record<string, unknown>>

interface NamedRecord {
  id: string
  tableKey?: string
}

/** For a to-many relation; a single reference is returned as the id it points to. */
interface LinkResult {
  count: number
  action: 'connected' | 'disconnected' | 'unchanged'
  /** Only for relations to members: whether the caller is now connected. */
  hasself?: boolean
}

/** Approximate, without its values. */
const RECORD_ROW_BYTES = 500

const LINKS_PER_STEP = 1_000

/** A logged-in member owns the record. @throws ApiError as `insertRecord` and `withinStorage` */
export const createRecord = (
  services: WriteServices,
  request: PageRequest,
  table: DataTableDefinition,
  data: Data,
): Promise<DataRecord> =>
  withinStorage(
    services,
    request,
    (tx) => insertRecord(tx, services, request, { table, data, creatorId: memberIdOf(request.caller) }),
    { visitorBytes: sizeOf(data) },
  )

/** Fields that are not in `data` stay. @throws ApiError as `changeRecord` and `withinStorage` */
export const updateRecord = (
  services: WriteServices,
  request: PageRequest,
  id: string,
  data: Data,
): Promise<DataRecord> =>
  withinStorage(services, request, (tx) => changeRecord(tx, services, request, { named: { id }, data }), {
    visitorBytes: sizeOf(data),
  })

/** @throws ApiError `data-record-not-found`, `access-denied` */
export async function deleteRecord(
  { store }: Pick<Services, 'store'>,
  request: RecordRequest,
  id: string,
): Promise<{ id: string }> {
  // A record may have thousands of links; one statement for all would block other writes.
  while (!(await store.transaction((tx) => deleteStep(tx, request, { id })))) await yieldToEventLoop()
  return { id }
}

/**
 * In the caller's transaction.
 * @param creatorId the owning member; null: none
 * @throws ApiError `access-denied` before it reads the data, `required-field-missing`, `unique-constraint-violation`,
 * `data-record-not-found` and `member-not-found` for a target; those of `readRecordData`
 */
export async function insertRecord(
  tx: Tx,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  request: RecordRequest,
  { table, data, creatorId }: { table: DataTableDefinition; data: Data; creatorId: string | null },
): Promise<DataRecord> {
  requireScope(table.createRule, request.caller)
  const changes = readRecordData(table, data, request.caller)
  const values = completeValues(table, { ...defaultsOf(table), ...changes.values })
  const now = clock.now()
  const row = {
    id: secrets.recordId(),
    appId: request.app.id,
    mode: request.mode,
    tableKey: table.key,
    memberId: creatorId,
    values,
    createdAt: now,
    updatedAt: now,
  }
  const record = await insertDataRecord(tx, row, uniquesOf(table, values)).catch(failOnConflict)
  return linkAndSerialize(tx, request, { table, record }, changes)
}

/** In the caller's transaction. @throws ApiError `data-record-not-found`; those of `insertRecord` */
export async function changeRecord(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  request: RecordRequest,
  { named, data }: { named: NamedRecord; data: Data },
): Promise<DataRecord> {
  const { record, table } = await lockWritable(tx, request, named, 'updateRule')
  const changes = readRecordData(table, data, request.caller)
  const values = completeValues(table, { ...record.values, ...changes.values })
  const updatedAt = Math.max(clock.now(), record.updatedAt)
  const uniques = uniquesOf(table, values)
  await updateDataRecord(tx, record.id, { values, updatedAt }, uniques).catch(failOnConflict)
  return linkAndSerialize(tx, request, { table, record: { ...record, values, updatedAt } }, changes)
}

/** In the caller's transaction. @returns the former record @throws ApiError `data-record-not-found`, `access-denied` */
export async function removeRecord(tx: Tx, request: RecordRequest, named: NamedRecord): Promise<DataRecord> {
  const { record, table } = await lockWritable(tx, request, named, 'deleteRule')
  const links = await listSingleLinks(tx, table, record.id)
  await deleteDataRecord(tx, record.id)
  return toDataRecord(table, record, links, { caller: request.caller, select: null })
}

const sizeOf = (data: Data): number => RECORD_ROW_BYTES + Buffer.byteLength(JSON.stringify(data))

/** @returns whether the record is gone */
async function deleteStep(tx: Tx, request: RecordRequest, named: NamedRecord): Promise<boolean> {
  const { record } = await lockWritable(tx, request, named, 'deleteRule')
  if ((await deleteLinks(tx, record.id, LINKS_PER_STEP)) >= LINKS_PER_STEP) return false
  await deleteDataRecord(tx, record.id)
  return true
}

/** A readable but not writable record is refused; any other is not found. */
async function lockWritable(
  tx: Tx,
  request: RecordRequest,
  { id, tableKey }: NamedRecord,
  rule: 'updateRule' | 'deleteRule',
): Promise<{ record: DataRecordRow; table: DataTableDefinition }> {
  const { app, mode, caller } = request
  const record = await lockDataRecord(tx, id)
  if (record?.appId !== app.id || record.mode !== mode) throw new ApiError('data-record-not-found')
  if (tableKey !== undefined && record.tableKey !== tableKey) throw new ApiError('data-record-not-found')
  const table = findTable(app, record.tableKey)
  const own = memberIdOf(caller)
  const isOwn = own !== null && record.memberId === own
  const scope = scopeOf(table[rule], caller)
  if (scope === 'all' || (scope === 'own' && isOwn)) return { record, table }
  const visible = visibleRecords(request, table)
  const isVisible = visible !== null && (visible.ownerId === null || isOwn)
  throw new ApiError(isVisible ? 'access-denied' : 'data-record-not-found')
}

async function linkAndSerialize(
  tx: Tx,
  request: RecordRequest,
  { table, record }: { table: DataTableDefinition; record: DataRecordRow },
  { links }: RecordChanges,
): Promise<DataRecord> {
  const results: Record<string, LinkResult> = {}
  for (const change of links) {
    const result = await changeLinks(tx, request, record, change)
    if (relationFieldTypes[change.field.type].many) results[change.field.key] = result
  }
  const singleLinks = await listSingleLinks(tx, table, record.id)
  const written = toDataRecord(table, record, singleLinks, { caller: request.caller, select: null })
  return { ...written, data: { ...written.data, ...results } }
}

/** @throws ApiError `data-record-not-found`, `member-not-found` for a missing or hidden target */
async function changeLinks(
  tx: Tx,
  request: RecordRequest,
  record: DataRecordRow,
  { field, replaces, ...targets }: LinkChange,
): Promise<LinkResult> {
  const disconnected = await disconnect(tx, record.id, field.key, replaces ? undefined : targets.disconnect)
  await requireTargets(tx, request, field.references, targets.connect)
  const connected = await connect(tx, record, field.key, targets.connect)
  const action = connected > 0 ? 'connected' : disconnected > 0 ? 'disconnected' : 'unchanged'
  const result: LinkResult = { count: connected > 0 ? connected : disconnected, action }
  if (relationFieldTypes[field.type].to === 'record') return result
  const own = memberIdOf(request.caller)
  return { ...result, hasself: own !== null && (await isConnectedWithMember(tx, record.id, field.key, own)) }
}

async function requireTargets(
  tx: Tx,
  request: RecordRequest,
  tableKey: string,
  targets: readonly LinkTarget[],
): Promise<void> {
  const { app, mode } = request
  const idsOf = (wanted: LinkTarget['kind']) => [
    ...new Set(targets.filter(({ kind }) => kind === wanted).map(({ id }) => id)),
  ]
  const memberIds = idsOf('member')
  const found = await listMembersByIds(tx, memberIds)
  if (found.filter((member) => member.appId === app.id && member.mode === mode).length < memberIds.length)
    throw new ApiError('member-not-found')
  const recordIds = idsOf('record')
  if (recordIds.length === 0) return
  const visible = visibleRecords(request, findTable(app, tableKey))
  const visibleCount = visible ? await countVisibleRecords(tx, visible, recordIds) : 0
  if (visibleCount < recordIds.length) throw new ApiError('data-record-not-found')
}

const listSingleLinks = (db: Db, table: DataTableDefinition, id: string): Promise<RecordLink[]> =>
  listLinks(
    db,
    [id],
    singleReferences(table).map(({ key }) => key),
  )

function failOnConflict(error: unknown): never {
  throw error instanceof UniqueConstraintError ? new ApiError('unique-constraint-violation', { cause: error }) : error
}
