import type { MemberRow, PlanConnectionRow } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { isActive } from './is-active'

export type RedirectEvent = keyof AppDefinition['redirects']

/**
 * Where a person goes after an event: the member's own page (login and signup only), else what the plan with the
 * highest priority says, else what the app says, else nowhere.
 */
export function findRedirect(
  app: AppDefinition,
  event: RedirectEvent,
  member: Pick<MemberRow, 'loginRedirect'> | null,
  connections: readonly PlanConnectionRow[],
): string | null {
  const own = event === 'afterLogout' ? null : (member?.loginRedirect ?? null)
  const joined = new Set(connections.filter(isActive).map(({ planId }) => planId))
  const [plan] = app.plans
    .filter(({ id, redirects }) => joined.has(id) && redirects[event] !== undefined)
    .toSorted((a, b) => (b.priority ?? -Infinity) - (a.priority ?? -Infinity) || 0)
  return own ?? plan?.redirects[event] ?? app.redirects[event] ?? null
}
