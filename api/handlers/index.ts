import { socialHandlers } from '../features/social/routes'
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
import { passwordlessSignup } from './auth/passwordless-signup'
import { passwordlessLogin } from './auth/passwordless-login'
import { sendPasswordlessLoginEmail } from './auth/send-passwordless-login-email'
import { sendPasswordlessSignupEmail } from './auth/send-passwordless-signup-email'
import { captchaHandlers } from '../features/captcha/check'
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
import { sendContactMessage } from './inbox/send-contact-message'
import { sendInquiry } from './inbox/send-inquiry'
import { claimAttempts } from './assessments/claim-attempts'
import { completeAttempt } from './assessments/complete-attempt'
import { getAttempt } from './assessments/get-attempt'
import { listAttempts } from './assessments/list-attempts'
import { listSkills } from './assessments/list-skills'
import { saveAnswers } from './assessments/save-answers'
import { startAttempt } from './assessments/start-attempt'
import { exportMyData } from './tag-profiles/export-my-data'
import { getPortfolioText } from './tag-profiles/get-portfolio-text'
import { getPublicProfile } from './tag-profiles/get-public-profile'
import { getTagProfile } from './tag-profiles/get-tag-profile'
import { updateTagProfile } from './tag-profiles/update-tag-profile'
import { getPortfolioArchive } from './tag-profiles/get-portfolio-archive'
import { getCertificateText } from './tags/get-certificate-text'
import { getOwnTagFile } from './tags/get-own-tag-file'
import { issueTag } from './tags/issue-tag'
import { listTags } from './tags/list-tags'
import { noteShare } from './tags/note-share'
import { updateTag } from './tags/update-tag'
import { verifyTag } from './tags/verify-tag'
import { addPlan } from './plans/add-plan'
import { createBillingPortalSession } from './plans/create-billing-portal-session'
import { createCheckoutSession } from './plans/create-checkout-session'
import { removePlan } from './plans/remove-plan'
import { updatePrice } from './plans/update-price'
import { claimFreeTag } from './tag-purchases/claim-free-tag'
import { createTagPurchase } from './tag-purchases/create-tag-purchase'
import { listPackages } from './tag-purchases/list-packages'
import { listTagPurchases } from './tag-purchases/list-tag-purchases'
import { refundTagPurchase } from './tag-purchases/refund-tag-purchase'
import { generateInviteToken } from './teams/generate-invite-token'
import { getTeam } from './teams/get-team'
import { joinTeam } from './teams/join-team'
import { removeMemberFromTeam } from './teams/remove-member-from-team'
import { createSampleLink } from './work-samples/create-sample-link'
import { deleteWorkSample } from './work-samples/delete-work-sample'
import { getWorkSample } from './work-samples/get-work-sample'
import { listWorkSamples } from './work-samples/list-work-samples'
import { sendWorkSample } from './work-samples/send-work-sample'
import { startWorkSample } from './work-samples/start-work-sample'

/** Every endpoint of the contract with what answers it. */
export const handlers: Handlers = {
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
  sendInquiry,
  sendContactMessage,
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
  createCheckoutSession,
  updatePrice,
  createBillingPortalSession,
  joinTeam,
  getTeam,
  removeMemberFromTeam,
  generateInviteToken,
  trackPageView,
  trackEvent,
}
