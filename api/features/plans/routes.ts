import { ApiError } from '../../lib/errors'
import { ownerRead } from '../audit/reading'
import type { AdminHandlers } from '../../ports/admin-handler'
import type { Handlers } from '../../ports/handler'
import { lockCaller } from '../members/context'
import { findPlanRedirect, readMemberPlans } from './connections'
import { requireContent } from './content'
import { findFreePlan, joinPlans, leavePlan } from './join'
import { toAdminPlan, toApp, toMember, toTeam } from './serializers'
import { findOwnedTeam, findTeam, joinTeam, leaveTeam, limitFailedAttempts } from './teams'

export const planHandlers = {
  /** @throws ApiError `client/invalid-token`, and as `findFreePlan` and `joinPlans` */
  async addPlan(services, request, { planId }) {
    const { app, mode } = request
    const plan = findFreePlan(app, planId)
    const { member, plans } = await services.store.transaction(async (repositories) => {
      const { current } = await lockCaller(repositories, services, request)
      await joinPlans(repositories, services, app, current, [plan])
      return { member: current, plans: await readMemberPlans(repositories, current.id) }
    })
    return {
      data: {
        member: toMember(app, member, plans),
        redirect: findPlanRedirect(app, 'afterPurchase', plan),
        app: toApp(services, app, mode, plans),
      },
    }
  },

  /** Leaves a free plan, also one that the app no longer has. @throws ApiError `client/invalid-token`, and as `leavePlan` */
  async removePlan(services, request, { planId }) {
    const { app } = request
    const { member, plans } = await services.store.transaction(async (repositories) => {
      const { current } = await lockCaller(repositories, services, request)
      await leavePlan(repositories, current.id, planId)
      return { member: current, plans: await readMemberPlans(repositories, current.id) }
    })
    const plan = app.plans.find(({ id }) => id === planId)
    return { data: { member: toMember(app, member, plans), redirect: findPlanRedirect(app, 'afterCancel', plan) } }
  },

  /** Only for the owner of the team. @throws ApiError `team-not-found`, `access-denied` */
  async getTeam({ store }, request, { teamId }) {
    const team = await findOwnedTeam(store.teams, request, teamId)
    const connections = await store.planConnections.listByMember(team.ownerId)
    const connection = connections.find(({ id }) => id === team.connectionId)
    // Without a connection the team was deleted with it between the two reads.
    if (!connection) throw new ApiError('team-not-found')
    return { data: toTeam(request.app, team, connection, await store.teams.listPeople(team.id)) }
  },

  /**
   * @throws ApiError `client/invalid-token`, `too-many-requests` per account, and per IP address for wrong tokens, and as
   *   `joinTeam`
   */
  async joinTeam(services, request, { inviteToken }) {
    const { store, rateLimiter } = services
    await rateLimiter.take('teamJoinsPerAccount', request.member.id)
    const { id: teamId } = await limitFailedAttempts(rateLimiter, request.address, () =>
      store.transaction(async (repositories) => {
        const { current } = await lockCaller(repositories, services, request)
        return joinTeam(repositories, services, request.app, current, inviteToken)
      }),
    )
    return { data: { teamId }, message: 'You have joined the team.' }
  },

  /** @throws ApiError `team-not-found`, `client/invalid-token`, and as `leaveTeam` */
  async removeMemberFromTeam(services, request, { teamId, memberId }) {
    await services.store.transaction(async (repositories) => {
      const { current } = await lockCaller(repositories, services, request)
      const { id } = await findTeam(repositories.teams, request, teamId)
      await leaveTeam(repositories, { teamId: id, memberId, asker: current.id })
    })
    const message = memberId === request.member.id ? 'You have left the team.' : 'Member has been removed from team.'
    return { data: { id: memberId }, message }
  },

  /**
   * Replaces the invite token of a team, for its owner.
   * @throws ApiError `team-not-found`, `access-denied`, `client/invalid-token`, `too-many-requests`
   */
  async generateInviteToken(services, request, { teamId }) {
    await services.rateLimiter.take('inviteTokensPerAccount', request.member.id)
    const inviteToken = services.secrets.sessionToken()
    await services.store.transaction(async (repositories) => {
      await lockCaller(repositories, services, request)
      const team = await findOwnedTeam(repositories.teams, request, teamId)
      // Waits for members who are joining with the old token.
      await repositories.teams.lock(team.id)
      await repositories.teams.setInviteToken(team.id, inviteToken)
    })
    return { data: { inviteToken }, message: 'Invite Link Regenerated' }
  },

  /** @throws ApiError `content-not-found`, `access-denied` for visitors, expired sessions and members without access */
  async getSecureContent({ store, hostedHtml }, { app, member }, { contentId }) {
    const plans = member && (await readMemberPlans(store, member.id))
    const content = requireContent(app, contentId, plans)
    const { type } = content
    return {
      data: type === 'HTML' ? { type, ...(await hostedHtml.toSafeHtml(content)) } : { type, content: content.content },
    }
  },
} satisfies Partial<Handlers>

export const adminPlanHandlers = {
  /** Inactive plans, too. */
  listPlans: ({ store }, { app, mode, actor }) =>
    ownerRead(store, actor, async ({ planConnections }) => {
      const data: ReturnType<typeof toAdminPlan>[] = []
      for (const plan of app.plans)
        data.push(toAdminPlan(plan, await planConnections.countByPlan(app.id, mode, plan.id)))
      return { data }
    }),

  /** @throws ApiError `plan-not-found` */
  async retrievePlan({ store }, { app, mode, actor }, { planId }) {
    const plan = app.plans.find(({ id }) => id === planId)
    if (!plan) throw new ApiError('plan-not-found')
    const count = await ownerRead(store, actor, ({ planConnections }) =>
      planConnections.countByPlan(app.id, mode, planId),
    )
    return { data: toAdminPlan(plan, count) }
  },
} satisfies Partial<AdminHandlers>
