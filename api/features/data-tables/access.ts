import type { TableRule } from '../../../contract/data-tables'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition, DataTableDefinition } from '../apps/definition'
import type { Mode } from '../../domain/mode'
import type { MemberRow } from '../../ports/store'
import type { VisibleRecords } from './query-types'

/** A member or visitor of a page, or the holder of a secret key. */
export type RecordCaller = { kind: 'page'; member: MemberRow | null } | { kind: 'admin' }

export interface RecordRequest {
  app: AppDefinition
  mode: Mode
  caller: RecordCaller
}

/** The records that a rule opens to a caller. */
type RecordScope = 'all' | 'own' | 'none'

const ID_PREFIX = 'tbl_'

const scopes = {
  PUBLIC: () => 'all',
  AUTHENTICATED: (member) => (member ? 'all' : 'none'),
  AUTHENTICATED_OWN: (member) => (member ? 'own' : 'none'),
  ADMIN_ONLY: () => 'none',
} as const satisfies Record<TableRule, (member: MemberRow | null) => RecordScope>

export const tableId = (key: string): string => ID_PREFIX + key

/** @param keyOrId both name a table @throws ApiError `data-table-not-found` */
export function findTable({ dataTables }: Pick<AppDefinition, 'dataTables'>, keyOrId: string): DataTableDefinition {
  const table = dataTables.find(({ key }) => key === keyOrId || tableId(key) === keyOrId)
  if (!table) throw new ApiError('data-table-not-found')
  return table
}

/** The rules of a table do not bind the holder of a secret key. */
export const scopeOf = (rule: TableRule, caller: RecordCaller): RecordScope =>
  caller.kind === 'admin' ? 'all' : scopes[rule](caller.member)

/** @throws ApiError `access-denied` when the rule opens no records to the caller */
export function requireScope(rule: TableRule, caller: RecordCaller): void {
  if (scopeOf(rule, caller) === 'none') throw new ApiError('access-denied')
}

/** Null for visitors and for the holder of a secret key. */
export const memberIdOf = (caller: RecordCaller): string | null =>
  caller.kind === 'page' ? (caller.member?.id ?? null) : null

/** Whether any rule of a table lets the caller do something. */
export const isForCaller = ({ caller }: RecordRequest, table: DataTableDefinition): boolean =>
  [table.readRule, table.createRule, table.updateRule, table.deleteRule].some(
    (rule) => scopeOf(rule, caller) !== 'none',
  )

/** Null when the caller may read no record of the table. */
export function visibleRecords(
  { app, mode, caller }: RecordRequest,
  { key, readRule }: DataTableDefinition,
): VisibleRecords | null {
  const scope = scopeOf(readRule, caller)
  if (scope === 'none') return null
  return { appId: app.id, mode, tableKey: key, ownerId: scope === 'own' ? memberIdOf(caller) : null }
}
