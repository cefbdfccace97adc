import type { Answer, Input } from '../../../contract/schemas'
import { findEmailCode } from '../../domain/accounts/email-code'
import { requirePasswordless } from '../../domain/accounts/require-passwordless'
import { settleProof } from '../../domain/accounts/settle-proof'
import { startSession } from '../../domain/accounts/start-session'
import { toMemberAuth } from '../../domain/answers/to-member-auth'
import { ApiError } from '../../domain/api-error'
import { readMemberPlans } from '../../domain/plans/member-plans'
import { tryInvitation } from '../../domain/teams/try-invitation'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Logs in with a mailed code, which proves the address, and joins the team of an invitation. `message` says why that
 * could not be.
 *
 * @throws ApiError `invalid-passwordless-login-code` for whatever is wrong with the code, `passwordless-disabled`,
 * `too-many-requests` by the caller's address
 */
export async function passwordlessLogin(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>,
  { app, mode, address }: RequestContext,
  { email, passwordlessToken, inviteToken, options }: Input<'passwordlessLogin'>,
): Promise<Answer<'passwordlessLogin'>> {
  requirePasswordless(app)
  await services.rateLimiter.take('passwordlessTriesPerAddress', address)
  const code = await findEmailCode(services, app, { appId: app.id, mode, email }, 'login', passwordlessToken)
  if (!code) throw new ApiError('invalid-passwordless-login-code')

  const { message, ...loggedIn } = await services.store.transaction(async (repositories) => {
    const { emailCodes, members } = repositories
    const found = (await emailCodes.consume(code.id)) && (await members.findByEmail(app.id, mode, email))
    const current = found && (await members.lock(found.id))
    // Deleted, or moved to another address, a moment ago.
    if (!current || current.email !== email) throw new ApiError('invalid-passwordless-login-code')
    const member = await settleProof(repositories, current)
    const refused = await tryInvitation(repositories, services, app, member, inviteToken)
    const tokens = await startSession(repositories, services, app, member)
    return { member, tokens, plans: await readMemberPlans(repositories, member.id), message: refused }
  })
  const includeContentGroups = options?.includeContentGroups
  return {
    data: toMemberAuth({ app, ...loggedIn, event: 'afterLogin', includeContentGroups }),
    ...(message !== null && { message }),
  }
}
