import type { EndpointName } from '../endpoints'

/** Facts that are not in the name of an endpoint. */
export const descriptions = {
  getApp: 'Returns plans, custom fields, content groups and branding of the app.',
  getAppAndMember:
    'The first call of a page: returns the app, the member if the session is valid, and the ID of the visit.',

  signup: 'Creates a member and logs in. Plans with a price are skipped.',
  passwordlessSignup: 'Creates a verified member with an emailed code, and logs in.',
  login: 'Returns a session token, valid for 14 days.',
  passwordlessLogin: 'Logs in with an emailed code.',
  loginLink:
    'Logs in with an emailed link: at once in the browser that requested it, elsewhere with `act`. Link and code of an email end together.',
  sendPasswordlessLoginEmail:
    'Emails a login code, and a link if the app offers it. Unknown email addresses get the same response.',
  sendPasswordlessSignupEmail: 'Emails a sign-up code.',
  sendResetPasswordEmail: 'Emails a code and a link. Unknown email addresses get the same response.',
  resetPassword: 'Sets a password with the code or the token of the link, and ends all sessions.',
  exchangeMemberTicket: 'Logs in with a ticket of `createMemberTicket`, once and within a minute.',
  sendEmailVerification: 'Emails the verification link.',

  getCaptchaChallenge: 'A puzzle for the self-hosted proof of work; `not-found` if a hosted provider is used instead.',

  getChannelInfo: 'Returns the state of a comment channel.',
  subscribeToChannel: 'Sets the email notifications for a channel.',
  postIsTyping: 'Shows others for a few seconds that the member is typing.',
  getPosts: 'A page of posts. `after` takes the `internalOrder` of the last one.',
  createPost: 'HTML is sanitized. The first post creates the channel.',
  updatePost: 'For the author and moderators.',
  postVote: 'One vote per member. `NONE` removes it.',
  deletePost: 'Also deletes its threads.',
  getThreads: 'A page of replies to a post.',
  createThread: 'Replies to a post.',
  updateThread: 'For the author and moderators.',
  threadVote: 'One vote per member. `NONE` removes it.',

  getSecureContent: 'Returns one piece of hosted content to members with access to its group.',

  getDataTables: 'The tables that the caller has any access to.',
  queryDataRecords: 'Finds records by conditions, in pages. `query` is `{ findMany: … }` or `{ findUnique: … }`.',
  createDataRecord: 'If a member calls, the record is theirs.',
  updateDataRecord: 'Changes the given fields. Null removes a value.',

  getMember: 'Null for a visitor and for an expired session.',
  updateMember: 'Writes the given custom fields.',
  deleteMember: 'Also deletes everything that the member owns.',
  updateMemberAuth: 'Changes the email address, the password or both.',
  setPassword: 'Sets the first password of a member without one.',
  updateMemberJson: 'Replaces the whole JSON.',
  updateProfileImage: 'PNG, JPEG, WebP, GIF or AVIF, up to 4,000,000 bytes.',
  createMemberTicket: 'Creates a ticket for a login on another site of the same app, valid once and for a minute.',
  logout: 'Ends the session of the token.',
  getMemberSessions: 'Where the member is logged in, newest first.',
  endMemberSession: 'Ends one session. Needs a proof within the last minutes, as does the next endpoint.',
  endOtherMemberSessions: 'Ends all sessions but the caller’s, and forgets all other known devices.',
  getReauthenticationOptions:
    'What the member can prove themselves with on the calling page, strongest first. `passkey` is what `navigator.credentials.get` needs. With `sendCode`, mails a code if that is accepted.',
  reauthenticate:
    'Proves that the caller is the member and returns a new session token. The former one reads for 10 seconds.',

  addPlan: 'Joins a free plan.',
  removePlan: 'Leaves a free plan.',
  createCheckoutSession: 'Starts a purchase and returns the checkout URL.',
  updatePrice: 'Changes the price that the member pays. Without a purchase, starts one.',
  createBillingPortalSession: 'Returns the URL of the customer portal.',

  disconnectProvider: 'Never removes the last login method.',
  createConnectTicket: 'Identifies the member to the window that connects a provider, once and within a minute.',
  redeemProviderAnswer: 'Returns the result of a full-page provider login to the page that it returned to, once.',

  getInvitation: 'Who invites to which team. Only with a valid invite token.',
  joinTeam: 'Joins a team and takes a seat.',
  removeMemberFromTeam: 'The owner can remove anyone except themselves. Other members can only remove themselves.',
  generateInviteToken: 'For the owner. The previous token stops working.',
  getTeam: 'For the owner.',

  trackPageView: 'Counts a page view.',
  trackEvent: 'Records an event of a page.',

  getSkill:
    'What a skill is tested with: topics, an open question with its answer, and the pass rate from 30 results on.',
  startAttempt: 'Starts an assessment at question 1. A visitor gets a token once, to send as `X-Visitor-Token`.',
  claimAttempts: 'Moves a visitor’s attempts in this browser to the member.',
  completeAttempt: 'Completes the assessment and returns the result. A repeated call returns the same.',
  sendInquiry: 'Sends a partnership inquiry.',
  sendContactMessage: 'Sends a question.',
  createTagPurchase: 'Starts a purchase of TrustTags and returns the checkout URL.',
  refundTagPurchase: 'Refunds the unused credits of a purchase.',
  claimFreeTag: 'One free credit per verified email address, while the offer lasts.',
  issueTag: 'Spends a credit. A repeated call for the same attempt returns the same TrustTag.',
  listTagSamples: 'The ready work samples of the TrustTag’s attempt, and which of them are shown.',
  showTagSamples: 'Sets which work samples anyone who checks the TrustTag sees.',
  noteShare: 'Records that the holder shared the link.',
  getOwnTagFile: 'A file of the caller’s own TrustTag, even if it is private.',
  verifyTag: 'For everyone, by its ID alone: no app, no key.',
  getPublicProfile: 'The profile as everyone sees it. Views are counted, except those of the holder.',
  getPortfolioArchive: 'An archive of all TrustTags with certificates and images.',
  exportMyData: 'Everything stored about the member.',
  sendWorkSample: 'Uploads the next part of the file. The last part starts the check.',
  createSampleLink: 'A URL that shows the file to anyone who has it, for a short time.',
} as const satisfies Partial<Record<EndpointName, string>>
