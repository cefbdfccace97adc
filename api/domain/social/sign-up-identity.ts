import type { Repositories } from '../../ports/store'
import { newMember } from '../accounts/create-account'
import type { NewAccount } from '../accounts/create-account'
import { storeAccount } from '../accounts/store-account'
import { storeVerification } from '../accounts/verification'
import { verificationForSignup } from '../accounts/verification-for-signup'
import { ApiError } from '../../lib/errors'
import { readCustomFields } from '../../features/members/fields'
import { findFreePlans } from '../../features/plans/join'
import { withinStorage } from '../storage/within-storage'
import type { Arrival } from './arrival'
import type { SocialServices } from './begin-flow'
import type { FlowEnd } from './flow-end'
import { handOver } from './hand-over'
import { insertConnection } from './insert-connection'
import { namesFor } from './provider-names'

/**
 * Makes a member without a password of whoever a provider says that somebody is, with what the page asked for. Their
 * address counts as verified if the provider has verified it; else it gets the mail that a sign-up gets.
 *
 * @throws UniqueConstraintError when address or account were taken meanwhile
 * @throws ApiError `account-not-found` for a login that may not sign up, `provider-email-missing`,
 * `email-already-in-use` for an address that its owner can take back, `too-many-requests`, the codes of fields and plans, and as `withinStorage`
 */
export async function signUpIdentity(services: SocialServices, arrival: Arrival): Promise<FlowEnd> {
  const { app, flow, identity, address } = arrival
  if (flow.flow === 'login' && !flow.wishes.allowSignup) throw new ApiError('account-not-found')
  const account = readAccount(arrival)
  await services.rateLimiter.take('signupsPerAddress', address)
  const proof = { passwordHash: null, verified: identity.emailVerified }
  const member = newMember(services, { app, mode: flow.mode }, account, proof)
  const verification = await verificationForSignup(services, app, member, address)
  const storing = { app, mode: flow.mode, address, member }
  const work = async (repositories: Repositories): Promise<FlowEnd> => {
    // Its owner gave it up, or somebody did in their place: they can still have it again.
    const kept = await repositories.emailChanges.findByAddress(member, services.clock.now())
    if (kept) throw new ApiError('email-already-in-use')
    const message = await storeAccount(repositories, services, app, account, member, async () => {
      await insertConnection(repositories, services, arrival, member)
      if (verification) await storeVerification(repositories, verification)
    })
    const connected = { ...member, providers: [flow.provider] }
    return handOver(repositories, services, arrival, { came: 'signup', member: connected, message })
  }
  const end = await withinStorage(services, storing, work, { queue: 'members', isSignup: true })
  if (verification) services.mailWaiting()
  return end
}

function readAccount({ app, flow: { wishes }, identity }: Arrival): NewAccount {
  if (identity.email === null) throw new ApiError('provider-email-missing')
  return {
    email: identity.email,
    customFields: {
      ...readCustomFields(app, wishes.customFields),
      ...namesFor(app, wishes.customFields, identity),
    },
    metaData: {},
    plans: findFreePlans(app, wishes.plans),
    inviteToken: wishes.inviteToken,
    claim: undefined,
    includeContentGroups: undefined,
  }
}
