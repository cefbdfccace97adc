import type { VerifiedTag } from '../../../contract/schemas/tags'
import type { Services } from '../../ports/services'
import type { TagRow } from '../../ports/trusttag/tag-store'
import { isGeneralTag } from '../../../contract/is-general-tag'
import { verifyUrl } from './verify-url'

/** What a TrustTag says of itself: one that was issued, or a sample, which nobody has earned and which does not expire. */
export type TagFacts = Pick<
  TagRow,
  'id' | 'skill' | 'category' | 'holderName' | 'score' | 'topics' | 'issuedAt' | 'revokedAt' | 'revokeReason' | 'proof'
> & {
  expiresAt: number | null
  mode: TagRow['mode'] | 'sample'
  /** The log has its revocation. Absent: not read from the log; the row decides, as for a TrustTag that is not signed yet. */
  isRevoked?: boolean
}

/** Whether it is valid at this time. A revoked TrustTag stays `revoked` after its last day. */
export function statusOf(
  { revokedAt, expiresAt, isRevoked = revokedAt !== null }: Pick<TagFacts, 'revokedAt' | 'expiresAt' | 'isRevoked'>,
  now: number,
): VerifiedTag['status'] {
  if (isRevoked) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'valid'
}

/** A TrustTag as anybody may see it, looked up now. */
export function toVerifiedTag({ clock, urls }: Pick<Services, 'clock' | 'urls'>, facts: TagFacts): VerifiedTag {
  const now = clock.now()
  const status = statusOf(facts, now)
  return {
    isValid: status === 'valid',
    status,
    trustTagId: facts.id,
    skill: facts.skill,
    category: facts.category,
    isGeneral: isGeneralTag(facts.id),
    holderName: facts.holderName,
    issueDate: toIso(facts.issuedAt),
    score: facts.score,
    topics: facts.topics,
    verificationDate: toIso(now),
    expiresAt: facts.expiresAt === null ? null : toIso(facts.expiresAt),
    revokedAt: facts.revokedAt === null ? null : toIso(facts.revokedAt),
    revokeReason: facts.revokeReason,
    blockchainHash: facts.proof?.leafHash ?? null,
    proof: facts.proof,
    mode: facts.mode,
    url: verifyUrl(urls, facts.id),
  }
}

const toIso = (time: number): string => new Date(time).toISOString()
