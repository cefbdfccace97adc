import { messages } from '../../../contract/messages'
import type { Db } from '../../database/db'
import { ApiError } from '../../lib/errors'
import { findContent } from '../apps/contents'
import type { AppDefinition, HostedContent } from '../apps/definition'
import type { AdminHandlers } from '../apps/secret-keys'
import { ownerRead } from '../audit/reading'
import { type Handlers, lockCaller } from '../members/context'
import { countMembersWithPlan } from '../members/repository'
import {
  findFreePlan,
  joinPlans,
  leavePlan,
  findInvitation,
  findOwnedTeam,
  findTeam,
  joinTeam,
  leaveTeam,
  limitFailedAttempts,
} from './join'
import {
  listPlanConnections,
  listTeamPeople,
  lockTeam,
  updateInviteToken,
  findPlanRedirect,
  maySeeGroup,
  type MemberPlans,
  readMemberPlans,
} from './repository'
import { toAdminPlan, toApp, toMember, toTeam } from './serializers'

export const planHandlers = {
  /** @throws ApiError `client/invalid-token`, and as `findFreePlan` and `joinPlans` */
  async addPlan(services, request, { planId }) {
    const { app } = request
    const plan = findFreePlan(app, planId)
    const { member, plans } = await services.store.transaction(async (tx) => {
      const { current } = await lockCaller(tx, services, request)
      await joinPlans(tx, services, { app, member: current }, [plan])
      return { member: current, plans: await readMemberPlans(tx, current.id) }
    })
    return {
      data: {
        member: toMember(app, member, plans),
        redirect: findPlanRedirect(app, 'afterPurchase', plan),
        app: await toApp(services, request, plans),
      },
    }
  },

  /** Leaves a plan, even one that the app no longer has. @throws ApiError `client/invalid-token`, and as `leavePlan` */
  async removePlan(services, request, { planId }) {
    const { app } = request
    const { member, plans } = await services.store.transaction(async (tx) => {
      const { current } = await lockCaller(tx, services, request)
      await leavePlan(tx, current.id, planId)
      return { member: current, plans: await readMemberPlans(tx, current.id) }
    })
    const plan = app.plans.find(({ id }) => id === planId)
    return { data: { member: toMember(app, member, plans), redirect: findPlanRedirect(app, 'afterCancel', plan) } }
  },

  /** For the team's owner. @throws ApiError `team-not-found`, `access-denied` */
  async getTeam({ store }, request, { teamId }) {
    const team = await findOwnedTeam(store, request, teamId)
    const connections = await listPlanConnections(store, team.ownerId)
    const connection = connections.find(({ id }) => id === team.connectionId)
    // Without a connection, the team was deleted with it between the two reads.
    if (!connection) throw new ApiError('team-not-found')
    return { data: toTeam(request.app, team, connection, await listTeamPeople(store, team.id)) }
  },

  /** @throws ApiError `too-many-requests` (account, IP for wrong tokens), as `findInvitation` */
  async getInvitation({ store, rateLimiter }, request, { inviteToken }) {
    await rateLimiter.take('teamJoinsPerAccount', request.member.id)
    return {
      data: await limitFailedAttempts(rateLimiter, request.ipAddress, () =>
        findInvitation(store, request, inviteToken),
      ),
    }
  },

  /** @throws ApiError `client/invalid-token`, `too-many-requests` (account, IP for wrong tokens), as `joinTeam` */
  async joinTeam(services, request, { inviteToken }) {
    const { store, rateLimiter } = services
    await rateLimiter.take('teamJoinsPerAccount', request.member.id)
    const { id: teamId } = await limitFailedAttempts(rateLimiter, request.ipAddress, () =>
      store.transaction(async (tx) => {
        const { current } = await lockCaller(tx, services, request)
        return joinTeam(tx, services, { app: request.app, member: current }, inviteToken)
      }),
    )
    return { data: { teamId }, message: messages.joinTeam }
  },

  /** @throws ApiError `team-not-found`, `client/invalid-token`, and as `leaveTeam` */
  async removeMemberFromTeam(services, request, { teamId, memberId }) {
    await services.store.transaction(async (tx) => {
      const { current } = await lockCaller(tx, services, request)
      const { id } = await findTeam(tx, request, teamId)
      await leaveTeam(tx, { teamId: id, memberId, asker: current.id })
    })
    const message = messages[memberId === request.member.id ? 'removeMemberFromTeam-self' : 'removeMemberFromTeam']
    return { data: { id: memberId }, message }
  },

  /**
   * Replaces the team's invite token, for its owner.
   * @throws ApiError `team-not-found`, `access-denied`, `client/invalid-token`, `too-many-requests`
   */
  async generateInviteToken(services, request, { teamId }) {
    await services.rateLimiter.take('inviteTokensPerAccount', request.member.id)
    const inviteToken = services.secrets.sessionToken()
    await services.store.transaction(async (tx) => {
      await lockCaller(tx, services, request)
      const team = await findOwnedTeam(tx, request, teamId)
      // Waits for members who are joining with the old token.
      await lockTeam(tx, team.id)
      await updateInviteToken(tx, team.id, inviteToken)
    })
    return { data: { inviteToken }, message: messages.generateInviteToken }
  },

  /** @throws ApiError `content-not-found`, `access-denied` for visitors, expired sessions and members without access */
  async getSecureContent({ store, hostedHtml }, { app, member }, { contentId }) {
    const plans = member && (await readMemberPlans(store, member.id))
    const content = await requireContent(store, app, contentId, plans)
    const { type } = content
    return {
      data: type === 'HTML' ? { type, ...(await hostedHtml.toSafeHtml(content)) } : { type, content: content.content },
    }
  },
} satisfies Partial<Handlers>

export const adminPlanHandlers = {
  /** Includes inactive plans. */
  listPlans: ({ store }, { app, mode, keyId }) =>
    ownerRead(store, keyId, async (db) => {
      const data: ReturnType<typeof toAdminPlan>[] = []
      for (const plan of app.plans)
        data.push(toAdminPlan(plan, await countMembersWithPlan(db, { appId: app.id, mode, planId: plan.id })))
      return { data }
    }),

  /** @throws ApiError `plan-not-found` */
  async retrievePlan({ store }, { app, mode, keyId }, { planId }) {
    const plan = app.plans.find(({ id }) => id === planId)
    if (!plan) throw new ApiError('plan-not-found')
    const count = await ownerRead(store, keyId, (db) => countMembersWithPlan(db, { appId: app.id, mode, planId }))
    return { data: toAdminPlan(plan, count) }
  },
} satisfies Partial<AdminHandlers>

/** @param plans of the calling member; null for a visitor. @throws ApiError `content-not-found`, `access-denied` */
async function requireContent(
  db: Db,
  app: AppDefinition,
  contentId: string,
  plans: MemberPlans | null,
): Promise<HostedContent> {
  const content = await findContent(db, app.id, contentId)
  if (!content) throw new ApiError('content-not-found')
  const group = app.contentGroups.find(({ key }) => key === content.group)
  if (!group || !plans || !maySeeGroup(group, plans)) throw new ApiError('access-denied')
  return content
}
