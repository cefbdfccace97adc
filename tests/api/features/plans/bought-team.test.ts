import { expect, test } from 'vitest'
import { reconcilePurchase } from '../../../../api/features/payments/reconcile'
import type { TestSimulation } from '../../../../api/features/payments/test/subscription-rules'
import { openShop } from '../../../support/open-shop'

/** A shop with an owner of five seats, and a teammate who signed up with the invitation. */
async function openWithTeam() {
  const shop = await openShop()
  const { testPages } = shop.services.payments
  const owner = await shop.signUp('owner@example.com')
  const buy = async () => shop.pay(await shop.checkout(owner.token, 'prc_team-monthly'))
  await buy()
  const readTeam = async () => {
    const { teamId } = (await shop.member(owner.token)).teams.ownedTeams[0]!
    return (await shop.call('getTeam', { teamId }, shop.as(owner.token))).data
  }
  const { id: teamId, inviteToken } = await readTeam()
  const input = { email: 'mate@example.com', password: 'correct horse', inviteToken }
  const { tokens, member: mate } = (await shop.call('signup', input, shop.as())).data
  return {
    shop,
    owner,
    mate,
    teamId,
    buy,
    readTeam,
    /** Simulates an event of the running subscription in the portal. */
    play: async (play: TestSimulation): Promise<void> => {
      const portal = (await testPages.findPortal(await shop.portal(owner.token)))!
      const sale = portal.subscriptions.find((one) => one.status !== 'CANCELED')!
      expect(await testPages.simulate(sale.id, sale.version, play)).toBe(true)
      for (const { id } of await shop.store.purchases.listByMember(owner.id)) await reconcilePurchase(shop.services, id)
    },
    /** The teammate's teams. */
    joined: async () => (await shop.member(tokens.accessToken)).teams.joinedTeams,
  }
}

test('the buyer of a team plan owns a team with five seats, which its link joins', async () => {
  const { owner, mate, teamId, readTeam, joined } = await openWithTeam()
  const team = await readTeam()
  expect(team).toMatchObject({ maxTeamMembers: 5, ownersPlanConnection: { active: true } })
  expect(team.members.map(({ role, member }) => [role, member.id])).toEqual([
    ['OWNER', owner.id],
    ['MEMBER', mate.id],
  ])
  expect(await joined()).toEqual([{ teamId, planName: 'Team', planId: 'pln_team', active: true }])
})

test('a failed payment stops the team; a payment restores it with all members', async () => {
  const { shop, play, joined, readTeam } = await openWithTeam()
  await play('fail')
  expect(await joined()).toMatchObject([{ active: false }])
  const { inviteToken, ownersPlanConnection } = await readTeam()
  expect(ownersPlanConnection.active).toBe(false)
  const late = await shop.signUp('late@example.com')
  const join = () => shop.call('joinTeam', { inviteToken: inviteToken! }, shop.as(late.token))
  expect((await join()).body.code).toBe('team-inactive')
  await play('pay')
  expect(await joined()).toMatchObject([{ active: true }])
  expect((await join()).status).toBe(200)
  expect((await readTeam()).members).toHaveLength(3)
})

test('a canceled plan ends the team’s access; bought again, it has the same team', async () => {
  const { play, joined, readTeam, buy, teamId } = await openWithTeam()
  await play('cancel-now')
  expect(await joined()).toMatchObject([{ teamId, active: false }])
  await buy()
  expect(await joined()).toMatchObject([{ teamId, active: true }])
  expect(await readTeam()).toMatchObject({ id: teamId, members: [{ role: 'OWNER' }, { role: 'MEMBER' }] })
})

test('an owner who deletes their account stops paying, and the team is deleted', async () => {
  const { shop, owner, joined } = await openWithTeam()
  const { stripeCustomerId } = (await shop.store.members.findById(owner.id))!
  expect((await shop.call('deleteMember', {}, shop.as(owner.token))).status).toBe(200)
  expect(await joined()).toEqual([])
  const sales = await shop.store.testPayments.listSales(stripeCustomerId!)
  expect(sales.map(({ status }) => status)).toEqual(['CANCELED'])
})
