import type { Handlers } from '../ports/handler'
import { paymentHandlers } from '../features/payments/routes'
import { tagHandlers } from '../features/tags/routes'
import { tagPurchaseHandlers } from '../features/tag-purchases/routes'
import { profileHandlers } from '../features/profiles/routes'
import { workSampleHandlers } from '../features/work-samples/routes'
import { assessmentHandlers } from '../features/assessments/routes'
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
import { getSecureContent } from './content/get-secure-content'
import { createPost } from './comments/create-post'
import { createThread } from './comments/create-thread'
import { deletePost } from './comments/delete-post'
import { deleteThread } from './comments/delete-thread'
import { getChannelInfo } from './comments/get-channel-info'
import { getPosts } from './comments/get-posts'
import { getThreads } from './comments/get-threads'
import { postIsTyping } from './comments/post-is-typing'
import { postVote } from './comments/post-vote'
import { subscribeToChannel } from './comments/subscribe-to-channel'
import { threadVote } from './comments/thread-vote'
import { updatePost } from './comments/update-post'
import { updateThread } from './comments/update-thread'
import { createDataRecord } from './data-tables/create-data-record'
import { deleteDataRecord } from './data-tables/delete-data-record'
import { getDataTable } from './data-tables/get-data-table'
import { getDataTables } from './data-tables/get-data-tables'
import { queryDataRecords } from './data-tables/query-data-records'
import { updateDataRecord } from './data-tables/update-data-record'
import { inboxHandlers } from '../features/inbox'
import { addPlan } from './plans/add-plan'
import { removePlan } from './plans/remove-plan'
import { disconnectProvider } from './social/disconnect-provider'
import { createConnectTicket } from './social/create-connect-ticket'
import { redeemProviderAnswer } from './social/redeem-provider-answer'
import { generateInviteToken } from './teams/generate-invite-token'
import { getTeam } from './teams/get-team'
import { joinTeam } from './teams/join-team'
import { removeMemberFromTeam } from './teams/remove-member-from-team'

/** Every endpoint of the contract with what answers it. */
export const handlers: Handlers = {
  ...paymentHandlers,
  ...tagHandlers,
  ...tagPurchaseHandlers,
  ...profileHandlers,
  ...workSampleHandlers,
  ...assessmentHandlers,
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
  getSecureContent,
  createPost,
  createThread,
  deletePost,
  deleteThread,
  getChannelInfo,
  getPosts,
  getThreads,
  postIsTyping,
  postVote,
  subscribeToChannel,
  threadVote,
  updatePost,
  updateThread,
  getDataTables,
  getDataTable,
  queryDataRecords,
  createDataRecord,
  updateDataRecord,
  deleteDataRecord,
  addPlan,
  removePlan,
  joinTeam,
  getTeam,
  removeMemberFromTeam,
  generateInviteToken,
  ...visitHandlers,
}
