import { CONNECT_TICKET_LIFETIME_SECONDS } from '../../../contract/limits'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'
import type { Handlers } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { MemberRow } from '../../ports/store'
import { finishLogin } from '../accounts/login'
import { offeredProviders, providerName } from '../apps/social-providers'
import { lockCaller } from '../members/context'
import { readMemberPlans } from '../plans/connections'
import { toMemberAuth } from '../plans/serializers'
import { connectedProviders, eventOf } from './deliver-result'

export const socialHandlers = {
  /**
   * Names the member to the window that connects a provider: a URL may contain the ticket, unlike a session token. It works
   * once, while the session lasts.
   * @throws ApiError `too-many-requests`, `client/invalid-token` when the session ended meanwhile
   */
  async createConnectTicket(services, request) {
    const { store, secrets, clock, rateLimiter } = services
    await rateLimiter.take('connectTicketsPerAccount', request.member.id)
    const ticket = secrets.sessionToken()
    const expires = clock.now() + CONNECT_TICKET_LIFETIME_SECONDS * 1000
    await store.transaction(async (repositories) => {
      const { current, session } = await lockCaller(repositories, services, request)
      await repositories.connectTickets.insert({
        ticketDigest: secrets.digest(ticket),
        memberId: current.id,
        sessionDigest: session,
        appId: current.appId,
        mode: current.mode,
        expiresAt: expires,
      })
    })
    return { data: { ticket, expires } }
  },

  /**
   * Removes a provider from the member; it no longer logs them in. Sessions stay.
   * @throws ApiError `account-not-connected`, `account-set-password-before-disconnect` for the only login method
   */
  async disconnectProvider(services, request, { provider }) {
    const { app } = request
    const providers = await services.store.transaction(async (repositories) => {
      const { current } = await lockCaller(repositories, services, request)
      if (!current.providers.includes(provider)) throw new ApiError('account-not-connected')
      if (!hasOtherLoginMethod(services, app, current, provider))
        throw new ApiError('account-set-password-before-disconnect')
      await repositories.providerConnections.delete(current.id, provider)
      // Answers that nobody fetched yet may be logins by this provider.
      await repositories.providerAnswers.deleteByMember(current.id)
      return current.providers.filter((key) => key !== provider)
    })
    return {
      data: connectedProviders({ providers }),
      message: `${providerName(app, provider)} is no longer connected to your account.`,
    }
  },

  /**
   * Returns the result of a full-page flow to the page that began it. A login starts here. The token was in a URL, so it
   * works only with the verifier that the page kept.
   * @throws ApiError `provider-session-expired` when either is wrong, `too-many-requests`
   */
  async redeemProviderAnswer(services, { app, mode, address }, { answer, verifier, device, options }) {
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
  },
} satisfies Partial<Handlers>

/** Whether a member could log in without this provider: by password, another working provider, or a code by mail. */
function hasOtherLoginMethod(
  services: Pick<Services, 'socialProviders'>,
  app: AppDefinition,
  { mode, passwordHash, providers, verified }: MemberRow,
  without: string,
): boolean {
  const others = offeredProviders(services, app, mode).filter(({ provider }) => provider !== without)
  return (
    passwordHash !== null ||
    others.some(({ provider }) => providers.includes(provider)) ||
    (app.passwordless.enabled && verified)
  )
}
