import type { Answer } from '../../../contract/schemas'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { toTagProfile } from '../../domain/tag-profiles/to-tag-profile'
import type { SignedTagServices } from '../../domain/tags/signed-tag'
import type { RequestFor } from '../../ports/handler'

/** The member's profile with TrustTags, activity and credits. @throws ApiError `not-found` */
export async function getTagProfile(
  services: SignedTagServices,
  { app, member }: RequestFor<'getTagProfile'>,
): Promise<Answer<'getTagProfile'>> {
  requireTrustTags(app)
  return { data: await toTagProfile(services, app, member) }
}
