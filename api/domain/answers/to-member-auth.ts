import type { MemberAuth, Tokens } from '../../../contract/entities'
import type { MemberRow, PlanConnectionRow } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { findRedirect } from '../plans/find-redirect'
import { toContentGroups } from './to-content-groups'
import { toMember } from './to-member'

export interface LoggedIn {
  app: AppDefinition
  member: MemberRow
  connections: readonly PlanConnectionRow[]
  tokens: Tokens
  event: 'afterSignup' | 'afterLogin'
  includeContentGroups: boolean | undefined
}

/** What a sign-up or a login answers. */
export function toMemberAuth(loggedIn: LoggedIn): MemberAuth {
  const { app, member, connections, tokens, event, includeContentGroups } = loggedIn
  return {
    tokens,
    member: toMember(app, member, connections),
    redirect: findRedirect(app, event, member, connections),
    ...(includeContentGroups && { contentGroups: toContentGroups(app, connections) }),
  }
}
