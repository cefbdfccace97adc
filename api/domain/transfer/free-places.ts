import type { Repositories } from '../../ports/store'
import type { OwnerScope } from '../../ports/trusttag/owner-store'
import type { AppDefinition } from '../app-definition'

/** The places that plans with a member limit have left. */
export interface Places {
  /** At the beginning of a transaction: what others took since the last one counts. */
  begin(repositories: Pick<Repositories, 'apps' | 'planConnections' | 'purchases'>, now: number): Promise<void>
  /** Whether each of these plans has one. */
  has(planIds: readonly string[]): boolean
  take(planIds: readonly string[]): void
}

/** @param lookOnly counts once: nothing of what it takes reaches the database, and nothing is locked */
export function createPlaces(
  { plans }: Pick<AppDefinition, 'plans'>,
  { appId, mode }: OwnerScope,
  lookOnly: boolean,
): Places {
  const limits = plans.flatMap(({ id, memberLimit }) => (memberLimit === undefined ? [] : [{ id, memberLimit }]))
  const left = new Map<string, number>()
  return {
    async begin({ apps, planConnections, purchases }, now) {
      if (limits.length === 0 || (lookOnly && left.size > 0)) return
      // As in `requirePlace`: the count holds until the transaction ends.
      if (!lookOnly) await apps.lock(appId)
      for (const { id, memberLimit } of limits) {
        const taken = await planConnections.countByPlan(appId, mode, id)
        // Whoever pays for one right now is nobody of the file.
        const reserved = await purchases.countOpenByPlan(appId, mode, id, now, '')
        left.set(id, memberLimit - taken - reserved)
      }
    },
    has: (planIds) => planIds.every((id) => (left.get(id) ?? Infinity) > 0),
    take(planIds) {
      for (const id of planIds) {
        const places = left.get(id)
        if (places !== undefined) left.set(id, places - 1)
      }
    },
  }
}
