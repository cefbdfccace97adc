import type { Answer, Input } from '../../../contract/schemas'
import { finishLogin } from '../../domain/accounts/finish-login'
import { toMemberAuth } from '../../features/plans/serializers'
import { ApiError } from '../../lib/errors'
import { readMemberPlans } from '../../features/plans/connections'
import { connectedProviders, eventOf } from '../../domain/social/hand-over'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * What a full-page way to a provider came to, for the page that began it. A login starts here and now. The token alone,
 * which stood in an address, opens nothing: only who kept the verifier since the beginning has both.
 *
 * @throws ApiError `provider-session-expired` for whatever is wrong with the two, `too-many-requests`
 */
export async function redeemProviderAnswer(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>,
  { app, mode, address }: RequestContext,
  { answer, verifier, device, options }: Input<'redeemProviderAnswer'>,
): Promise<Answer<'redeemProviderAnswer'>> {
  const { store, secrets, clock, rateLimiter } = services
  await rateLimiter.take('providerFlowsPerAddress', address)
  const digests = { answerDigest: secrets.digest(answer), challenge: secrets.digest(verifier) }
  return store.transaction(async (repositories) => {
    const { providerAnswers, members } = repositories
    const row = await providerAnswers.consume({ ...digests, appId: app.id, mode }, clock.now())
    const member = row && (await members.lock(row.memberId))
    if (!member) throw new ApiError('provider-session-expired')
    const said = row.message !== null && { message: row.message }
    if (row.flow === 'connect') return { data: { flow: row.flow, ...connectedProviders(member) }, ...said }
    const auth = toMemberAuth({
      app,
      member,
      plans: await readMemberPlans(repositories, member.id),
      ...(await finishLogin(repositories, services, app, member, { claim: device })),
      event: eventOf(row.flow),
      includeContentGroups: options?.includeContentGroups,
    })
    return { data: { flow: row.flow, auth }, ...said }
  })
}
