import { ApiError, UniqueConstraintError } from '../../lib/errors'
import { tryInvitation } from '../../features/plans/teams'
import type { Arrival } from './arrival'
import type { SocialServices } from './begin-flow'
import { findOwner } from './find-owner'
import type { FlowEnd } from './flow-end'
import { handOver } from './hand-over'
import { signUpIdentity } from './sign-up-identity'

/** Somebody else took address or account between our look and our write: then they are there at the second look. */
const TRIES = 2

/**
 * Logs in whoever a provider says that somebody is, or makes them a member.
 *
 * @throws ApiError `use-email-login`, `account-not-found`, `provider-email-missing`, `email-already-in-use`,
 * `too-many-requests` and what a sign-up does
 */
export async function settleIdentity(services: SocialServices, arrival: Arrival): Promise<FlowEnd> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      return (await logIn(services, arrival)) ?? (await signUpIdentity(services, arrival))
    } catch (error) {
      if (!(error instanceof UniqueConstraintError)) throw error
    }
  }
  throw new ApiError('email-already-in-use')
}

/** Null when there is nobody to log in. */
function logIn(services: SocialServices, arrival: Arrival): Promise<FlowEnd | null> {
  const { app, flow } = arrival
  return services.store.transaction(async (repositories) => {
    const member = await findOwner(repositories, services, arrival)
    if (!member) return null
    const message = await tryInvitation(repositories, services, app, member, flow.wishes.inviteToken)
    return handOver(repositories, services, arrival, { came: 'login', member, message })
  })
}
