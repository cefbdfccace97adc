import type { DataRecord } from '../../../contract/schemas/data-tables'
import type { AdminContext } from '../../ports/admin-handler'
import type { DataTableDefinition } from '../app-definition'
import type { QueryCaller } from '../data-tables/query-records'
import type { RecordRequest } from '../data-tables/record-request'

/** A request for records by whoever holds a secret key: the rules of a table do not bind it. */
export const adminRecords = ({ app, mode }: Pick<AdminContext, 'app' | 'mode'>): RecordRequest => ({
  app,
  mode,
  caller: { kind: 'admin' },
})

/** Who waits for the answer: the server that holds the key. */
export const queryCallerOf = ({ keyId, signal }: Pick<AdminContext, 'keyId' | 'signal'>): QueryCaller => ({
  caller: keyId,
  signal: signal?.(),
})

/** A written record as published clients get it: decimal numbers are texts there, and numbers in what a query answers. */
export function toWrittenRecord({ fields }: DataTableDefinition, record: DataRecord): DataRecord {
  const decimals = new Set(fields.filter(({ type }) => type === 'DECIMAL').map(({ key }) => key))
  const inText = (key: string, value: unknown) =>
    decimals.has(key) && typeof value === 'number' ? String(value) : value
  const data = Object.entries(record.data).map(([key, value]): [string, unknown] => [key, inText(key, value)])
  return { ...record, data: Object.fromEntries(data) }
}
