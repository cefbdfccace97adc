import type { Endpoint } from './endpoint'

/** Tables of an app's own records. Who may do what stands in each table's rules. */
export const dataTableEndpoints = {
  getDataTables: { method: 'GET', path: '/v1/data-tables', access: 'optional' },
  getDataTable: { method: 'GET', path: '/v1/data-tables/:table', access: 'optional' },
  queryDataRecords: { method: 'POST', path: '/v1/data-records/query', access: 'optional' },
  createDataRecord: { method: 'POST', path: '/v1/data-records', access: 'optional' },
  updateDataRecord: { method: 'PUT', path: '/v1/data-records/:recordId', access: 'optional' },
  deleteDataRecord: { method: 'DELETE', path: '/v1/data-records/:recordId', access: 'optional' },
} as const satisfies Record<string, Endpoint>
