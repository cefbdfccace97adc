import type { Answer } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** Deletes the logged-in member and everything of theirs. @throws ApiError `access-denied` where the app forbids it */
export async function deleteMember(
  { store }: Pick<Services, 'store'>,
  { app, member }: RequestFor<'deleteMember'>,
): Promise<Answer<'deleteMember'>> {
  if (!app.allowMemberSelfDelete) throw new ApiError('access-denied')
  await store.members.delete(member.id)
  return { data: { id: member.id }, message: 'Your account has been deleted.' }
}
