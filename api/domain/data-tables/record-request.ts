import type { RecordCount, TableScope } from '../../ports/data-store'
import type { AppDefinition, DataTableDefinition } from '../app-definition'
import type { Mode } from '../../lib/ids'
import { memberIdOf, scopeOf } from './table-access'
import type { RecordCaller } from './table-access'

/** Whose app, and who asks. */
export interface RecordRequest {
  app: AppDefinition
  mode: Mode
  caller: RecordCaller
}

export type VisibleRecords = TableScope & Pick<RecordCount, 'ownerId'>

/** Which records of a table the caller may read; null: none. */
export function visibleRecords(
  { app, mode, caller }: RecordRequest,
  { key, readRule }: DataTableDefinition,
): VisibleRecords | null {
  const scope = scopeOf(readRule, caller)
  if (scope === 'none') return null
  return { appId: app.id, mode, tableKey: key, ownerId: scope === 'own' ? memberIdOf(caller) : null }
}
