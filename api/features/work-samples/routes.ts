import type { WorkSample } from '../../../contract/schemas/work-samples'
import type { Handlers } from '../../ports/handler'
import type { WorkSampleRow } from '../../ports/trusttag/work-sample-store'
import { findMembersAttempt, findOwnWorkSample, deleteWorkSample, receivePart, startUpload } from './upload'
import { createLink } from './serve'

/** Endpoints of work samples. Without TrustTags in the app each throws ApiError `not-found`. */
export const workSampleHandlers = {
  /** Announces a file. @throws ApiError as `startUpload` */
  async startWorkSample(services, request, { attemptId, ...file }) {
    return { data: toWorkSample(await startUpload(services, request, attemptId, file)) }
  },

  /** Receives the next part; the last one completes the file. @throws ApiError as `receivePart` */
  async sendWorkSample(services, request, { sampleId, ...part }) {
    return { data: toWorkSample(await receivePart(services, request, sampleId, part)) }
  },

  /** @throws ApiError `work-sample-not-found` */
  async getWorkSample({ store }, request, { sampleId }) {
    return { data: toWorkSample(await findOwnWorkSample(store, request, sampleId)) }
  },

  /** The files of an assessment, oldest first, incomplete ones among them. @throws ApiError `attempt-not-found` */
  async listWorkSamples({ store }, request, { attemptId }) {
    const { id } = await findMembersAttempt(store, request, attemptId)
    return { data: { samples: (await store.workSamples.listByAttempt(id)).map(toWorkSample) } }
  },

  /** Deletes a file, complete or not. @throws ApiError `work-sample-not-found` */
  async deleteWorkSample(services, request, { sampleId }) {
    // Under the lock of the upload: a part that is being written must not create the file again.
    await services.uploads.inTurn(sampleId, async () =>
      deleteWorkSample(services, await findOwnWorkSample(services.store, request, sampleId)),
    )
    return { data: { id: sampleId } }
  },

  /** A URL that opens a file for five minutes. @throws ApiError `work-sample-not-found`, `too-many-requests` */
  async createSampleLink(services, request, { sampleId }) {
    await services.rateLimiter.take('sampleLinksPerAccount', request.member.id)
    const { url, expiresAt } = await createLink(services, await findOwnWorkSample(services.store, request, sampleId))
    return { data: { url, expiresAt: new Date(expiresAt).toISOString() } }
  },
} satisfies Partial<Handlers>

const toWorkSample = (row: WorkSampleRow): WorkSample => ({
  id: row.id,
  name: row.name,
  fingerprint: row.fingerprint,
  type: row.type,
  sizeBytes: row.sizeBytes,
  receivedBytes: row.receivedBytes,
  status: row.status === 'READY' ? 'ready' : 'receiving',
  createdAt: new Date(row.createdAt).toISOString(),
})
