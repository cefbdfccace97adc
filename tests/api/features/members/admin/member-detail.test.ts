import { expect, test } from 'vitest'
import { REMOVAL_UNDO_MS } from '../../../../../contract/limits'
import { reconcilePurchase } from '../../../../../api/features/payments/reconcile'
import { purgeExpired } from '../../../../../api/workers'
import { openAdmin } from '../../../http/admin/open-admin'

const PAID_GROUP = { key: 'premium', name: 'Premium', plans: ['pln_pro'], redirect: '/', urls: [] }
const OPEN_GROUP = { key: 'members', name: 'Members', plans: [], redirect: '/', urls: [] }

async function openBought() {
  const admin = await openAdmin({ app: { contentGroups: [PAID_GROUP, OPEN_GROUP] } })
  const ann = await admin.signUp()
  const bob = await admin.signUp('bob@example.com')
  const session = await admin.checkout(ann.token, 'prc_pro-monthly')
  await admin.services.payments.testPages.pay(session)
  const { id } = (await admin.store.purchases.findBySession('test', session))!
  await reconcilePurchase(admin.services, id)
  return { admin, ann, bob }
}

test('the page of a member has plans, payments, sessions, and why she can see what', async () => {
  const { admin, ann, bob } = await openBought()
  const detail = await admin.admin('retrieveMemberDetail', { member: ann.id })
  expect(detail.payments).toMatchObject([{ kind: 'charge', amount: 1000, currency: 'usd', planId: 'pln_pro', fee: 0 }])
  expect(detail.sessions).toHaveLength(1)
  expect(detail.access).toMatchObject([
    { group: 'premium', open: true, reasons: [{ kind: 'plan', planId: 'pln_pro', status: 'ACTIVE' }], needs: [] },
    { group: 'members', open: true, reasons: [{ kind: 'everyone' }] },
  ])
  expect((await admin.admin('retrieveMemberDetail', { member: bob.id })).access).toMatchObject([
    { group: 'premium', open: false, reasons: [], needs: ['pln_pro'] },
    { group: 'members', open: true },
  ])
  const timeline = await admin.admin('listMemberTimeline', { member: ann.id })
  expect(timeline.map(({ what }) => what).toSorted()).toEqual(['charge', 'joined', 'login'])
})

test('a suspended member is logged out, cannot log in, and reads why; until it is lifted', async () => {
  const { admin, ann } = await openBought()
  const login = { email: 'ann@example.com', password: 'correct horse' }
  await admin.admin('suspendMember', { member: ann.id })
  expect(await admin.lastAct()).toMatchObject({ act: 'member.suspend', subject: ann.id })
  expect(await admin.call('updateMember', { customFields: {} }, admin.as(ann.token))).toMatchObject({ status: 401 })
  const { status, body } = await admin.call('login', login, admin.as())
  expect({ status, code: body.code }).toEqual({ status: 403, code: 'account-suspended' })
  const rows = await admin.store.kysely.selectFrom('sessions').selectAll().where('memberId', '=', ann.id).execute()
  expect(rows).toEqual([])
  await admin.admin('unsuspendMember', { member: ann.id })
  expect((await admin.call('login', login, admin.as())).status).toBe(200)
})

test('one session ends, the others stay; an unknown one is an error', async () => {
  const { admin, bob } = await openBought()
  await admin.call('login', { email: 'bob@example.com', password: 'correct horse' }, admin.as())
  const { sessions } = await admin.admin('retrieveMemberDetail', { member: bob.id })
  expect(sessions).toHaveLength(2)
  expect(await admin.admin('endMemberSessions', { member: bob.id, sessionId: sessions[0]?.id })).toEqual({ ended: 1 })
  expect(await admin.answerOf('endMemberSessions', { member: bob.id, sessionId: 'x' })).toMatchObject({ status: 404 })
  expect(await admin.admin('endMemberSessions', { member: bob.id })).toEqual({ ended: 1 })
})

test('notes are for owners: added, listed and removed, and their text is not in the audit log', async () => {
  const { admin, bob } = await openBought()
  const { id } = await admin.admin('addMemberNote', { member: bob.id, text: 'Prefers tea' })
  expect((await admin.admin('retrieveMemberDetail', { member: bob.id })).notes).toMatchObject([
    { id, text: 'Prefers tea' },
  ])
  expect(JSON.stringify(await admin.lastAct())).not.toContain('tea')
  await admin.admin('removeMemberNote', { member: bob.id, noteId: id })
  expect(await admin.answerOf('removeMemberNote', { member: bob.id, noteId: id })).toMatchObject({
    status: 404,
    body: { code: 'member-note-not-found' },
  })
})

test('a deleted note comes back for some seconds; then its row is deleted', async () => {
  const { admin, bob } = await openBought()
  const { id } = await admin.admin('addMemberNote', { member: bob.id, text: 'Prefers tea' })
  const notes = async () => (await admin.admin('retrieveMemberDetail', { member: bob.id })).notes
  const undo = () => admin.answerOf('undoNoteRemoval', { member: bob.id, noteId: id })
  const before = await notes()
  await admin.admin('removeMemberNote', { member: bob.id, noteId: id })
  expect(await notes()).toEqual([])
  admin.clock.advance(10_000)
  expect((await undo()).status).toBe(200)
  expect(await notes()).toEqual(before)
  expect(await undo()).toMatchObject({ status: 404, body: { code: 'member-note-not-found' } })
  await admin.admin('removeMemberNote', { member: bob.id, noteId: id })
  admin.clock.advance(REMOVAL_UNDO_MS)
  expect(await undo()).toMatchObject({ status: 404, body: { code: 'member-note-not-found' } })
  admin.clock.advance(1)
  await purgeExpired(admin.services)
  expect(await admin.store.kysely.selectFrom('memberNotes').selectAll().execute()).toEqual([])
})

test('a deleted member leaves their payments in the sums, without their ID', async () => {
  const { admin, ann } = await openBought()
  await admin.admin('removeMember', { member: ann.id })
  const rows = await admin.store.kysely.selectFrom('payments').select(['memberId', 'amountMinor']).execute()
  expect(rows).toMatchObject([{ memberId: null, amountMinor: 1000 }])
})
