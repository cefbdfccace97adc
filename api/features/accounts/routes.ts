import { messages } from '../../../contract/messages'
import type { Answer } from '../../../contract/schemas'
import type { Services } from '../../http/services'
import { toIso } from '../../lib/clock'
import { ApiError } from '../../lib/errors'
import { recordInstallation } from '../installations'
import type { Handlers, RequestFor } from '../members/context'
import { deleteOtherSessions, findSession, listSessions } from '../members/repository-sessions'
import { reconcileOpenPurchases } from '../payments/reconcile'
import { noPlans, readMemberPlans } from '../plans/repository'
import { toApp, toMember, toPlan } from '../plans/serializers'
import { recordVisit } from '../visits'
import { deleteMember } from './deletion'
import { setPassword, updateMemberAuth, cancelEmailChange } from './email-change'
import { createMemberTicket, exchangeMemberTicket } from './login'
import { passwordlessSignup, sendPasswordlessLoginEmail, sendPasswordlessSignupEmail, loginLink } from './passwordless'
import {
  deleteProfileImage,
  getMember,
  getMemberJson,
  logout,
  updateMember,
  updateMemberJson,
  updateProfileImage,
} from './profile'
import { deleteSessionOfMember } from './repository-detail'
import { deleteMemberTickets, deleteOtherDevices, deleteProviderResults } from './repository-sign-in'
import { resetPassword, sendResetPasswordEmail } from './reset'
import { signup } from './signup'
import { lockProvenCaller } from './step-up'
import { sendEmailVerification } from './codes'

export const accountHandlers = {
  signup,
  logout,
  passwordlessSignup,
  loginLink,
  sendPasswordlessLoginEmail,
  sendPasswordlessSignupEmail,
  sendResetPasswordEmail,
  resetPassword,
  sendEmailVerification,
  createMemberTicket,
  exchangeMemberTicket,
  getMember,
  updateMember,
  deleteMember,
  updateMemberAuth,
  cancelEmailChange,
  setPassword,
  getMemberJson,
  updateMemberJson,
  updateProfileImage,
  deleteProfileImage,
  getMemberSessions,
  endMemberSession,
  endOtherMemberSessions,

  /** The app, and what the member may see of it. */
  async getApp(services, request) {
    const { app, mode, member, origin, scriptVersion, isPreview } = request
    if (!isPreview) await recordInstallation(services, { appId: app.id, mode, origin, scriptVersion })
    const plans = member && (await readMemberPlans(services.store, member.id))
    return { data: await toApp(services, request, plans) }
  },

  /** All that a page needs to start; can record a page view. Reconciles purchases of a member who has just paid. */
  async getAppAndMember(services, request, { data }) {
    const { app, mode, member, origin, scriptVersion, isPreview } = request
    if (!isPreview) await recordInstallation(services, { appId: app.id, mode, origin, scriptVersion })
    if (member) await reconcileOpenPurchases(services, member.id)
    const plans = member && (await readMemberPlans(services.store, member.id))
    const visit = { kind: 'page-view', type: null, sessionData: data?.sessionData ?? {} } as const
    const { visitId } = await recordVisit(services, request, { ...visit, keep: data?.trackPageView ?? false })
    return {
      data: {
        app: await toApp(services, request, plans),
        member: member && toMember(app, member, plans ?? noPlans),
        sessionData: { sessionId: visitId },
      },
    }
  },

  /** @throws ApiError `plan-not-found` */
  async getPlan(_services, { app }, { planId }) {
    const plan = app.plans.find(({ id }) => id === planId)
    if (!plan) throw new ApiError('plan-not-found')
    return { data: toPlan(plan) }
  },
} satisfies Partial<Handlers>

/** Newest first. */
async function getMemberSessions(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { member, tokenDigest }: RequestFor<'getMemberSessions'>,
): Promise<Answer<'getMemberSessions'>> {
  const now = clock.now()
  const own = tokenDigest === null ? null : await findSession(store, tokenDigest, now)
  const rows = await listSessions(store, member.id, now)
  const data = rows.map(({ sessionId: id, agent, network, methods, createdAt, lastSeenAt }) => ({
    id,
    isCurrent: id === own?.sessionId,
    agent,
    network,
    methods: methods.split(' ').filter(Boolean),
    startedAt: toIso(createdAt),
    lastSeenAt: toIso(lastSeenAt ?? createdAt),
  }))
  return { data }
}

/** @throws ApiError `reauthentication-required`, `member-session-not-found` */
async function endMemberSession(
  services: Pick<Services, 'store' | 'clock'>,
  request: RequestFor<'endMemberSession'>,
  { id }: { id: string },
): Promise<Answer<'endMemberSession'>> {
  await services.store.transaction(async (tx) => {
    const { current } = await lockProvenCaller(tx, services, request)
    if ((await deleteSessionOfMember(tx, current.id, id)) === 0) throw new ApiError('member-session-not-found')
    await tx.changes.memberEvent(current.id, 'member.sessions.ended')
  })
  return { data: { id }, message: messages.endMemberSession }
}

/**
 * Also known devices, tickets and unfetched provider results, which would log in again.
 * @throws ApiError `reauthentication-required`
 */
async function endOtherMemberSessions(
  services: Pick<Services, 'store' | 'clock'>,
  request: RequestFor<'endOtherMemberSessions'>,
): Promise<Answer<'endOtherMemberSessions'>> {
  const ended = await services.store.transaction(async (tx) => {
    const { current, session } = await lockProvenCaller(tx, services, request)
    const others = await listSessions(tx, current.id, services.clock.now())
    await deleteOtherDevices(tx, current.id, session)
    await deleteOtherSessions(tx, current.id, session)
    await deleteMemberTickets(tx, current.id)
    await deleteProviderResults(tx, current.id)
    await tx.changes.memberEvent(current.id, 'member.sessions.ended')
    return others.length - 1
  })
  return { data: { ended }, message: messages.endOtherMemberSessions }
}
