import type { Attempt } from '../../../contract/schemas/assessments'
import type { CreditCounts, TagPurchase } from '../../../contract/schemas/tag-purchases'
import type { HeldTag } from '../../../contract/schemas/tags'
import type { SiteApi } from '../../lib/site-api'

/** A passed assessment. */
export interface Passed extends Attempt {
  result: NonNullable<Attempt['result']>
}

/** What a member has to do with: paid for, passed, issued. */
export interface Holding {
  /** Newest first. */
  purchases: readonly TagPurchase[]
  credits: CreditCounts
  /** All of the member's, what this browser did included. */
  attempts: readonly Attempt[]
  tags: readonly HeldTag[]
  /** Passed, and without a TrustTag so far; newest first. */
  ready: readonly Passed[]
  /** What the person should know about what this browser did; empty where nothing is to be said. */
  message: string
}

/** Everything anew; what a visitor did in this browser becomes the member's on the way. Null if any of it is not to be had. */
export async function loadHolding(api: Pick<SiteApi, 'call'>): Promise<Holding | null> {
  const [bought, claimed, held] = await Promise.all([
    api.call('listTagPurchases', {}),
    api.call('claimAttempts', {}),
    api.call('listTags', {}),
  ])
  if (!bought.success || !claimed.success || !held.success) return null
  const { attempts } = claimed.data
  const { tags } = held.data
  return { ...bought.data, attempts, tags, ready: readyToIssue(attempts, tags), message: claimed.message }
}

/** The passed ones that have no TrustTag yet, in their order. */
export function readyToIssue(attempts: readonly Attempt[], tags: readonly Pick<HeldTag, 'attemptId'>[]): Passed[] {
  const issued = new Set(tags.map(({ attemptId }) => attemptId))
  return attempts.filter(isPassed).filter(({ id }) => !issued.has(id))
}

const isPassed = (attempt: Attempt): attempt is Passed => attempt.result?.passed === true
