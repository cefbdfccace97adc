import { expect, test } from 'vitest'
import { UniqueConstraintError } from '../../../api/lib/errors'
import { aMemberRow } from './a-member-row'
import { openTestStore } from './open-test-store'
import type { OutboxRow } from '../../../api/features/mail/outbox'
import type { PlanConnectionRow } from '../../../api/features/plans/repository'
import type { SessionRow } from '../../../api/features/members/repository-sessions'
import type { CodeRow } from '../../../api/features/accounts/repository'

const now = 1_795_000_000_000

const aCode = (changes: Partial<CodeRow> = {}): CodeRow => ({
  id: 'code_1',
  memberId: 'mem_sb_1',
  appId: 'app_demo',
  mode: 'test',
  purpose: 'reset-password',
  codeDigest: 'digits',
  linkDigest: 'link',
  requestDigest: null,
  requestedFrom: '192.0.2.1',
  triesLeft: 5,
  createdAt: now,
  expiresAt: now + 1000,
  ...changes,
})

const aMail = (changes: Partial<OutboxRow> = {}): OutboxRow => ({
  id: 'mail_1',
  appId: 'app_demo',
  mode: 'test',
  to: 'Ann@Example.com',
  from: 'Demo <hello@demo.example>',
  subject: 'Hello',
  text: 'text',
  html: '<p>text</p>',
  attempts: 0,
  nextAttemptAt: now,
  createdAt: now,
  ...changes,
})

async function openWithMember() {
  const store = await openTestStore()
  await store.members.insert(aMemberRow())
  return store
}

test('a member comes back as it was stored', async () => {
  const store = await openWithMember()
  expect(await store.members.findById('mem_sb_1')).toEqual(aMemberRow())
  expect(await store.members.findByEmail('app_demo', 'test', 'ann@example.com')).toEqual(aMemberRow())
  expect(await store.members.findByEmail('app_demo', 'live', 'ann@example.com')).toBeNull()
})

test('text of every kind survives', async () => {
  const store = await openWithMember()
  const customFields = { 'first-name': 'Zoë 🦊 \u0000 "quoted" \u202eא\n' }
  await store.members.update('mem_sb_1', { customFields, verified: true, passwordHash: null })
  expect(await store.members.findById('mem_sb_1')).toEqual(
    aMemberRow({ customFields, verified: true, passwordHash: null }),
  )
})

test('an e-mail is taken once for each app and mode', async () => {
  const store = await openWithMember()
  await expect(store.members.insert(aMemberRow({ id: 'mem_sb_2' }))).rejects.toBeInstanceOf(UniqueConstraintError)
  await store.members.insert(aMemberRow({ id: 'mem_1', mode: 'live' }))
  await store.members.insert(aMemberRow({ id: 'mem_sb_3', appId: 'app_trusttag' }))
})

test('deleting a member deletes connections, sessions and codes', async () => {
  const store = await openWithMember()
  const connection: PlanConnectionRow = {
    id: 'con_1',
    memberId: 'mem_sb_1',
    planId: 'pln_free',
    priceId: null,
    status: 'ACTIVE',
    createdAt: now,
    purchase: null,
  }
  const session: SessionRow = {
    tokenDigest: 'digest',
    memberId: 'mem_sb_1',
    appId: 'app_demo',
    mode: 'test',
    deviceId: null,
    sessionId: 'ses_1',
    methods: 'password',
    verifiedAt: now,
    lastSeenAt: now,
    network: null,
    agent: null,
    isFormer: 0,
    createdAt: now,
    expiresAt: now + 1,
  }
  await store.planConnections.insert(connection)
  await store.sessions.insert(session)
  await store.codes.insert(aCode())
  expect(await store.planConnections.listByMember('mem_sb_1')).toEqual([connection])
  expect(await store.planConnections.countByPlan('app_demo', 'test', 'pln_free')).toBe(1)
  expect(await store.planConnections.countByPlan('app_demo', 'live', 'pln_free')).toBe(0)
  expect(await store.sessions.find('digest', now)).toEqual(session)
  expect(await store.sessions.find('digest', now + 1)).toBeNull()

  await store.members.delete('mem_sb_1')
  expect(await store.planConnections.listByMember('mem_sb_1')).toEqual([])
  expect(await store.sessions.find('digest', now)).toBeNull()
  expect(await store.codes.findByLink('link', 'reset-password', now)).toBeNull()
})

