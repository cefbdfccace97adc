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
import { trackEvent } from './tracking/track-event'
import { trackPageView } from './tracking/track-page-view'

/** Every endpoint of the contract with what answers it. */
export const handlers: Handlers = {
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
  trackPageView,
  trackEvent,
}
