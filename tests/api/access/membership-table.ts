import type { MembershipEndpointName } from '../../../contract/endpoints/membership'
import { everybody, hiddenFromOthers, members, onlyTheirs } from './access-row'
import type { AccessTable } from './access-row'

/** The rules of a table refuse whoever is nobody, as they refuse a member where that is a rule. */
const membersWithRecords = {
  ...everybody,
  visitor: '403 access-denied',
  otherApp: '403 access-denied',
  expired: '403 access-denied',
} as const

/** What each endpoint of the membership API answers to whom, asked in app_demo for something of ada's. */
export const membershipAccess: AccessTable<MembershipEndpointName> = {
  getApp: { input: () => ({}), answers: everybody },
  getPlan: { input: () => ({ planId: 'pln_free' }), answers: everybody },
  getAppAndMember: { input: () => ({ data: { trackPageView: true } }), answers: everybody },

  signup: {
    input: () => ({ email: 'somebody-new@example.test', password: 'hushhush of their own' }),
    answers: everybody,
  },
  passwordlessSignup: {
    input: ({ demo }) => ({ email: demo.newcomer, passwordlessToken: demo.signupCode }),
    answers: everybody,
    proves: true,
  },
  login: {
    input: ({ who: { ada } }) => ({ email: ada.email, password: ada.password }),
    answers: everybody,
    proves: true,
  },
  passwordlessLogin: {
    input: ({ who: { ada }, demo }) => ({ email: ada.email, passwordlessToken: demo.loginCode }),
    answers: everybody,
    proves: true,
  },
  sendPasswordlessLoginEmail: { input: ({ who }) => ({ email: who.ada.email }), answers: everybody },
  sendPasswordlessSignupEmail: { input: () => ({ email: 'somebody-new@example.test' }), answers: everybody },
  sendResetPasswordEmail: {
    input: ({ who }) => ({ email: who.ada.email }),
    answers: everybody,
    touches: ['codes'],
  },
  resetPassword: {
    input: ({ who: { ada }, demo }) => ({
      email: ada.email,
      token: demo.resetCode,
      newPassword: 'hushhush and forgotten',
    }),
    answers: everybody,
    proves: true,
  },
  exchangeMemberTicket: { input: ({ demo }) => ({ ticket: demo.ticket }), answers: everybody, proves: true },
  redeemProviderAnswer: {
    input: ({ demo: { answer, verifier } }) => ({ answer, verifier }),
    answers: everybody,
    proves: true,
  },
  sendEmailVerification: { input: () => ({}), answers: members },
  getCaptchaChallenge: { input: () => ({}), answers: everybody },

  // Comments: everybody reads, members write, authors change
  getChannelInfo: { input: () => ({ channelKey: 'guestbook' }), answers: everybody },
  subscribeToChannel: { input: () => ({ channelKey: 'guestbook', action: 'NONE' }), answers: members },
  postIsTyping: { input: () => ({ channelKey: 'guestbook' }), answers: members },
  getPosts: { input: () => ({ channelKey: 'guestbook' }), answers: everybody },
  createPost: { input: () => ({ channelKey: 'guestbook', content: 'Good day' }), answers: members },
  updatePost: {
    input: ({ demo: { postId } }) => ({ postId, content: 'Changed' }),
    answers: onlyTheirs('403 access-denied'),
  },
  postVote: { input: ({ demo: { postId } }) => ({ postId, vote: 'UP' }), answers: members },
  deletePost: { input: ({ demo: { postId } }) => ({ postId }), answers: onlyTheirs('403 access-denied') },
  getThreads: { input: ({ demo: { postId } }) => ({ postId }), answers: everybody },
  createThread: { input: ({ demo: { postId } }) => ({ postId, content: 'I agree' }), answers: members },
  updateThread: {
    input: ({ demo: { threadId } }) => ({ threadId, content: 'Changed' }),
    answers: onlyTheirs('403 access-denied'),
  },
  threadVote: { input: ({ demo: { threadId } }) => ({ threadId, vote: 'UP' }), answers: members },
  deleteThread: { input: ({ demo: { threadId } }) => ({ threadId }), answers: onlyTheirs('403 access-denied') },

  // Hosted content of a plan that ada has
  getSecureContent: {
    input: () => ({ contentId: 'cnt_download' }),
    answers: hiddenFromOthers('403 access-denied'),
  },

  // Data tables: the notes belong to who made them
  getDataTables: { input: () => ({}), answers: everybody },
  getDataTable: { input: () => ({ table: 'notes' }), answers: membersWithRecords },
  queryDataRecords: { input: () => ({ table: 'notes', query: { findMany: {} } }), answers: membersWithRecords },
  createDataRecord: { input: () => ({ table: 'notes', data: { title: 'Milk' } }), answers: membersWithRecords },
  updateDataRecord: {
    input: ({ demo: { recordId } }) => ({ recordId, data: { title: 'Bread' } }),
    answers: hiddenFromOthers('404 data-record-not-found'),
  },
  deleteDataRecord: {
    input: ({ demo: { recordId } }) => ({ recordId }),
    answers: hiddenFromOthers('404 data-record-not-found'),
  },

  // The account: nothing in the input says whose, so everybody meets their own
  getMember: { input: () => ({}), answers: everybody },
  updateMember: { input: () => ({ customFields: { about: 'Something else' } }), answers: members },
  // With its owner goes the team, and ada's seat in it.
  deleteMember: { input: () => ({}), answers: members, touches: ['team_members'] },
  updateMemberAuth: { input: () => ({ email: 'another-address@example.test' }), answers: members },
  setPassword: {
    before: ({ database }) => database.change('update members set password_hash = null'),
    input: () => ({ password: 'hushhush, the first one' }),
    answers: members,
  },
  getMemberJson: { input: () => ({}), answers: members },
  updateMemberJson: { input: () => ({ json: { diary: 'empty' } }), answers: members },
  updateProfileImage: {
    input: ({ demo: { image } }) => ({ profileImage: new File([image], 'me.png', { type: 'image/png' }) }),
    answers: members,
  },
  deleteProfileImage: { input: () => ({}), answers: members },
  createMemberTicket: { input: () => ({}), answers: members },
  logout: { input: () => ({}), answers: everybody },
  disconnectProvider: {
    input: () => ({ provider: 'google' }),
    answers: onlyTheirs('404 account-not-connected'),
  },
  createConnectTicket: { input: () => ({}), answers: members },

  // Plans and payments
  addPlan: { input: () => ({ planId: 'pln_newsletter' }), answers: members },
  removePlan: { input: () => ({ planId: 'pln_free' }), answers: onlyTheirs('404 no-plan-found') },
  createCheckoutSession: { input: () => ({ priceId: 'prc_trial-monthly' }), answers: members },
  // Who owns a team with somebody in it changes nothing of what it is paid by.
  updatePrice: {
    input: () => ({ priceId: 'prc_pro-yearly' }),
    answers: { ...members, teamOwner: '409 cannot-change-team-account' },
  },
  createBillingPortalSession: { input: () => ({}), answers: { ...members, otherMember: '404 no-purchase-found' } },

  // Teams: ada sits in olga's; zoe's is open to whoever has its link
  joinTeam: { input: ({ demo }) => ({ inviteToken: demo.otherInviteToken }), answers: members },
  removeMemberFromTeam: {
    input: ({ who, demo: { teamId } }) => ({ teamId, memberId: who.ada.id }),
    answers: { ...members, otherMember: '403 access-denied' },
    touches: ['team_members'],
  },
  generateInviteToken: {
    input: ({ demo: { teamId } }) => ({ teamId }),
    answers: { ...members, member: '403 access-denied', otherMember: '403 access-denied' },
  },
  getTeam: {
    input: ({ demo: { teamId } }) => ({ teamId }),
    answers: { ...members, member: '403 access-denied', otherMember: '403 access-denied' },
    reveals: { teamOwner: ['email'] },
  },

  trackPageView: { input: () => ({}), answers: everybody },
  trackEvent: { input: () => ({ type: 'CLICK' }), answers: everybody },
}
