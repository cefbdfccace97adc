import { ApiError } from '../../lib/errors'
import type { Services } from '../../http/services'
import { checkPassword } from '../accounts/login'
import { findProof, reauthenticationMethods, renew } from '../accounts/step-up'
import type { MemberRow } from '../members/repository'
import { findMemberById } from '../members/repository'
import { matchCode } from '../second-factor/login'
import { beginFlow, checkRequest, endFlow, keepFlow } from './begin-flow'
import type { BegunFlow, FlowRequest, SocialServices, FlowQuestion, Kept } from './begin-flow'
import { answerOpener } from './deliver-result'
import type { FlowEnd, ProviderCallback } from './deliver-result'
import { findProviderConnection } from './repository'
import type { ProviderFlowRow } from './repository'

/**
 * A login with a connected provider proves that the caller is the member. The session gets a new token, which only the opener gets.
 * @throws ApiError `account-not-connected`, `account-connect-requires-login`, `client/invalid-token`, `reauthentication-required` for
 * members who must use a second factor, `too-many-requests`
 */
export async function proveByProvider(
  services: SocialServices,
  { app, flow, identity: { subject } }: ProviderCallback,
): Promise<FlowEnd> {
  const { appId, mode, provider, sessionDigest: tokenDigest } = flow
  const member = await memberOf(services, flow)
  await services.rateLimiter.take('stepUpsPerSession', tokenDigest ?? member.id)
  const { data } = await renew(services, { app, member, tokenDigest }, 'provider', async (tx, current) => {
    const methods = await reauthenticationMethods(tx, current)
    if (!methods.includes('provider')) throw new ApiError('reauthentication-required', { methods })
    const held = await findProviderConnection(tx, { appId, mode, provider, subject })
    if (held?.memberId !== current.id) throw new ApiError('account-not-connected')
  })
  return answerOpener(flow, { data })
}

/** @throws ApiError `account-connect-requires-login` */
async function memberOf({ store }: Pick<Services, 'store'>, { memberId }: ProviderFlowRow): Promise<MemberRow> {
  const member = memberId === null ? null : await findMemberById(store, memberId)
  if (!member) throw new ApiError('account-connect-requires-login')
  return member
}

/**
 * Pages of published clients cannot ask for a proof before they open the window that connects a provider, so the window asks.
 * @returns null if the member has proven themselves
 * @throws ApiError `reauthentication-required` for members whose proofs do not work here: they log in again and repeat it
 */
export async function askBeforeConnect(
  services: SocialServices,
  { app, caller, address: _address, ...flow }: FlowRequest,
): Promise<{ question: FlowQuestion; secret: string } | null> {
  const { store, secrets } = services
  const member = caller && (await findMemberById(store, caller.memberId))
  if (!member) return null
  checkRequest(services, { app, caller, ...flow })
  if ((await findProof(store, services, { app, member, tokenDigest: caller.sessionDigest })) !== null) return null
  const methods = await reauthenticationMethods(store, member)
  const proof = (['totp', 'password'] as const).find((one) => methods.includes(one))
  if (!proof) throw new ApiError('reauthentication-required', { methods })
  const secret = secrets.sessionToken()
  const row = { ...flow, ...caller, stateDigest: '', secretDigest: secrets.digest(secret), appId: app.id }
  const asked = { ...row, identity: null, createdAt: 0, expiresAt: 0 }
  const question = await store.transaction((tx) => keepFlow(tx, services, app, asked, { asks: 'proof', proof }))
  return { question, secret }
}

/**
 * The reply to that question. The proof is good for this connection alone.
 * @returns null for a wrong password or code
 * @throws ApiError `too-many-requests`, `provider-session-expired` and those of `beginFlow`
 */
export async function connectAfterProof(
  services: Services,
  { app, flow }: FlowQuestion,
  { proof }: Extract<Kept, { asks: 'proof' }>,
  { typed, address }: { typed: string; address: string },
): Promise<{ begun: BegunFlow; wanted: FlowRequest } | null> {
  const member = await memberOf(services, flow)
  const { appId, mode, sessionDigest } = flow
  await services.rateLimiter.take('stepUpsPerSession', sessionDigest ?? member.id)
  const isRight =
    proof === 'password'
      ? await checkPassword(services, member, typed)
      : (await matchCode(services, member, typed)) !== null
  if (!isRight) {
    const reason = proof === 'password' ? 'invalid-password' : 'invalid-second-factor'
    services.securityLog.write('password-refused', { memberId: member.id, appId, mode, reason })
    return null
  }
  await endFlow(services, flow)
  const { provider, openerOrigin, openerState, returnUrl, challenge, wishes } = flow
  const asked = { flow: 'connect', provider, openerOrigin, openerState, returnUrl, challenge, wishes } as const
  const caller = { memberId: member.id, sessionDigest: sessionDigest ?? '' }
  const wanted = { app, mode, caller, address, ...asked }
  return { begun: await beginFlow(services, wanted), wanted }
}
