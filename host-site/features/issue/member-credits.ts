import { useCallback } from 'react'
import type { Attempt } from '../../../contract/schemas/assessments'
import type { CreditCounts, TagPurchase } from '../../../contract/schemas/tag-purchases'
import type { HeldTag } from '../../../contract/schemas/tags'
import type { SiteApi } from '../../lib/site-api'
import { type Loaded, useLoaded } from '../../lib/use-loaded'

/** A passed assessment. */
export interface Passed extends Attempt {
  result: NonNullable<Attempt['result']>
}

/** What a member has to do with: paid for, passed, issued. */
export interface MemberCredits {
  /** Newest first. */
  purchases: readonly TagPurchase[]
  credits: CreditCounts
  /** All of the member's, what this browser did included. */
  attempts: readonly Attempt[]
  tags: readonly HeldTag[]
  /** Passed, and without a TrustTag so far; newest first. */
  ready: readonly Passed[]
  /** Skills of what this browser did too early after one of the member's own, and what therefore does not count. */
  dropped: readonly string[]
}

/** Loads everything, and claims what a visitor did in this browser for the member. Null if any part is missing. */
export async function loadMemberCredits(api: Pick<SiteApi, 'call'>): Promise<MemberCredits | null> {
  const [bought, claimed, held] = await Promise.all([
    api.call('listTagPurchases', {}),
    api.call('claimAttempts', {}),
    api.call('listTags', {}),
  ])
  if (!bought.success || !claimed.success || !held.success) return null
  const { attempts, dropped } = claimed.data
  const { tags } = held.data
  return { ...bought.data, attempts, tags, dropped, ready: readyToIssue(attempts, tags) }
}

/** The passed ones that have no TrustTag yet, in their order. */
function readyToIssue(attempts: readonly Attempt[], tags: readonly Pick<HeldTag, 'attemptId'>[]): Passed[] {
  const issued = new Set(tags.map(({ attemptId }) => attemptId))
  return attempts.filter(isPassed).filter(({ id }) => !issued.has(id))
}

const isPassed = (attempt: Attempt): attempt is Passed => attempt.result?.passed === true

/** Why something that was done in this browser is not the member's; empty where nothing was dropped. */
export const droppedText = (skills: readonly string[]): string =>
  skills.length === 0
    ? ''
    : `What you did before you logged in does not count for ${skills.join(', ')}: it came too early after another try of yours.`

/** Loads it once the member is known, and again on request. @param memberId null for a visitor */
export function useMemberCredits(api: Pick<SiteApi, 'call'>, memberId: string | null): Loaded<MemberCredits> {
  const load = useCallback(() => loadMemberCredits(api), [api])
  return useLoaded(memberId, load)
}
