import type { Endpoint } from './endpoint'

/**
 * Ours: work sample files of a member's completed assessment. A file is announced, then sent in parts of at most
 * `WORK_SAMPLE_CHUNK_MAX_BYTES`. After a failure, `getWorkSample` returns where to resume. `not-found` for an app that
 * issues no TrustTags.
 */
export const workSampleEndpoints = {
  listWorkSamples: { method: 'GET', path: '/trusttag/attempts/:attemptId/samples', access: 'member' },
  startWorkSample: { method: 'POST', path: '/trusttag/attempts/:attemptId/samples', access: 'member' },
  getWorkSample: { method: 'GET', path: '/trusttag/samples/:sampleId', access: 'member' },
  /** Uploads the next part. The last part starts the check. */
  sendWorkSample: { method: 'PUT', path: '/trusttag/samples/:sampleId', body: 'bytes', access: 'member' },
  deleteWorkSample: { method: 'DELETE', path: '/trusttag/samples/:sampleId', access: 'member' },
  /** A URL that shows the file to anyone who has it, for a short time. */
  createSampleLink: { method: 'POST', path: '/trusttag/samples/:sampleId/link', access: 'member' },
} as const satisfies Record<string, Endpoint>
