import type { App, Member } from '../../../contract/entities'
import type { ProfileScreenParams } from '../../public'
import { visibleFields } from '../custom-fields'
import type { TextKey, Texts } from '../texts/english'

/** Whether a member needs a tab (seed 001 section 2, "Navigation visibility"). */
type TabRule = (app: App, member: Member) => boolean

const showsProfile: TabRule = (app) => visibleFields(app).length > 0

const showsSecurity: TabRule = () => true

export const showsPlans: TabRule = (_app, { stripeCustomerId, planConnections, teams }) =>
  Boolean(stripeCustomerId) || planConnections.some(({ payment }) => !payment) || teams.joinedTeams.length > 0

export const showsTeam: TabRule = (_app, { teams }) => teams.ownedTeams.length > 0

interface Tab {
  name: NonNullable<ProfileScreenParams['tab']>
  shows: TabRule
  /** Text keys of the navigation entry, of the panel's heading, and of the heading in a narrow window. */
  entry: TextKey
  title: TextKey
  narrowTitle: TextKey
}

/** All tabs, in the order of the navigation. */
export const tabs = [
  {
    name: 'profile',
    shows: showsProfile,
    entry: 'profile_button',
    title: 'profile_information_title',
    narrowTitle: 'my_profile_title',
  },
  {
    name: 'security',
    shows: showsSecurity,
    entry: 'security_button',
    title: 'security_title',
    narrowTitle: 'security_title',
  },
  { name: 'plans', shows: showsPlans, entry: 'plans_button', title: 'plans_title', narrowTitle: 'plans_title' },
  { name: 'team', shows: showsTeam, entry: 'team_button', title: 'team_title', narrowTitle: 'team_title' },
] as const satisfies readonly Tab[]

export type TabName = (typeof tabs)[number]['name']

/** The panel next to the navigation. */
export type View = TabName | 'changePassword'

/**
 * The entries of the navigation, in order, at least one.
 * @param requested the opener's `tab`, of any type. If it is a tab that the member needs, only that one; else all
 */
export function visibleTabs(app: App, member: Member, requested: unknown): TabName[] {
  const needed = tabs.filter(({ shows }) => shows(app, member))
  const names = needed.map(({ name }) => name)
  const wanted = names.filter((name) => name === tabOf(requested))
  return wanted.length > 0 ? wanted : names
}

/** The panel that the opener wants first; null for none. */
export const firstView = (visible: readonly TabName[], requested: unknown): View | null =>
  requested === 'changePassword' ? requested : (visible.find((name) => name === requested) ?? null)

/** The password panel belongs to the tab Security. */
const tabOf = (requested: unknown): unknown => (requested === 'changePassword' ? 'security' : requested)

/** The heading of a view (seed 001 section 2, "Mobile profile layout", for a narrow one). */
export function viewTitle(view: View, { auth }: Member, texts: Texts, narrow: boolean): string {
  const tab = tabs.find(({ name }) => name === view)
  if (tab) return texts[narrow ? tab.narrowTitle : tab.title]
  return auth.hasPassword ? texts.change_password : texts.set_password
}
