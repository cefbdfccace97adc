import { relationFieldTypes } from '../../../contract/data-tables'
import type { Repositories } from '../../ports/store'
import type { DataRecordRow, LinkTarget } from '../../ports/data-store'
import { ApiError } from '../api-error'
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
  { id: recordId }: DataRecordRow,
  { field, connect, disconnect, replaces }: LinkChange,
): Promise<LinkResult> {
  const { dataRecords } = repositories
  const link = (target: LinkTarget) => ({ recordId, fieldKey: field.key, target })
  const before = await dataRecords.listLinks([recordId], field.key)
  const leaving = replaces ? before.map(({ target }) => target) : disconnect
  let [connected, disconnected] = [0, 0]
  for (const target of leaving) disconnected += Number(await dataRecords.disconnect(link(target)))
  for (const target of connect) {
    await requireTarget(repositories, request, field.references, target)
    connected += Number(await dataRecords.connect(link(target)))
  }
  const action = connected > 0 ? 'connected' : disconnected > 0 ? 'disconnected' : 'unchanged'
  const result: LinkResult = { count: connected > 0 ? connected : disconnected, action }
  if (relationFieldTypes[field.type].to === 'record') return result
  const own = memberIdOf(request.caller)
  const after = await dataRecords.listLinks([recordId], field.key)
  return { ...result, hasself: own !== null && after.some(({ target }) => target.id === own) }
}

async function requireTarget(
  { dataRecords, members }: Parts,
  request: RecordRequest,
  references: string,
  { kind, id }: LinkTarget,
): Promise<void> {
  const { app, mode } = request
  if (kind === 'member') {
    const member = await members.findById(id)
    if (member?.appId !== app.id || member.mode !== mode) throw new ApiError('member-not-found')
    return
  }
  const target = await dataRecords.find(id)
  const visible = visibleRecords(request, findTable(app, references))
  const isThere = target?.appId === app.id && target.mode === mode && target.tableKey === references
  const isVisible = visible !== null && (visible.ownerId === null || visible.ownerId === target?.memberId)
  if (!isThere || !isVisible) throw new ApiError('data-record-not-found')
}
