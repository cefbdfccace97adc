import type { Answer, Input } from '../../../contract/schemas'
import { accountKey } from '../../lib/ids'
import { changeEmail } from '../../domain/accounts/change-email'
import type { EmailChange } from '../../domain/accounts/change-email'
import { changePassword } from '../../domain/accounts/change-password'
import { checkPassword } from '../../domain/accounts/check-password'
import { lockCaller } from '../../features/members/context'
import { orEmailTaken } from '../../domain/accounts/or-email-taken'
import { requireFreeAddress } from '../../domain/accounts/require-free-address'
import { requireUncommonPassword } from '../../domain/accounts/require-uncommon-password'
import { tryTake } from '../../domain/accounts/try-take'
import { toMember } from '../../features/plans/serializers'
import { ApiError } from '../../lib/errors'
import { readMemberPlans } from '../../features/plans/connections'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

type AuthServices = Pick<Services, 'store' | 'hasher' | 'secrets' | 'clock' | 'rateLimiter' | 'urls' | 'mailWaiting'>

/**
 * Changes the e-mail address, the password or both; both or neither. An address that the member has already changes
 * nothing.
 *
 * @throws ApiError `required-field-missing`, `invalid-password` for a wrong current one, `email-already-in-use`,
 * `password-too-common`, `too-many-requests`
 */
export async function updateMemberAuth(
  services: AuthServices,
  request: RequestFor<'updateMemberAuth'>,
  { email, oldPassword, newPassword }: Input<'updateMemberAuth'>,
): Promise<Answer<'updateMemberAuth'>> {
  if (email === undefined && newPassword === undefined) throw new ApiError('required-field-missing')
  const { app, member, address: requestedFrom } = request
  const isNew = email !== undefined && email !== member.email
  const mayMail = isNew ? await checkNewEmail(services, request, email) : { old: true, new: true }
  const passwordHash =
    newPassword === undefined ? undefined : await hashNewPassword(services, request, oldPassword, newPassword)

  const data = await orEmailTaken(
    services.store.transaction(async (repositories) => {
      const { current, session } = await lockCaller(repositories, services, request)
      let changed = current
      if (passwordHash !== undefined) {
        // Changed by another request since the current password was checked.
        if (current.passwordHash !== member.passwordHash) throw new ApiError('invalid-password')
        changed = await changePassword(repositories, services, changed, passwordHash, session)
      }
      if (email !== undefined && email !== current.email) {
        changed = await changeEmail(repositories, services, { app, member: changed, email, requestedFrom, mayMail })
      }
      return toMember(app, changed, await readMemberPlans(repositories, changed.id))
    }),
  )
  services.mailWaiting()
  return { data, message: 'Your changes have been saved.' }
}

/** Whether the new address can be taken, and which of the two may be mailed: nobody's mailbox is filled by changes. */
async function checkNewEmail(
  { store, clock, rateLimiter }: AuthServices,
  { app, member }: RequestFor<'updateMemberAuth'>,
  email: string,
): Promise<EmailChange['mayMail']> {
  await rateLimiter.take('emailChangesPerAccount', member.id)
  await requireFreeAddress(store, { appId: member.appId, mode: member.mode, email }, clock.now(), member.id)
  const mayMail = (address: string) =>
    tryTake(rateLimiter, 'verificationMailsPerAccount', accountKey(member.appId, member.mode, address))
  return {
    old: member.verified || (await mayMail(member.email)),
    new: app.verificationMailOnSignup && (await mayMail(email)),
  }
}

async function hashNewPassword(
  services: AuthServices,
  { app, mode, member }: RequestFor<'updateMemberAuth'>,
  oldPassword: string | undefined,
  newPassword: string,
): Promise<string> {
  await services.rateLimiter.take('passwordChangesPerAccount', member.id)
  if (member.passwordHash !== null) {
    if (oldPassword === undefined) throw new ApiError('required-field-missing')
    if (!(await checkPassword(services, member, oldPassword)))
      throw new ApiError('invalid-password', { event: 'password-refused' })
  }
  await requireUncommonPassword({ app, mode, email: member.email }, newPassword)
  return services.hasher.hash(newPassword)
}
