import type { MemberRow } from '../../ports/store'
import type { AppDefinition, PlanDefinition } from '../app-definition'
import { activePlanIds, type MemberPlans } from './member-plans'

type RedirectEvent = 'afterSignup' | 'afterLogin' | 'afterLogout'

/**
 * Where a person goes after an event: the member's own page (login and signup only), else what the plan with the
 * highest priority says, else what the app says, else nowhere.
 */
export function findRedirect(
  app: AppDefinition,
  event: RedirectEvent,
  member: Pick<MemberRow, 'loginRedirect'> | null,
  plans: MemberPlans,
): string | null {
  const own = event === 'afterLogout' ? null : (member?.loginRedirect ?? null)
  if (own !== null) return own
  const joined = activePlanIds(plans)
  const plan = joined.size === 0 ? undefined : firstWith(app.plans, event, joined)
  return plan?.redirects[event] ?? app.redirects[event] ?? null
}

const firstWith = (plans: readonly PlanDefinition[], event: RedirectEvent, joined: ReadonlySet<string>) =>
  plans
    .filter(({ id, redirects }) => joined.has(id) && redirects[event] !== undefined)
    .toSorted((a, b) => (b.priority ?? -Infinity) - (a.priority ?? -Infinity) || 0)[0]

/** Where a person goes after something happened to one plan: where that plan says, else the app, else nowhere. */
export const findPlanRedirect = (
  app: Pick<AppDefinition, 'redirects'>,
  event: 'afterPurchase' | 'afterCancel' | 'afterReplace',
  plan: Pick<PlanDefinition, 'redirects'> | undefined,
): string | null => plan?.redirects[event] ?? app.redirects[event] ?? null
