import { vi, type Mock } from 'vitest'
import type { MemberAuth, MembershipClient, ModalResult, ScreenName } from '../../widget/public'
import { setMember } from '../../widget/stores/identity'
import { showMessage } from '../../widget/stores/feedback'
import { aMember } from './a-member'

/** All methods are spies. `openModal` resolves to `modalResult`. */
export type FakeClient = { [K in Exclude<keyof MembershipClient, 'openModal'>]: Mock<MembershipClient[K]> } & {
  openModal: MembershipClient['openModal']
  modalResult: Mock<(name: ScreenName) => Promise<ModalResult>>
}

export const aMemberAuth = (changes: Partial<MemberAuth> = {}): MemberAuth => ({
  tokens: { accessToken: 'token', expires: 4_102_444_800_000, type: 'bearer' },
  member: aMember(),
  redirect: null,
  ...changes,
})

const unanswered = (name: string) => vi.fn(async (): Promise<never> => Promise.reject(new Error(`${name} was called`)))

/** Logins succeed, logout ends them, messages reach the page's store. */
export function fakeClient(): FakeClient {
  const logIn = async () => {
    setMember(aMember())
    return { data: aMemberAuth() }
  }
  const modalResult = vi.fn<(name: ScreenName) => Promise<ModalResult>>(async () => ({ type: 'CLOSED' }))
  return {
    getApp: unanswered('getApp'),
    getPlans: unanswered('getPlans'),
    getPlan: unanswered('getPlan'),
    getRestrictedUrlGroups: unanswered('getRestrictedUrlGroups'),
    getAppAndMember: unanswered('getAppAndMember'),
    signupMemberEmailPassword: vi.fn(logIn),
    loginMemberEmailPassword: vi.fn(logIn),
    sendMemberResetPasswordEmail: vi.fn(async () => ({ data: 'If there is an account, a code is on its way.' })),
    resetMemberPassword: vi.fn(async () => ({ data: { success: true as const } })),
    sendMemberLoginPasswordlessEmail: vi.fn(async () => ({ data: { success: true as const } })),
    sendMemberSignupPasswordlessEmail: vi.fn(async () => ({ data: { success: true as const } })),
    loginMemberPasswordless: vi.fn(logIn),
    signupMemberPasswordless: vi.fn(logIn),
    updateMemberAuth: unanswered('updateMemberAuth'),
    setPassword: unanswered('setPassword'),
    updateMemberProfileImage: unanswered('updateMemberProfileImage'),
    deleteMemberProfileImage: unanswered('deleteMemberProfileImage'),
    getMemberJSON: unanswered('getMemberJSON'),
    updateMemberJSON: unanswered('updateMemberJSON'),
    sendMemberVerificationEmail: unanswered('sendMemberVerificationEmail'),
    getCurrentMember: unanswered('getCurrentMember'),
    updateMember: unanswered('updateMember'),
    deleteMember: unanswered('deleteMember'),
    logout: vi.fn(async () => {
      setMember(null)
      return { data: { redirect: null } }
    }),
    _getCaptchaChallenge: unanswered('_getCaptchaChallenge'),
    createMemberTicket: unanswered('createMemberTicket'),
    loginMemberPasskey: unanswered('loginMemberPasskey'),
    addMemberPasskey: unanswered('addMemberPasskey'),
    getMemberPasskeys: unanswered('getMemberPasskeys'),
    renameMemberPasskey: unanswered('renameMemberPasskey'),
    removeMemberPasskey: unanswered('removeMemberPasskey'),
    completeMemberSecondFactor: unanswered('completeMemberSecondFactor'),
    setUpMemberSecondFactor: unanswered('setUpMemberSecondFactor'),
    requestMemberRecovery: unanswered('requestMemberRecovery'),
    cancelMemberRecovery: unanswered('cancelMemberRecovery'),
    getMemberSignIn: unanswered('getMemberSignIn'),
    startMemberTotp: unanswered('startMemberTotp'),
    confirmMemberTotp: unanswered('confirmMemberTotp'),
    removeMemberTotp: unanswered('removeMemberTotp'),
    createMemberRecoveryCodes: unanswered('createMemberRecoveryCodes'),
    _useLoginLink: unanswered('_useLoginLink'),
    _offerPasskeys: vi.fn(),
    getMemberSessions: unanswered('getMemberSessions'),
    endMemberSession: unanswered('endMemberSession'),
    endOtherMemberSessions: unanswered('endOtherMemberSessions'),
    getReauthenticationOptions: unanswered('getReauthenticationOptions'),
    cancelMemberEmailChange: unanswered('cancelMemberEmailChange'),
    reauthenticateMember: unanswered('reauthenticateMember'),
    getSecureContent: unanswered('getSecureContent'),
    getChannelInfo: unanswered('getChannelInfo'),
    subscribeToChannel: unanswered('subscribeToChannel'),
    postIsTyping: unanswered('postIsTyping'),
    getPosts: unanswered('getPosts'),
    createPost: unanswered('createPost'),
    updatePost: unanswered('updatePost'),
    postVote: unanswered('postVote'),
    deletePost: unanswered('deletePost'),
    getThreads: unanswered('getThreads'),
    createThread: unanswered('createThread'),
    updateThread: unanswered('updateThread'),
    threadVote: unanswered('threadVote'),
    deleteThread: unanswered('deleteThread'),
    getDataTables: unanswered('getDataTables'),
    getDataTable: unanswered('getDataTable'),
    getDataRecords: unanswered('getDataRecords'),
    getDataRecord: unanswered('getDataRecord'),
    queryDataRecords: unanswered('queryDataRecords'),
    createDataRecord: unanswered('createDataRecord'),
    updateDataRecord: unanswered('updateDataRecord'),
    deleteDataRecord: unanswered('deleteDataRecord'),
    addPlan: unanswered('addPlan'),
    removePlan: unanswered('removePlan'),
    purchasePlansWithCheckout: unanswered('purchasePlansWithCheckout'),
    updatePrice: unanswered('updatePrice'),
    launchStripeCustomerPortal: unanswered('launchStripeCustomerPortal'),
    loginWithProvider: unanswered('loginWithProvider'),
    signupWithProvider: unanswered('signupWithProvider'),
    connectProvider: unanswered('connectProvider'),
    disconnectProvider: unanswered('disconnectProvider'),
    getInvitation: unanswered('getInvitation'),
    joinTeam: unanswered('joinTeam'),
    getTeam: unanswered('getTeam'),
    removeMemberFromTeam: unanswered('removeMemberFromTeam'),
    generateInviteToken: unanswered('generateInviteToken'),
    _showLoader: vi.fn(),
    _hideLoader: vi.fn(),
    getMemberCookie: vi.fn(() => undefined),
    onAuthChange: vi.fn(() => ({ unsubscribe: () => true })),
    trackPageView: unanswered('trackPageView'),
    _Event: vi.fn(async () => {}),
    openModal: async (name) => (name === 'INSPECTOR' ? { type: 'CLOSED' } : modalResult(name)),
    modalResult,
    hideModal: vi.fn(),
    preloadModals: vi.fn(),
    _showMessage: vi.fn((text: string, isError?: boolean, scope?: Element | null) => showMessage(text, isError, scope)),
    destroy: vi.fn(),
  }
}
