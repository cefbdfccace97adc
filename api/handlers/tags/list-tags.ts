import type { Answer } from '../../../contract/schemas'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { toHeldTag } from '../../domain/tags/to-held-tag'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** The member's TrustTags, the newest first. @throws ApiError `not-found` */
export async function listTags(
  services: Pick<Services, 'store' | 'clock' | 'urls' | 'issuer'>,
  { app, member }: RequestFor<'listTags'>,
): Promise<Answer<'listTags'>> {
  requireTrustTags(app)
  const rows = await services.store.tags.listByMember(member.id)
  return { data: { tags: rows.map((row) => toHeldTag(services, row)) } }
}
