import type { Store } from '../../support/repositories'
import { aMemberRow } from './a-member-row'
import { openTestStore } from './open-test-store'
import type {
  ConnectTicketRow,
  ProviderFlowRow,
  ProviderResultRow,
  TestConsentRow,
} from '../../../api/features/social/repository'
import type { ProviderConnectionRow } from '../../../api/features/accounts/repository-sign-in'

export const now = 1_795_000_000_000
export const owner = { appId: 'app_demo', mode: 'test' } as const
const times = { createdAt: now, expiresAt: now + 1000 }

/** One row per table of social login, of one member and session. */
export const connection: ProviderConnectionRow = {
  memberId: 'mem_sb_1',
  ...owner,
  provider: 'google',
  subject: 'subject-1',
  deviceId: null,
  createdAt: now,
}
export const flow: ProviderFlowRow = {
  stateDigest: 'state',
  secretDigest: 'secret',
  ...owner,
  flow: 'connect',
  provider: 'google',
  openerOrigin: 'http://localhost:4002',
  openerState: 'mine',
  returnUrl: 'http://localhost:4002/a?b',
  challenge: 'challenge',
  memberId: 'mem_sb_1',
  sessionDigest: 'session',
  identity: null,
  wishes: {
    customFields: { name: 'Ann', newsletter: true, age: 3, empty: null },
    plans: [{ planId: 'pln_free' }],
    inviteToken: 'invite',
    allowSignup: true,
  },
  ...times,
}
export const answer: ProviderResultRow = {
  answerDigest: 'answer',
  challenge: 'challenge',
  ...owner,
  flow: 'login',
  memberId: 'mem_sb_1',
  message: 'A sentence.',
  ...times,
}
export const ticket: ConnectTicketRow = {
  ticketDigest: 'ticket',
  memberId: 'mem_sb_1',
  sessionDigest: 'session',
  ...owner,
  expiresAt: now + 1000,
}
export const consent: TestConsentRow = {
  codeDigest: 'code',
  provider: 'google',
  email: 'ann@example.com',
  emailVerified: true,
  challenge: 'challenge',
  redirectUri: 'http://localhost:4001/auth-provider/callback/google',
  nonce: 'nonce',
  expiresAt: now + 1000,
}

/** A store with a member, their session and these rows. */
export async function openWithRows(file?: string): Promise<Store> {
  const store = await openTestStore(file)
  await store.members.insert(aMemberRow())
  const session = {
    tokenDigest: 'session',
    memberId: 'mem_sb_1',
    ...owner,
    deviceId: null,
    createdAt: now,
    expiresAt: now + 5000,
  }
  await store.sessions.insert(session)
  await store.providerConnections.insert(connection)
  await store.providerFlows.insert(flow)
  await store.providerAnswers.insert(answer)
  await store.connectTickets.insert(ticket)
  await store.testConsents.insert(consent)
  return store
}
