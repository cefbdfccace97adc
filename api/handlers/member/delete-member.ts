import type { Answer } from '../../../contract/schemas'
import { lockCaller } from '../../domain/accounts/lock-caller'
import { ApiError } from '../../domain/api-error'
import { removeImage } from '../../domain/files/remove-image'
import { endPurchases, hasOtherPurchases } from '../../domain/payments/end-purchases'
import { withdrawCredential } from '../../domain/proof/withdraw-credential'
import { removeSampleFiles } from '../../domain/work-samples/remove-sample-files'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** How often a member who buys while they are being deleted is waited for. */
const TRIES = 5

type Parts = Pick<
  Services,
  'store' | 'payments' | 'secrets' | 'clock' | 'mirror' | 'issuer' | 'files' | 'uploads' | 'urls' | 'log' | 'logGrew'
>

/**
 * Deletes the logged-in member with everything of theirs, their image and work samples too; what they pay for is ended first.
 * Credentials that were handed out are withdrawn: what stays in the log and in status lists leads to nobody.
 * @throws ApiError `access-denied` where the app forbids it, `client/invalid-token`, `payment-provider-unavailable`: then
 *   the member stays
 */
export async function deleteMember(
  services: Parts,
  request: RequestFor<'deleteMember'>,
): Promise<Answer<'deleteMember'>> {
  if (!request.app.allowMemberSelfDelete) throw new ApiError('access-denied')
  const { image, samples } = await deleteWithPurchases(services, request)
  services.logGrew()
  await removeImage(services, image)
  await removeSampleFiles(services, samples)
  return { data: { id: request.member.id }, message: 'Your account has been deleted.' }
}

/** What a deleted member leaves on the disk. */
interface LeftFiles {
  image: string | null
  samples: string[]
}

async function deleteWithPurchases(services: Parts, request: RequestFor<'deleteMember'>): Promise<LeftFiles> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const ended = await endPurchases(services, request.member.id)
    // The lock waits for an upload that is being noted, so that its file is known and goes, too.
    const deleted = await services.store.transaction(async (repositories) => {
      const { current } = await lockCaller(repositories, services, request)
      if (await hasOtherPurchases(repositories, current.id, ended)) return null
      const samples = await repositories.workSamples.listByMember(current.id)
      for (const { tagId } of await repositories.credentials.listByMember(current.id))
        await withdrawCredential(repositories, services, tagId)
      await repositories.members.delete(current.id)
      return { image: current.profileImage, samples: samples.map(({ file }) => file) }
    })
    if (deleted) return deleted
  }
  throw new ApiError('service-unavailable')
}
