import type { DataRecord } from '../../../contract/schemas/data-tables'
import { relationFieldTypes } from '../../../contract/data-tables'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { DataRecordRow, RecordLink } from '../../ports/data-store'
import type { DataTableDefinition } from '../app-definition'
import { ApiError, UniqueConstraintError } from '../../lib/errors'
import { withinStorage } from '../storage/within-storage'
import type { StorageServices, Storing } from '../storage/within-storage'
import { relationFields } from './field-kind'
import { yieldToEventLoop } from '../../lib/concurrency'
import { findTable } from './find-table'
import { changeLinks } from './change-links'
import { completeValues, defaultsOf, readRecordData, uniquesOf } from './read-record-data'
import type { RecordChanges } from './read-record-data'
import type { RecordRequest } from './record-request'
import { visibleRecords } from './record-request'
import { memberIdOf, requireScope, scopeOf } from './table-access'
import { toDataRecord } from './to-data-record'

/** Links that go in one transaction with a record. */
const LINKS_PER_STEP = 1_000

type Parts = StorageServices & Pick<Services, 'secrets'>
type PageRequest = RecordRequest & Storing
type Data = Readonly<Record<string, unknown>>

/**
 * Makes a record; its maker is the logged-in member, if there is one.
 * @throws ApiError as `insertRecord` and `withinStorage` do
 */
export const createRecord = (
  services: Parts,
  request: PageRequest,
  table: DataTableDefinition,
  data: Data,
): Promise<DataRecord> =>
  withinStorage(
    services,
    request,
    (repositories) => insertRecord(repositories, services, request, table, data, memberIdOf(request.caller)),
    { visitorBytes: sizeOf(data) },
  )

/** Changes the fields that are named. @throws ApiError as `changeRecord` and `withinStorage` do */
export const updateRecord = (services: Parts, request: PageRequest, id: string, data: Data): Promise<DataRecord> =>
  withinStorage(services, request, (repositories) => changeRecord(repositories, services, request, { id }, data), {
    visitorBytes: sizeOf(data),
  })

/** About what the row of a record takes. */
const RECORD_ROW_BYTES = 500
const sizeOf = (data: Data): number => RECORD_ROW_BYTES + Buffer.byteLength(JSON.stringify(data))

/** @throws ApiError `data-record-not-found`, `access-denied` */
export async function deleteRecord(
  { store }: Pick<Parts, 'store'>,
  request: RecordRequest,
  id: string,
): Promise<{ id: string }> {
  while (!(await store.transaction((repositories) => removeSome(repositories, request, { id }))))
    await yieldToEventLoop()
  return { id }
}

/**
 * A record to which thousands are connected loses them step by step: one statement for all would hold up everybody.
 * @returns whether the record is gone
 */
async function removeSome(repositories: Repositories, request: RecordRequest, named: NamedRecord): Promise<boolean> {
  const { record } = await lockWritable(repositories, request, named, 'deleteRule')
  if ((await repositories.dataRecords.deleteLinks(record.id, LINKS_PER_STEP)) >= LINKS_PER_STEP) return false
  await repositories.dataRecords.delete(record.id)
  return true
}

/** A record, wherever it is, or one of one table. */
interface NamedRecord {
  id: string
  /** Key of the table. */
  tableKey?: string
}

/**
 * In the caller's transaction.
 * @throws ApiError `access-denied` before the data is looked at, `required-field-missing`, `unique-constraint-violation`,
 *   `data-record-not-found` for a record it is to be connected with, and what `readRecordData` throws
 */
export async function insertRecord(
  repositories: Repositories,
  { secrets, clock }: Pick<Parts, 'secrets' | 'clock'>,
  request: RecordRequest,
  table: DataTableDefinition,
  data: Data,
  makerId: string | null,
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
    memberId: makerId,
    values,
    createdAt: now,
    updatedAt: now,
  }
  const record = await repositories.dataRecords.insert(row, uniquesOf(table, values)).catch(orTaken)
  return finish(repositories, request, table, record, changes)
}

/** In the caller's transaction. @throws ApiError as `insertRecord` does, and `data-record-not-found` */
export async function changeRecord(
  repositories: Repositories,
  { clock }: Pick<Parts, 'clock'>,
  request: RecordRequest,
  named: NamedRecord,
  data: Data,
): Promise<DataRecord> {
  const { record, table } = await lockWritable(repositories, request, named, 'updateRule')
  const changes = readRecordData(table, data, request.caller)
  const values = completeValues(table, { ...record.values, ...changes.values })
  const updatedAt = Math.max(clock.now(), record.updatedAt)
  await repositories.dataRecords.update(record.id, { values, updatedAt }, uniquesOf(table, values)).catch(orTaken)
  return finish(repositories, request, table, { ...record, values, updatedAt }, changes)
}

/** In the caller's transaction. @returns the record as it was @throws ApiError `data-record-not-found`, `access-denied` */
export async function removeRecord(
  repositories: Repositories,
  request: RecordRequest,
  named: NamedRecord,
): Promise<DataRecord> {
  const { record, table } = await lockWritable(repositories, request, named, 'deleteRule')
  const links = await listSingleLinks(repositories, table, record.id)
  await repositories.dataRecords.delete(record.id)
  return toDataRecord(table, record, links, { caller: request.caller, select: null })
}

async function finish(
  repositories: Repositories,
  request: RecordRequest,
  table: DataTableDefinition,
  record: DataRecordRow,
  { links }: RecordChanges,
): Promise<DataRecord> {
  const results = await changeLinks(repositories, request, record, links)
  const answered = toDataRecord(table, record, await listSingleLinks(repositories, table, record.id), {
    caller: request.caller,
    select: null,
  })
  return { ...answered, data: { ...answered.data, ...results } }
}

/** Only single references stand in a record; lists can be long. */
const listSingleLinks = (
  { dataRecords }: Pick<Repositories, 'dataRecords'>,
  table: DataTableDefinition,
  id: string,
): Promise<RecordLink[]> =>
  dataRecords.listLinks(
    [id],
    relationFields(table)
      .filter(({ type }) => !relationFieldTypes[type].many)
      .map(({ key }) => key),
  )

/** What the caller cannot read is not there for them; what they can read and not write is refused. */
async function lockWritable(
  { dataRecords }: Pick<Repositories, 'dataRecords'>,
  request: RecordRequest,
  { id, tableKey }: NamedRecord,
  rule: 'updateRule' | 'deleteRule',
): Promise<{ record: DataRecordRow; table: DataTableDefinition }> {
  const { app, mode, caller } = request
  const record = await dataRecords.lock(id)
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

function orTaken(error: unknown): never {
  throw error instanceof UniqueConstraintError ? new ApiError('unique-constraint-violation', { cause: error }) : error
}
