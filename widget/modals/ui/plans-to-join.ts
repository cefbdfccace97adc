import { PLAN_ID_PREFIX, PLANS_PER_SIGNUP_MAX } from '../../../contract/limits'
import { isRecord } from '../../lib/values'

/**
 * The plans to join, as the server takes them. What stands in an opening's parameters was written by a page's script:
 * anything in it that is no plan id is left out.
 * @param ids plan ids, or objects with a `planId`
 */
export const plansToJoin = (ids: unknown): { planId: string }[] =>
  (Array.isArray(ids) ? ids : [])
    .map((id: unknown) => (isRecord(id) ? id['planId'] : id))
    .filter((id): id is string => typeof id === 'string' && id.startsWith(PLAN_ID_PREFIX))
    .slice(0, PLANS_PER_SIGNUP_MAX)
    .map((planId) => ({ planId }))
