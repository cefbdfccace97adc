import { captchaHandlers } from '../features/captcha/check'
import { commentHandlers } from '../features/comments/routes'
import { dataTableHandlers } from '../features/data-tables/routes'
import { inboxHandlers } from '../features/inbox'
import { planHandlers } from '../features/plans/routes'
import { socialHandlers } from '../features/social/routes'
import { visitHandlers } from '../features/visits'
import type { Handlers } from '../ports/handler'
import { getApp } from './app/get-app'
import { getAppAndMember } from './app/get-app-and-member'
import { getPlan } from './app/get-plan'
import { claimAttempts } from './assessments/claim-attempts'
import { completeAttempt } from './assessments/complete-attempt'
import { getAttempt } from './assessments/get-attempt'
import { listAttempts } from './assessments/list-attempts'
import { listSkills } from './assessments/list-skills'
import { saveAnswers } from './assessments/save-answers'
import { startAttempt } from './assessments/start-attempt'
import { exchangeMemberTicket } from './auth/exchange-member-ticket'
import { login } from './auth/login'
import { passwordlessLogin } from './auth/passwordless-login'
import { passwordlessSignup } from './auth/passwordless-signup'
import { resetPassword } from './auth/reset-password'
import { sendEmailVerification } from './auth/send-email-verification'
import { sendPasswordlessLoginEmail } from './auth/send-passwordless-login-email'
import { sendPasswordlessSignupEmail } from './auth/send-passwordless-signup-email'
import { sendResetPasswordEmail } from './auth/send-reset-password-email'
import { signup } from './auth/signup'
import { createMemberTicket } from './member/create-member-ticket'
import { deleteMember } from './member/delete-member'
import { deleteProfileImage } from './member/delete-profile-image'
import { getMember } from './member/get-member'
import { getMemberJson } from './member/get-member-json'
import { logout } from './member/logout'
import { setPassword } from './member/set-password'
import { updateMember } from './member/update-member'
import { updateMemberAuth } from './member/update-member-auth'
import { updateMemberJson } from './member/update-member-json'
import { updateProfileImage } from './member/update-profile-image'
import { createBillingPortalSession } from './plans/create-billing-portal-session'
import { createCheckoutSession } from './plans/create-checkout-session'
import { updatePrice } from './plans/update-price'
import { exportMyData } from './tag-profiles/export-my-data'
import { getPortfolioArchive } from './tag-profiles/get-portfolio-archive'
import { getPortfolioText } from './tag-profiles/get-portfolio-text'
import { getPublicProfile } from './tag-profiles/get-public-profile'
import { getTagProfile } from './tag-profiles/get-tag-profile'
import { updateTagProfile } from './tag-profiles/update-tag-profile'
import { claimFreeTag } from './tag-purchases/claim-free-tag'
import { createTagPurchase } from './tag-purchases/create-tag-purchase'
import { listPackages } from './tag-purchases/list-packages'
import { listTagPurchases } from './tag-purchases/list-tag-purchases'
import { refundTagPurchase } from './tag-purchases/refund-tag-purchase'
import { getCertificateText } from './tags/get-certificate-text'
import { getOwnTagFile } from './tags/get-own-tag-file'
import { issueTag } from './tags/issue-tag'
import { listTags } from './tags/list-tags'
import { noteShare } from './tags/note-share'
import { updateTag } from './tags/update-tag'
import { verifyTag } from './tags/verify-tag'
import { createSampleLink } from './work-samples/create-sample-link'
import { deleteWorkSample } from './work-samples/delete-work-sample'
import { getWorkSample } from './work-samples/get-work-sample'
import { listWorkSamples } from './work-samples/list-work-samples'
import { sendWorkSample } from './work-samples/send-work-sample'
import { startWorkSample } from './work-samples/start-work-sample'

/** Every endpoint of the contract with what answers it. */
export const handlers: Handlers = {
  ...planHandlers,
  ...commentHandlers,
  ...dataTableHandlers,
  ...socialHandlers,
  listSkills,
  startAttempt,
  listAttempts,
  claimAttempts,
  getAttempt,
  saveAnswers,
  completeAttempt,
  listWorkSamples,
  startWorkSample,
  getWorkSample,
  sendWorkSample,
  deleteWorkSample,
  createSampleLink,
  issueTag,
  listTags,
  updateTag,
  noteShare,
  getCertificateText,
  verifyTag,
  getTagProfile,
  updateTagProfile,
  getPublicProfile,
  getPortfolioText,
  getPortfolioArchive,
  getOwnTagFile,
  exportMyData,
  listPackages,
  createTagPurchase,
  listTagPurchases,
  refundTagPurchase,
  claimFreeTag,
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
  ...captchaHandlers,
  updateMemberAuth,
  setPassword,
  getMemberJson,
  updateMemberJson,
  updateProfileImage,
  deleteProfileImage,
  createMemberTicket,
  exchangeMemberTicket,
  createCheckoutSession,
  updatePrice,
  createBillingPortalSession,
  ...visitHandlers,
}
