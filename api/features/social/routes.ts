import { CONNECT_TICKET_LIFETIME_SECONDS } from '../../../contract/limits'
import { messages } from '../../../contract/messages'
import { fillText } from '../../lib/text'
import { ApiError } from '../../lib/errors'
import { lockCaller } from '../members/context'
import type { Handlers } from '../members/context'
import { finishLogin, requireLogin } from '../accounts/finish-login'
import { hasOtherLoginMethod } from '../accounts/sign-in-limits'
import { lockProvenCaller } from '../accounts/step-up'
import { providerName } from '../apps/social-providers'
import { readMemberPlans } from '../plans/repository'
import { toMemberAuth } from '../plans/serializers'
import { digestTicket } from './begin-flow'
import { connectedProviders, eventOf } from './deliver-result'
import { lockMemberById } from '../members/repository'
import { consumeProviderResult, deleteProviderConnection, insertConnectTicket } from './repository'
import { deleteProviderResults } from '../accounts/repository-sign-in'

export const socialHandlers = {
  /**
   * Identifies the member to the window that connects a provider, or proves by one: unlike a session token, the ticket may be in a URL.
   * Valid once, during the session, and for its purpose.
   * @throws ApiError `reauthentication-required`, `too-many-requests`, `client/invalid-token` if the session has ended
   */
  async createConnectTicket(services, request, { purpose = 'connect' }) {
    const { store, secrets, clock, rateLimiter } = services
    await rateLimiter.take('connectTicketsPerAccount', request.member.id)
    const ticket = secrets.sessionToken()
    const expires = clock.now() + CONNECT_TICKET_LIFETIME_SECONDS * 1000
    await store.transaction(async (tx) => {
      const lock = purpose === 'prove' ? lockCaller : lockProvenCaller
      const { current, session } = await lock(tx, services, request)
      await insertConnectTicket(tx, {
        ticketDigest: digestTicket(secrets, purpose, ticket),
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
   * @throws ApiError `reauthentication-required`, `account-not-connected`, `account-set-password-before-disconnect` for the only login method
   */
  async disconnectProvider(services, request, { provider }) {
    const { app } = request
    const providers = await services.store.transaction(async (tx) => {
      const { current } = await lockProvenCaller(tx, services, request)
      if (!current.providers.includes(provider)) throw new ApiError('account-not-connected')
      if (!(await hasOtherLoginMethod(tx, services, { app, member: current }, provider)))
        throw new ApiError('account-set-password-before-disconnect')
      await deleteProviderConnection(tx, current.id, provider)
      // Unfetched results may be logins by this provider.
      await deleteProviderResults(tx, current.id)
      return current.providers.filter((key) => key !== provider)
    })
    return {
      data: connectedProviders({ providers }),
      message: fillText(messages.disconnectProvider, { provider: providerName(app, provider) }),
    }
  },

  /**
   * Returns the result of a full-page flow to its page; a login starts here. The token was in a URL, so it works only
   * with the page's verifier.
   * @throws ApiError `provider-session-expired` if either is wrong, `too-many-requests`
   */
  async redeemProviderAnswer(services, request, { answer, verifier, device, options }) {
    const { store, secrets, clock, rateLimiter } = services
    const { app, mode, ipAddress } = request
    const includeContentGroups = options?.includeContentGroups
    await rateLimiter.take('providerFlowsPerAddress', ipAddress)
    const digests = { answerDigest: secrets.digest(answer), challenge: secrets.digest(verifier) }
    const redeemed = await store.transaction(async (tx) => {
      const row = await consumeProviderResult(tx, { ...digests, appId: app.id, mode }, clock.now())
      const member = row && (await lockMemberById(tx, row.memberId))
      if (!member) throw new ApiError('provider-session-expired')
      // A proof renews a token, which only its window delivers.
      if (row.flow === 'prove') throw new ApiError('provider-session-expired')
      const note = row.message !== null && { message: row.message }
      if (row.flow === 'connect') return { flow: row.flow, member, note }
      const event = eventOf(row.flow)
      const method = row.flow === 'signup' ? 'signup' : 'provider'
      const details = { event, includeContentGroups, ...note }
      const end = await finishLogin(tx, services, { app, member }, { method, claim: device, request, details })
      return { flow: row.flow, member, note, event, end, plans: await readMemberPlans(tx, member.id) }
    })
    const { flow, member, note } = redeemed
    if (flow === 'connect') return { data: { flow, ...connectedProviders(member) }, ...note }
    const { event, end, plans } = redeemed
    const login = requireLogin(services, end)
    return {
      data: { flow, auth: toMemberAuth({ app, member, plans, ...login, event, includeContentGroups }) },
      ...note,
    }
  },
} satisfies Partial<Handlers>
