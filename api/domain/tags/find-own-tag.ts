import type { RequestContext } from '../../ports/handler'
import type { MemberRow, Repositories } from '../../ports/store'
import type { TagRow } from '../../ports/trusttag/tag-store'
import { ApiError } from '../../lib/errors'

/** @throws ApiError `tag-not-found`, also for somebody else's */
export async function findOwnTag(
  { tags }: Pick<Repositories, 'tags'>,
  { app, mode, member }: Pick<RequestContext, 'app' | 'mode'> & { member: MemberRow },
  id: string,
): Promise<TagRow> {
  const tag = await tags.find(id)
  if (tag?.memberId !== member.id || tag.appId !== app.id || tag.mode !== mode) throw new ApiError('tag-not-found')
  return tag
}
