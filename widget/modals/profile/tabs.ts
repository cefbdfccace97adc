import type { ProfileScreenParams } from '../../public'
import type { TextKey } from '../texts/default-texts'
import { showsPlans, showsProfile, showsSecurity, showsTeam, type TabRule } from './tab-rules'

interface Tab {
  name: NonNullable<ProfileScreenParams['tab']>
  shows: TabRule
  /** Keys of its texts: the entry of the navigation, the panel's heading, and the one in a narrow window. */
  entry: TextKey
  title: TextKey
  narrowTitle: TextKey
}

/** The tabs that exist, in the order of the navigation. */
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
