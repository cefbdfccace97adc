import { createHash } from 'node:crypto'
import type { Context, Hono, Handler } from 'hono'
import * as v from 'valibot'
import { credentialContexts } from '../../../contract/credential/contexts'
import { isOwnTagFile, ownTagFiles } from '../../../contract/own-tag-files'
import type { OwnTagFile } from '../../../contract/own-tag-files'
import { tagAchievementPath, tagFiles, tagFilesPath } from '../../../contract/proof-paths'
import { callerIpAddress } from '../../http/request'
import type { AppEnv } from '../../http/request'
import { FILE_POLICY, keepFor, openAnswer } from '../../http/responses'
import { methodNotAllowed } from '../../http/router'
import { ApiError } from '../../lib/errors'
import type { Handlers, RequestFor } from '../members/context'
import type { Services } from '../../http/services'
import { recordActivity, requireTrustTags } from '../assessments/attempts'
import { lockCaller } from '../members/context'
import { makeTagFile, ownFileName, packTag, tagFileName, tagFileNames } from './files'
import { findOwnTag } from './holder'
import { issueTag } from './issue'
import { listTagsByMember, updateTag } from './repository'
import { drawable, readSignedTag, toHeldTag, toHeldTags } from './signed-tag'
import type { ReportedTag, SignedTagServices } from './signed-tag'
import { certificateText } from './texts'
import { findShownTag, reportOnTag } from './verify'
import type { ShownTag } from './verify'
import { fromHex } from '../../../contract/bytes'
import type { HeldSample, ShownSample } from '../../../contract/schemas/tags'
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

/** All but `verifyTag` throw ApiError `not-found` if the app has no TrustTags. */
export const tagHandlers = {
  /** @throws ApiError `too-many-requests`, and as `issueTag` */
  async issueTag(services, request, input) {
    requireTrustTags(request.app)
    await services.rateLimiter.take('tagIssuesPerAccount', request.member.id)
    return { data: await toHeldTag(services, await issueTag(services, request, input)) }
  },

  /** Newest first. */
  async listTags(services, { app, member }) {
    requireTrustTags(app)
    const rows = await listTagsByMember(services.store, member.id)
    return { data: { tags: await toHeldTags(services, rows) } }
  },

  /** Sets who can see a TrustTag. @throws ApiError `client/invalid-token`, `tag-not-found` */
  async updateTag(services, request, { tagId, visibility }) {
    requireTrustTags(request.app)
    const tag = await services.store.transaction(async (tx) => {
      await lockCaller(tx, services, request)
      const found = await findOwnTag(tx, request, tagId)
      await updateTag(tx, tagId, { visibility })
      return { ...found, visibility }
    })
    return { data: await toHeldTag(services, tag) }
  },

  /** @throws ApiError `tag-not-found` */
  async listTagSamples(services, request, { tagId }) {
    requireTrustTags(request.app)
    return { data: { samples: await listHeldSamples(services, request, tagId) } }
  },

  /** @throws ApiError as `showSamples` */
  async showTagSamples(services, request, input) {
    requireTrustTags(request.app)
    return { data: { samples: await showSamples(services, request, input) } }
  },

  /** Records that the member shared a link. @throws ApiError `too-many-requests`, `tag-not-found` */
  async noteShare(services, request, { tagId }) {
    requireTrustTags(request.app)
    await services.rateLimiter.take('tagSharesPerAccount', request.member.id)
    await services.store.transaction(async (tx) => {
      await lockCaller(tx, services, request)
      const tag = await findOwnTag(tx, request, tagId)
      await recordActivity(tx, services, tag, 'TrustTag shared')
    })
    return { data: { trustTagId: tagId } }
  },

  /** @throws ApiError `tag-not-found`, `service-unavailable` */
  async getCertificateText(services, request, { tagId }) {
    requireTrustTags(request.app)
    const tag = drawable(await readSignedTag(services, await findOwnTag(services.store, request, tagId)))
    return { data: { fileName: `${tagFileName(tag)}.txt`, text: certificateText(tag) } }
  },

  /** Private TrustTags too. @throws ApiError `tag-not-found`, `too-many-requests` */
  async getOwnTagFile(services, request, { tagId, file }) {
    requireTrustTags(request.app)
    if (!isOwnTagFile(file)) throw new ApiError('not-found')
    const own = await findOwnTag(services.store, request, tagId)
    await services.rateLimiter.take('tagDownloadsPerAccount', request.member.id)
    const reported = await readSignedTag(services, own)
    const content = await contentOf(services, reported, file)
    return { fileName: ownFileName(reported.tag, file), mediaType: ownTagFiles[file], content }
  },

  /** The verified public facts. @throws ApiError `tag-not-found`, also for a private one, `too-many-requests` */
  async verifyTag(services, { ipAddress }, { tagId }) {
    await services.rateLimiter.take('tagChecksPerAddress', ipAddress)
    const shown = await findShownTag(services, tagId)
    if (!shown) throw new ApiError('tag-not-found')
    return { data: { ...(await reportOnTag(services, shown)), samples: await shownSamples(services, shown) } }
  },
} satisfies Partial<Handlers>

