import type { Answer, Input } from '../../../contract/schemas'
import { lockCaller } from '../../features/members/context'
import { ApiError } from '../../lib/errors'
import { connectedProviders } from '../../domain/social/hand-over'
import { keepsWayIn } from '../../domain/social/keeps-way-in'
import { providerName } from '../../domain/social/offered-providers'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Takes a provider off the member; whoever has its account logs in with it no more. Sessions stay.
 *
 * @throws ApiError `account-not-connected`, `account-set-password-before-disconnect` for the last way in
 */
export async function disconnectProvider(
  services: Pick<Services, 'store' | 'clock' | 'socialProviders'>,
  request: RequestFor<'disconnectProvider'>,
  { provider }: Input<'disconnectProvider'>,
): Promise<Answer<'disconnectProvider'>> {
  const { app } = request
  const providers = await services.store.transaction(async (repositories) => {
    const { current } = await lockCaller(repositories, services, request)
    if (!current.providers.includes(provider)) throw new ApiError('account-not-connected')
    if (!keepsWayIn(services, app, current, provider)) throw new ApiError('account-set-password-before-disconnect')
    await repositories.providerConnections.delete(current.id, provider)
    // Not asked about yet, and maybe a login with it.
    await repositories.providerAnswers.deleteByMember(current.id)
    return current.providers.filter((key) => key !== provider)
  })
  return {
    data: connectedProviders({ providers }),
    message: `${providerName(app, provider)} is no longer connected to your account.`,
  }
}
