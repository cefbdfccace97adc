import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSecrets } from '../../../../api/lib/ids'
import { joinPlans, ensureTeam, joinTeam } from '../../../../api/features/plans/join'
import type { Tx } from '../../../../api/database/db'
import type { Repositories } from '../../../support/repositories'
import { tempFolder } from '../../../support/temp-folder'
import { aMemberRow } from '../../database/a-member-row'
import { aConnectionRow } from '../../database/a-purchase-row'
import { openTestStore } from '../../database/open-test-store'

const services = { secrets: createSecrets(), clock: { now: () => 1_795_000_000_000 } }
const people = Array.from({ length: 20 }, (_, n) => aMemberRow({ id: `mem_sb_${n}`, email: `${n}@example.com` }))

/** Two servers on one file, with twenty members, each served by one of them. */
async function open() {
  const file = join(tempFolder(), 'membership.db')
  const [one, other] = [await openTestStore(file), await openTestStore(file)]
  for (const member of people) await one.members.insert(member)
  const app = (await one.apps.findById('app_demo'))!
  const forEach = (work: (tx: Tx & Repositories, member: (typeof people)[number]) => Promise<unknown>) =>
    Promise.allSettled(people.map((member, n) => (n % 2 ? one : other).transaction((tx) => work(tx, member))))
  return { store: one, app, forEach }
}

test('the seats of a team are given out once', async () => {
  const { store, app, forEach } = await open()
  await store.members.insert(aMemberRow({ id: 'mem_sb_owner', email: 'owner@example.com' }))
  const connection = aConnectionRow({ memberId: 'mem_sb_owner', planId: 'pln_team' })
  await store.planConnections.insert(connection)
  await store.transaction((repositories) => ensureTeam(repositories, services, app, connection))
  const { id, inviteToken } = (await store.teams.findByConnection('con_1'))!
  const joins = await forEach((repositories, member) => joinTeam(repositories, services, { app, member }, inviteToken))
  const refused = joins.filter((result) => result.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array.from({ length: 16 }, () => 'team-full'))
  expect(await store.teams.countMembers(id)).toBe(5)
})

test('the places of a plan are given out once', async () => {
  const { store, app, forEach } = await open()
  const plan = { ...app.plans.find(({ id }) => id === 'pln_free')!, memberLimit: 3 }
  const joins = await forEach((repositories, member) => joinPlans(repositories, services, { app, member }, [plan]))
  const refused = joins.filter((result) => result.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(
    Array.from({ length: 17 }, () => 'plan-member-limit-reached'),
  )
  expect(await store.planConnections.countByPlan('app_demo', 'test', 'pln_free')).toBe(3)
})
