import type { App, Member } from '../../../contract/entities'
import { visibleFields } from '../custom-fields/visible-fields'

/** Whether a member has any use for a tab (seed 001 section 2, "Navigation visibility"). */
export type TabRule = (app: App, member: Member) => boolean

export const showsProfile: TabRule = (app) => visibleFields(app).length > 0

export const showsSecurity: TabRule = () => true

export const showsPlans: TabRule = (_app, { stripeCustomerId, planConnections, teams }) =>
  Boolean(stripeCustomerId) || planConnections.some(({ payment }) => !payment) || teams.joinedTeams.length > 0

export const showsTeam: TabRule = (_app, { teams }) => teams.ownedTeams.length > 0
