import type { MemberRow } from '../../../api/features/members/repository'

export const aMemberRow = (changes: Partial<MemberRow> = {}): MemberRow => ({
  id: 'mem_sb_1',
  appId: 'app_demo',
  mode: 'test',
  email: 'ann@example.com',
  passwordHash: '$argon2id$x',
  verified: false,
  providers: [],
  profileImage: null,
  loginRedirect: null,
  stripeCustomerId: null,
  customFields: { 'first-name': 'Ann', newsletter: true, age: null },
  metaData: { source: 'test' },
  json: { deep: { list: [1, 'two', null] } },
  createdAt: 1_795_000_000_000,
  lastLoginAt: null,
  ...changes,
})
