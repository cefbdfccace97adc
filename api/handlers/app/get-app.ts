import { toApp } from '../../domain/answers/to-app'
import type { Answer } from '../../../contract/schemas'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** The app; with a member also what they may see of it. */
export async function getApp(
  { store, captcha }: Pick<Services, 'store' | 'captcha'>,
  { app, mode, member }: RequestContext,
): Promise<Answer<'getApp'>> {
  const connections = member && (await store.planConnections.listByMember(member.id))
  return { data: toApp(app, mode, captcha.publicPart, connections) }
}
