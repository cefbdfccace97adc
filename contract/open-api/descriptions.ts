import type { EndpointName } from '../endpoints'

/** What its name does not say of an endpoint. */
export const descriptions = {
  getApp: 'Plans, custom fields, content groups and branding of the app.',
  getAppAndMember: 'The first call of a page: the app, the member if the session is good, and the id of the visit.',

  signup: 'Makes a member and logs in. Plans with a price are passed over.',
  passwordlessSignup: 'Makes a verified member by the code of a mail, and logs in.',
  login: 'Answers a session token, which lasts 14 days.',
  passwordlessLogin: 'Logs in by the code of a mail.',
  sendPasswordlessLoginEmail: 'Mails a code to log in with. Unknown addresses get the same answer.',
  sendPasswordlessSignupEmail: 'Mails a code to sign up with.',
  sendResetPasswordEmail: 'Mails a code and a link. Unknown addresses get the same answer.',
  resetPassword: 'Sets a password by the code or the token of a link, and ends every session.',
  exchangeMemberTicket: 'Logs in with a ticket of `createMemberTicket`, once and within a minute.',
  sendEmailVerification: 'Mails the link that proves the address.',

  getCaptchaChallenge:
    'A puzzle for the self-hosted proof of work; `not-found` where a hosted provider checks instead.',

  getChannelInfo: 'What is going on in a channel of comments.',
  subscribeToChannel: 'What the member is mailed about a channel.',
  postIsTyping: 'Shows others for a few seconds that the member writes.',
  getPosts: 'A page of posts; `after` takes the `internalOrder` of the last one.',
  createPost: 'HTML is sanitised. The first post makes the channel.',
  updatePost: 'Of whoever wrote it, and of moderators.',
  postVote: 'One vote for each member; `NONE` takes it back.',
  deletePost: 'With its threads.',
  getThreads: 'A page of answers to a post.',
  createThread: 'Answers a post.',
  updateThread: 'Of whoever wrote it, and of moderators.',
  threadVote: 'One vote for each member; `NONE` takes it back.',

  getSecureContent: 'One piece of hosted content, for those who may see its group.',

  getDataTables: 'The tables of which the caller may do anything.',
  queryDataRecords: 'Records by conditions, in pages. `query` is `{ findMany: … }` or `{ findUnique: … }`.',
  createDataRecord: 'Its maker is the caller, if a member calls.',
  updateDataRecord: 'Changes the fields that are named; null takes a value away.',

  getMember: 'Null for a visitor, and for a session that is over.',
  updateMember: 'Writes the custom fields that are named.',
  deleteMember: 'With all that the member has.',
  updateMemberAuth: 'Changes the e-mail address, the password or both.',
  setPassword: 'A first password, for a member who has none.',
  updateMemberJson: 'Replaces the whole of it.',
  updateProfileImage: 'PNG, JPEG, WebP, GIF or AVIF of at most 4,000,000 bytes.',
  createMemberTicket: 'A ticket that carries this login to another site of the same app, once and within a minute.',
  logout: 'Ends the session of the token.',

  addPlan: 'Joins a free plan.',
  removePlan: 'Leaves a free plan.',
  createCheckoutSession: 'Begins a purchase: answers where to pay.',
  updatePrice: 'Another price for what the member pays for; begins a purchase where they pay for nothing yet.',
  createBillingPortalSession: 'Answers where members manage what they pay for.',

  disconnectProvider: 'Never the last way in.',
  createConnectTicket: 'Names the member to the window that connects a provider, once and within a minute.',
  redeemProviderAnswer: 'What a full-page way to a provider came to, for the page it led back to, once.',

  joinTeam: 'Takes a seat.',
  removeMemberFromTeam: 'The owner removes everybody but themselves; everybody else only themselves.',
  generateInviteToken: 'For the owner: the token that was valid until now works no longer.',
  getTeam: 'For the owner.',

  trackPageView: 'Counts a view of a page.',
  trackEvent: 'Records an event of a page.',

  startAttempt:
    'Begins an assessment at question 1. A visitor is told a token once, to be sent as `X-Visitor-Token` from then on.',
  claimAttempts: 'What a visitor did in this browser becomes the member’s.',
  completeAttempt: 'All questions answered: what is the result. Asked again, it answers the same.',
  sendInquiry: 'An organisation would like to become a partner.',
  sendContactMessage: 'Anybody has a question.',
  createTagPurchase: 'Begins a purchase of TrustTags: answers where to pay.',
  refundTagPurchase: 'Money back for the credits of a purchase that were not used.',
  claimFreeTag: 'One free credit for each verified address, while the offer is on.',
  issueTag: 'Spends a credit. Asked again for the same attempt, it answers the same TrustTag.',
  noteShare: 'The holder handed the link on.',
  getOwnTagFile: 'A file of one’s own TrustTag, of a private one too.',
  verifyTag: 'For everybody, by its ID alone: no app, no key.',
  getPublicProfile: 'As anybody sees it. Views are counted, but for those of the holder.',
  getPortfolioArchive: 'Every TrustTag with its certificate and its picture, in one archive.',
  exportMyData: 'Everything that is kept about the member.',
  sendWorkSample: 'The next part of the file; with the last one it is checked.',
  createSampleLink: 'An address that shows the file to whoever has it, for a short time.',
} as const satisfies Partial<Record<EndpointName, string>>
