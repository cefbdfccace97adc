import { tryTake } from '../../http/rate-limits/limiter'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../http/services'
import { requireTrustTags } from '../assessments/attempts'
import { type Handlers, lockCaller, type RequestContext } from '../members/context'
import { exportFileName, packTag, portfolioFileName, type TagFileServices } from '../tags/files'
import { ensureProfile } from '../tags/holder'
import { incrementViews, type ProfileRow, updateProfile, listTagsByMember } from '../tags/repository'
import { findPublicProfile, toTagProfile } from './profile'
import { toUtf8 } from '../../../contract/bytes'
import type { VerifiedTag } from '../../../contract/schemas/tags'
import { createTimeSlices } from '../../lib/concurrency'
import type { AppDefinition } from '../apps/definition'
import { listAttemptsByOwner } from '../assessments/repository'
import { toAttempts } from '../assessments/serializers'
import { type InboxMessage, listInboxMessagesFrom } from '../inbox'
import { withoutAdminFields } from '../members/fields'
import type { MemberRow } from '../members/repository'
import { readSignedTags, type ReportedTag, type SignedTagServices, verifyPageUrl } from '../tags/signed-tag'
import { dayText, fact, RULE, tagLines, tagSentences, tagText } from '../tags/texts'
import { listMemberRecords } from './repository-export'

/** Each throws ApiError `not-found` if the app has no TrustTags. */
export const profileHandlers = {
  async getTagProfile(services, { app, member }) {
    requireTrustTags(app)
    return { data: await toTagProfile(services, app, member) }
  },

  /** Changes the given settings. @throws ApiError `client/invalid-token` */
  async updateTagProfile(services, request, { publicProfile, emailNotifications, shareAnalytics }) {
    requireTrustTags(request.app)
    await services.store.transaction(async (tx) => {
      const { current } = await lockCaller(tx, services, request)
      await ensureProfile(tx, services, current)
      await updateProfile(tx, current.id, {
        ...(publicProfile !== undefined && { publicProfile }),
        ...(emailNotifications !== undefined && { emailNotifications }),
        ...(shareAnalytics !== undefined && { shareAnalytics }),
      })
    })
    return { data: await toTagProfile(services, request.app, request.member) }
  },

  /** A profile for others; counts the view. @throws ApiError `too-many-requests`, `profile-not-found` */
  async getPublicProfile(services, request, { slug }) {
    requireTrustTags(request.app)
    await services.rateLimiter.take('profileViewsPerAddress', request.ipAddress)
    const found = await findPublicProfile(services, request, slug)
    if (!found) throw new ApiError('profile-not-found')
    await countView(services, request, found.profile)
    return { data: found.publicProfile }
  },

  async getPortfolioText(services, { app, member }) {
    requireTrustTags(app)
    const { name, text } = await portfolioFile(services, member.id)
    return { data: { fileName: `${name}.txt`, text } }
  },

  /** All of the member's TrustTags, with certificates and images. @throws ApiError `too-many-requests` */
  async getPortfolioArchive(services, { app, member }) {
    requireTrustTags(app)
    await services.rateLimiter.take('tagArchivesPerAccount', member.id)
    const { name, text, reported } = await portfolioFile(services, member.id)
    const content = await packPortfolio(services, reported, { fileName: `${name}.txt`, text })
    return { fileName: `${name}.zip`, mediaType: 'application/zip', content }
  },

  /** @throws ApiError `too-many-requests` */
  async exportMyData(services, { app, member }) {
    requireTrustTags(app)
    await services.rateLimiter.take('tagDownloadsPerAccount', member.id)
    const records = await exportMember(services, app, member)
    const now = services.clock.now()
    return { data: { fileName: exportFileName(now), exportedAt: new Date(now).toISOString(), records } }
  },
} satisfies Partial<Handlers>

/** Skips the holder's own views, visitors who refuse tracking, and repeated views. */
async function countView(
  { store, rateLimiter }: Pick<Services, 'store' | 'rateLimiter'>,
  { member, mayTrack, ipAddress }: RequestContext,
  { memberId, shareAnalytics }: ProfileRow,
): Promise<void> {
  if (!shareAnalytics || !mayTrack || member?.id === memberId) return
  if (await tryTake(rateLimiter, 'countedViewsPerVisitor', `${memberId} ${ipAddress}`))
    await incrementViews(store, memberId)
}

