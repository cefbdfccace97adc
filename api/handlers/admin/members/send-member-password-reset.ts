import { accountKey } from '../../../lib/ids'
import { newReset, storeReset } from '../../../domain/accounts/new-reset'
import { auditAct } from '../../../domain/admin/audit-act'
import { lockMember, requireMember } from '../../../domain/admin/find-member'
import type { AdminHandler } from '../../../ports/admin-handler'

/**
 * Mails a member a code and a link for a new password, as if they had asked. Nobody's mailbox is filled: the limit is that
 * of their own requests, but here it is said.
 *
 * @throws ApiError `member-not-found`, `too-many-requests`
 */
export const sendMemberPasswordReset: AdminHandler<'sendMemberPasswordReset'> = async (
  services,
  context,
  { member: named },
) => {
  const { app, mode, address } = context
  const { email } = await requireMember(services.store, context, named)
  await services.rateLimiter.take('resetMailsPerAccount', accountKey(app.id, mode, email))
  await services.store.transaction(async (repositories) => {
    const member = await lockMember(repositories, context, named)
    await storeReset(repositories, newReset(services, app, member, address))
    await auditAct(repositories, services, context, { act: 'member.password-reset.send', subject: member.id })
  })
  services.mailWaiting()
  return { data: { success: true } }
}
