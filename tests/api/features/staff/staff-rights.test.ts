import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminEndpoints } from '../../../../contract/admin/endpoints'
import type { AdminEndpointName } from '../../../../contract/admin/endpoints'
import type { AdminEndpoint } from '../../../../contract/admin/endpoints/admin-endpoint'
import { keyRights, mayDo, rights, roleNames } from '../../../../contract/admin/rights'
import type { Right, Role } from '../../../../contract/admin/rights'
import { makeSecretKey } from '../../../../api/features/apps/secret-keys'
import { makeStaff, openConsole } from '../../../support/console-people'
import type { ConsoleBrowser, Headed, StaffPeople, TestConsole } from '../../../support/console-people'

// The staff matrix tries valid calls on SQLite, and restores the file after each. Here, on both engines: who is refused, before anything is read.

let shop: TestConsole
let people: StaffPeople
const keys = new Map<Right, string>()

beforeAll(async () => {
  shop = await openConsole({ rateLimitFactor: 1_000_000 })
  people = await makeStaff(shop)
  for (const right of rights) {
    const { key, row } = makeSecretKey(shop.services, { appId: 'app_demo', mode: 'test' }, 'scoped', [right])
    await shop.store.secretKeys.insert(row)
    keys.set(right, key)
  }
  // Mails of invitations.
  await shop.outbox.drain()
})
afterAll(() => shop.close())

const isName = (name: string): name is AdminEndpointName => name in adminEndpoints
const names = Object.keys(adminEndpoints).filter(isName)
const endpointOf = (name: AdminEndpointName): AdminEndpoint => adminEndpoints[name]

/** Parameters that nothing has. */
const inputOf = ({ path }: AdminEndpoint) =>
  Object.fromEntries([...path.matchAll(/:(\w+)/gu)].map(([, name = '']) => [name, 'none']))

async function outcome(name: AdminEndpointName, browser: ConsoleBrowser | null, headers: Headed = {}): Promise<string> {
  const { status, code } = await shop.ask(name, inputOf(endpointOf(name)), browser, headers)
  return `${status} ${code}`
}

/** Whether a role has one of the endpoint's rights. The first owner is also the server's. */
const mayRole = (role: Role, right: AdminEndpoint['right']): boolean =>
  [right].flat().some((one) => one === 'staff' || (one === 'server' ? role === 'owner' : mayDo(role, one)))

/** Without what changes by each call. */
function stored() {
  const { console_sessions: _sessions, secret_keys: _keys, ...rest } = shop.dumpDatabase()
  return rest
}

describe.each(names)('%s', (name) => {
  const { right, scope, console: forPeople } = endpointOf(name)

  test('refuses roles and keys without its right, and everyone else, and changes nothing', async () => {
    const before = stored()
    const refused = roleNames.filter((role) => !mayRole(role, right))
    const came: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    for (const role of refused) {
      came[role] = await outcome(name, people[role])
      wanted[role] = '403 right-missing'
    }
    if (!(scope === 'server' && right === 'staff')) {
      came['staff of another app'] = await outcome(name, people.ofOtherApp)
      wanted['staff of another app'] = '403 right-missing'
    }
    for (const [only, key] of keys) {
      const may = [right].flat().includes(only) && keyRights.includes(only)
      if (may && !forPeople && scope !== 'server') continue
      came[`key ${only}`] = await outcome(name, null, { 'x-api-key': key })
      wanted[`key ${only}`] = forPeople || scope === 'server' ? '403 console-only' : '403 right-missing'
    }
    came['without the token'] = await outcome(name, people.owner, { 'console-token': null })
    wanted['without the token'] = '403 access-denied'
    came['from another site'] = await outcome(name, people.owner, { 'sec-fetch-site': 'cross-site' })
    wanted['from another site'] = '403 access-denied'
    came['nobody'] = await outcome(name, null)
    wanted['nobody'] = '401 invalid-secret-key'
    expect(came).toEqual(wanted)
    expect(stored()).toEqual(before)
  })
})

test.each(names.filter((name) => endpointOf(name).method === 'GET'))(
  '%s lets in every role with its right',
  async (name) => {
    const { right } = endpointOf(name)
    for (const role of roleNames.filter((one) => mayRole(one, right)))
      expect(await outcome(name, people[role]), role).not.toMatch(/^(401|403) /u)
  },
)
