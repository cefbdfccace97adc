import { expect, test } from 'vitest'
import { openAdmin } from '../../../http/admin/open-admin'

test('a free plan is given and taken, one that only an admin can add, too', async () => {
  const admin = await openAdmin()
  const { id } = await admin.admin('createMember', { email: 'ann@example.com' })
  expect(await admin.admin('addPlanToMember', { member: id, planId: 'pln_staff' })).toBe('OK')
  expect(await admin.lastAct()).toEqual({
    actor: 'admin key tests',
    act: 'member.plan.add',
    subject: id,
    detail: { plan: 'pln_staff' },
  })
  const plansOf = async () => (await admin.admin('retrieveMember', { member: id }))?.planConnections
  expect(await plansOf()).toMatchObject([{ planId: 'pln_staff', active: true }])
  expect(await admin.admin('removePlanFromMember', { member: 'ann@example.com', planId: 'pln_staff' })).toBe('OK')
  expect(await admin.lastAct()).toMatchObject({ act: 'member.plan.remove', subject: id, detail: { plan: 'pln_staff' } })
  expect(await plansOf()).toEqual([])
})

test.for([
  ['addPlanToMember', {}, 400, 'required-field-missing'],
  ['addPlanToMember', { planId: 'pln_none' }, 404, 'plan-not-found'],
  ['addPlanToMember', { planId: 'pln_closed' }, 404, 'plan-not-found'],
  ['addPlanToMember', { planId: 'pln_pro' }, 400, 'plan-not-free'],
  ['addPlanToMember', { planId: 'pln_free' }, 409, 'already-have-plan'],
  ['addPlanToMember', { planId: 'pln_few' }, 409, 'plan-member-limit-reached'],
  ['addPlanToMember', { planId: 'pln_free', member: 'none@example.com' }, 404, 'member-not-found'],
  ['removePlanFromMember', { planId: 'pln_staff' }, 404, 'no-plan-found'],
  ['removePlanFromMember', { planId: 'pln_pro' }, 400, 'plan-not-removable'],
  ['removePlanFromMember', { planId: 'pln_free', member: 'mem_sb_none' }, 404, 'member-not-found'],
] as const)('%s with %j is refused, and changes nothing', async ([name, input, status, code]) => {
  const admin = await openAdmin()
  await admin.admin('createMember', { email: 'bob@example.com', plans: [{ planId: 'pln_few' }] })
  const ann = await admin.signUp('ann@example.com')
  await admin.pay(await admin.checkout(ann.token, 'prc_pro-monthly'))
  await admin.admin('addPlanToMember', { member: ann.id, planId: 'pln_free' })
  const before = admin.dumpDatabase()
  expect(await admin.answerOf(name, { member: ann.id, ...input })).toMatchObject({ status, body: { code } })
  expect(admin.dumpDatabase()).toEqual(before)
})

test('the plan of a team is not taken while others share it', async () => {
  const admin = await openAdmin()
  const ann = await admin.signUp('ann@example.com')
  await admin.admin('addPlanToMember', { member: ann.id, planId: 'pln_crew' })
  const [owned] = (await admin.member(ann.token)).teams.ownedTeams
  const team = { teamId: owned?.teamId ?? 'none' }
  const { data } = await admin.call('generateInviteToken', team, admin.as(ann.token))
  const bob = await admin.signUp('bob@example.com')
  await admin.call('joinTeam', { inviteToken: data.inviteToken ?? 'none' }, admin.as(bob.token))
  const refused = { status: 409, body: { code: 'cannot-change-team-account' } }
  expect(await admin.answerOf('removePlanFromMember', { member: ann.id, planId: 'pln_crew' })).toMatchObject(refused)
})

test('of two calls at once for the last place of a plan one gets it', async () => {
  const admin = await openAdmin()
  for (const name of ['ann', 'bob']) await admin.admin('createMember', { email: `${name}@example.com` })
  const give = (name: string) => admin.answerOf('addPlanToMember', { member: `${name}@example.com`, planId: 'pln_few' })
  const statuses = (await Promise.all([give('ann'), give('bob')])).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
})
