import { vi } from 'vitest'
import type { Member, MembershipClient } from '../../../widget/public'

export function aMember(changes: Partial<Member> = {}): Member {
  return {
    id: 'mem_1',
    verified: false,
    profileImage: null,
    auth: { email: 'ann@example.com', hasPassword: true, providers: [] },
    loginRedirect: null,
    stripeCustomerId: null,
    createdAt: '2026-03-04T05:06:07.000Z',
    metaData: {},
    customFields: { 'first-name': 'Ann', 'last-name': 'Lee', phone: '+1555', country: 'ca', experience: '3-5' },
    permissions: [],
    planConnections: [],
    teams: { ownedTeams: [], joinedTeams: [] },
    json: {},
    ...changes,
  }
}

export function refusal(code: string, message: string, statusCode = 400): Error {
  return Object.assign(new Error(message), { code, statusCode })
}

type UsedMethods = Pick<
  MembershipClient,
  | 'signupMemberEmailPassword'
  | 'loginMemberEmailPassword'
  | 'getCurrentMember'
  | 'logout'
  | 'updateMember'
  | 'openModal'
  | 'hideModal'
  | 'deleteMember'
  | 'sendMemberVerificationEmail'
  | 'onAuthChange'
>

/** A fake global object: keeps the logged-in member and notifies subscribers. */
export function fakeClient(loggedIn: Member | null = null) {
  let current = loggedIn
  const followers = new Set<(member: Member | null) => void>()
  const become = (member: Member | null) => {
    current = member
    followers.forEach((follower) => follower(member))
  }
  const enter = async () => {
    const member = aMember()
    become(member)
    return { data: { tokens: { accessToken: 't', expires: 1, type: 'bearer' as const }, member, redirect: null } }
  }
  const client = {
    signupMemberEmailPassword: vi.fn<UsedMethods['signupMemberEmailPassword']>(enter),
    loginMemberEmailPassword: vi.fn<UsedMethods['loginMemberEmailPassword']>(enter),
    getCurrentMember: vi.fn<UsedMethods['getCurrentMember']>(async () => ({ data: current })),
    logout: vi.fn<UsedMethods['logout']>(async () => {
      become(null)
      return { data: { redirect: null } }
    }),
    updateMember: vi.fn<UsedMethods['updateMember']>(async () => ({ data: aMember() })),
    openModal: vi.fn<UsedMethods['openModal']>(async () => ({ type: 'CLOSED' as const })),
    hideModal: vi.fn<UsedMethods['hideModal']>(),
    deleteMember: vi.fn<UsedMethods['deleteMember']>(async () => {
      become(null)
      return { data: { id: 'mem_1' } }
    }),
    sendMemberVerificationEmail: vi.fn<UsedMethods['sendMemberVerificationEmail']>(async () => ({
      data: { success: true },
    })),
    onAuthChange: vi.fn<UsedMethods['onAuthChange']>((callback) => {
      followers.add(callback)
      return { unsubscribe: () => followers.delete(callback) }
    }),
  } satisfies UsedMethods
  return { client, become }
}

export function installClient(client: object): void {
  Object.assign(window, { $memberstackDom: client })
}

export function removeClient(): void {
  Reflect.deleteProperty(window, '$memberstackDom')
}
