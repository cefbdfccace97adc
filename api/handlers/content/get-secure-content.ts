import type { Answer, Input } from '../../../contract/schemas'
import { ApiError } from '../../lib/errors'
import { maySeeGroup } from '../../domain/content-groups/may-see-group'
import { readMemberPlans } from '../../domain/plans/member-plans'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Hosted content, for members with access to its group.
 *
 * @throws ApiError `content-not-found`; `access-denied` for visitors, dead sessions and members without access
 */
export async function getSecureContent(
  { store, hostedHtml }: Pick<Services, 'store' | 'hostedHtml'>,
  { app, member }: RequestContext,
  { contentId }: Input<'getSecureContent'>,
): Promise<Answer<'getSecureContent'>> {
  const content = app.contents.find(({ id }) => id === contentId)
  if (!content) throw new ApiError('content-not-found')
  const group = app.contentGroups.find(({ key }) => key === content.group)
  const plans = member && (await readMemberPlans(store, member.id))
  if (!group || !plans || !maySeeGroup(group, plans)) throw new ApiError('access-denied')
  const { type } = content
  return {
    data: type === 'HTML' ? { type, ...(await hostedHtml.toSafeHtml(content)) } : { type, content: content.content },
  }
}
