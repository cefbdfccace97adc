import type { AdminEndpoint } from './admin-endpoint'

/** Data tables and their records, without the tables' access rules. */
export const adminDataTableEndpoints = {
  listDataTables: { method: 'GET', path: '/v2/data-tables' },
  retrieveDataTable: { method: 'GET', path: '/v2/data-tables/:table' },
  addDataRecord: { method: 'POST', path: '/v2/data-tables/:table/records' },
  queryTableRecords: { method: 'POST', path: '/v2/data-tables/:table/records/query' },
  changeDataRecord: { method: 'PUT', path: '/v2/data-tables/:table/records/:recordId' },
  removeDataRecord: { method: 'DELETE', path: '/v2/data-tables/:table/records/:recordId' },
} as const satisfies Record<string, AdminEndpoint>
