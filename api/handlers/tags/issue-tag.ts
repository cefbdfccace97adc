import type { Answer, Input } from '../../../contract/schemas'
import { requireTrustTags } from '../../features/assessments/access'
import { issueTag as issue } from '../../domain/tags/issue-tag'
import type { IssueServices } from '../../domain/tags/issue-tag'
import { toHeldTag } from '../../domain/tags/signed-tag'
import type { SignedTagServices } from '../../domain/tags/signed-tag'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Issues the TrustTag of a passed attempt for one credit.
 * @throws ApiError `not-found`, `client/invalid-token`, `too-many-requests`, `attempt-not-found`, `attempt-not-passed`,
 *   `no-credit-left`, `tag-already-issued`
 */
export async function issueTag(
  services: IssueServices & SignedTagServices & Pick<Services, 'rateLimiter'>,
  request: RequestFor<'issueTag'>,
  input: Input<'issueTag'>,
): Promise<Answer<'issueTag'>> {
  requireTrustTags(request.app)
  await services.rateLimiter.take('tagIssuesPerAccount', request.member.id)
  return { data: await toHeldTag(services, await issue(services, request, input)) }
}
