import * as v from 'valibot'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../support/seeded-random'
import { openListener } from './open-listener'
import { allMembers } from '../../../support/all-members'
import { testsPostgres } from '../../../support/tested-engine'

const STEPS = 60
const about = v.looseObject({ id: v.optional(v.string()), auth: v.optional(v.looseObject({ email: v.string() })) })
const plan = v.looseObject({ planConnection: v.looseObject({ planId: v.string(), status: v.string() }) })
const seat = v.object({ teamId: v.string(), planId: v.string(), member: v.looseObject({ id: v.string() }) })

/** The state of a server that believes every event and reads nothing. */
function createBeliever() {
  const members = new Map<string, string>()
  const plans = new Map<string, string>()
  const seats = new Set<string>()
  return {
    hear(event: string, payload: unknown): void {
      const { id = '', auth } = v.parse(about, payload)
      if (event.startsWith('team.')) {
        const { teamId, member } = v.parse(seat, payload)
        const key = `${teamId} ${member.id}`
        expect({ event, key, isNew: !seats.has(key) }).toEqual({ event, key, isNew: event === 'team.member.added' })
        if (event === 'team.member.added') seats.add(key)
        else seats.delete(key)
      } else if (event.startsWith('member.plan.')) {
        const { planId, status } = v.parse(plan, payload).planConnection
        const key = `${id} ${planId}`
        expect({ event, key, isNew: !plans.has(key) }).toEqual({ event, key, isNew: event === 'member.plan.added' })
        if (event === 'member.plan.canceled') plans.delete(key)
        else plans.set(key, status)
      } else {
        expect({ event, id, isNew: !members.has(id) }).toEqual({ event, id, isNew: event === 'member.created' })
        if (event === 'member.deleted') members.delete(id)
        else members.set(id, auth?.email ?? '')
      }
    },
    state: () => ({
      members: Object.fromEntries(members),
      plans: Object.fromEntries(plans),
      seats: [...seats].toSorted((one, other) => one.localeCompare(other)),
    }),
  }
}

/** Members with random actions. */
async function openCrowd(seed: number) {
  const shop = await openListener()
  const numbers = seededRandom(seed)
  const random = () => numbers.next()
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
  const people: { id: string; token: string }[] = []
  let count = 0
  const deeds: ((one: { id: string; token: string }) => Promise<unknown>)[] = [
    ({ token }) => shop.call('addPlan', { planId: pick(['pln_free', 'pln_newsletter'])! }, shop.as(token)),
    ({ token }) => shop.call('removePlan', { planId: pick(['pln_free', 'pln_newsletter'])! }, shop.as(token)),
    ({ token }) => shop.call('updateMemberAuth', { email: `renamed${(count += 1)}@example.com` }, shop.as(token)),
    async ({ token }) => {
      const priceId = pick(['prc_pro-monthly', 'prc_team-monthly', 'prc_pro-lifetime'])!
      const order = await shop.begin(token, { priceId })
      if (order.status === 200) await shop.pay(new URL(order.data.url).searchParams.get('session') ?? '')
    },
    ({ token }) => shop.change(token, pick(['prc_pro-yearly', 'prc_team-monthly', 'prc_pro-monthly'])!),
    async ({ token }) => {
      const team = pick((await Promise.all(people.map(({ id }) => shop.store.teams.listByMember(id)))).flat())
      if (team) await shop.call('joinTeam', { inviteToken: team.team.inviteToken }, shop.as(token))
    },
    async ({ token, id }) => {
      const team = pick(await shop.store.teams.listByMember(id))
      if (team) await shop.call('removeMemberFromTeam', { teamId: team.team.id, memberId: id }, shop.as(token))
    },
    async (one) => {
      if (random() < 0.4 && (await shop.call('deleteMember', {}, shop.as(one.token))).status === 200)
        people.splice(people.indexOf(one), 1)
    },
  ]
  return {
    ...shop,
    async step(): Promise<void> {
      const one = pick(people)
      if (one && random() < 0.85) await pick(deeds)!(one)
      else if (people.length < 5) people.push(await shop.signUp(`person${(count += 1)}@example.com`))
    },
    /** The actual state. */
    async truth() {
      const rows = await allMembers(shop.store)
      const [plans, seats]: [[string, string][], string[]] = [[], []]
      for (const { id } of rows) {
        for (const { planId, status } of await shop.store.planConnections.listByMember(id))
          if (status !== 'CANCELED') plans.push([`${id} ${planId}`, status])
        for (const { team, role } of await shop.store.teams.listByMember(id))
          if (role === 'MEMBER') seats.push(`${team.id} ${id}`)
      }
      return {
        members: Object.fromEntries(rows.map(({ id, email }) => [id, email])),
        plans: Object.fromEntries(plans),
        seats: seats.toSorted((one, other) => one.localeCompare(other)),
      }
    },
  }
}

/** The engine does not depend on the seeds. */
const seeds = testsPostgres ? [1] : [1, 2, 3]

test.each(seeds)('a receiver of every event knows the current state after any changes (%i)', async (seed) => {
  const crowd = await openCrowd(seed)
  const believer = createBeliever()
  const heard = new Set<string>()
  for (let step = 0; step < STEPS; step += 1) {
    await crowd.step()
    for (const { event, payload } of await crowd.arrived()) {
      heard.add(event)
      believer.hear(event, payload)
    }
    expect(believer.state()).toEqual(await crowd.truth())
  }
  expect(heard).toContain('member.plan.added')
  expect(heard).toContain('member.deleted')
})
