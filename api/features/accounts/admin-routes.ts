import type { AdminMember } from '../../../contract/admin/schemas/members'
import { sizeOf } from '../../../contract/admin/schemas/paging'
import { accountKey } from '../../domain/account-key'
import { ApiError } from '../../domain/api-error'
import type { AdminHandlers } from '../../ports/admin-handler'
import { recordAction } from '../audit/actions'
import { ownerRead } from '../audit/reading'
import { removeImage } from '../files/open-storage'
import { readMemberPlans, readPlansOfMembers } from '../plans/connections'
import { findGrantedPlan, joinPlans, leavePlan } from '../plans/join'
import {
  changeAsAdmin,
  findMember,
  lockMember,
  memberSearch,
  readMemberValues,
  requireMember,
  toAdminMember,
} from './admin-members'
import { deleteAccount } from './deletion'
import { requireUncommonPassword } from './passwords'
import { newReset, storeReset } from './reset'
import { newMember, orEmailTaken, requireFreeAddress } from './signup'

export const adminMemberHandlers = {
  /**
   * Lists members oldest first, filtered or searched. `endCursor` is a number on every page, as published clients expect.
   * @throws ApiError `query-limit-exceeded`, `too-many-requests`
   */
  listMembers(
    { store },
    { app, mode, actor },
    { first, limit, after, order, planId, email, search: text, includeJSON },
  ) {
    const search = text === undefined ? undefined : memberSearch(app, text)
    const filter = { appId: app.id, mode, planId, email, search }
    return ownerRead(store, actor, async (repositories) => {
      const page = { limit: sizeOf({ first, limit }), after: after ?? null, order }
      const { members, hasMore } = await repositories.members.listInOrder({ ...filter, ...page })
      const plans = await readPlansOfMembers(
        repositories,
        members.map(({ member }) => member.id),
      )
      const data = members.map(({ member }): AdminMember => {
        const { json, ...shown } = toAdminMember(app, member, plans(member.id))
        return includeJSON === 'true' ? { ...shown, json } : shown
      })
      return {
        totalCount: await repositories.members.count(filter),
        endCursor: members.at(-1)?.internalOrder ?? after ?? 0,
        hasNextPage: hasMore,
        data,
      }
    })
  },

  /** Null for an unknown member, as published clients expect, instead of an error. */
  async retrieveMember({ store }, context, { member: named }) {
    const member = await findMember(store, context, named)
    return { data: member && toAdminMember(context.app, member, await readMemberPlans(store, member.id)) }
  },

  /**
   * Creates a member with free plans, without a mail or a session. A member without a password uses a reset or a mailed code.
   * @throws ApiError `email-already-in-use`, `password-too-common`, `plan-not-found`, `plan-not-free`,
   *   `plan-member-limit-reached`, `can-only-have-one-active-team`, and what `readMemberValues` throws
   */
  async createMember(services, context, input) {
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
        await recordAction(repositories, services, context, { act: 'member.create', subject: member.id, detail })
        return toAdminMember(app, member, await readMemberPlans(repositories, member.id))
      }, 'members'),
    )
    return { data }
  },

  /**
   * Merges custom fields and metadata, replaces JSON. A new email address is unverified unless the call says otherwise; a new
   * password ends all sessions. No mail is sent.
   * @throws ApiError as `changeAsAdmin`; then nothing has changed
   */
  async changeMember(services, context, { member: named, ...input }) {
    const { member, leftImage } = await changeAsAdmin(services, context, named, input)
    await removeImage(services, leftImage)
    return { data: toAdminMember(context.app, member, await readMemberPlans(services.store, member.id)) }
  },

  /**
   * Deletes a member, even if the app forbids members to delete themselves. Subscriptions end first; the customer stays with
   * the payment provider, with past invoices.
   * @throws ApiError `member-not-found`, `payment-provider-unavailable`; then the member stays
   */
  async removeMember(services, context, { member: named }) {
    const { id } = await requireMember(services.store, context, named)
    await deleteAccount(services, id, {
      lock: (repositories) => lockMember(repositories, context, id),
      note: (repositories) => recordAction(repositories, services, context, { act: 'member.delete', subject: id }),
    })
    return { data: { id } }
  },

  /**
   * Adds a free plan, also one that is restricted to admins.
   * @throws ApiError `member-not-found`, `plan-not-found`, `plan-not-free`, `already-have-plan`, `plan-member-limit-reached`,
   *   `can-only-have-one-active-team`
   */
  async addPlanToMember(services, context, { member: named, planId }) {
    const plan = findGrantedPlan(context.app, planId)
    await services.store.transaction(async (repositories) => {
      const member = await lockMember(repositories, context, named)
      await joinPlans(repositories, services, context.app, member, [plan])
      const act = { act: 'member.plan.add', subject: member.id, detail: { plan: planId } }
      await recordAction(repositories, services, context, act)
    })
    return { data: 'OK' }
  },

  /**
   * Removes a free plan. Paid plans are cancelled in the customer portal.
   * @throws ApiError `member-not-found`, `no-plan-found`, `plan-not-removable`, `cannot-change-team-account`
   */
  async removePlanFromMember(services, context, { member: named, planId }) {
    await services.store.transaction(async (repositories) => {
      const member = await lockMember(repositories, context, named)
      await leavePlan(repositories, member.id, planId)
      const act = { act: 'member.plan.remove', subject: member.id, detail: { plan: planId } }
      await recordAction(repositories, services, context, act)
    })
    return { data: 'OK' }
  },

  /**
   * Mails a member a reset code and link. The limit is that of the member's own requests, but reported here.
   * @throws ApiError `member-not-found`, `too-many-requests`
   */
  async sendMemberPasswordReset(services, context, { member: named }) {
    const { app, mode, address } = context
    const { email } = await requireMember(services.store, context, named)
    await services.rateLimiter.take('resetMailsPerAccount', accountKey(app.id, mode, email))
    await services.store.transaction(async (repositories) => {
      const member = await lockMember(repositories, context, named)
      await storeReset(repositories, newReset(services, app, member, address))
      await recordAction(repositories, services, context, { act: 'member.password-reset.send', subject: member.id })
    })
    services.mailWaiting()
    return { data: { success: true } }
  },

  /**
   * Returns the member of a session token. All other tokens get the same error.
   * @throws ApiError `client/invalid-token`
   */
  async verifyToken({ store, secrets, clock }, { app, mode }, { token }) {
    const session = await store.sessions.find(secrets.digest(token), clock.now())
    if (session?.appId !== app.id || session.mode !== mode) throw new ApiError('client/invalid-token')
    const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
    const { memberId: id, createdAt, expiresAt } = session
    return { data: { id, type: 'member', iat: seconds(createdAt), exp: seconds(expiresAt), aud: app.id } }
  },
} satisfies Partial<AdminHandlers>
