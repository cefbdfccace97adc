import type { Answer, Input } from '../../../contract/schemas'
import { voteOn } from '../../domain/comments/write-comment'
import type { RequestFor } from '../../ports/handler'

/** One vote for each member. @throws ApiError `comment-not-found`, `too-many-requests` */
export async function postVote(
  services: Parameters<typeof voteOn>[0],
  request: RequestFor<'postVote'>,
  { postId: id, vote }: Input<'postVote'>,
): Promise<Answer<'postVote'>> {
  return { data: await voteOn(services, request, { id, kind: 'post', vote }) }
}
