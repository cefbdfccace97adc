import { ApiError } from '../../lib/errors'
import type { Handlers } from '../../ports/handler'
import { settleOpenPurchases } from '../payments/settle'
import { noPlans, readMemberPlans } from '../plans/connections'
import { toApp, toMember, toPlan } from '../plans/serializers'
import { recordVisit } from '../visits'
import { deleteMember } from './deletion'
import { updateMemberAuth } from './email-change'
import { login } from './login'
import {
  passwordlessLogin,
  passwordlessSignup,
  sendPasswordlessLoginEmail,
  sendPasswordlessSignupEmail,
} from './passwordless'
import { setPassword } from './passwords'
import {
  deleteProfileImage,
  getMember,
  getMemberJson,
  logout,
  updateMember,
  updateMemberJson,
  updateProfileImage,
} from './profile'
import { resetPassword, sendResetPasswordEmail } from './reset'
import { signup } from './signup'
import { createMemberTicket, exchangeMemberTicket } from './tickets'
import { sendEmailVerification } from './verification'

export const accountHandlers = {
  signup,
  login,
  logout,
  passwordlessSignup,
  passwordlessLogin,
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
  setPassword,
  getMemberJson,
  updateMemberJson,
  updateProfileImage,
  deleteProfileImage,

  /** The app, and what the member may see of it. */
  async getApp(services, { app, mode, member }) {
    const plans = member && (await readMemberPlans(services.store, member.id))
    return { data: toApp(services, app, mode, plans) }
  },

  /** Everything that a page needs to start; can record a page view. Settles purchases of a member who paid just now. */
  async getAppAndMember(services, request, { data }) {
    const { app, mode, member } = request
    if (member) await settleOpenPurchases(services, member.id)
    const plans = member && (await readMemberPlans(services.store, member.id))
    const visit = { kind: 'page-view', type: null, sessionData: data?.sessionData ?? {} } as const
    const { visitId } = await recordVisit(services, request, { ...visit, keep: data?.trackPageView ?? false })
    return {
      data: {
        app: toApp(services, app, mode, plans),
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
