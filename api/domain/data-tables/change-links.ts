import { relationFieldTypes } from '../../../contract/data-tables'
import type { Repositories } from '../../ports/store'
import type { DataRecordRow, LinkTarget } from '../../ports/data-store'
import { ApiError } from '../../lib/errors'
import { findTable } from './find-table'
import type { LinkChange } from './read-record-data'
import { visibleRecords } from './record-request'
import type { RecordRequest } from './record-request'
import { memberIdOf } from './table-access'

/** What became of the members or records that a field of many connects; single references answer with their id. */
export interface LinkResult {
  count: number
  action: 'connected' | 'disconnected' | 'unchanged'
  /** Of members: whether the caller is among them now. */
  hasself?: boolean
}

type Parts = Pick<Repositories, 'dataRecords' | 'members'>

/**
 * Connects and disconnects what a write names.
 * @throws ApiError `data-record-not-found`, `member-not-found` for what is not there, or not for the caller to see
 */
export async function changeLinks(
  repositories: Parts,
  request: RecordRequest,
  record: DataRecordRow,
  changes: readonly LinkChange[],
): Promise<Record<string, LinkResult>> {
  const results: Record<string, LinkResult> = {}
  for (const change of changes) {
    const result = await changeField(repositories, request, record, change)
    if (relationFieldTypes[change.field.type].many) results[change.field.key] = result
  }
  return results
}

async function changeField(
  repositories: Parts,
  request: RecordRequest,
  record: DataRecordRow,
  { field, connect, disconnect, replaces }: LinkChange,
): Promise<LinkResult> {
  const { dataRecords } = repositories
  const disconnected = await dataRecords.disconnect(record.id, field.key, replaces ? undefined : disconnect)
  await requireTargets(repositories, request, field.references, connect)
  const connected = await dataRecords.connect(record, field.key, connect)
  const action = connected > 0 ? 'connected' : disconnected > 0 ? 'disconnected' : 'unchanged'
  const result: LinkResult = { count: connected > 0 ? connected : disconnected, action }
  if (relationFieldTypes[field.type].to === 'record') return result
  const own = memberIdOf(request.caller)
  return { ...result, hasself: own !== null && (await dataRecords.isConnectedWithMember(record.id, field.key, own)) }
}

async function requireTargets(
  { dataRecords, members }: Parts,
  request: RecordRequest,
  references: string,
  targets: readonly LinkTarget[],
): Promise<void> {
  const { app, mode } = request
  const idsOf = (wanted: LinkTarget['kind']) => [
    ...new Set(targets.filter(({ kind }) => kind === wanted).map(({ id }) => id)),
  ]
  const memberIds = idsOf('member')
  const found = await members.listByIds(memberIds)
  if (found.filter((member) => member.appId === app.id && member.mode === mode).length < memberIds.length)
    throw new ApiError('member-not-found')
  const recordIds = idsOf('record')
  if (recordIds.length === 0) return
  const visible = visibleRecords(request, findTable(app, references))
  const there = visible ? await dataRecords.countThere(visible, recordIds) : 0
  if (there < recordIds.length) throw new ApiError('data-record-not-found')
}
