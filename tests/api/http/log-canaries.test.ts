import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../contract/endpoints'
import type { Endpoint } from '../../../contract/endpoints/endpoint'
import { ADMIN_PATH, adminEndpoints } from '../../../contract/admin/endpoints'
import type { AdminEndpoint } from '../../../contract/admin/endpoints/admin-endpoint'
import { callersOf } from '../../support/access-callers'
import type { Person } from '../../support/access-people'
import { SECRET } from '../../support/access-people'
import { ask, send } from '../../support/access-requests'
import { openAccessWorld } from '../../support/access-world'
import type { AccessWorld } from '../../support/access-world'
import { adminCallers } from '../../support/request-callers'
import { requestOf } from '../../support/request-of'
import { adminAccess } from '../access/admin-table'
import { membershipAccess } from '../access/membership-table'
import { trustTagAccess } from '../access/trusttag-table'

let world: AccessWorld
beforeAll(async () => {
  world = await openAccessWorld()
})
afterAll(() => world.close())

interface AnyRow {
  input: (world: AccessWorld) => object | Promise<object>
  before?: (world: AccessWorld) => void
}

const tables: [Person['appId'], Readonly<Record<string, AnyRow>>][] = [
  ['app_demo', membershipAccess],
  ['app_trusttag', trustTagAccess],
]

/** Private values in log lines at level `trace`. */
function told(): string[] {
  const text = [...world.logLines, ...world.securityLines].join('')
  const leaks = world.canaries.leaks(text, () => false)
  return text.includes(SECRET) ? [...leaks, 'a password that was typed'] : leaks
}

const endpointOf = (name: string): Endpoint | undefined => Object.entries(endpoints).find(([one]) => one === name)?.[1]
const adminEndpointOf = (name: string): AdminEndpoint | undefined =>
  Object.entries(adminEndpoints).find(([one]) => one === name)?.[1]

describe('no log line, even at level trace, contains an email, a password, a token, a code or a key', () => {
  test.each(tables)('any endpoint of %s, called by anyone', async (appId, table) => {
    const before = world.logLines.length
    for (const [name, row] of Object.entries(table)) {
      for (const caller of ['member', 'visitor', 'expired', 'otherApp', 'adminKey'] as const) {
        world.database.restore()
        const input = await row.input(world)
        row.before?.(world)
        const endpoint = endpointOf(name)
        if (endpoint) await ask(world, endpoint, { ...input }, callersOf(world, appId)[caller].how)
      }
      expect(told(), name).toEqual([])
    }
    expect(world.logLines.length - before).toBeGreaterThan(Object.keys(table).length * 5 - 1)
  })

  test('calls of the admin API with a valid key, a revoked one and none', async () => {
    for (const [name, row] of Object.entries<AnyRow>(adminAccess)) {
      for (const { headers } of Object.values(adminCallers(world))) {
        world.database.restore()
        const endpoint = adminEndpointOf(name)
        if (!endpoint) continue
        const wire = requestOf(endpoint, { ...(await row.input(world)) }, ADMIN_PATH)
        await send(world, { ...wire, headers: { ...headers, ...wire.headers } })
      }
      expect(told(), name).toEqual([])
    }
  })

  test('requests of the pages in mails, and of mistyped URLs', async () => {
    const secret = world.who.ada.token
    for (const path of [
      `/account/reset-password?token=${secret}`,
      `/account/verify-email?token=${secret}`,
      `/owner?token=${secret}`,
      `/files/${secret}.webp`,
      `/work-samples/${secret}`,
      `/auth-provider/callback/google?code=${secret}&state=${secret}`,
    ])
      await (await world.request(path, { headers: { cookie: `owner_session=${secret}` } })).text()
    expect(told()).toEqual([])
  })
})
