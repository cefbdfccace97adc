import { isOwnTagFile, ownTagFiles } from '../../../contract/own-tag-files'
import type { OwnTagFile } from '../../../contract/own-tag-files'
import { lockCaller } from '../members/context'
import { ApiError } from '../../lib/errors'
import type { Handlers } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { requireTrustTags } from '../assessments/access'
import { recordActivity } from '../assessments/attempts'
import { makeTagFile, ownFileName, packTag, tagFileName } from './files'
import { findOwnTag } from './holder'
import { issueTag } from './issue'
import { drawable, readSignedTag, toHeldTag, toHeldTags } from './signed-tag'
import type { ReportedTag } from './signed-tag'
import { certificateText } from './texts'
import { findShownTag, reportOnTag } from './verify'

/** Endpoints of TrustTags. All but `verifyTag` throw ApiError `not-found` without TrustTags in the app. */
export const tagHandlers = {
  /** @throws ApiError `too-many-requests`, and as `issueTag` */
  async issueTag(services, request, input) {
    requireTrustTags(request.app)
    await services.rateLimiter.take('tagIssuesPerAccount', request.member.id)
    return { data: await toHeldTag(services, await issueTag(services, request, input)) }
  },

  /** The member's TrustTags, newest first. */
  async listTags(services, { app, member }) {
    requireTrustTags(app)
    const rows = await services.store.tags.listByMember(member.id)
    return { data: { tags: await toHeldTags(services, rows) } }
  },

  /** Sets who may see a TrustTag. @throws ApiError `client/invalid-token`, `tag-not-found` */
  async updateTag(services, request, { tagId, visibility }) {
    requireTrustTags(request.app)
    const tag = await services.store.transaction(async (repositories) => {
      await lockCaller(repositories, services, request)
      const found = await findOwnTag(repositories, request, tagId)
      await repositories.tags.update(tagId, { visibility })
      return { ...found, visibility }
    })
    return { data: await toHeldTag(services, tag) }
  },

  /** Records that the member shared a link. @throws ApiError `too-many-requests`, `tag-not-found` */
  async noteShare(services, request, { tagId }) {
    requireTrustTags(request.app)
    await services.rateLimiter.take('tagSharesPerAccount', request.member.id)
    await services.store.transaction(async (repositories) => {
      await lockCaller(repositories, services, request)
      const tag = await findOwnTag(repositories, request, tagId)
      await recordActivity(repositories, services, tag, 'TrustTag shared')
    })
    return { data: { trustTagId: tagId } }
  },

  /** @throws ApiError `tag-not-found`, `service-unavailable` */
  async getCertificateText(services, request, { tagId }) {
    requireTrustTags(request.app)
    const tag = drawable(await readSignedTag(services, await findOwnTag(services.store, request, tagId)))
    return { data: { fileName: `${tagFileName(tag)}.txt`, text: certificateText(tag) } }
  },

  /** A file of the member's own TrustTag, private ones too. @throws ApiError `tag-not-found`, `too-many-requests` */
  async getOwnTagFile(services, request, { tagId, file }) {
    requireTrustTags(request.app)
    if (!isOwnTagFile(file)) throw new ApiError('not-found')
    const own = await findOwnTag(services.store, request, tagId)
    await services.rateLimiter.take('tagDownloadsPerAccount', request.member.id)
    const reported = await readSignedTag(services, own)
    const content = await contentOf(services, reported, file)
    return { fileName: ownFileName(reported.tag, file), mediaType: ownTagFiles[file], content }
  },

  /** The public facts of a TrustTag, verified. @throws ApiError `tag-not-found`, also for a private one, `too-many-requests` */
  async verifyTag(services, { address }, { tagId }) {
    await services.rateLimiter.take('tagChecksPerAddress', address)
    const shown = await findShownTag(services, tagId)
    if (!shown) throw new ApiError('tag-not-found')
    return { data: await reportOnTag(services, shown) }
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
  // A TrustTag without a credential has a certificate, with nothing to attach yet.
  if (file === 'certificate.pdf') return services.documents.certificate(drawable(reported), [])
  throw new ApiError('not-found')
}
