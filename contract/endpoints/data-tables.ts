import type { Endpoint } from './endpoint'

/** The app's own tables. Each table's rules define who can do what. */
export const dataTableEndpoints = {
  getDataTables: { method: 'GET', path: '/v1/data-tables', access: 'optional' },
  getDataTable: { method: 'GET', path: '/v1/data-tables/:table', access: 'optional' },
  queryDataRecords: { method: 'POST', path: '/v1/data-records/query', access: 'optional' },
  createDataRecord: { method: 'POST', path: '/v1/data-records', access: 'optional' },
  updateDataRecord: { method: 'PUT', path: '/v1/data-records/:recordId', access: 'optional' },
  deleteDataRecord: { method: 'DELETE', path: '/v1/data-records/:recordId', access: 'optional' },
} as const satisfies Record<string, Endpoint>
