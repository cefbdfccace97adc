import type { Handler } from 'hono'
import { fromHex } from '../../../contract/bytes'
import type { HeldSample, ShownSample } from '../../../contract/schemas/tags'
import { tagFilesPath } from '../../../contract/proof-paths'
import { callerAddress } from '../../http/request'
import type { AppEnv } from '../../http/request'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import { lockCaller } from '../members/context'
import type { RequestFor } from '../members/context'
import { findCredential } from '../credentials/repository'
import type { CredentialRow } from '../credentials/repository'
import {
  findWorkSampleById,
  listWorkSamplesByAttempt,
  listWorkSamplesShownWith,
  showWorkSamples,
} from '../work-samples/repository'
import type { WorkSampleRow } from '../work-samples/repository'
import { answerWorkSample } from '../work-samples/routes'
import { findOwnTag } from './holder'
import type { SignedTagServices } from './signed-tag'
import { findShownTag } from './verify'
import type { ReportedTag } from './signed-tag'

type ReadServices = Pick<Services, 'store'>

/** The ready files of the attempt, oldest first. @throws ApiError `tag-not-found` */
export async function listHeldSamples(
  { store }: ReadServices,
  request: Parameters<typeof findOwnTag>[1],
  tagId: string,
): Promise<HeldSample[]> {
  const tag = await findOwnTag(store, request, tagId)
  const seal = sealOf(await findCredential(store, tag.id))
  const ready = (await listWorkSamplesByAttempt(store, tag.attemptId)).filter(({ status }) => status === 'READY')
  return ready.map((row) => ({
    id: row.id,
    name: row.name,
    type: row.type,
    sizeBytes: row.sizeBytes,
    isSealed: seal(row),
    isShown: row.shownWith === tag.id,
  }))
}

/**
 * Shows exactly these files with the TrustTag.
 * @throws ApiError `client/invalid-token`, `tag-not-found`, `work-sample-not-found` for a file of another attempt
 */
export async function showSamples(
  services: Pick<Services, 'store' | 'clock'>,
  request: RequestFor<'showTagSamples'>,
  { tagId, sampleIds }: { tagId: string; sampleIds: readonly string[] },
): Promise<HeldSample[]> {
  await services.store.transaction(async (tx) => {
    await lockCaller(tx, services, request)
    const tag = await findOwnTag(tx, request, tagId)
    const own = await listWorkSamplesByAttempt(tx, tag.attemptId)
    const ready = new Set(own.filter(({ status }) => status === 'READY').map(({ id }) => id))
    if (sampleIds.some((id) => !ready.has(id))) throw new ApiError('work-sample-not-found')
    await showWorkSamples(tx, tag.id, sampleIds)
  })
  return listHeldSamples(services, request, tagId)
}

/** For everyone who checks the TrustTag. None of an altered one. */
export async function shownSamples(
  { store, urls }: ReadServices & Pick<Services, 'urls'>,
  { tag, credential, state }: ReportedTag,
): Promise<ShownSample[]> {
  if (state === 'altered') return []
  const seal = sealOf(credential)
  const rows = await listWorkSamplesShownWith(store, tag.trustTagId)
  return rows.map((row) => ({
    type: row.type,
    sizeBytes: row.sizeBytes,
    isSealed: seal(row),
    digest: row.digest ?? '',
    url: `${urls.api}${tagFilesPath(tag.trustTagId)}/samples/${row.id}`,
  }))
}

/** Whether the signed credential names the digest of a file. */
function sealOf(credential: Pick<CredentialRow, 'credential'> | null): (row: WorkSampleRow) => boolean {
  const text = credential?.credential ?? ''
  return ({ digest }) => {
    const bytes = digest === null ? null : fromHex(digest)
    return bytes !== null && text.includes(`"ni:///sha-256;${Buffer.from(bytes).toString('base64url')}"`)
  }
}

/** A file that the holder shows, for everyone who can check the TrustTag. */
export function serveTagSample(
  services: SignedTagServices & Pick<Services, 'uploads' | 'rateLimiter'>,
  trustProxyHops: number,
): Handler<AppEnv> {
  return async (context) => {
    await services.rateLimiter.take('callsPerAddress', callerAddress(context, trustProxyHops))
    const shown = await findShownTag(services, context.req.param('tagId') ?? '')
    const sample = await findWorkSampleById(services.store, context.req.param('sampleId') ?? '')
    if (!shown || shown.state === 'altered' || sample?.shownWith !== shown.tag.trustTagId)
      throw new ApiError('work-sample-not-found')
    context.header('Access-Control-Allow-Origin', '*')
    return answerWorkSample(context, services, sample)
  }
}
