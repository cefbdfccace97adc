import type { MemberAuth, Tokens } from '../../../contract/entities'
import type { MemberRow } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { findRedirect } from '../plans/find-redirect'
import type { MemberPlans } from '../plans/member-plans'
import { toContentGroups } from './to-content-groups'
import { toMember } from './to-member'

export interface LoggedIn {
  app: AppDefinition
  member: MemberRow
  plans: MemberPlans
  tokens: Tokens
  /** A new device token, for the browser to keep. */
  device?: string | undefined
  event: 'afterSignup' | 'afterLogin'
  includeContentGroups: boolean | undefined
}

/** What a sign-up or a login answers. */
export function toMemberAuth(loggedIn: LoggedIn): MemberAuth {
  const { app, member, plans, tokens, device, event, includeContentGroups } = loggedIn
  return {
    tokens,
    member: toMember(app, member, plans),
    redirect: findRedirect(app, event, member, plans),
    ...(device !== undefined && { device }),
    ...(includeContentGroups && { contentGroups: toContentGroups(app, plans) }),
  }
}
