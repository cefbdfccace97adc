import type { Answer, Input } from '../../../contract/schemas'
import { voteOn } from '../../domain/comments/write-comment'
import type { RequestFor } from '../../ports/handler'

/** One vote for each member. @throws ApiError `comment-not-found`, `too-many-requests` */
export async function threadVote(
  services: Parameters<typeof voteOn>[0],
  request: RequestFor<'threadVote'>,
  { threadId: id, vote }: Input<'threadVote'>,
): Promise<Answer<'threadVote'>> {
  return { data: await voteOn(services, request, { id, kind: 'thread', vote }) }
}
