import type { Answer } from '../../../contract/schemas'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { toTagProfile } from '../../domain/tag-profiles/to-tag-profile'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** The member's profile with TrustTags, activity and credits. @throws ApiError `not-found` */
export async function getTagProfile(
  services: Pick<Services, 'store' | 'clock' | 'urls' | 'issuer'>,
  { app, member }: RequestFor<'getTagProfile'>,
): Promise<Answer<'getTagProfile'>> {
  requireTrustTags(app)
  return { data: await toTagProfile(services, app, member) }
}
