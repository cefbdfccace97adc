import type { Endpoint } from './endpoint'

/**
 * Ours: files that show work, for the member whose completed assessment they belong to. A file is announced, then sent in
 * parts of at most `WORK_SAMPLE_CHUNK_MAX_BYTES`; after a failure `getWorkSample` says where to go on. `not-found` for an app
 * that issues no TrustTags.
 */
export const workSampleEndpoints = {
  listWorkSamples: { method: 'GET', path: '/trusttag/attempts/:attemptId/samples', access: 'member' },
  startWorkSample: { method: 'POST', path: '/trusttag/attempts/:attemptId/samples', access: 'member' },
  getWorkSample: { method: 'GET', path: '/trusttag/samples/:sampleId', access: 'member' },
  /** The next part; with the last one the file is checked. */
  sendWorkSample: { method: 'PUT', path: '/trusttag/samples/:sampleId', body: 'bytes', access: 'member' },
  deleteWorkSample: { method: 'DELETE', path: '/trusttag/samples/:sampleId', access: 'member' },
  /** An address that shows the file to whoever has it, for a short time. */
  createSampleLink: { method: 'POST', path: '/trusttag/samples/:sampleId/link', access: 'member' },
} as const satisfies Record<string, Endpoint>
