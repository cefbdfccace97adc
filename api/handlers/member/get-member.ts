import type { Answer } from '../../../contract/schemas'
import { toMember } from '../../domain/answers/to-member'
import { readMemberPlans } from '../../domain/plans/member-plans'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** The logged-in member; null without a session or with a dead one, so that a client ends it cleanly. */
export async function getMember(
  { store }: Pick<Services, 'store'>,
  { app, member }: RequestContext,
): Promise<Answer<'getMember'>> {
  if (!member) return { data: null }
  return { data: toMember(app, member, await readMemberPlans(store, member.id)) }
}
