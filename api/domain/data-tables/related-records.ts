import { relationFieldTypes } from '../../../contract/data-tables'
import type { Services } from '../../ports/services'
import type { Condition, DataRecordRow } from '../../ports/data-store'
import type { Include } from './read-include'
import { visibleRecords } from './record-request'
import type { RecordRequest } from './record-request'

/** The records that a relation of one leads to, one more than the page has room for. */
export async function listRelated(
  { store }: Pick<Services, 'store'>,
  request: RecordRequest,
  row: DataRecordRow,
  include: Include,
): Promise<DataRecordRow[]> {
  const { table, list } = include
  const visible = table && visibleRecords(request, table)
  const related = await relatedTo(store, row, include)
  if (!visible || !related) return []
  const { dataRecords } = store
  return dataRecords.query({ ...visible, ...list, where: { all: [list.where, related] }, take: list.take + 1 })
}

/** How many there are, of members too. */
export async function countRelated(
  { store }: Pick<Services, 'store'>,
  request: RecordRequest,
  row: DataRecordRow,
  include: Include,
): Promise<number> {
  const { field, table } = include
  if (relationFieldTypes[field.type].to === 'member')
    return (await store.dataRecords.listLinks([row.id], field.key)).length
  const visible = table && visibleRecords(request, table)
  const related = await relatedTo(store, row, include)
  return visible && related ? store.dataRecords.count({ ...visible, where: related }) : 0
}

/** Null: there are none. */
async function relatedTo(
  { dataRecords }: Pick<Services['store'], 'dataRecords'>,
  { id }: DataRecordRow,
  { field }: Include,
): Promise<Condition | null> {
  if (field.type === 'VIRTUAL_REFERENCE_LIST')
    return {
      field: { kind: 'link', key: field.through, to: 'record' },
      operator: 'equals',
      values: [id],
      insensitive: false,
    }
  const links = await dataRecords.listLinks([id], field.key)
  const values = links.map(({ target }) => target.id)
  if (values.length === 0) return null
  return { field: { kind: 'system', name: 'id' }, operator: 'equals', values, insensitive: false }
}
