import type { Answer, Input } from '../../../contract/schemas'
import { lockCaller } from '../../features/members/context'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { ensureProfile } from '../../domain/tag-profiles/ensure-profile'
import { toTagProfile } from '../../domain/tag-profiles/to-tag-profile'
import type { SignedTagServices } from '../../domain/tags/signed-tag'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** Sets what of the settings is sent. @throws ApiError `not-found`, `client/invalid-token` */
export async function updateTagProfile(
  services: SignedTagServices & Pick<Services, 'secrets'>,
  request: RequestFor<'updateTagProfile'>,
  { publicProfile, emailNotifications, shareAnalytics }: Input<'updateTagProfile'>,
): Promise<Answer<'updateTagProfile'>> {
  requireTrustTags(request.app)
  await services.store.transaction(async (repositories) => {
    const { current } = await lockCaller(repositories, services, request)
    await ensureProfile(repositories, services, current)
    await repositories.profiles.update(current.id, {
      ...(publicProfile !== undefined && { publicProfile }),
      ...(emailNotifications !== undefined && { emailNotifications }),
      ...(shareAnalytics !== undefined && { shareAnalytics }),
    })
  })
  return { data: await toTagProfile(services, request.app, request.member) }
}
