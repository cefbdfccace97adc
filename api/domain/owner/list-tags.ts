import type { TagRow } from '../../ports/trusttag/tag-store'
import { findRevoked } from '../../features/credentials/revoke'
import { statusOf } from '../../features/tags/signed-tag'
import type { ActedList, OwnerRecord } from './owner-list'
import { readPage } from './read-page'
import { emailLookUp, toIso, toIsoOrNull } from './record-values'

export const tags: ActedList = {
  title: 'TrustTags',
  columns: {
    id: 'ID',
    skill: 'Skill',
    holderName: 'Holder',
    email: 'Member',
    score: 'Score',
    status: 'Status',
    visibility: 'Visible',
    issuedAt: 'Issued',
    expiresAt: 'Expires',
    revokedAt: 'Revoked',
    revokeReason: 'Reason',
  },
  read(services, { appId, mode }, page) {
    const emailOf = emailLookUp(services)
    return readPage(page, {
      read: (limit, before) => services.store.tags.listByApp(appId, mode, limit, before),
      placeOf: ({ id, issuedAt }) => ({ id, at: issuedAt }),
      show: async (tag) => toRecord(services, tag, await emailOf(tag.memberId)),
    })
  },
  async find(services, { appId, mode }, id) {
    const tag = await services.store.tags.find(id)
    if (tag?.appId !== appId || tag.mode !== mode) return null
    return toRecord(services, tag, await emailLookUp(services)(tag.memberId))
  },
}

/** The row, as the owner must see it where it was changed; but the log says whether it is revoked. */
async function toRecord(
  services: Parameters<ActedList['read']>[0],
  tag: TagRow,
  email: string | null,
): Promise<OwnerRecord> {
  const { id, skill, category, holderName, score, visibility, revokeReason } = tag
  const credential = await services.store.credentials.find(id)
  const isRevoked = credential === null ? undefined : (await findRevoked(services.store, [credential])).has(id)
  return {
    id,
    skill,
    category,
    holderName,
    email,
    score,
    status: statusOf({ ...tag, ...(isRevoked !== undefined && { isRevoked }) }, services.clock.now()),
    visibility: visibility.toLowerCase(),
    issuedAt: toIso(tag.issuedAt),
    expiresAt: toIso(tag.expiresAt),
    revokedAt: toIsoOrNull(tag.revokedAt),
    revokeReason,
  }
}
