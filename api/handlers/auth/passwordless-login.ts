import { notices } from '../../../contract/errors'
import type { Answer, Input } from '../../../contract/schemas'
import { findEmailCode } from '../../domain/accounts/email-code'
import { requirePasswordless } from '../../domain/accounts/require-passwordless'
import { finishLogin } from '../../domain/accounts/finish-login'
import { settleProof } from '../../domain/accounts/settle-proof'
import { readAttempt } from '../../domain/accounts/sign-in-limits'
import { toMemberAuth } from '../../features/plans/serializers'
import { ApiError } from '../../lib/errors'
import { readMemberPlans } from '../../features/plans/connections'
import { tryInvitation } from '../../features/plans/teams'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Logs in with a mailed code, which proves the email, and joins the team of an invitation. `message` says why that
 * could not be, or that the password of an unproven account was removed.
 *
 * @throws ApiError `invalid-passwordless-login-code` for whatever is wrong with the code, `passwordless-disabled`,
 * `too-many-requests` with `methods`, `proof-of-work-required`
 */
export async function passwordlessLogin(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'proofOfWork' | 'socialProviders'>,
  request: RequestContext,
  input: Input<'passwordlessLogin'>,
): Promise<Answer<'passwordlessLogin'>> {
  const { app, mode } = request
  const { email, inviteToken, options } = input
  requirePasswordless(app)
  const attempt = await readAttempt(services, request, 'passwordlessTriesPerAddress', input)
  const typed = { typed: input.passwordlessToken, requestToken: input.requestToken ?? null }
  const address = { appId: app.id, mode, email }
  const code = await findEmailCode(services, attempt, address, { purpose: 'login', ...typed })
  if (!code) throw new ApiError('invalid-passwordless-login-code')

  const { said, ...loggedIn } = await services.store.transaction(async (repositories) => {
    const { emailCodes, members } = repositories
    const found = (await emailCodes.consume(code.id)) && (await members.findByEmail(app.id, mode, email))
    const current = found && (await members.lock(found.id))
    // Deleted, or moved to another address, a moment ago.
    if (!current || current.email !== email) throw new ApiError('invalid-passwordless-login-code')
    const member = await settleProof(repositories, current, attempt.deviceId)
    const refused = await tryInvitation(repositories, services, app, member, inviteToken)
    const login = await finishLogin(repositories, services, app, member, { claim: input.device })
    const isRemoved = current.passwordHash !== null && member.passwordHash === null
    return {
      member,
      ...login,
      plans: await readMemberPlans(repositories, member.id),
      said: sayWhat(refused, isRemoved),
    }
  })
  const includeContentGroups = options?.includeContentGroups
  return {
    data: toMemberAuth({ app, ...loggedIn, event: 'afterLogin', includeContentGroups }),
    ...said,
  }
}

/** A notice is one message alone: with another beside it, both are said in English. */
function sayWhat(refused: string | null, isRemoved: boolean): Pick<Answer<'passwordlessLogin'>, 'message' | 'notice'> {
  const removed = notices['password-removed']
  if (refused === null) return isRemoved ? { message: removed, notice: 'password-removed' } : {}
  return { message: isRemoved ? `${removed} ${refused}` : refused }
}
