import type { AppDefinition, DataTableDefinition } from '../app-definition'
import { ApiError } from '../../lib/errors'

const PREFIX = 'tbl_'

/** Id of a table: its key, marked. */
export const tableId = (key: string): string => PREFIX + key

/** @param named its key or its id @throws ApiError `data-table-not-found` */
export function findTable({ dataTables }: Pick<AppDefinition, 'dataTables'>, named: string): DataTableDefinition {
  const table = dataTables.find(({ key }) => key === named || tableId(key) === named)
  if (!table) throw new ApiError('data-table-not-found')
  return table
}
