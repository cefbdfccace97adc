import type { MembershipEndpointName } from '../../../contract/endpoints/membership'
import { everybody, hiddenFromOthers, members, onlyTheirs } from './access-row'
import type { CallerName } from '../../support/access-callers'
import type { AccessWorld } from '../../support/access-world'
import type { AccessTable, Outcome } from './access-row'

/** A table's rules refuse visitors as they refuse members. */
const membersWithRecords = {
  ...everybody,
  visitor: '403 access-denied',
  otherApp: '403 access-denied',
  expired: '403 access-denied',
} as const

const verifyAll = ({ database }: AccessWorld): void => database.change('update members set verified = 1')

/** The same refusal for every caller that a public key identifies. */
const nobody = (refusal: Outcome) =>
  ({
    ...everybody,
    visitor: refusal,
    member: refusal,
    otherMember: refusal,
    teamOwner: refusal,
    otherApp: refusal,
    expired: refusal,
  }) satisfies Record<CallerName, Outcome>

const membersGet = (refusal: Outcome) =>
  ({ ...members, member: refusal, otherMember: refusal, teamOwner: refusal }) satisfies Record<CallerName, Outcome>

/** Expected result per endpoint and caller, for ada's data in app_demo. */
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
  loginLink: { input: ({ demo }) => ({ token: demo.loginLink, act: 'login' }), answers: everybody, proves: true },
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

  // Comments: anyone reads, members write, authors edit
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

  // Data tables: notes belong to their author
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

  // The account: the input names no member, so all callers get their own
  getMember: { input: () => ({}), answers: everybody },
  updateMember: { input: () => ({ customFields: { about: 'Something else' } }), answers: members },
  // Deleting the owner deletes the team and ada's seat.
  deleteMember: { input: () => ({}), answers: members, touches: ['team_members'] },
  updateMemberAuth: { input: () => ({ email: 'another-address@example.test' }), answers: members },
  cancelEmailChange: { input: () => ({}), answers: members },
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

  // Passkeys and two-step verification: all sessions here have just logged in
  getPasskeyLoginOptions: { input: () => ({}), answers: everybody },
  passkeyLogin: { input: ({ demo }) => demo.signPasskey(), answers: everybody, proves: true },
  getPasskeyOptions: { before: verifyAll, input: () => ({}), answers: members },
  getPasskeys: { input: () => ({}), answers: members },
  addPasskey: {
    before: verifyAll,
    input: ({ demo }) => demo.createPasskey(),
    answers: onlyTheirs('401 passkey-refused'),
  },
  renamePasskey: {
    input: ({ demo: { passkeyId } }) => ({ passkeyId, name: 'My phone' }),
    answers: onlyTheirs('404 not-found'),
  },
  removePasskey: { input: ({ demo: { passkeyId } }) => ({ passkeyId }), answers: onlyTheirs('404 not-found') },
  // No login waits for its second step here; tests/api/features/second-factor has those.
  completeSecondFactor: {
    input: () => ({ challenge: 'lgs_none', code: '123456' }),
    answers: nobody('401 invalid-second-factor'),
  },
  setUpSecondFactor: { input: () => ({ challenge: 'lgs_none' }), answers: nobody('401 invalid-second-factor') },
  requestSecondFactorRecovery: {
    input: () => ({ challenge: 'lgs_none' }),
    answers: nobody('401 invalid-second-factor'),
  },
  cancelSecondFactorRecovery: { input: () => ({}), answers: membersGet('409 no-recovery') },
  getMemberSignIn: { input: () => ({}), answers: members },
  startTotp: { before: verifyAll, input: () => ({}), answers: members },
  confirmTotp: { input: () => ({ code: '123456' }), answers: membersGet('401 invalid-second-factor') },
  removeTotp: { input: () => ({}), answers: membersGet('409 second-factor-off') },
  createRecoveryCodes: { input: () => ({}), answers: membersGet('409 second-factor-off') },
  getMemberSessions: { input: () => ({}), answers: members },
  // The same ID for all members: each ends only their own.
  endMemberSession: {
    before: ({ database }) => database.change("update sessions set session_id = 'ses_same'"),
    input: () => ({ id: 'ses_same' }),
    answers: members,
  },
  endOtherMemberSessions: { input: () => ({}), answers: members },
  getReauthenticationOptions: { input: () => ({}), answers: members },
  reauthenticate: {
    input: ({ who }) => ({ password: who.ada.password }),
    answers: onlyTheirs('400 invalid-password'),
  },
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
  // The owner of a team with members cannot change its payment.
  updatePrice: {
    input: () => ({ priceId: 'prc_pro-yearly' }),
    answers: { ...members, teamOwner: '409 cannot-change-team-account' },
  },
  createBillingPortalSession: { input: () => ({}), answers: { ...members, otherMember: '404 no-purchase-found' } },

  // Teams: ada is in olga's; zoe's is open to anyone with its link
  // A link names its team and who invites, so that no one joins a stranger's.
  getInvitation: {
    input: ({ demo }) => ({ inviteToken: demo.otherInviteToken }),
    answers: members,
    reveals: { member: ['email'], otherMember: ['email'], teamOwner: ['email'] },
  },
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
