import type { App, Member } from '../../../contract/entities'
import type { View } from './panel'
import { tabs, type TabName } from './tabs'

/**
 * The entries of the navigation, in order; never none.
 * @param requested what the opener asked for, of any type. Only that tab then; one that does not exist, or is of no use
 *   to this member, counts as no request
 */
export function visibleTabs(app: App, member: Member, requested: unknown): TabName[] {
  const useful = tabs.filter(({ shows }) => shows(app, member))
  const names = useful.map(({ name }) => name)
  const wanted = names.filter((name) => name === tabOf(requested))
  return wanted.length > 0 ? wanted : names
}

/** What to show at once; null for what the window suggests. */
export const firstView = (visible: readonly TabName[], requested: unknown): View | null =>
  requested === 'changePassword' ? requested : (visible.find((name) => name === requested) ?? null)

/** The password's view is no entry of its own: it is a part of security. */
const tabOf = (requested: unknown): unknown => (requested === 'changePassword' ? 'security' : requested)
