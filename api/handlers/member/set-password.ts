import type { Answer, Input } from '../../../contract/schemas'
import { lockCaller } from '../../features/members/context'
import { requireUncommonPassword } from '../../domain/accounts/require-uncommon-password'
import { toMember } from '../../features/plans/serializers'
import { ApiError } from '../../lib/errors'
import { readMemberPlans } from '../../features/plans/connections'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * A first password for a member who has none. Sessions stay: no password of theirs can have been known to anybody.
 *
 * @throws ApiError `password-already-set`, `password-too-common`, `too-many-requests`
 */
export async function setPassword(
  services: Pick<Services, 'store' | 'hasher' | 'clock' | 'rateLimiter'>,
  request: RequestFor<'setPassword'>,
  { password }: Input<'setPassword'>,
): Promise<Answer<'setPassword'>> {
  const { app, mode, member } = request
  await services.rateLimiter.take('passwordChangesPerAccount', member.id)
  if (member.passwordHash !== null) throw new ApiError('password-already-set')
  await requireUncommonPassword({ app, mode, email: member.email }, password)
  const passwordHash = await services.hasher.hash(password)
  const data = await services.store.transaction(async (repositories) => {
    const { current, session } = await lockCaller(repositories, services, request)
    if (current.passwordHash !== null) throw new ApiError('password-already-set')
    await repositories.members.update(current.id, { passwordHash })
    await repositories.devices.notePassword(current.id, session, services.clock.now())
    await repositories.codes.deleteByMember(current.id, 'reset-password')
    return toMember(app, { ...current, passwordHash }, await readMemberPlans(repositories, current.id))
  })
  return { data, message: 'Your password has been set.' }
}
