import type { Context, Handler } from 'hono'
import { ApiError } from '../../lib/errors'
import { downloadName } from './file-types'
import type { Services } from '../../ports/services'
import type { WorkSampleRow } from '../../ports/trusttag/work-sample-store'
import type { AppEnv } from '../../http/request'
import { FILE_POLICY, wantedRange } from '../../http/responses'
import { callerAddress } from '../../http/request'
import { WORK_SAMPLE_LINK_LIFETIME_MINUTES } from '../../../contract/limits'

/** 32 bytes, base64url. */
const TOKEN = /^[\w-]{43}$/u
/** Our own encoding. Every other type is a download. */
const INLINE_TYPE = 'image/webp'

type SampleServices = Pick<Services, 'store' | 'uploads' | 'secrets' | 'clock' | 'rateLimiter'>

/** Sends a work sample to anyone with a valid link. Video players request ranges; opened alone the file has no rights. */
export function serveWorkSample(services: SampleServices, trustProxyHops: number): Handler<AppEnv> {
  return async (context) => {
    await services.rateLimiter.take('callsPerAddress', callerAddress(context, trustProxyHops))
    const sample = await findLinked(services, context.req.param('token') ?? '')
    const length = sample && (await services.uploads.size(sample.file))
    if (!sample || !length) throw new ApiError('not-found')
    setHeaders(context, sample)
    return answer(context, services, sample, length)
  }
}

async function findLinked({ store, secrets, clock }: SampleServices, token: string): Promise<WorkSampleRow | null> {
  const link = TOKEN.test(token) ? await store.sampleLinks.find(secrets.digest(token), clock.now()) : null
  return link && store.workSamples.find(link.sampleId)
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
  { uploads }: SampleServices,
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
 * Creates a URL that opens a work sample for five minutes. The database stores its digest only.
 * @throws ApiError `work-sample-not-found` for an incomplete one
 */
export async function createLink(
  { store, secrets, clock, urls }: Pick<Services, 'store' | 'secrets' | 'clock' | 'urls'>,
  { id, status }: Pick<WorkSampleRow, 'id' | 'status'>,
): Promise<{ url: string; expiresAt: number }> {
  if (status !== 'READY') throw new ApiError('work-sample-not-found')
  const token = secrets.sessionToken()
  const expiresAt = clock.now() + WORK_SAMPLE_LINK_LIFETIME_MINUTES * 60_000
  await store.sampleLinks.insert({ tokenDigest: secrets.digest(token), sampleId: id, expiresAt })
  return { url: urls.api + SAMPLES_PATH + token, expiresAt }
}

export const SAMPLES_PATH = '/work-samples/'
