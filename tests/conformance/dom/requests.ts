/** The request of each method of the published client, recorded from the network, with every parameter. */
export interface SentRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `:name` is a placeholder for a part of the path. */
  path: string
  /** Query names. */
  query?: readonly string[]
  /** Body names, in any order; `multipart` for a form. */
  body?: readonly string[] | 'multipart'
}

const visit = ['browser', 'os', 'screenSize', 'sessionId', 'utmParams']
const joining = ['email', 'customFields', 'metaData', 'inviteToken', 'plans', 'origin_domain', 'conversionData']

/** By method. Methods that send no request, or send it from a window, are not listed. */
export const requests = {
  trackPageView: { method: 'POST', path: '/page-view', body: ['data'] },
  getAppAndMember: { method: 'POST', path: '/app-member', body: ['data'] },
  getApp: { method: 'GET', path: '/app', query: ['includeSSOText'] },
  getPlans: { method: 'GET', path: '/app' },
  getRestrictedUrlGroups: { method: 'GET', path: '/app' },
  getPlan: { method: 'GET', path: '/app/plans/:planId' },
  _Event: { method: 'POST', path: '/event', body: ['type', ...visit] },
  signupMemberEmailPassword: {
    method: 'POST',
    path: '/auth/signup',
    body: [...joining, 'password', 'captchaToken', 'options'],
  },
  signupMemberPasswordless: {
    method: 'POST',
    path: '/auth/signup',
    query: ['isPasswordless'],
    body: [...joining, 'passwordlessToken'],
  },
  loginMemberEmailPassword: { method: 'POST', path: '/auth/login', body: ['email', 'password', 'options'] },
  sendMemberLoginPasswordlessEmail: { method: 'POST', path: '/auth/passwordless/login/send', body: ['email'] },
  sendMemberSignupPasswordlessEmail: { method: 'POST', path: '/auth/passwordless/signup/send', body: ['email'] },
  loginMemberPasswordless: {
    method: 'POST',
    path: '/auth/passwordless/login',
    body: ['passwordlessToken', 'email', 'inviteToken'],
  },
  sendMemberResetPasswordEmail: { method: 'POST', path: '/auth/send-reset-password-email', body: ['email'] },
  resetMemberPassword: { method: 'POST', path: '/auth/reset-password', body: ['token', 'newPassword'] },
  sendMemberVerificationEmail: { method: 'POST', path: '/auth/send-email-verification', body: ['origin_domain'] },
  logout: { method: 'POST', path: '/member/logout' },
  getCurrentMember: { method: 'GET', path: '/member' },
  getMemberJSON: { method: 'GET', path: '/member/json' },
  updateMemberJSON: { method: 'POST', path: '/member/json', body: ['json'] },
  updateMember: { method: 'POST', path: '/member', body: ['customFields'] },
  updateMemberAuth: { method: 'POST', path: '/member-auth', body: ['oldPassword', 'newPassword'] },
  setPassword: { method: 'POST', path: '/member/set-password', body: ['password'] },
  deleteMember: { method: 'DELETE', path: '/member' },
  updateMemberProfileImage: { method: 'POST', path: '/member/profile-image', body: 'multipart' },
  deleteMemberProfileImage: { method: 'DELETE', path: '/member/profile-image' },
  addPlan: { method: 'POST', path: '/member/plans/add', body: ['planId'] },
  removePlan: { method: 'POST', path: '/member/plans/remove', body: ['planId'] },
  purchasePlansWithCheckout: {
    method: 'POST',
    path: '/member/plans/create-checkout-session',
    body: ['priceId', 'couponId', 'metadataForCheckout', 'success_url', 'cancel_url', 'origin_url', 'conversionData'],
  },
  launchStripeCustomerPortal: {
    method: 'POST',
    path: '/member/create-billing-portal-session',
    body: ['return_url', 'origin_url', 'priceIds'],
  },
  disconnectProvider: { method: 'POST', path: '/member/disconnect-provider', body: ['provider'] },
  joinTeam: { method: 'POST', path: '/member/team/join', body: ['inviteToken'] },
  getTeam: { method: 'GET', path: '/member/team/:teamId' },
  removeMemberFromTeam: { method: 'POST', path: '/member/team/remove-member', body: ['teamId', 'memberId'] },
  generateInviteToken: { method: 'POST', path: '/member/team/generate-invite-link', body: ['teamId'] },
  getSecureContent: { method: 'POST', path: '/secure-content', body: ['contentId'] },
  getChannelInfo: { method: 'GET', path: '/comments/channels/info', query: ['channelKey'] },
  subscribeToChannel: {
    method: 'POST',
    path: '/comments/channels/manage-subscription',
    body: ['channelKey', 'action'],
  },
  postIsTyping: { method: 'POST', path: '/comments/posts/typing', body: ['channelKey'] },
  getPosts: { method: 'GET', path: '/comments/posts', query: ['channelKey', 'after', 'order', 'limit'] },
  createPost: { method: 'POST', path: '/comments/posts', body: ['channelKey', 'content', '_url'] },
  updatePost: { method: 'PATCH', path: '/comments/posts/:postId/update', body: ['content'] },
  postVote: { method: 'POST', path: '/comments/posts/:postId/vote', body: ['vote'] },
  deletePost: { method: 'DELETE', path: '/comments/posts/:postId' },
  getThreads: { method: 'GET', path: '/comments/threads', query: ['postId', 'after', 'order', 'limit'] },
  createThread: { method: 'POST', path: '/comments/threads', body: ['postId', 'content'] },
  updateThread: { method: 'PATCH', path: '/comments/threads/:threadId/update', body: ['content'] },
  threadVote: { method: 'POST', path: '/comments/threads/:threadId/vote', body: ['vote'] },
  deleteThread: { method: 'DELETE', path: '/comments/threads/:threadId' },
  getDataTables: { method: 'GET', path: '/v1/data-tables' },
  getDataTable: { method: 'GET', path: '/v1/data-tables/:table' },
  getDataRecords: { method: 'POST', path: '/v1/data-records/query', body: ['table', 'query'] },
  queryDataRecords: { method: 'POST', path: '/v1/data-records/query', body: ['table', 'query'] },
  getDataRecord: { method: 'POST', path: '/v1/data-records/query', body: ['table', 'query'] },
  createDataRecord: { method: 'POST', path: '/v1/data-records', body: ['table', 'data'] },
  updateDataRecord: { method: 'PUT', path: '/v1/data-records/:recordId', body: ['data'] },
  deleteDataRecord: { method: 'DELETE', path: '/v1/data-records/:recordId' },
} as const satisfies Record<string, SentRequest>
