import type { Context, Handler } from 'hono'
import { WORK_SAMPLE_LINK_LIFETIME_MINUTES } from '../../../contract/limits'
import type { WorkSample } from '../../../contract/schemas/work-samples'
import { callerIpAddress } from '../../http/request'
import type { AppEnv } from '../../http/request'
import { FILE_POLICY, wantedRange } from '../../http/responses'
import { ApiError } from '../../lib/errors'
import type { Handlers } from '../members/context'
import type { Services } from '../../http/services'
import { findSampleLink, findWorkSampleById, insertSampleLink, listWorkSamplesByAttempt } from './repository'
import type { WorkSampleRow } from './repository'
import {
  deleteWorkSample,
  downloadName,
  findMembersAttempt,
  findOwnWorkSample,
  receivePart,
  startUpload,
} from './upload'

/** Each throws ApiError `not-found` if the app has no TrustTags. */
export const workSampleHandlers = {
  /** @throws ApiError as `startUpload` */
  async startWorkSample(services, request, { attemptId, ...file }) {
    return { data: toWorkSample(await startUpload(services, request, attemptId, file)) }
  },

  /** The last part completes the file. @throws ApiError as `receivePart` */
  async sendWorkSample(services, request, { sampleId, ...part }) {
    return { data: toWorkSample(await receivePart(services, request, sampleId, part)) }
  },

  /** @throws ApiError `work-sample-not-found` */
  async getWorkSample({ store }, request, { sampleId }) {
    return { data: toWorkSample(await findOwnWorkSample(store, request, sampleId)) }
  },

  /** Oldest first, including incomplete files. @throws ApiError `attempt-not-found` */
  async listWorkSamples({ store }, request, { attemptId }) {
    const { id } = await findMembersAttempt(store, request, attemptId)
    return { data: { samples: (await listWorkSamplesByAttempt(store, id)).map(toWorkSample) } }
  },

  /** Deletes a file, complete or not. @throws ApiError `work-sample-not-found` */
  async deleteWorkSample(services, request, { sampleId }) {
    // Under the upload's lock: otherwise a part that is being written could create the file again.
    await services.uploads.withLock(sampleId, async () =>
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

/** 32 bytes, base64url. */
const TOKEN = /^[\w-]{43}$/u
/** The only encoding of our own. All other types are downloads. */
const INLINE_TYPE = 'image/webp'

type SampleServices = Pick<Services, 'store' | 'uploads' | 'secrets' | 'clock' | 'rateLimiter'>

/** For anyone with a valid link. Video players request ranges; opened alone, the file has no rights. */
export function serveWorkSample(services: SampleServices, trustProxyHops: number): Handler<AppEnv> {
  return async (context) => {
    await services.rateLimiter.take('callsPerAddress', callerIpAddress(context, trustProxyHops))
    const sample = await findLinked(services, context.req.param('token') ?? '')
    if (!sample) throw new ApiError('not-found')
    return answerWorkSample(context, services, sample)
  }
}

/** @throws ApiError `not-found` if the file is gone */
export async function answerWorkSample(
  context: Context<AppEnv>,
  services: Pick<Services, 'uploads'>,
  sample: WorkSampleRow,
): Promise<Response> {
  const length = await services.uploads.size(sample.file)
  if (!length) throw new ApiError('not-found')
  setHeaders(context, sample)
  return answer(context, services, sample, length)
}

async function findLinked({ store, secrets, clock }: SampleServices, token: string): Promise<WorkSampleRow | null> {
  const link = TOKEN.test(token) ? await findSampleLink(store, secrets.digest(token), clock.now()) : null
  return link && findWorkSampleById(store, link.sampleId)
}

const etagOf = ({ digest }: WorkSampleRow): string => `"${digest ?? ''}"`

function setHeaders(context: Context<AppEnv>, sample: WorkSampleRow): void {
  const fileName = encodeURIComponent(downloadName(sample.name, sample.type))
  const shown = sample.type === INLINE_TYPE ? 'inline' : 'attachment'
  context.header('Content-Disposition', `${shown}; filename*=UTF-8''${fileName}`)
  context.header('Content-Security-Policy', FILE_POLICY)
  context.header('Cross-Origin-Resource-Policy', 'cross-origin')
  context.header('Cache-Control', 'private, no-store')
  context.header('Accept-Ranges', 'bytes')
  context.header('ETag', etagOf(sample))
}

function answer(
  context: Context<AppEnv>,
  { uploads }: Pick<Services, 'uploads'>,
  sample: WorkSampleRow,
  length: number,
): Response {
  const range = wantedRange(context, etagOf(sample), length)
  if (range === 'none') {
    context.header('Content-Range', `bytes */${length}`)
    return context.body(null, 416)
  }
  const { first, last } = range ?? { first: 0, last: length - 1 }
  context.header('Content-Type', sample.type)
  context.header('Content-Length', String(last + 1 - first))
  if (range) context.header('Content-Range', `bytes ${first}-${last}/${length}`)
  return context.body(uploads.read(sample.file, first, last), range ? 206 : 200)
}

/**
 * Creates a URL that opens a work sample for five minutes; the database stores only its digest.
 * @throws ApiError `work-sample-not-found` for an incomplete one
 */
async function createLink(
  { store, secrets, clock, urls }: Pick<Services, 'store' | 'secrets' | 'clock' | 'urls'>,
  { id, status }: Pick<WorkSampleRow, 'id' | 'status'>,
): Promise<{ url: string; expiresAt: number }> {
  if (status !== 'READY') throw new ApiError('work-sample-not-found')
  const token = secrets.sessionToken()
  const expiresAt = clock.now() + WORK_SAMPLE_LINK_LIFETIME_MINUTES * 60_000
  await insertSampleLink(store, { tokenDigest: secrets.digest(token), sampleId: id, expiresAt })
  return { url: urls.api + SAMPLES_PATH + token, expiresAt }
}

export const SAMPLES_PATH = '/work-samples/'
