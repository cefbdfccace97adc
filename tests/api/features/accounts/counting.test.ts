import { expect, test } from 'vitest'
import { onStatement } from '../../../support/on-statement'
import { changePlan, openTeam } from '../plans/open-team'
import type { TestServices } from '../../../support/open-test-services'

/** In order: statements on these tables inside transactions, and locks of apps. */
function watch({ store }: TestServices, ...tables: string[]): string[] {
  const statements: string[] = []
  const watched = onStatement({ ...store }, (statement) => {
    const [, table = ''] = statement.split(' ')
    if (statement === 'update apps' || tables.includes(table)) statements.push(statement)
  })
  store.transaction = (work, queue) => watched.transaction(work, queue)
  return statements
}

// SQLite runs transactions one by one; on PostgreSQL only the lock prevents two counts at once.
test('the seats of a team are counted under its lock, and taken in the same transaction', async () => {
  const { services, inviteToken, person } = await openTeam()
  const mate = await person('mate')
  const calls = watch(services, 'teams', 'team_members')
  await services.call('joinTeam', { inviteToken }, mate.context)
  expect(calls).toEqual([
    'select teams',
    'update teams',
    'select team_members',
    'select team_members',
    'insert team_members',
  ])
})

test('the places of a plan are counted under the lock of the app, and taken in the same transaction', async () => {
  const { services, owner } = await openTeam()
  changePlan(services, 'pln_free', { memberLimit: 9 })
  const calls = watch(services, 'plan_connections', 'purchases')
  await services.call('addPlan', { planId: 'pln_free' }, owner.context)
  expect(calls).toEqual([
    'select plan_connections',
    'update apps',
    'select plan_connections',
    'select purchases',
    'insert plan_connections',
    'select plan_connections',
  ])
})

test('without limits there is no lock of the whole app', async () => {
  const { services, owner } = await openTeam()
  const calls = watch(services)
  await services.call('addPlan', { planId: 'pln_free' }, owner.context)
  expect(calls).toEqual([])
})