async function contentOf(
  services: Pick<Services, 'store' | 'documents'>,
  reported: ReportedTag,
  file: OwnTagFile,
): Promise<Uint8Array> {
  const { credential } = reported
  if (file === 'everything.zip') return services.documents.pack(await packTag(services, reported))
  if (credential) return makeTagFile(services, { ...reported, credential }, file)
  // Without a credential, there is a certificate but nothing to attach yet.
  if (file === 'certificate.pdf') return services.documents.certificate(drawable(reported), [])
  throw new ApiError('not-found')
}

type FileServices = SignedTagServices & Pick<Services, 'documents' | 'rateLimiter' | 'uploads'>
type Serve = (services: FileServices, context: Context<AppEnv>, shown: ShownTag) => Promise<Response>

/**
 * Public, without a key: the files of TrustTags that are not private.
 * @param trustProxyHops TRUST_PROXY
 * @throws ApiError (on a request) `tag-not-found`, also for a private TrustTag, `too-many-requests`
 */
export function bindTagFiles(app: Hono<AppEnv>, services: FileServices, trustProxyHops: number): void {
  const files: Record<string, Serve> = { 'achievement.json': serveAchievement, 'og.png': serveShareImage }
  for (const file of tagFileNames)
    files[file] = async (_services, context, { credential, ...shown }) => {
      if (!credential) throw new ApiError('tag-not-found')
      const content = await makeTagFile(services, { ...shown, credential }, file)
      // Always revalidated, so that a revocation or a witness's signature shows at once.
      return openAnswer(context, { content, type: tagFiles[file], cacheControl: keepFor.never })
    }
  const samplePath = '/trusttag/tags/:tagId/samples/:sampleId'
  app.get(samplePath, serveTagSample(services, trustProxyHops))
  app.all(samplePath, methodNotAllowed(['GET']))
  for (const [file, serve] of Object.entries(files)) {
    const path = `/trusttag/tags/:tagId/${file}`
    app.get(path, async (context) => {
      await services.rateLimiter.take('tagChecksPerAddress', callerIpAddress(context, trustProxyHops))
      const shown = await findShownTag(services, context.req.param('tagId') ?? '')
      if (!shown) throw new ApiError('tag-not-found')
      return serve(services, context, shown)
    })
    app.all(path, methodNotAllowed(['GET']))
  }
}

const issuedCredential = v.object({
  credentialSubject: v.object({ achievement: v.looseObject({ id: v.string() }) }),
})

/** The achievement in the TrustTag's credential, unless it is the shared one of a question bank. */
async function serveAchievement(_services: FileServices, context: Context<AppEnv>, shown: ShownTag): Promise<Response> {
  const row = shown.state === 'signed' ? shown.credential : null
  if (!row) throw new ApiError('tag-not-found')
  const { achievement } = v.parse(issuedCredential, JSON.parse(row.credential)).credentialSubject
  if (!achievement.id.endsWith(tagAchievementPath(row.tagId))) throw new ApiError('tag-not-found')
  const content = JSON.stringify({ '@context': [...credentialContexts], ...achievement })
  return openAnswer(context, { content, type: 'application/ld+json', cacheControl: keepFor.never })
}

async function serveShareImage(services: FileServices, context: Context<AppEnv>, shown: ShownTag): Promise<Response> {
  const [image] = await services.documents.shareImages([drawable(shown)])
  if (!image) throw new ApiError('service-unavailable')
  const etag = `"${createHash('sha256').update(image).digest('base64url')}"`
  context.header('Cache-Control', 'public, no-cache')
  context.header('ETag', etag)
  context.header('Content-Security-Policy', FILE_POLICY)
  context.header('Cross-Origin-Resource-Policy', 'cross-origin')
  if (context.req.header('If-None-Match')?.includes(etag)) return context.body(null, 304)
  context.header('Content-Type', 'image/png')
  return context.body(new Uint8Array(image), 200)
}

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
    await services.rateLimiter.take('callsPerAddress', callerIpAddress(context, trustProxyHops))
    const shown = await findShownTag(services, context.req.param('tagId') ?? '')
    const sample = await findWorkSampleById(services.store, context.req.param('sampleId') ?? '')
    if (!shown || shown.state === 'altered' || sample?.shownWith !== shown.tag.trustTagId)
      throw new ApiError('work-sample-not-found')
    context.header('Access-Control-Allow-Origin', '*')
    return answerWorkSample(context, services, sample)
  }
}
