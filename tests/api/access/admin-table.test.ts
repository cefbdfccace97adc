import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_PATH, adminEndpoints } from '../../../contract/admin/endpoints'
import type { AdminEndpointName } from '../../../contract/admin/endpoints'
import { send } from '../../support/access-requests'
import { openAccessWorld } from '../../support/access-world'
import type { AccessWorld } from '../../support/access-world'
import { requestOf } from '../../support/request-of'
import { adminCallerNames, adminCallers } from '../../support/request-callers'
import type { AdminCallerName } from '../../support/request-callers'
import { mayTellAdmin } from '../../support/request-rules'
import { adminAccess } from './admin-table'

let world: AccessWorld
beforeAll(async () => {
  world = await openAccessWorld()
})
afterAll(() => world.close())

const isName = (name: string): name is AdminEndpointName => name in adminEndpoints

async function tryOut(name: AdminEndpointName, caller: AdminCallerName): Promise<string[]> {
  world.database.restore()
  const { headers, scope } = adminCallers(world)[caller]
  const input = adminAccess[name].input(world)
  const wire = requestOf(adminEndpoints[name], input, ADMIN_PATH)
  const answer = await send(world, { ...wire, headers: { ...headers, ...wire.headers } })
  const said = JSON.stringify(input)
  const leaks = world.canaries.leaks(
    answer.text,
    (canary) => said.includes(canary.text) || (scope !== null && mayTellAdmin(canary, scope)),
  )
  const refused = answer.status !== 200
  const changed = world.database
    .changes()
    .map(({ table }) => table)
    .filter((table) => refused && table !== 'secret_keys')
  const outcome = refused ? `${answer.status} ${answer.code}` : 'ok'
  return [`${caller}: ${outcome}`, ...leaks.map((leak) => `reads ${leak}`), ...changed.map((one) => `changes ${one}`)]
}

test.each(Object.keys(adminAccess).filter(isName))(
  '%s, called for an object of app_demo in Test Mode',
  async (name) => {
    const came: string[] = []
    for (const caller of adminCallerNames) came.push(...(await tryOut(name, caller)))
    expect(came).toEqual(adminCallerNames.map((caller) => `${caller}: ${adminAccess[name].answers[caller]}`))
  },
)

test('every endpoint of the admin API has one row', () => {
  expect(Object.keys(adminAccess).toSorted()).toEqual(Object.keys(adminEndpoints).toSorted())
})
