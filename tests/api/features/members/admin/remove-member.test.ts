import { expect, test } from 'vitest'
import { openAdmin } from '../../../http/admin/open-admin'

/** Remains on purpose: the audit log, sent mails and the test provider's own state. */
const STAYS = new Set(['audit_log', 'mailbox', 'test_customers', 'test_checkouts', 'test_sales', 'test_charges'])

test('a member is deleted with all their data, even where members may not delete themselves', async () => {
  const admin = await openAdmin()
  const ann = await admin.signUp('ann@example.com')
  await admin.pay(await admin.checkout(ann.token, 'prc_pro-monthly'))
  await admin.admin('addPlanToMember', { member: ann.id, planId: 'pln_crew' })
  await admin.admin('addDataRecord', { table: 'notes', data: { title: 'Milk' }, memberId: ann.id })
  expect((await admin.call('deleteMember', {}, admin.as(ann.token))).status).toBe(403)

  const options = { deleteStripeCustomer: true, cancelStripeSubscriptions: true }
  expect(await admin.admin('removeMember', { member: 'Ann@example.com', ...options })).toEqual({ id: ann.id })
  await admin.outbox.drain()
  const tables = Object.entries(admin.dumpDatabase())
  const left = tables.filter(([, rows]) => JSON.stringify(rows).includes(ann.id)).map(([table]) => table)
  expect(left.filter((table) => !STAYS.has(table))).toEqual([])
  expect(await admin.lastAct()).toEqual({
    actor: 'admin key tests',
    act: 'member.delete',
    subject: ann.id,
    detail: {},
  })
  expect(await admin.answerOf('removeMember', { member: ann.id })).toMatchObject({ status: 404 })
})

test('a deleted member’s subscription ends, whatever the call says', async () => {
  const admin = await openAdmin()
  const ann = await admin.signUp('ann@example.com')
  await admin.pay(await admin.checkout(ann.token, 'prc_pro-monthly'))
  const sales = () => JSON.stringify(admin.dumpDatabase()['test_sales'])
  expect(sales()).toContain('ACTIVE')
  await admin.admin('removeMember', { member: ann.id, cancelStripeSubscriptions: false })
  expect(sales()).not.toContain('ACTIVE')
})

test('while the account that is paid is not connected, the member stays, and so does what they pay for', async () => {
  const admin = await openAdmin()
  const ann = await admin.signUp('ann@example.com')
  await admin.pay(await admin.checkout(ann.token, 'prc_pro-monthly'))
  admin.services.payments = { ...admin.services.payments, named: () => null }
  expect(await admin.answerOf('removeMember', { member: ann.id })).toMatchObject({
    status: 409,
    body: { code: 'purchase-of-earlier-account' },
  })
  expect(await admin.admin('retrieveMember', { member: ann.id })).toMatchObject({
    planConnections: [{ planId: 'pln_pro', status: 'ACTIVE', payment: { amount: 10, card: '', lastInvoice: null } }],
  })
  expect(await admin.countActs()).toBe(0)
})
