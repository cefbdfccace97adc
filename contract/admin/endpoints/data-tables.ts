import type { AdminEndpoint } from './admin-endpoint'

/** Data tables and their records, without the tables' access rules. */
export const adminDataTableEndpoints = {
  listDataTables: { method: 'GET', path: '/v2/data-tables', right: 'data.read' },
  retrieveDataTable: { method: 'GET', path: '/v2/data-tables/:table', right: 'data.read' },
  addDataRecord: { method: 'POST', path: '/v2/data-tables/:table/records', right: 'data.write' },
  queryTableRecords: { method: 'POST', path: '/v2/data-tables/:table/records/query', right: 'data.read' },
  changeDataRecord: { method: 'PUT', path: '/v2/data-tables/:table/records/:recordId', right: 'data.write' },
  removeDataRecord: { method: 'DELETE', path: '/v2/data-tables/:table/records/:recordId', right: 'data.write' },
} as const satisfies Record<string, AdminEndpoint>