test('parallel tries share what is left', async () => {
  const store = await openWithMember()
  await store.codes.insert(aCode())
  const taken = await Promise.all(Array.from({ length: 20 }, () => store.codes.takeTry('code_1')))
  expect(taken.filter(Boolean)).toHaveLength(5)
})

test('of parallel requests one consumes a code', async () => {
  const store = await openWithMember()
  await store.codes.insert(aCode())
  const consumed = await Promise.all(Array.from({ length: 20 }, () => store.codes.consume('code_1')))
  expect(consumed.filter(Boolean)).toHaveLength(1)
})

test('a newer code takes the place of the older one of its purpose only', async () => {
  const store = await openWithMember()
  await store.codes.insert(aCode())
  await store.codes.insert(aCode({ id: 'code_2', purpose: 'verify-email', linkDigest: 'verify' }))
  await store.codes.takeTry('code_1')
  await store.codes.insert(aCode({ id: 'code_3', linkDigest: 'newer' }))
  expect(await store.codes.findByLink('link', 'reset-password', now)).toBeNull()
  expect(await store.codes.findOpen('mem_sb_1', 'reset-password', now)).toMatchObject({ id: 'code_3', triesLeft: 5 })
  expect(await store.codes.findByLink('verify', 'verify-email', now)).toMatchObject({ id: 'code_2' })
  expect(await store.codes.findByLink('verify', 'reset-password', now)).toBeNull()
  expect(await store.codes.findOpen('mem_sb_1', 'reset-password', now + 1000)).toBeNull()
})

test('of the codes that an IP address requested only the newest without a request token is found by it', async () => {
  const store = await openTestStore()
  for (let n = 0; n < 4; n += 1) {
    const memberId = `mem_sb_${n}`
    await store.members.insert(aMemberRow({ id: memberId, email: `${n}@example.com` }))
    await store.codes.insert(
      aCode({
        id: `code_${n}`,
        memberId,
        linkDigest: `${n}`,
        createdAt: now + n,
        requestDigest: n === 3 ? 'asked' : null,
      }),
    )
  }
  const scope = { appId: 'app_demo', mode: 'test', purpose: 'reset-password' } as const
  expect(await store.codes.findNewestOf('192.0.2.1', scope, now)).toMatchObject({ id: 'code_2' })
  expect(await store.codes.findNewestOf('192.0.2.2', scope, now)).toBeNull()
})

test('a mail that is due is claimed once, until its claim runs out', async () => {
  const store = await openTestStore()
  await store.outbox.insert(aMail())
  await store.outbox.insert(aMail({ id: 'mail_2', nextAttemptAt: now + 5000 }))
  const claims = await Promise.all([
    store.outbox.claimDue(now, now + 1000, 10),
    store.outbox.claimDue(now, now + 1000, 10),
  ])
  expect(claims.map((mails) => mails.map(({ id }) => id))).toEqual([['mail_1'], []])
  expect(claims[0]).toEqual([aMail({ nextAttemptAt: now + 1000 })])
  expect((await store.outbox.claimDue(now + 1000, now + 2000, 10)).map(({ id }) => id)).toEqual(['mail_1'])

  await store.outbox.reschedule('mail_1', 3, now + 9000, 'no route')
  expect(await store.outbox.claimDue(now + 8999, now + 9999, 1)).toMatchObject([{ id: 'mail_2' }])
  expect(await store.outbox.claimDue(now + 9000, now + 9999, 10)).toMatchObject([{ id: 'mail_1', attempts: 3 }])
  await store.outbox.delete('mail_1')
  expect((await store.outbox.claimDue(now + 99_999, now + 100_000, 10)).map(({ id }) => id)).toEqual(['mail_2'])
})

test('the mailbox shows the newest first, by address in any letter case, and a second delivery once', async () => {
  const store = await openTestStore()
  await store.mailbox.insert(aMail(), now)
  await store.mailbox.insert(aMail(), now + 5)
  await store.mailbox.insert(aMail({ id: 'mail_2', to: 'bob@example.com' }), now + 1)
  expect((await store.mailbox.list()).map(({ id }) => id)).toEqual(['mail_2', 'mail_1'])
  const [mail, ...others] = await store.mailbox.list('aNN@example.com')
  expect(others).toEqual([])
  expect(mail).toEqual(await store.mailbox.find('mail_1'))
  expect(mail).toMatchObject({ to: 'Ann@Example.com', text: 'text', sentAt: new Date(now).toISOString() })
  expect(await store.mailbox.find('mail_9')).toBeNull()
})
