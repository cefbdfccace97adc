import { expect, test } from 'vitest'
import type { Repositories } from '../../support/repositories'
import { changePlan, openTeam } from './open-team'
import type { TestServices } from './open-test-services'

/** The calls of some repositories inside transactions, in their order: `teams.lock`. */
function watch({ store }: TestServices, ...names: (keyof Repositories)[]): string[] {
  const calls: string[] = []
  const transaction = store.transaction.bind(null)
  const watched = <T extends object>(name: string, repository: T): T =>
    new Proxy(repository, {
      get(target, method, receiver) {
        calls.push(`${name}.${String(method)}`)
        return Reflect.get(target, method, receiver)
      },
    })
  store.transaction = (work) =>
    transaction((repositories) =>
      work({ ...repositories, ...Object.fromEntries(names.map((name) => [name, watched(name, repositories[name])])) }),
    )
  return calls
}

// One engine runs transactions one after the other; in others only the lock keeps two from counting at once.
test('the seats of a team are counted under its lock, and taken in the same transaction', async () => {
  const { services, inviteToken, person } = await openTeam()
  const mate = await person('mate')
  const calls = watch(services, 'teams')
  await services.call('joinTeam', { inviteToken }, mate.context)
  expect(calls).toEqual([
    'teams.findByInviteToken',
    'teams.lock',
    'teams.listByMember',
    'teams.countMembers',
    'teams.addMember',
  ])
})

test('the places of a plan are counted under the lock of the app, and taken in the same transaction', async () => {
  const { services, owner } = await openTeam()
  changePlan(services, 'pln_free', { memberLimit: 9 })
  const calls = watch(services, 'apps', 'planConnections', 'purchases')
  await services.call('addPlan', { planId: 'pln_free' }, owner.context)
  expect(calls).toEqual([
    'planConnections.listByMember',
    'apps.lock',
    'planConnections.countByPlan',
    'purchases.countOpenByPlan',
    'planConnections.insert',
    'planConnections.listByMember',
  ])
})

test('where nothing is limited nobody waits for a lock of the whole app', async () => {
  const { services, owner } = await openTeam()
  const calls = watch(services, 'apps')
  await services.call('addPlan', { planId: 'pln_free' }, owner.context)
  expect(calls).toEqual([])
})
