import { expect, test } from 'vitest'
import { adminDataTableEndpoints } from '../../../../contract/admin/endpoints/data-tables'
import { adminMemberEndpoints } from '../../../../contract/admin/endpoints/members'
import { openAdmin } from './open-admin'
import type { Admin } from './open-admin'
import { onStatement } from '../../../support/on-statement'

/** Every change of members and records. */
const changing = {
  createMember: () => ({ email: 'bob@example.com', plans: [{ planId: 'pln_crew' }] }),
  changeMember: ({ member }) => ({ member, email: 'ann@new.example', password: 'another horse', verified: true }),
  removeMember: ({ member }) => ({ member }),
  addPlanToMember: ({ member }) => ({ member, planId: 'pln_crew' }),
  removePlanFromMember: ({ member }) => ({ member, planId: 'pln_free' }),
  suspendMember: ({ member }) => ({ member }),
  unsuspendMember: ({ suspended }) => ({ member: suspended }),
  endMemberSessions: ({ member }) => ({ member }),
  addMemberNote: ({ member }) => ({ member, text: 'Called about an invoice.' }),
  removeMemberNote: ({ member, noteId }) => ({ member, noteId }),
  undoNoteRemoval: ({ member, removedNoteId }) => ({ member, noteId: removedNoteId }),
  removeMemberSessions: ({ member }) => ({ member }),
  removeMemberSession: ({ member }) => ({ member, sessionId: 'ses_one' }),
  removeMemberSecondFactor: ({ member }) => ({ member }),
  removeMemberPasskey: ({ member }) => ({ member, passkeyId: 'psk_one' }),
  removeMemberDevices: ({ member }) => ({ member }),
  sendMemberLoginLink: ({ member }) => ({ member }),
  sendMemberPasswordReset: ({ member }) => ({ member }),
  addDataRecord: ({ member: memberId }) => ({ table: 'notes', data: { title: 'Bread' }, memberId }),
  changeDataRecord: ({ recordId }) => ({ table: 'notes', recordId, data: { title: 'Bread' } }),
  removeDataRecord: ({ recordId }) => ({ table: 'notes', recordId }),
} as const satisfies Record<string, (of: Known) => Record<string, unknown>>

interface Known {
  member: string
  suspended: string
  noteId: string
  removedNoteId: string
  recordId: string
}

const names = Object.entries(changing)

async function openWithAnn() {
  const admin = await openAdmin()
  const { id: member } = await admin.admin('createMember', {
    email: 'ann@example.com',
    plans: [{ planId: 'pln_free' }],
  })
  const { id: recordId } = await admin.admin('addDataRecord', { table: 'notes', data: { title: 'Milk' } })
  const { id: suspended } = await admin.admin('createMember', { email: 'sue@example.com' })
  await admin.admin('suspendMember', { member: suspended })
  await giveSignIn(admin, member)
  const { id: noteId } = await admin.admin('addMemberNote', { member, text: 'Wants an invoice.' })
  const { id: removedNoteId } = await admin.admin('addMemberNote', { member, text: 'Wants a refund.' })
  await admin.admin('removeMemberNote', { member, noteId: removedNoteId })
  return { admin, of: { member, suspended, noteId, removedNoteId, recordId } }
}

/** A session, a passkey, an authenticator app and a password. */
async function giveSignIn({ store, services }: Admin, memberId: string): Promise<void> {
  const { kysely } = store
  const of = { memberId, appId: 'app_shop', mode: 'test' } as const
  const [createdAt, expiresAt] = [services.clock.now(), services.clock.now() + 1_000_000]
  await store.members.update(memberId, { passwordHash: 'x' })
  const blank = {
    network: null,
    agent: null,
    deviceId: null,
    methods: 'password',
    verifiedAt: null,
    lastSeenAt: createdAt,
  }
  const session = {
    ...of,
    ...blank,
    sessionId: 'ses_one',
    tokenDigest: 'one',
    isFormer: 0 as const,
    createdAt,
    expiresAt,
  }
  await kysely.insertInto('sessions').values(session).execute()
  await kysely
    .insertInto('totpSecrets')
    .values({ ...of, secret: 'x', confirmedAt: createdAt, lastStep: null, createdAt })
    .execute()
  await kysely
    .insertInto('passkeys')
    .values({
      ...of,
      id: 'psk_one',
      rpId: 'localhost',
      credentialId: 'one',
      publicKey: 'x',
      algorithm: -7,
      signCount: 0,
      transports: '[]',
      deviceType: 'multiDevice',
      isBackedUp: 1,
      aaguid: '',
      name: 'Phone',
      deviceId: null,
      createdAt,
      lastUsedAt: null,
    })
    .execute()
}

test('every endpoint with changes is tested here', () => {
  const all = Object.entries({ ...adminMemberEndpoints, ...adminDataTableEndpoints })
  const expected = all.filter(([name, { method }]) => method !== 'GET' && name !== 'queryTableRecords')
  expect(Object.keys(changing).toSorted()).toEqual(expected.map(([name]) => name).toSorted())
})

test.for(names)('%s writes one row of the audit log', async ([name, inputFor]) => {
  const { admin, of } = await openWithAnn()
  const before = await admin.countActs()
  expect((await admin.answerOf(named(name), inputFor(of))).status).toBe(200)
  expect(await admin.countActs()).toBe(before + 1)
})

test.for(names)('%s does not happen if it cannot be recorded', async ([name, inputFor]) => {
  const { admin, of } = await openWithAnn()
  breakAuditLog(admin)
  const before = admin.dumpDatabase()
  expect((await admin.answerOf(named(name), inputFor(of))).status).toBe(500)
  expect(admin.dumpDatabase()).toEqual(before)
})

function breakAuditLog({ services }: Admin): void {
  services.store = onStatement(services.store, (statement) => {
    if (statement === 'insert audit_log') throw new Error('The disk is full.')
  })
}

function named(name: string): keyof typeof changing {
  if (!isKey(name)) throw new Error(`${name} is not in the table.`)
  return name
}

const isKey = (name: string): name is keyof typeof changing => Object.hasOwn(changing, name)
