import type { AdminEndpoint } from './admin-endpoint'

/** Work on many members, which the server does in steps. */
export const adminJobEndpoints = {
  listJobs: { method: 'GET', path: '/jobs', right: 'members.read' },
  addJob: { method: 'POST', path: '/jobs', right: 'members.write' },
  addDeleteJob: { method: 'POST', path: '/jobs/delete-members', right: 'members.delete', stepUp: true },
  addExportJob: { method: 'POST', path: '/jobs/export-members', right: 'members.export', stepUp: true },
  retrieveJob: { method: 'GET', path: '/jobs/:jobId', right: 'members.read' },
  cancelJob: { method: 'POST', path: '/jobs/:jobId/cancel', right: 'members.write' },
  undoJob: { method: 'POST', path: '/jobs/:jobId/undo', right: 'members.write' },
  listJobFailures: { method: 'GET', path: '/jobs/:jobId/failures', right: 'members.read' },
  downloadJobFile: { method: 'GET', path: '/jobs/:jobId/file', right: 'members.export', stepUp: true, answer: 'text' },
} as const satisfies Record<string, AdminEndpoint>
