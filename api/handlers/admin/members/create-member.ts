import { newMember } from '../../../domain/accounts/create-account'
import { orEmailTaken } from '../../../domain/accounts/or-email-taken'
import { requireFreeAddress } from '../../../domain/accounts/require-free-address'
import { requireUncommonPassword } from '../../../domain/accounts/require-uncommon-password'
import { auditAct } from '../../../domain/admin/audit-act'
import { readMemberValues } from '../../../domain/admin/read-member-values'
import { toAdminMember } from '../../../domain/admin/to-admin-member'
import { findGrantedPlan, joinPlans } from '../../../features/plans/join'
import { readMemberPlans } from '../../../features/plans/connections'
import type { AdminHandler } from '../../../ports/admin-handler'

/**
 * Makes a member, with plans that cost nothing. Nobody is mailed, and nobody is logged in. One without a password chooses
 * one by a mailed reset, or logs in by a mailed code.
 *
 * @throws ApiError `email-already-in-use`, `password-too-common`, `plan-not-found`, `plan-not-free`,
 *   `plan-member-limit-reached`, `can-only-have-one-active-team`, and what `readMemberValues` throws
 */
export const createMember: AdminHandler<'createMember'> = async (services, context, input) => {
  const { app, mode } = context
  const { email, password, verified = false, metaData = {}, json = {}, loginRedirect = null } = input
  const customFields = readMemberValues(app, input)
  const planIds = new Set(input.plans?.map(({ planId }) => planId))
  const plans = Array.from(planIds, (planId) => findGrantedPlan(app, planId))
  if (password !== undefined) await requireUncommonPassword({ app, mode, email }, password)
  const passwordHash = password === undefined ? null : await services.hasher.hash(password)
  const made = newMember(services, context, { email, customFields, metaData }, { passwordHash, verified })
  const member = { ...made, json, loginRedirect }
  const data = await orEmailTaken(
    services.store.transaction(async (repositories) => {
      await requireFreeAddress(repositories, { appId: app.id, mode, email }, services.clock.now())
      await repositories.members.insert(member)
      await joinPlans(repositories, services, app, member, plans)
      const detail = plans.length > 0 ? { plans: [...planIds].join(', ') } : {}
      await auditAct(repositories, services, context, { act: 'member.create', subject: member.id, detail })
      return toAdminMember(app, member, await readMemberPlans(repositories, member.id))
    }, 'members'),
  )
  return { data }
}