/** A member's data by table, without secrets, answer keys, and fields that only the app's admins may read. */
export async function exportMember(
  services: SignedTagServices,
  app: AppDefinition,
  { id, appId, mode, email, verified, profileImage }: MemberRow,
): Promise<Record<string, Record<string, unknown>[]>> {
  const { store } = services
  const { members = [], signupRecords = [], tags = [], ...records } = await listMemberRecords(store, id)
  const owner = { appId, mode, memberId: id, visitorDigest: null }
  const attempts = await listAttemptsByOwner(store, owner, Number.MAX_SAFE_INTEGER)
  // Messages are found only by email address, and an unconfirmed one may belong to another person.
  const messages = verified ? await listInboxMessagesFrom(store, appId, mode, email) : []
  return {
    members: members.map((row) => Object.assign(row, { profileImage }, ownFields(app, row))),
    signupRecords: signupRecords.map((row) => Object.assign(row, ownFields(app, row))),
    ...records,
    tags: await withSignedFacts(services, id, tags),
    assessmentAttempts: (await toAttempts(services, attempts)).map((attempt): Record<string, unknown> => attempt),
    inboxMessages: messages.map(toRecord),
  }
}

/** Where a row differs, the signed facts win. */
async function withSignedFacts(
  services: SignedTagServices,
  memberId: string,
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const reported = await readSignedTags(services, await listTagsByMember(services.store, memberId))
  const signed = new Map<unknown, (typeof reported)[number]>(reported.map((one) => [one.tag.trustTagId, one]))
  return rows.map((row) => {
    const one = signed.get(row.id)
    if (one?.state !== 'signed') return row
    const { skill, category, holderName, score, topics, revokedAt, revokeReason, status } = one.tag
    return { ...row, skill, category, holderName, score, topics, revokedAt, revokeReason, status }
  })
}

function toRecord({ createdAt, ...message }: InboxMessage): Record<string, unknown> {
  return { ...message, createdAt: new Date(createdAt).toISOString() }
}

const ownFields = (app: AppDefinition, { customFields }: Record<string, unknown>) => ({
  customFields: withoutAdminFields(app, Object.assign({}, customFields)),
})

/** The member's signed TrustTags, newest first, also as text. @returns name of the file without its extension */
export async function portfolioFile(
  services: SignedTagServices,
  memberId: string,
): Promise<{ name: string; text: string; reported: ReportedTag[] }> {
  const rows = await listTagsByMember(services.store, memberId)
  const reported = (await readSignedTags(services, rows)).filter(({ state }) => state !== 'altered')
  const tags = reported.map(({ tag }) => tag)
  const now = services.clock.now()
  const text = portfolioText(tags, { now, checkUrl: verifyPageUrl(services.urls) })
  return { name: portfolioFileName(now), text, reported }
}

/** A folder per TrustTag: credential, proof, badge, wallet file, certificate as PDF and text. @param list as text */
export async function packPortfolio(
  services: TagFileServices,
  reported: readonly ReportedTag[],
  list: { fileName: string; text: string },
): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = { [list.fileName]: toUtf8(list.text) }
  const proven = reported.filter(({ credential }) => credential !== null).map(({ tag }) => tag)
  // Fills the image cache with one drawing process instead of one per TrustTag.
  if (proven.length > 0) await services.documents.badgeImages(proven)
  const nextSlice = createTimeSlices()
  for (const one of reported) {
    const packed = await packTag(services, one, nextSlice)
    for (const [name, content] of Object.entries(packed)) files[`${one.tag.trustTagId}/${name}`] = content
  }
  return services.documents.pack(files)
}

function portfolioText(tags: readonly VerifiedTag[], { now, checkUrl }: { now: number; checkUrl: string }): string {
  const list = tags.flatMap((tag) => [...tagLines(tag), fact('check', tag.url), RULE])
  return `${[
    tagText('portfolio'),
    tagText('asOf', { date: dayText(now) }),
    RULE,
    ...(tags.length === 0 ? [tagText('noTags'), RULE] : list),
    tagText('checkAny', { url: checkUrl }),
    '',
    tagSentences.whatItIs,
  ].join('\n')}\n`
}
