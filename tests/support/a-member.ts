import type { Member } from '../../contract/entities'

/** A member as the API returns it. */
export const aMember = (changes: Partial<Member> = {}): Member => ({
  id: 'mem_sb_ada',
  verified: false,
  profileImage: null,
  auth: { email: 'ada@example.com', hasPassword: true, providers: [] },
  loginRedirect: null,
  stripeCustomerId: null,
  createdAt: '2026-03-05T12:00:00.000Z',
  metaData: {},
  customFields: { 'first-name': 'Ada' },
  permissions: [],
  planConnections: [],
  teams: { ownedTeams: [], joinedTeams: [] },
  json: {},
  ...changes,
})
