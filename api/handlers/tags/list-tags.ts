import type { Answer } from '../../../contract/schemas'
import { requireTrustTags } from '../../features/assessments/access'
import { toHeldTags } from '../../domain/tags/signed-tag'
import type { SignedTagServices } from '../../domain/tags/signed-tag'
import type { RequestFor } from '../../ports/handler'

/** The member's TrustTags, the newest first. @throws ApiError `not-found` */
export async function listTags(
  services: SignedTagServices,
  { app, member }: RequestFor<'listTags'>,
): Promise<Answer<'listTags'>> {
  requireTrustTags(app)
  const rows = await services.store.tags.listByMember(member.id)
  return { data: { tags: await toHeldTags(services, rows) } }
}
