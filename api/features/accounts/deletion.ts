import type { Answer } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import { revokeCredentials } from '../credentials/revoke'
import { removeImage } from '../files/open-storage'
import { lockCaller } from '../members/context'
import { endPurchases, hasOtherPurchases } from '../payments/settle'
import { removeSampleFiles } from '../work-samples/upload'

/**
 * Deletes the logged-in member.
 * @throws ApiError `access-denied` when the app forbids it, `client/invalid-token`, `payment-provider-unavailable`; then the
 *   member stays
 */
export async function deleteMember(
  services: DeleteServices,
  request: RequestFor<'deleteMember'>,
): Promise<Answer<'deleteMember'>> {
  if (!request.app.allowMemberSelfDelete) throw new ApiError('access-denied')
  const { id } = request.member
  await deleteAccount(services, id, {
    lock: async (repositories) => (await lockCaller(repositories, services, request)).current,
  })
  return { data: { id }, message: 'Your account has been deleted.' }
}

/** Attempts when the member buys something during the deletion. */
const TRIES = 5

type DeleteServices = Pick<
  Services,
  | 'store'
  | 'payments'
  | 'secrets'
  | 'clock'
  | 'mirror'
  | 'issuer'
  | 'proofAlarm'
  | 'files'
  | 'uploads'
  | 'urls'
  | 'log'
  | 'logGrew'
>

interface Deletion {
  /** Locks the member; throws when the caller is not allowed to delete them. */
  lock: (repositories: Repositories) => Promise<MemberRow>
  /** What is written with it, in its transaction. */
  note?: (repositories: Repositories) => Promise<void>
}

/** Files of a deleted member. */
interface LeftFiles {
  image: string | null
  samples: string[]
}

/**
 * Ends the member's subscriptions, then deletes the member with their files, and revokes their credentials. The entries that
 * stay in the log and in status lists contain no personal data.
 * @throws ApiError as `lock`, and `payment-provider-unavailable`; then the member stays
 */
export async function deleteAccount(services: DeleteServices, memberId: string, deletion: Deletion): Promise<void> {
  const { image, samples } = await deleteWithPurchases(services, memberId, deletion)
  services.logGrew()
  await removeImage(services, image)
  await removeSampleFiles(services, samples)
}

async function deleteWithPurchases(
  services: DeleteServices,
  memberId: string,
  { lock, note }: Deletion,
): Promise<LeftFiles> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const ended = await endPurchases(services, memberId)
    // The lock waits for an upload that is being noted, so that its file is known and goes, too.
    const deleted = await services.store.transaction(async (repositories) => {
      const current = await lock(repositories)
      if (await hasOtherPurchases(repositories, current.id, ended)) return null
      const samples = await repositories.workSamples.listByMember(current.id)
      const credentials = await repositories.credentials.listByMember(current.id)
      const tagIds = credentials.map(({ tagId }) => tagId)
      await revokeCredentials(repositories, services, tagIds)
      await repositories.members.delete(current.id)
      await note?.(repositories)
      return { image: current.profileImage, samples: samples.map(({ file }) => file) }
    })
    if (deleted) return deleted
  }
  throw new ApiError('service-unavailable')
}
