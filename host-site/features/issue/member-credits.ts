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

export interface MemberCredits {
  /** Newest first. */
  purchases: readonly TagPurchase[]
  credits: CreditCounts
  /** All of the member's attempts, including those claimed from this browser. */
  attempts: readonly Attempt[]
  tags: readonly HeldTag[]
  /** Passed, without a TrustTag; newest first. */
  ready: readonly Passed[]
}

/** Also claims this browser's attempts for the member. Null if any part fails to load. */
export async function loadMemberCredits(api: Pick<SiteApi, 'call'>): Promise<MemberCredits | null> {
  const [bought, claimed, held] = await Promise.all([
    api.call('listTagPurchases', {}),
    api.call('claimAttempts', {}),
    api.call('listTags', {}),
  ])
  if (!bought.success || !claimed.success || !held.success) return null
  const { attempts } = claimed.data
  const { tags } = held.data
  return { ...bought.data, attempts, tags, ready: readyToIssue(attempts, tags) }
}

function readyToIssue(attempts: readonly Attempt[], tags: readonly Pick<HeldTag, 'attemptId'>[]): Passed[] {
  const issued = new Set(tags.map(({ attemptId }) => attemptId))
  return attempts.filter(isPassed).filter(({ id }) => !issued.has(id))
}

const isPassed = (attempt: Attempt): attempt is Passed => attempt.result?.passed === true

/** @param memberId null for a visitor */
export function useMemberCredits(api: Pick<SiteApi, 'call'>, memberId: string | null): Loaded<MemberCredits> {
  const load = useCallback(() => loadMemberCredits(api), [api])
  return useLoaded(memberId, load)
}
