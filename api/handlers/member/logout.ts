import type { Answer } from '../../../contract/schemas'
import { findRedirect, noPlans, readMemberPlans } from '../../features/plans/connections'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** Ends the session, where there is one, and says where to go. */
export async function logout(
  { store }: Pick<Services, 'store'>,
  { app, member, tokenDigest }: RequestContext,
): Promise<Answer<'logout'>> {
  const plans = member ? await readMemberPlans(store, member.id) : noPlans
  if (tokenDigest && member) await store.sessions.delete(tokenDigest)
  return { data: { redirect: findRedirect(app, 'afterLogout', member, plans) } }
}
