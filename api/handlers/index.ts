import { dataTableHandlers } from '../features/data-tables/routes'
import { planHandlers } from '../features/plans/routes'
import { commentHandlers } from '../features/comments/routes'
import type { Handlers } from '../ports/handler'
import { getApp } from './app/get-app'
import { getAppAndMember } from './app/get-app-and-member'
import { getPlan } from './app/get-plan'
import { login } from './auth/login'
import { resetPassword } from './auth/reset-password'
import { sendEmailVerification } from './auth/send-email-verification'
import { sendResetPasswordEmail } from './auth/send-reset-password-email'
import { signup } from './auth/signup'
import { deleteMember } from './member/delete-member'
import { getMember } from './member/get-member'
import { logout } from './member/logout'
import { updateMember } from './member/update-member'
import { visitHandlers } from '../features/visits'
import { passwordlessSignup } from './auth/passwordless-signup'
import { passwordlessLogin } from './auth/passwordless-login'
import { sendPasswordlessLoginEmail } from './auth/send-passwordless-login-email'
import { sendPasswordlessSignupEmail } from './auth/send-passwordless-signup-email'
import { getCaptchaChallenge } from './captcha/get-captcha-challenge'
import { updateMemberAuth } from './member/update-member-auth'
import { setPassword } from './member/set-password'
import { getMemberJson } from './member/get-member-json'
import { updateMemberJson } from './member/update-member-json'
import { updateProfileImage } from './member/update-profile-image'
import { deleteProfileImage } from './member/delete-profile-image'
import { createMemberTicket } from './member/create-member-ticket'
import { exchangeMemberTicket } from './auth/exchange-member-ticket'
import { inboxHandlers } from '../features/inbox'
import { disconnectProvider } from './social/disconnect-provider'
import { createConnectTicket } from './social/create-connect-ticket'
import { redeemProviderAnswer } from './social/redeem-provider-answer'
import { paymentHandlers } from '../features/payments/routes'
import { tagHandlers } from '../features/tags/routes'
import { tagPurchaseHandlers } from '../features/tag-purchases/routes'
import { profileHandlers } from '../features/profiles/routes'
import { workSampleHandlers } from '../features/work-samples/routes'
import { assessmentHandlers } from '../features/assessments/routes'

/** Every endpoint of the contract with what answers it. */
export const handlers: Handlers = {
  ...planHandlers,
  ...commentHandlers,
  ...dataTableHandlers,
  redeemProviderAnswer,
  createConnectTicket,
  disconnectProvider,
  ...inboxHandlers,
  getApp,
  getPlan,
  getAppAndMember,
  signup,
  login,
  sendResetPasswordEmail,
  resetPassword,
  sendEmailVerification,
  getMember,
  updateMember,
  deleteMember,
  logout,
  passwordlessSignup,
  passwordlessLogin,
  sendPasswordlessLoginEmail,
  sendPasswordlessSignupEmail,
  getCaptchaChallenge,
  updateMemberAuth,
  setPassword,
  getMemberJson,
  updateMemberJson,
  updateProfileImage,
  deleteProfileImage,
  createMemberTicket,
  exchangeMemberTicket,
  ...visitHandlers,
  ...paymentHandlers,
  ...tagHandlers,
  ...tagPurchaseHandlers,
  ...profileHandlers,
  ...workSampleHandlers,
  ...assessmentHandlers,
}
